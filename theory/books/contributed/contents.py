"""What is contributed, by id, chapter by chapter: a claim that is missing, or that is not in it, shows."""

CONTENTS = {
    "Contributed": """
        N1.weights N1.sum N1.psi N1.margin N1.rate N1g.psi N1g.margin N1g.rate N1g.standard N3.gradient N3.bound
        N3.smooth N3.sharp N2.smooth N2.gap N2.interval N2.psi N2.distance.1 N2.distance.2 N2.rate N2.margin
        N5.sum N5.gap N5.average N4.linear.1 N4.linear.2 N4.lower N4.multipliers N4.points N4.form N4.kernel
        N4.squares N4.own N4.between N4.bend N4.end N4.upper N4.better N6.descent N6.limit N6.plateau N6.cycle
        N7.psi N7.azuma N7.variance N7.spread N7.margin N.DA.agree
        N.DA.gap N.DA.margin N.DA.kink N.DA.stuck.best N.DA.stuck.ties N.DA.stuck.margin N.DA.stuck.bound
        N.DA.soft.psi N.DA.soft.edge N.DA.soft.horizon N.DA.power.psi N.DA.power.gap N.DA.power.l1 N.DA.cool.psi
        N.DA.cool.margin N.DA.plain.half N.DA.plain.root N.DA.typical.printed N.DA.typical.dual
        N.DA.typical.cool N.DA.typical.plain N.DA.typical.root
    """,
    "Facts": """
        F.square F.vector F.times F.step F.root F.roots F.order F.log F.CS F.triangle F.mass F.positive F.rows F.scores
        F.frobenius F.transposed F.diameter F.vertex
        F.near F.dual F.optimal F.margins F.one F.ball F.psi F.soft F.exp F.max F.monotone F.largest F.ceiling
        F.conjugate F.convex F.smooth F.least F.omega F.inside F.mean F.given F.markov F.azuma F.under F.larger
        F.domain F.logistic
    """,
}
