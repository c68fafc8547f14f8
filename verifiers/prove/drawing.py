"""A path of rows of which nothing is known: i_t is any row at every t, and so e_{i_t} any vertex of Δ_n."""

from dataclasses import dataclass
from typing import Any

from lemmacheck.verifiers.prove.context import Context, Later, Points, index_of
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import ROWS
from lemmacheck.verifiers.prove.values import Value


@dataclass(frozen=True, eq=False)
class AnyPath:
    """A vertex for each t and each q_t from which the row is drawn."""

    context: Context
    side_by_side: bool = False  # whether many paths stand beside each other

    def __call__(self, p: Any, t: Any, q: Any) -> Value:
        if not isinstance(q, Value) or q.axes[-1:] != (ROWS,):
            raise Refused("a row is drawn from what is no point of Δ_n")
        u, index = self.context.universe, index_of(self.context, t)
        late = f"t{index.k:+d}" if isinstance(index, Later) and index.k else "t"
        name = f"e_{{{late if isinstance(index, Later) else index}}}"
        key = "drawn", index, q.at(None).key()
        atom = u.atom("symbol", ROWS, key, (name,), binary=True, total=1)
        self.context.of_a_step |= {atom.number} if isinstance(index, Later) else set()
        vertex, paths = u.of(atom), [Points("paths")] if self.side_by_side else []
        if self.side_by_side:
            self.context.drawn[atom.number] = index, q.at(None)
        return Value(self.context, (*paths, ROWS), lambda _: vertex)
