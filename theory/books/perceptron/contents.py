"""What the document states, by id, chapter by chapter: a claim that is missing, or that is not in it, shows."""

CONTENTS = {
    "Separability": """
        T.Conv T.Obj T.Batch T.2ndOrder T.Implicit T.Online.1 T.Online.2 T.Online.3 T.Sep T.Eq1.1 T.Eq1.2 T.Eq1s T.Eq2
        T.Eq3.1 T.Eq3.2 T.ExEquiv T.Soft.1 T.Soft.2
    """,
    "The perceptron": """
        T.Upd.1 T.Upd.2 T.Upd.3 T.SGDobj T.Opt0.1 T.Opt0.2 T.MoveAway T.Rot T.Noop T.Yhat T.Perc.Thm
        T.Perc.Strong T.Mt.def T.Mt.sup.1 T.Mt.sup.2 T.Mt.mono T.Pot T.NoConv.1 T.NoConv.2 T.NoConv.3 T.Lin
        T.Low.1 T.Low.2 T.CS T.Exp.1.1 T.Exp.1.2 T.Exp.1.3 T.Exp.2 T.Step T.Sum.1 T.Sum.2 T.Sum.3 T.Comb.1
        T.Comb.2 T.Comb.3 T.Ker.1 T.Ker.2 T.Coher T.Nonconvex
    """,
    "Algorithms": """
        T.Alg.Perceptron T.Alg.KernelPerceptron T.Alg.HardSVM T.Alg.SoftSVM
    """,
}
