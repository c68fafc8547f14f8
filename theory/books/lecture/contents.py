"""What the document states, by id, chapter by chapter: a claim that is missing, or that is not in it, shows."""

CONTENTS = {
    "Strong convexity": """
        S.Thm1 S.BetaLam S.Iter S.Lin S.GDrates.1 S.GDrates.2 S.GDrates.3 S.Ex2.1 S.Ex2.2 S.Ex2cvx.1 S.Ex2cvx.2
        S.Ex2diag S.Kappa.fast S.Kappa.slow S.StepLim S.Tight S.AGD.1 S.AGD.2 S.LB S.LB.sc S.Cut S.Cut.ellipsoid
        S.Cut.cost S.CutCmp S.Mem S.Newton S.Hess S.Adam
    """,
    "SGD": """
        S.Unb.1 S.Unb.2 S.Thm3 S.Thm3.Jensen S.IterLem S.Thm3.lin S.Thm3.cond S.Thm3.grad S.Thm3.tower.1
        S.Thm3.tower.2 S.Thm3.tower.3 S.Thm3.tower.4 S.Thm3.tower.5 S.SGD.same S.SGD.nosmooth S.SGD.sc S.SGD.cost
        S.RiskGrad.1a S.RiskGrad.1b S.RiskGrad.2 S.Cor4 S.SQ S.Stab
    """,
    "Boosting": """
        S.Def5 S.Thm6 S.Hist S.Real S.Alg3.eps S.Alg3.alpha S.Alg3.D.1 S.Alg3.D.2 S.Alg3.D.3 S.Alg3.D.4 S.Union
        S.Emul S.MWU S.Surr S.Greedy S.Lem7 S.Lem7.err S.Lem7.01 S.Lem7.H S.Lem7.tele.1 S.Lem7.tele.2
        S.Lem7.tele.3 S.Lem7.tele.4 S.Lem7.tele.5 S.Lem7.tele.6 S.Lem7.tele.7 S.Lem7.z.1.1 S.Lem7.z.1.2
        S.Lem7.z.1.3 S.Lem7.z.2 S.Lem7.z.3 S.Lem7.z.4 S.Lem7.z.5.1 S.Lem7.z.5.2 S.Lem7.z.5.3 S.Lem7.exp.1
        S.Lem7.exp.2 S.Lem7.exp.3 S.Lem7.exp.4 S.Lem7.fin.1 S.Lem7.fin.2 S.LC.def S.LC S.VCgen.1 S.VCgen.2
        S.VCgen.3 S.nlogn S.Overfit S.Margin S.Nets S.MarginDef
    """,
    "Kernels": """
        S.KR.grad S.KR.GD.1 S.KR.GD.2 S.KR.pred S.KR.obj0 S.KR.w.1 S.KR.w.2 S.KR.w.3 S.KR.obj.1 S.KR.obj.2
        S.KR.iff.1 S.KR.iff.2 S.KR.iff.3 S.KR.iff.4 S.KR.iff.5.1 S.KR.iff.5.2 S.KR.iff.5.3 S.KR.sol S.KR.cost.1
        S.KR.cost.2 S.Def8.1 S.Def8.2 S.Ex9.1.1 S.Ex9.1.2.1 S.Ex9.1.2.2 S.Ex9.1.2.3 S.Ex9.2 S.Ex9.2num S.Eff
        S.Thm10.1 S.Thm10.2 S.Thm11.1 S.Thm11.2a S.Thm11.2b
    """,
    "Algorithms": """
        S.Alg.GD S.Alg1 S.Alg2 S.Alg3 S.Alg.KRR-primal S.Alg.KRR-dual S.Alg.KRR-GD
    """,
}
