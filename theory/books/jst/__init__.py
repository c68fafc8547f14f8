"""Ji, Srebro and Telgarsky, "Fast Margin Maximization via Dual Acceleration", in its two printed versions."""

from lemmacheck.theory.books.jst import (
    algorithms_as_printed,
    appA_duality,
    appB_mirror,
    appB_rates,
    appC1_general_loss,
    appC1_momentum,
    appC4_potential,
    appC7_iterate,
    appC7_norm,
    appC8_rate,
    appC8_ratio,
    appC8_remaining,
    appD_bound,
    appD_norms,
    appD_sampling,
    appE_margins,
    appE_rate,
    sec1_introduction,
    sec1_related_work,
    sec2_notation,
    sec3_1_motivation,
    sec3_2_momentum,
    sec3_2_updates,
    sec3_3_half_margin,
    sec3_3_margin_rate,
    sec4_sampling,
    sec5_1_other_losses,
    sec5_2_algorithms,
    sec5_2_multiclass,
    sec6_experiments,
)
from lemmacheck.theory.books.jst.methods import METHODS
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.book import Book

BOOK = Book(
    JST,
    claims=(
        sec2_notation, sec1_introduction, sec1_related_work, sec3_1_motivation, sec3_2_updates, sec3_2_momentum,
        sec3_3_margin_rate, sec3_3_half_margin, sec4_sampling, sec5_1_other_losses, sec5_2_multiclass,
        sec5_2_algorithms, appA_duality, appB_mirror, appB_rates, appC1_general_loss, appC1_momentum, appC4_potential,
        appC7_norm, appC7_iterate, appC8_rate, appC8_ratio, appC8_remaining, appD_sampling, appD_norms, appD_bound,
        appE_margins, appE_rate, sec6_experiments, algorithms_as_printed,
    ),
    methods=METHODS,
    headlines=("P.L3.2", "P.L3.5", "P.L3.6u", "P.T3.1.1"),
)  # fmt: skip
