"""What the document states, by id, chapter by chapter: a claim that is missing, or that is not in it, shows."""

CONTENTS = {
    "Section 2, Notation": """
        P.S2.margin P.S2.gbar0 P.S2.argmax@000 P.S2.argmax@003 P.S2.wlog P.S2.R P.S2.psi-wd P.2.1 P.2.1.exp
        P.2.2.1 P.2.2.2 P.2.2.3 P.2.3.1 P.2.3.2 P.S3.3.psimax2
    """,
    "Section 1": """
        P.1.1eq P.S1.rates.1 P.S1.rates.only P.S1.rates.2 P.S1.rates.3 P.S1.rates.4 P.S1.rates.5@000 P.S1.rates.5@003
        P.S1.rates.6 P.S1.best P.S1.kernel.1 P.S1.kernel.2 P.S1.RP@003 P.S1.1.tseng P.S1.1.quarter P.S1.1.HA
        P.S1.1.beta P.S1.1.infinity P.dual-only
    """,
    "Section 3.1": """
        P.3.1.GD.1 P.3.1.GD.2 P.3.1.MD.1.1 P.3.1.MD.1.2 P.3.1.MD.1.3 P.3.1.MD.2 P.3.1.MD.3 P.3.1.MD.4 P.3.1.min0
        P.3.1.phi0.1 P.3.1.phi0.2 P.3.1.R P.3.1.phi0.3 P.3.1.minsep P.3.1.dualvec P.3.1.dir.1 P.3.1.dir.2
        P.phi.smooth
    """,
    "Section 3.2": """
        P.3.2.upd P.3.2.MD1t P.3.2.MD2t P.L3.2 P.psi.q0.1 P.psi.q0.2 P.psi.q0.3 P.3.3eq.1.1 P.3.3eq.1.2
        P.3.3eq.1.3 P.3.3eq.2.1 P.3.3eq.2.2 P.3.3eq.2.3 P.3.3eq.3 P.L3.4a P.L3.4b.1 P.L3.4b.2 P.L3.4c@000
        P.L3.4c@003 P.3.2.alg P.3.2.phimu.1 P.3.2.phimu.2
    """,
    "Theorem 3.1 and Section 3.3": """
        P.T3.1.1 P.T3.1.2l P.T3.1.2u P.T3.1.int.1 P.T3.1.int.2 P.S3.3.psimax.1 P.S3.3.psimax.2 P.S3.3.psimax.3
        P.S3.3.psimax.4 P.S3.3.enough P.L3.5 P.L3.6l P.L3.6u P.P3.7 P.P3.7.a P.3.8 P.3.9.1 P.3.9.2 P.3.9.3
        P.P3.7.b.1 P.P3.7.b.2 P.3.10.1 P.3.10.2 P.P3.7.c.1 P.P3.7.c.2 P.P3.7.c.3
    """,
    "Section 4": """
        P.T4.1 P.S4.heur P.S4.fast
    """,
    "Section 5.1": """
        P.S5.1.decr P.S5.1.repl P.S5.1.two P.psi.smooth.exp P.psi.smooth.log P.psi.l1.exp P.psi.l1.log
        P.S5.1.log P.S5.1.rho P.logistic.norm P.S5.1.init
    """,
    "Section 5.2 and Appendix E": """
        P.5.2.gm P.5.2.gbar P.5.2.Rm P.5.2.F P.5.2.pi P.5.2.z P.5.2.Zmat P.5.2.risk P.T5.1a P.T5.1b P.5.2.T4
        P.5.2.twocols P.E.1 P.E.1b.1.1 P.E.1b.1.2 P.E.1b.1.3 P.E.1b.2 P.E.1b.3 P.E.1c.1 P.E.1c.2 P.E.1c.3
        P.E.2.1 P.E.2.2 P.E.2.3 P.E.2.4 P.E.2.5 P.E.2.6 P.E.norm P.E.3.1 P.E.3.2 P.E.3.3 P.E.4
    """,
    "Appendix A": """
        P.A.1a.1 P.A.1a.2 P.A.1b.1 P.A.1b.2 P.A.1c.1.1 P.A.1c.1.2 P.A.1c.1.3 P.A.1c.2 P.A.1d.1 P.A.1d.2 P.A.1d.3
        P.A.1d.4 P.A.1e P.A.1f
    """,
    "Appendix B": """
        P.B.1 P.B.conv P.B.2eq P.B.2 P.B.2' P.B.3.1 P.B.3.2 P.B.3.3 P.B.3.4 P.B.3.5 P.B.4.1 P.B.4.2 P.B.4.3
        P.B.4.4 P.B.4+.1 P.B.4+.2 P.B.4+.3 P.B.4+.4 P.B.4+.5 P.B.5 P.B.6 P.B.6b P.B.7 P.B.8 P.B.9.1 P.B.9.2
        P.B.9.3 P.B.10.1 P.B.10.2 P.B.10.3 P.B.10.4 P.B.10.5
    """,
    "Appendix C": """
        P.C.1eq P.C.setup.1 P.psi*.sc P.C.setup.2 P.C.setup.3.1 P.C.setup.3.2 P.C.setup.3.3 P.C.1 P.C.1.KL.1
        P.C.1.KL.2 P.C.1'.a P.C.4eq P.C.4eq.p.0 P.C.4eq.p.1 P.C.4eq.p.2 P.C.4eq.p.3 P.C.4eq.p.4 P.C.1'.b
        P.C.1'.b.p.1 P.C.1'.b.p.2 P.C.1'.b.p.3 P.C.1'.proof0.1 P.C.1'.proof0.2 P.C.1'.proof0.3 P.C.1'.proof1.1
        P.C.1'.proof1.2 P.C.1'.proof1.3 P.C.1'.proof2.1 P.C.1'.proof2.2 P.C.4 P.C.5a.1 P.C.5a.2 P.C.5b.1
        P.C.5b.2 P.C.5b.3 P.C.5 P.C.6.1 P.C.6.2 P.C.6.3 P.C.6.4 P.C.6.5 P.C.7 P.C.7a.l P.C.7a.u P.C.7a.proof.1
        P.C.7a.proof.2.1 P.C.7a.proof.2.2 P.C.7a.proof.2.3 P.C.7a.proof.3 P.C.7a.proof.4 P.C.7b1 P.C.7b1.step
        P.C.7b1.p.1.1 P.C.7b1.p.1.2 P.C.7b1.p.1.3 P.C.7b1.p.2 P.C.7b1.p.3 P.C.7b2 P.C.7b2.p1.1 P.C.7b2.p1.2
        P.C.7b2.p2.1 P.C.7b2.p2.2 P.C.7b2.p2b.1 P.C.7b2.p2b.2 P.C.7b2.p3.1 P.C.7b2.p3.2 P.C.7b2.p3.3 P.C.8a
        P.C.8.1 P.C.8.2 P.C.8.3 P.C.norm.1 P.C.norm.2 P.C.ratio.1 P.C.ratio.2 P.C.ratio.3 P.C.ratio.4
        P.C.ratio.5 P.C.ratio.6.1 P.C.ratio.6.2 P.C.ratio.6.3 P.C.rest.1 P.C.rest.2
    """,
    "Appendix D": """
        P.D.1 P.D.1.p1.1 P.D.1.p1.2 P.D.1.p1.3 P.D.1.p1.4 P.D.1.p1.5 P.D.1.p2 P.D.1.p3.1 P.D.1.p3.2 P.D.1.p4.1
        P.D.1.p4.2 P.D.2u P.D.2l P.D.2.p1.1 P.D.2.p1.2 P.D.2.p1.3 P.D.2.p1.4 P.D.2.p2.1.1 P.D.2.p2.1.2
        P.D.2.p2.1.3 P.D.2.p2.2 P.D.2.p3.1.1 P.D.2.p3.1.2 P.D.2.p3.1.3 P.D.2.p3.2 P.D.2.p4.1 P.D.2.p4.2
        P.D.2.p4.3 P.D.2.p4.4 P.D.2.p4.5 P.D.T.p1.1 P.D.T.p1.2 P.D.T.p1.3 P.D.T.p1.4 P.D.T.p2.1 P.D.T.p2.2
    """,
    "Experiments (Figures, Section 6, Appendix F)": """
        P.F1.1 P.F1.2 P.F2.1 P.F2.2 P.F3.1 P.F3.2 P.F4a P.F4b P.F4c@003 P.AppF
    """,
    "Algorithms": """
        P.Alg1 P.Alg2 P.Alg.11 P.Alg.GD P.Alg.NGD P.Alg2.b0 P.Alg.BP P.Alg.dual P.Alg.3seq P.Alg.B1 P.Alg.B2
        P.Alg.C P.Alg.log P.Alg.MC1 P.Alg.MC2
    """,
}
