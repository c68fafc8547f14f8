"""Every formula of the books a second time, typed from the print on scalars; nothing here reads `theory`.

Importing this fills the table of transcriptions.
"""

from importlib import import_module
from pkgutil import iter_modules

for module in iter_modules(__path__, "tests.literal."):
    import_module(module.name)
