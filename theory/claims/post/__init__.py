"""Wang, on duality for the exponential loss: two gradient steps, (F)ISTA, AdaBoost, and a conjecture."""

from types import ModuleType

# isort: off
from theory.claims.post import losses
from theory.claims.post import gradient_steps
from theory.claims.post import proximal
from theory.claims.post import adaboost
from theory.claims.post import potentials
from theory.claims.post import frank_wolfe
from theory.claims.post import conjecture
from theory.claims.post import conjecture_readings
from theory.claims.post import conjecture_mended
from theory.claims.post import conjecture_rates
# isort: on

CHAPTERS: tuple[ModuleType, ...] = (
    losses,
    gradient_steps,
    proximal,
    adaboost,
    potentials,
    frank_wolfe,
    conjecture,
    conjecture_readings,
    conjecture_mended,
    conjecture_rates,
)
