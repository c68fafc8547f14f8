"""The statements, one file a chapter, in the order of their document; `verifiers.shipped` makes books of them."""

# isort: off
from theory.claims import notation
from theory.claims import introduction
from theory.claims import motivation
from theory.claims import updates
from theory.claims import margin_rate
from theory.claims import half_margin
from theory.claims import sampling
from theory.claims import other_losses
from theory.claims import multiclass
from theory.claims import multiclass_algorithms
from theory.claims import duality
from theory.claims import mirror
from theory.claims import mirror_rates
from theory.claims import general_loss
from theory.claims import general_loss_momentum
from theory.claims import general_potential
from theory.claims import general_norm
from theory.claims import general_iterate
from theory.claims import general_rate
from theory.claims import general_ratio
from theory.claims import sampling_proofs
from theory.claims import sampling_norms
from theory.claims import sampling_bound
from theory.claims import multiclass_proofs
from theory.claims import multiclass_rate
from theory.claims import experiments
from theory.claims import printed_algorithms
from theory.claims import contributed
from theory.claims import contributed_losses
from theory.claims import contributed_general
from theory.claims import near_rows
from theory.claims import worst_case
# isort: on

OF_THE_PAPER = (
    notation,
    introduction,
    motivation,
    updates,
    margin_rate,
    half_margin,
    sampling,
    other_losses,
    multiclass,
    multiclass_algorithms,
    duality,
    mirror,
    mirror_rates,
    general_loss,
    general_loss_momentum,
    general_potential,
    general_norm,
    general_iterate,
    general_rate,
    general_ratio,
    sampling_proofs,
    sampling_norms,
    sampling_bound,
    multiclass_proofs,
    multiclass_rate,
    experiments,
    printed_algorithms,
)

CONTRIBUTED = (contributed, contributed_losses, contributed_general, near_rows, worst_case)
