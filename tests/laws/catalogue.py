"""Every statement of the documents by id, chapter by chapter as printed, and what this project adds.

A hard-coded list: a claim that is missing from the registry, or that no document makes, shows.
"""

CATALOGUE: dict[str, str] = {
    "Section 2, Notation": """
        P.S2.margin P.S2.gbar0 P.S2.argmax@000 P.S2.argmax@003 P.S2.wlog P.S2.R P.S2.psi-wd P.2.1 P.2.1.exp P.2.2.1
        P.2.2.2 P.2.2.3 P.2.3.1 P.2.3.2 P.S3.3.psimax2
    """,
    "Section 1": """
        P.1.1eq P.S1.rates.1 P.S1.rates.2 P.S1.rates.3 P.S1.rates.4 P.S1.rates.5@000 P.S1.rates.5@003 P.S1.rates.6
        P.S1.best P.S1.kernel.1 P.S1.kernel.2 P.S1.RP@003 P.S1.1.tseng P.S1.1.quarter P.S1.1.HA P.S1.1.beta
        P.dual-only
    """,
    "Section 3.1": """
        P.3.1.GD.1 P.3.1.GD.2 P.3.1.MD.1.1 P.3.1.MD.1.2 P.3.1.MD.1.3 P.3.1.MD.2 P.3.1.MD.3 P.3.1.MD.4 P.3.1.min0
        P.3.1.phi0.1 P.3.1.phi0.2 P.3.1.R P.3.1.phi0.3 P.3.1.minsep P.3.1.dualvec P.3.1.dir.1 P.3.1.dir.2 P.phi.smooth
    """,
    "Section 3.2": """
        P.3.2.upd P.3.2.MD1t P.3.2.MD2t P.L3.2 P.psi.q0.1 P.psi.q0.2 P.psi.q0.3 P.3.3eq.1.1 P.3.3eq.1.2 P.3.3eq.1.3
        P.3.3eq.2.1 P.3.3eq.2.2 P.3.3eq.2.3 P.3.3eq.3 P.L3.4a P.L3.4b.1 P.L3.4b.2 P.L3.4c@000 P.L3.4c@003 P.3.2.alg
        P.3.2.phimu.1 P.3.2.phimu.2
    """,
    "Theorem 3.1 and Section 3.3": """
        P.T3.1.1 P.T3.1.2l P.T3.1.2u P.T3.1.int.1 P.T3.1.int.2 P.S3.3.psimax.1 P.S3.3.psimax.2 P.S3.3.psimax.3
        P.S3.3.psimax.4 P.S3.3.enough P.L3.5 P.L3.6l P.L3.6u P.P3.7 P.P3.7.a P.3.8 P.3.9.1 P.3.9.2 P.3.9.3 P.P3.7.b.1
        P.P3.7.b.2 P.3.10.1 P.3.10.2 P.P3.7.c.1 P.P3.7.c.2 P.P3.7.c.3
    """,
    "Section 4": """
        P.T4.1 P.S4.heur P.S4.fast
    """,
    "Section 5.1": """
        P.S5.1.decr P.S5.1.repl P.S5.1.two P.psi.smooth.exp P.psi.smooth.log P.psi.l1.exp P.psi.l1.log P.S5.1.log
        P.S5.1.rho P.logistic.norm P.S5.1.init
    """,
    "Section 5.2 and Appendix E": """
        P.5.2.gm P.5.2.gbar P.5.2.Rm P.5.2.F P.5.2.pi P.5.2.z P.5.2.Zmat P.5.2.risk P.T5.1a P.T5.1b P.5.2.T4
        P.5.2.twocols P.E.1 P.E.1b.1.1 P.E.1b.1.2 P.E.1b.1.3 P.E.1b.2 P.E.1b.3 P.E.1c.1 P.E.1c.2 P.E.1c.3 P.E.2.1
        P.E.2.2 P.E.2.3 P.E.2.4 P.E.2.5 P.E.2.6 P.E.norm P.E.3.1 P.E.3.2 P.E.3.3 P.E.4
    """,
    "Appendix A": """
        P.A.1a.1 P.A.1a.2 P.A.1b.1 P.A.1b.2 P.A.1c.1.1 P.A.1c.1.2 P.A.1c.1.3 P.A.1c.2 P.A.1d.1 P.A.1d.2 P.A.1d.3
        P.A.1d.4 P.A.1e P.A.1f
    """,
    "Appendix B": """
        P.B.1 P.B.conv P.B.2eq P.B.2 P.B.2' P.B.3.1 P.B.3.2 P.B.3.3 P.B.3.4 P.B.3.5 P.B.4.1 P.B.4.2 P.B.4.3 P.B.4.4
        P.B.4+.1 P.B.4+.2 P.B.4+.3 P.B.4+.4 P.B.4+.5 P.B.5 P.B.6 P.B.6b P.B.7 P.B.8 P.B.9.1 P.B.9.2 P.B.9.3 P.B.10.1
        P.B.10.2 P.B.10.3 P.B.10.4
    """,
    "Appendix C": """
        P.C.1eq P.C.setup.1 P.psi*.sc P.C.setup.2 P.C.setup.3.1 P.C.setup.3.2 P.C.setup.3.3 P.C.1 P.C.1.KL.1
        P.C.1.KL.2 P.C.1'.a P.C.4eq P.C.1'.b P.C.1'.proof0.1 P.C.1'.proof0.2 P.C.1'.proof0.3 P.C.1'.proof1.1
        P.C.1'.proof1.2 P.C.1'.proof1.3 P.C.1'.proof2.1 P.C.1'.proof2.2 P.C.4 P.C.5a.1 P.C.5a.2 P.C.5b.1 P.C.5b.2
        P.C.5b.3 P.C.5 P.C.6.1 P.C.6.2 P.C.6.3 P.C.6.4 P.C.6.5 P.C.7 P.C.7a.l P.C.7a.u P.C.7a.proof.1 P.C.7a.proof.2.1
        P.C.7a.proof.2.2 P.C.7a.proof.2.3 P.C.7a.proof.3 P.C.7a.proof.4 P.C.7b1 P.C.7b1.step P.C.7b1.p.1.1
        P.C.7b1.p.1.2 P.C.7b1.p.1.3 P.C.7b1.p.2 P.C.7b1.p.3 P.C.7b2 P.C.7b2.p1.1 P.C.7b2.p1.2 P.C.7b2.p2.1
        P.C.7b2.p2.2 P.C.7b2.p2b.1 P.C.7b2.p2b.2 P.C.7b2.p3.1 P.C.7b2.p3.2 P.C.7b2.p3.3 P.C.8a P.C.8.1 P.C.8.2 P.C.8.3
        P.C.norm.1 P.C.norm.2 P.C.ratio.1 P.C.ratio.2 P.C.ratio.3 P.C.ratio.4 P.C.ratio.5 P.C.ratio.6.1 P.C.ratio.6.2
        P.C.ratio.6.3
    """,
    "Appendix D": """
        P.D.1 P.D.1.p1.1 P.D.1.p1.2 P.D.1.p1.3 P.D.1.p1.4 P.D.1.p1.5 P.D.1.p2 P.D.1.p3.1 P.D.1.p3.2 P.D.1.p4.1
        P.D.1.p4.2 P.D.2u P.D.2l P.D.2.p1.1 P.D.2.p1.2 P.D.2.p1.3 P.D.2.p1.4 P.D.2.p2.1.1 P.D.2.p2.1.2 P.D.2.p2.1.3
        P.D.2.p2.2 P.D.2.p3.1.1 P.D.2.p3.1.2 P.D.2.p3.1.3 P.D.2.p3.2 P.D.2.p4.1 P.D.2.p4.2 P.D.2.p4.3 P.D.2.p4.4
        P.D.2.p4.5 P.D.T.p1.1 P.D.T.p1.2 P.D.T.p1.3 P.D.T.p2.1 P.D.T.p2.2
    """,
    "Experiments (Figures, Section 6, Appendix F)": """
        P.F1.1 P.F1.2 P.F2.1 P.F2.2 P.F3.1 P.F3.2 P.F4a P.F4b P.F4c@003 P.AppF
    """,
    "Algorithms": """
        P.Alg1 P.Alg2 P.Alg.11 P.Alg.GD P.Alg.NGD P.Alg2.b0 P.Alg.BP P.Alg.dual P.Alg.3seq P.Alg.B1 P.Alg.B2 P.Alg.C
        P.Alg.log P.Alg.MC1 P.Alg.MC2
    """,
    "Perceptron lecture: separability": """
        T.Conv T.Batch T.2ndOrder T.Implicit T.Online.1 T.Online.2 T.Sep T.Eq1.1 T.Eq1.2 T.Eq1s T.Eq2 T.Eq3.1
        T.Eq3.2 T.ExEquiv T.Soft.1 T.Soft.2
    """,
    "Perceptron lecture: the perceptron": """
        T.Upd.1 T.Upd.2 T.Upd.3 T.SGDobj T.Opt0.1 T.Opt0.2 T.MoveAway T.Rot T.Noop T.Yhat T.Perc.Thm
        T.Perc.Strong T.Mt.def T.Mt.sup.1 T.Mt.sup.2 T.Mt.mono T.Pot T.NoConv.1 T.NoConv.2 T.NoConv.3 T.Lin
        T.Low.1 T.Low.2 T.CS T.Exp.1.1 T.Exp.1.2 T.Exp.1.3 T.Exp.2 T.Step T.Sum.1 T.Sum.2 T.Sum.3 T.Comb.1
        T.Comb.2 T.Comb.3 T.Ker.1 T.Ker.2 T.Coher T.Nonconvex
    """,
    "Lecture: strong convexity": """
        S.Thm1 S.BetaLam S.Iter S.Lin S.GDrates.1 S.GDrates.2 S.Ex2.1 S.Ex2.2 S.Ex2cvx.1 S.Ex2cvx.2 S.Ex2diag
        S.StepLim S.AGD.1 S.AGD.2 S.LB S.Cut S.CutCmp S.Mem S.Newton S.Hess S.Adam
    """,
    "Lecture: SGD": """
        S.Unb.1 S.Unb.2 S.Thm3 S.Thm3.Jensen S.IterLem S.Thm3.lin S.Thm3.cond S.Thm3.grad S.Thm3.tower.1
        S.Thm3.tower.2 S.Thm3.tower.3 S.Thm3.tower.4 S.Thm3.tower.5 S.SGD.same S.SGD.nosmooth S.SGD.sc
        S.RiskGrad.1a S.RiskGrad.1b S.RiskGrad.2 S.Cor4 S.SQ S.Stab
    """,
    "Lecture: boosting": """
        S.Def5 S.Thm6 S.Hist S.Real S.Alg3.eps S.Alg3.alpha S.Alg3.D.1 S.Alg3.D.2 S.Alg3.D.3 S.Alg3.D.4 S.Union
        S.Emul S.MWU S.Surr S.Greedy S.Lem7 S.Lem7.err S.Lem7.01 S.Lem7.H S.Lem7.tele.1 S.Lem7.tele.2
        S.Lem7.tele.3 S.Lem7.tele.4 S.Lem7.tele.5 S.Lem7.tele.6 S.Lem7.tele.7 S.Lem7.z.1.1 S.Lem7.z.1.2
        S.Lem7.z.1.3 S.Lem7.z.2 S.Lem7.z.3 S.Lem7.z.4 S.Lem7.z.5.1 S.Lem7.z.5.2 S.Lem7.z.5.3 S.Lem7.exp.1
        S.Lem7.exp.2 S.Lem7.exp.3 S.Lem7.exp.4 S.Lem7.fin.1 S.Lem7.fin.2 S.LC.def S.LC S.VCgen.1 S.VCgen.2
        S.VCgen.3 S.nlogn S.Overfit S.Margin S.MarginDef
    """,
    "Lecture: kernels": """
        S.KR.grad S.KR.GD.1 S.KR.GD.2 S.KR.pred S.KR.obj0 S.KR.w.1 S.KR.w.2 S.KR.w.3 S.KR.obj.1 S.KR.obj.2
        S.KR.iff.1 S.KR.iff.2 S.KR.iff.3 S.KR.iff.4 S.KR.iff.5.1 S.KR.iff.5.2 S.KR.iff.5.3 S.KR.sol S.KR.cost.1
        S.KR.cost.2 S.Def8.1 S.Def8.2 S.Ex9.1.1 S.Ex9.1.2.1 S.Ex9.1.2.2 S.Ex9.1.2.3 S.Ex9.2 S.Ex9.2num S.Eff
        S.Thm10.1 S.Thm10.2 S.Thm11.1 S.Thm11.2a S.Thm11.2b
    """,
    "Post: losses and gradient steps": """
        W.FRDT W.WLOG W.R W.Ltil.1 W.Ltil.2 W.Ltil.gen W.Equiv W.Speed W.Vanilla W.Normal W.gradL.1 W.gradL.2
        W.gradL.3 W.gradLt.1 W.gradLt.2 W.gradLt.3 W.dual2.1 W.dual2.2 W.dual2.3 W.Scheme.1 W.Scheme.2
        W.Implicit W.JSTfd W.JSTprimal
    """,
    "Post: (F)ISTA": """
        W.ISTA.prob W.ISTA.1 W.ISTA.2 W.FISTAred W.FISTAacc W.ALTred W.ALTacc W.CP
    """,
    "Post: AdaBoost": """
        W.Ada.margin W.Ada.u.1 W.Ada.u.2 W.Ada.conj W.phi W.phi.sub.1 W.phi.sub.2 W.phi.same W.FW.1 W.FW.init
        W.FW.only W.FW.nodiff W.DualAcc W.Straight
    """,
    "Lectures and post: algorithms": """
        T.Alg.Perceptron T.Alg.KernelPerceptron T.Alg.HardSVM T.Alg.SoftSVM S.Alg.GD S.Alg1 S.Alg2 S.Alg3
        S.Alg.KRR-primal S.Alg.KRR-dual S.Alg.KRR-GD W.Alg.1 W.Alg.2 W.Alg.3 W.Alg.4 W.Alg.5 W.Alg.7 W.Alg.7phi
        W.Alg.8 W.Alg.10
    """,
}

