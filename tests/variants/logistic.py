"""The method of Appendix C for the logistic loss, of whose smoothness ρ its steps are the inverse.

The statements for a general loss apply; those that rest on the exponential loss do not.
"""

from lemmacheck import schedule
from lemmacheck.theory.margins.losses import Logistic

variant = schedule(lam=lambda t: 2 / (t + 2), loss=Logistic())
