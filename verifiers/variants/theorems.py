"""Claims that are proved for every run of a variant, whatever its data.

The hypotheses of a claim about the schedule are replaced by all those that the variant's own λ_t and θ_t meet at every
t, as their closed forms show, and its proof is looked for again. So a claim that applies is proved of the variant where
the book's is; and one that does not apply, where its proof needs no more of the schedule than the variant has.
"""

from dataclasses import replace
from math import inf

from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.margins.hypotheses import exponential_loss
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.recording import proved as with_proof
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.verdict import Contradiction, Verdict
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.derived import CONDITIONS, derived, dual_schedule
from lemmacheck.verifiers.variants.outcome import reads, speaks_of_parameters


def with_a_proof(known: Answer, claim: Claim, variant: Variant, most: float = inf) -> Answer | None:
    """What is known of a claim that holds, with its proof for every run; undecided where a hard run refutes what is
    proved; None where there is no proof."""
    assert known.outcome is not None
    try:
        proof = proof_for(claim, variant, most)
    except Contradiction as both:
        outcome = replace(known.outcome, verdict=Verdict.UNDECIDED, reason=str(both), level=None)
    else:
        if proof is None:
            return None
        outcome = with_proof(known.outcome, proof)
        met = [one.statement for one in met_for_all_t(claim, variant) if one is not dual_schedule]
        of_schedule = f". Of the schedule, for all t: {'; '.join(met)}" if met else ""
        outcome = replace(outcome, reason=f"{proof.text}{of_schedule}")
    return replace(known, theorem=outcome if known.theorem is known.outcome else known.theorem, outcome=outcome)


def proof_for(claim: Claim, variant: Variant, most: float = inf) -> Proof | None:
    """The proof of a claim's relation for all runs of a variant on data that meet what it asks of the data: that of the
    claim itself where all that it asks of the schedule is met, else one that takes at most so many combinations."""
    if claim.about not in variant.forms or type(variant.loss) is not Exponential:
        return None
    dual = claim.about is not PrimalMomentum or variant.form == "schedule"
    if dual and derived(variant).condition(dual_schedule.name).verdict != Verdict.PROVED:
        return None
    met = met_for_all_t(claim, variant)
    of_schedule = [asked.hypothesis.function for asked in CONDITIONS.values()]
    asked = [h for h in claim.given if h.function in of_schedule]
    others = [h for h in claim.given if h.function not in of_schedule]
    if any(speaks_of_parameters(h, claim.about) and h.function is not exponential_loss.function for h in others):
        return None
    if {h.function for h in asked} <= {h.function for h in met}:
        return proof_of(claim)
    return proof_of(replace(claim, given=(*others, *met)), most)


def met_for_all_t(claim: Claim, variant: Variant) -> list[Hypothesis]:
    """What the variant's schedule meets at every t, of what can be asked of the runs that the claim is about."""
    met = [CONDITIONS[one.name].hypothesis for one in derived(variant).conditions if one.verdict == Verdict.PROVED]
    return [one for one in met if claim.about and can_be_asked(one, claim.about)]


def can_be_asked(hypothesis: Hypothesis, about: type) -> bool:
    """Whether the runs of an algorithm have the sequences that a hypothesis reads."""
    try:
        return bool(reads(hypothesis, about))
    except AttributeError:
        return False
