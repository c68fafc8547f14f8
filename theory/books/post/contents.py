"""What the document states, by id, chapter by chapter: a claim that is missing, or that is not in it, shows."""

CONTENTS = {
    "Losses and gradient steps": """
        W.FRDT W.WLOG W.R W.Ltil.1 W.Ltil.2 W.Ltil.gen W.Equiv W.Speed W.Vanilla W.Normal W.gradL.1 W.gradL.2
        W.gradL.3 W.gradLt.1 W.gradLt.2 W.gradLt.3 W.dual2.1 W.dual2.2 W.dual2.3 W.Scheme.1 W.Scheme.2
        W.Implicit W.JSTfd W.JSTprimal
    """,
    "(F)ISTA": """
        W.ISTA.prob W.ISTA.1 W.ISTA.2 W.FISTAred W.FISTAacc W.ALTred W.ALTacc W.CP
    """,
    "AdaBoost": """
        W.Ada.margin W.Ada.Chinot W.Ada.logistic W.Ada.u.1 W.Ada.u.2 W.Ada.conj W.phi W.phi.sub.1 W.phi.sub.2 W.phi.same
        W.FW.1 W.FW.init
        W.FW.only W.FW.nodiff W.DualAcc W.Straight
    """,
    "Algorithms": """
        W.Alg.1 W.Alg.2 W.Alg.3 W.Alg.4 W.Alg.5 W.Alg.7 W.Alg.7phi W.Alg.8 W.Alg.10
    """,
}
