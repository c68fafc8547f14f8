"""Wang, on duality for the exponential loss: two gradient steps, (F)ISTA, AdaBoost, and a conjecture."""

from types import ModuleType

# isort: off
# isort: on

CHAPTERS: tuple[ModuleType, ...] = ()
