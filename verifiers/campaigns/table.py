"""The results of a campaign for a reader: its answers as a table, its state, an instance."""

from collections.abc import Sequence

from lemmacheck.verifiers.campaigns.answers import Answer
from lemmacheck.verifiers.campaigns.chunk import MARGIN
from lemmacheck.verifiers.campaigns.spec import Spec, option_text
from lemmacheck.verifiers.campaigns.store import Store
from lemmacheck.verifiers.records.decimals import false_in_decimals, share
from lemmacheck.verifiers.records.text import columns, counted

HEADS = ("claim", "instances", "met", "held", "close", "suspected", "decided", "verdict", "worst ratio", "instance")
LEGEND = f"""\
met        the hypotheses hold there, up to rounding in float64
held       in float64, with a relative room of more than {MARGIN:g}: screened, not certified
close      within that margin, as where both sides are equal; suspected: it fails by more
decided    in balls, the closest calls and the suspects; the verdict is of these alone
worst      the largest share of what is allowed among the decided instances, and where"""


def table(found: Sequence[Answer]) -> str:
    """The answers, a line each, those that are refuted with their first witness."""
    lines = columns([HEADS, *map(line, found)])
    return "\n".join([lines, *map(refuted, [one for one in found if one.witness]), LEGEND])


def line(one: Answer) -> tuple[str, ...]:
    counts = (one.instances, one.met, one.held, one.close, one.suspected, sum(one.decided.values()))
    at = one.worst
    ratio = "" if at is None or at.ratio is None else share(at.ratio, 9, (at.lhs, at.rhs))
    return (one.id, *map(str, counts), one.verdict, ratio, str(at.instance) if at else "")


def refuted(one: Answer) -> str:
    """The first refutation of a claim."""
    at = one.witness
    assert at is not None
    counted = f"{one.decided['refuted']} refuted in balls, {one.suspected} suspected"
    text = false_in_decimals(at.lhs, at.relation, at.rhs)
    shown = f"`lemmacheck campaign instance FILE {at.instance}` shows it"
    when = ", ".join(filter(None, (f"instance {at.instance}", at.when)))
    return f"{one.id} is refuted on {when}: {text} ({counted}); {shown}"


def state(store: Store) -> str:
    """The specification of the campaign, and its progress."""
    spec, done = store.spec, len(store.done())
    (refuted,) = store.rows("SELECT COUNT(DISTINCT claim) FROM decided WHERE verdict = 'refuted'")[0]
    (kept,) = store.rows("SELECT IFNULL(SUM(instances), 0) FROM chunk")[0]
    far = f"{done}/{len(spec.chunks)} chunks, {kept} of {spec.instances} instances, {refuted} claims refuted"
    return f"{far}\n{spec_text(spec)}"


def spec_text(spec: Spec) -> str:
    """A spec in words."""
    count = counted(len(spec.claims), "outcome" if spec.variant else "statement")
    of = f" of {spec.variant or spec.book}" if spec.variant or spec.book else ""
    return (
        f"shapes {option_text(spec.shapes)}, families {option_text(spec.families)}, seed {spec.seed}, "
        f"{spec.steps} steps, {count}{of}, lemmacheck {spec.version}"
    )
