"""The paper, in two printed versions."""

from lemmacheck.theory.core.source import BothVersions, Source

PROCEEDINGS = Source(
    "JST21-proceedings",
    "Ji, Srebro, Telgarsky",
    "Fast Margin Maximization via Dual Acceleration",
    "ICML 2021 proceedings, body only",
)
PREPRINT = Source(
    "JST21-preprint",
    "Ji, Srebro, Telgarsky",
    "Fast Margin Maximization via Dual Acceleration",
    "arXiv 2107.00595, 2021, with Appendices A-F",
)

JST = BothVersions("JST21", PROCEEDINGS, PREPRINT)
