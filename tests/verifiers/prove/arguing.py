"""An argument about the runs of a claim of ours, and what it shows."""

from collections.abc import Callable
from typing import Any

from lemmacheck.verifiers.prove.argument import Argument
from lemmacheck.verifiers.prove.sources import Source

from tests.verifiers.prove.sequences import relation, setting

Proof = Callable[[Any], Any]


def argument(proof: Proof | None = None, lent: Any = lambda *_: False, **changes: Any) -> Argument:
    return Argument(setting(proof=proof, **changes), lent, with_lemmas=True)


def nothing(run: Any) -> list[Any]:
    return []


def shown(one: Argument, goal: Any) -> str | None:
    return one.proof_text(relation(one.setting, goal))


def know(one: Argument, name: str, said: Any, **more: Any) -> None:
    one.evidence.sources.append(Source(name, relation(one.setting, said), **more))
