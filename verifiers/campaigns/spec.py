"""The specification of a campaign. Instance k is a function of it and of k alone, not of chunks, workers or machines.

With the shapes s_0, …, s_{m−1} and the families f_0, …, f_{r−1}, and k = jm + i, instance k has the shape s_i and is
drawn by f_{j mod r} from a generator seeded by (seed, family, shape, k). A chunk is a run of instances of one shape.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib.metadata import version
from typing import Any

from lemmacheck.verifiers.instances.families import FAMILIES, SHAPES, far_but_near
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.provenance import checker
from lemmacheck.verifiers.records.terminal import InputError

BY_NAME = {family.__name__: family for family in (*FAMILIES, far_but_near)}
MANY_DATA = 6  # n·d from which on a family draws so many different data that millions of instances are worth while
MIXED_SHAPES = tuple((n, d) for n, d in SHAPES if n * d >= MANY_DATA)
IN_TURN = [family.__name__ for family in FAMILIES]
MIXED_FAMILIES = (*(IN_TURN * 4)[:42], far_but_near.__name__, *(IN_TURN * 4)[43:])
MIXED = "mixed"
LIMITS = {"instances": (1, 10**9), "seed": (0, 10**18), "steps": (1, 10**4), "chunk": (1, 10**6), "closest": (0, 10**6)}
AFFORDABLE = 10**6  # rows x columns x steps: some seconds in balls


def here() -> str:
    """The version of this lemmacheck, with the digest of its code."""
    return f"{version('lemmacheck')} of code {checker()}"


@dataclass(frozen=True)
class Spec:
    """The number of instances, their shapes, families and seed, the steps of each run, and the claims.

    `closest` calls a claim and chunk are decided in balls, besides the suspected violations; a variant, or a book of
    one's own, is identified by its file and by a digest of this and of its imports. Drawing and claims are those of one
    `version` of lemmacheck.
    """

    instances: int = 100_000
    shapes: tuple[tuple[int, int], ...] = MIXED_SHAPES
    families: tuple[str, ...] = MIXED_FAMILIES
    seed: int = 1
    steps: int = 50
    claims: tuple[str, ...] = ()
    chunk: int = 2000
    closest: int = 1
    variant: str = ""
    book: str = ""
    digest: str = ""
    version: str = field(default_factory=here)

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        whole, rest = divmod(self.instances, self.chunk * len(self.shapes))
        return range(whole * len(self.shapes) + min(rest, len(self.shapes)))

    def members(self, chunk: int) -> range:
        """The instances of a chunk, all of one shape."""
        m = len(self.shapes)
        block, i = divmod(chunk, m)
        return range(block * m * self.chunk + i, min((block + 1) * m * self.chunk, self.instances), m)

    def chunk_of(self, k: int) -> int:
        """The chunk that instance k is a member of."""
        m = len(self.shapes)
        return k // (m * self.chunk) * m + k % m

    def instance(self, k: int) -> Instance:
        """Instance k."""
        j, i = divmod(k, len(self.shapes))
        n, d = self.shapes[i]
        family = self.families[j % len(self.families)]
        rng = random.Random(f"{self.seed}:{family}:{n}x{d}:{k}")
        return Instance(f"{family}-{n}x{d}-{k}", tuple(BY_NAME[family](rng, n, d)))

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Spec:
        """The spec of a store, which may be anybody's: a ValueError where no command gives such a field."""
        given: dict[str, Any] = json.loads(text)
        if set(given) != {one.name for one in fields(Spec)}:
            raise ValueError("the fields of its spec are not those of this version of lemmacheck")
        for name, (least, most) in LIMITS.items():
            if type(given[name]) is not int or not least <= given[name] <= most:
                raise ValueError(f"its {name} are {str(given[name])[:40]!r}; expected {least} to {most}")
        texts = [*(given[name] for name in ("variant", "book", "digest", "version")), *given["claims"]]
        if not all(isinstance(one, str) for one in texts) or not given["claims"]:
            raise ValueError("its claims, variant, book and version are no texts")
        found: dict[str, Any] = {"shapes": shapes(",".join(f"{n}x{d}" for n, d in given["shapes"]))}
        found |= {"families": tuple(name for one in given["families"] for name in families(one))}
        return affordable(Spec(**{**given, **found, "claims": tuple(given["claims"])}))

    def drawn_here(self, path: object) -> None:
        """Refuse instances and claims of another version, which may differ from those of this one."""
        if self.version != here():
            raise InputError(
                f"{path} was begun by lemmacheck {self.version[:40]} and this is {here()}, which may draw and ask "
                "otherwise; go on with that version, or begin another store"
            )


def difference(kept: Spec, given: Mapping[str, Any]) -> str:
    """The first field in which a spec differs from the given one, in words; '' if there is none."""
    for name, value in given.items():
        if getattr(kept, name) != value:
            return f"{name} {option_text(getattr(kept, name))}, not {option_text(value)}"
    return ""


def option_text(value: Any) -> str:
    """A field of a spec as an option of the command line."""
    if value in (MIXED_SHAPES, MIXED_FAMILIES):
        return MIXED
    if isinstance(value, tuple):
        several = ",".join("x".join(map(str, one)) if isinstance(one, tuple) else one for one in value)
        return several if len(value) <= 4 else f"({len(value)} of them)"
    return str(value)


def shapes(text: str) -> tuple[tuple[int, int], ...]:
    """The shapes of '8x4' or '8x4,20x5' or 'mixed'."""
    if text == MIXED:
        return MIXED_SHAPES
    found = []
    for part in text.split(","):
        sizes = re.fullmatch(r"([1-9]\d{0,5})x([1-9]\d{0,5})", part.strip())
        if sizes is None:
            raise InputError(f"--shape {text!r}: {part!r} is no shape; expected rows x columns such as 8x4, or {MIXED}")
        found.append((int(sizes[1]), int(sizes[2])))
    return tuple(dict.fromkeys(found))


def families(text: str) -> tuple[str, ...]:
    """The families of 'tiny_margin' or 'drawn,repeated' or 'mixed'."""
    if text == MIXED:
        return MIXED_FAMILIES
    found = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in found:
        if name not in BY_NAME:
            raise InputError(f"--family {text!r}: no family {name!r}; expected {MIXED} or some of {', '.join(BY_NAME)}")
    return found


def affordable(spec: Spec) -> Spec:
    """The spec, unless a run of it is too much for balls."""
    n, d = max(spec.shapes, key=lambda shape: shape[0] * shape[1])
    if n * d * spec.steps > AFFORDABLE:
        raise InputError(
            f"{n} x {d} data for {spec.steps} steps is too much for a campaign; expected rows x columns x steps of at "
            f"most {AFFORDABLE:.0e}: give a smaller --shape or fewer --steps"
        )
    return spec
