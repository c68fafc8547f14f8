"""Protects verdicts on books of strangers: of statements that are drawn, each has the truth of a second evaluation.

None that is false or undefined on some run is proved; and on each run a statement is certified only where it holds in
Fractions, refuted only where it fails, and passed over only where its hypothesis fails.
"""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.attacks.drawn_statements import FAILS, HOLDS, NO_VALUE, NOTHING, Z, book, runs
from tests.sampled import THOROUGH

MATRICES = (
    [["0"]], [["1"]], [["-1"]], [["1/2"]], [["0", "0"]], [["1", "-1"]], [["1"], ["0"]], [["1"], ["-1"]],
    [["2", "1"], ["2", "1"]], [["3/5", "4/5"], ["-4/5", "3/5"]], [["100"], ["-100"], ["1/100"]],
)  # fmt: skip
DATA: list[Z] = [[[Fraction(x) for x in row] for row in rows] for rows in MATRICES]
STEPS = 2
RIGHT = {
    Verdict.CERTIFIED: (HOLDS,),
    Verdict.SUPPORTED: (HOLDS,),
    Verdict.REFUTED: (FAILS, NO_VALUE),  # where one t refutes it, another may leave it without a value
    Verdict.NOT_APPLICABLE: (NOTHING,),
    Verdict.UNDECIDED: (HOLDS, FAILS, NO_VALUE, NOTHING),
}


@pytest.mark.parametrize("seed", range(150 if THOROUGH else 2))
def test_a_drawn_statement_has_the_truth_of_fractions(tmp_path: Path, seed: int, counted: Count) -> None:
    text, moves, statements = book(seed)
    path = tmp_path / f"drawn{seed}.py"
    path.write_text(text, encoding="utf-8")
    claims = library_at(str(path)).claims
    asked, wrong = 0, []
    for k, (id, statement) in enumerate(statements.items()):
        told = {
            (i, h): statement.on(run) if (run := runs(moves, rows, h, STEPS)) else NOTHING
            for (i, rows), h in product(enumerate(DATA), (Fraction(1, 2), Fraction(2), Fraction(1)))
        }
        if {FAILS, NO_VALUE} & set(told.values()):
            asked += 1
            wrong += [f"proved: {statement.text()}"] if prove(claims[id]) is not None else []
        label, algorithm = list(claims[id].usual.items())[k % 2]
        for i in (k % len(DATA), (3 * k + seed + 1) % len(DATA)):
            asked += 1
            found = decide(claims[id], Instance.from_json("drawn", MATRICES[i]), algorithm, STEPS).verdict
            here = told[i, algorithm.parameters[0][1]]
            if here not in RIGHT.get(found, ()):
                wrong.append(f"{found} where it {here}: {statement.text()} on {MATRICES[i]}, {label}")

    counted("drawn statements", tried=asked, wrong=len(wrong))
    assert wrong == []
