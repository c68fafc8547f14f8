"""A campaign as the records of a report: the decisions in balls, and the number of instances that floats screened.

A witness is searched for anew from the first refuted instance, so that a report shows a small one.
"""

from dataclasses import replace

from lemmacheck.verifiers.campaigns.answers import Answer, Place, answer
from lemmacheck.verifiers.campaigns.chunk import settled_on
from lemmacheck.verifiers.campaigns.questions import Question, in_turn, library_of, questions
from lemmacheck.verifiers.campaigns.spec import Spec
from lemmacheck.verifiers.campaigns.store import Store
from lemmacheck.verifiers.decide.cause import CAMPAIGN
from lemmacheck.verifiers.decide.recording import blank, find_counterexample, in_full
from lemmacheck.verifiers.records.provenance import origin
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Condition, Header, Record, Scope, Verdict, Witness, Worst
from lemmacheck.verifiers.variants.answer import OUTCOME
from lemmacheck.verifiers.variants.parameters import with_parameters


def header(spec: Spec) -> Header:
    """The header of the records of a campaign."""
    whole = origin(
        f"campaign {spec.variant or spec.book}".strip(),
        library_of(spec.book),
        {"instances": spec.instances, "steps": spec.steps},
    )
    return Header("lemmacheck campaign", origin=replace(whole, seeds={"instances": spec.seed}))


def records(store: Store) -> list[Record]:
    """A record a claim, in the order of the book."""
    return [record(store.spec, question, answer(store, question.claim.id)) for question in questions(store.spec)]


def record(spec: Spec, question: Question, found: Answer) -> Record:
    """A claim's record; of a variant it is the outcome's."""
    claim, of, bits = question.claim, sum(found.decided.values()), found.worst.bits if found.worst else 0
    written = blank(
        claim,
        found.verdict,
        scope=Scope(found.sure, spec.steps if claim.about else 0, found.instances, bits),
        worst=worst(spec, question, found.worst) if found.worst else None,
        witness=witness(spec, question, found.witness) if found.witness else None,
        reason=reason(found),
        hypotheses=[Condition(h.name, h.statement, found.sure, of, h.tacit) for h in claim.given],
    )
    return replace(written, id=f"{claim.id}{OUTCOME}", uses=[], corrects=None) if spec.variant else written


def reason(found: Answer) -> str:
    """The figures behind a verdict."""
    text = f"{found.worst.reason}; " if found.worst and found.verdict == Verdict.SUPPORTED else ""
    counts = (found.instances, found.met, found.held, found.close, found.suspected, found.sure)
    return CAMPAIGN.format(*counts, before=text)


def worst(spec: Spec, question: Question, place: Place) -> Worst:
    """The tightest instance that was decided."""
    instance, question = spec.instance(place.instance), in_turn(question, spec, place.instance)
    where = (place.t or 0, instance.name, instance.to_json(), question.label, place.steps)
    return Worst(place.slack, place.ratio, *where, place.lhs, place.rhs, whole=place.whole)


def witness(spec: Spec, question: Question, place: Place) -> Witness:
    """The smallest counterexample that is found from the first refuted instance, which is decided again."""
    instance, question = spec.instance(place.instance), in_turn(question, spec, place.instance)
    claim, again = question.claim, settled_on(question, instance, spec.steps)
    found = find_counterexample(claim, [again], spec.steps, {question.label: question.algorithm})
    if found is None:
        raise InputError(
            f"the store says that {claim.id} is refuted on instance {place.instance}, where it is "
            f"{again.decision.verdict}: it is not as it was written; restore a copy, or begin another"
        )
    kept = in_full(claim, found)
    return with_parameters(claim, kept, question.algorithm) if spec.variant else kept
