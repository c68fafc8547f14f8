"""Every claim that is asked of a variant, decided in this process with little effort."""

from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.examination import Effort, questions_about, subjects
from lemmacheck.verifiers.variants.outcome import answer
from lemmacheck.verifiers.variants.unseen import Trial

EFFORT = Effort(per_shape=2, steps=24, closest=2, others=2)


def examined(variant: Variant) -> list[Answer]:
    return [
        answer(one.claim, variant, [Trial(instance, EFFORT.steps) for instance in one.instances], one.screened)
        for about in subjects(variant)
        for one in questions_about(about, variant, EFFORT)
    ]