CONTRIBUTED = """
    N1.weights N1.sum N1.psi N1.margin N1.rate N1g.psi N1g.margin N1g.rate N1g.standard
    N3.gradient N3.bound N3.smooth N3.sharp
    N2.smooth N2.gap N2.interval N2.psi N2.distance.1 N2.distance.2 N2.rate N2.margin N5.sum N5.gap N5.average
    N4.linear.1 N4.linear.2 N4.lower N4.multipliers N4.points N4.form N4.kernel N4.squares N4.own N4.between N4.bend
    N4.end N4.upper N4.better N6.descent N6.limit N6.plateau
    N.DA.agree N.DA.gap N.DA.margin N.DA.kink N.DA.stuck.best N.DA.stuck.ties N.DA.stuck.margin N.DA.stuck.bound
    N.DA.soft.psi N.DA.soft.edge N.DA.soft.horizon N.DA.power.psi N.DA.power.gap N.DA.power.l1 N.DA.cool.psi
    N.DA.cool.margin N.DA.plain.half N.DA.plain.root N.DA.typical.printed N.DA.typical.dual
    N.DA.typical.cool N.DA.typical.plain N.DA.typical.root
"""

# Statements that do not parse: a symbol in them stands for nothing, or their sides live in different spaces.
ILL_FORMED = {"S.Ex2.1", "S.KR.obj0", "S.Lem7.tele.2", "S.Lem7.tele.3", "S.Lem7.fin.1", "S.LC.def"}
