"""Section 1 and Section 1.1: what is said of other papers, which are cited and not printed."""

from lemmacheck.theory.books.jst.source import JST, PREPRINT
from lemmacheck.theory.core.claim import not_checkable

P_S1_GEN = not_checkable(
    "P.S1.gen",
    JST.at("§1, “Introduction”, first two paragraphs"),
    "First-order methods find solutions with low training and test error; a larger margin could lead to better "
    "generalization, which could help explain that of gradient descent.",
    latex=r"\text{a larger margin could lead to better generalization}",
    reason="it says “could”, and cites Neyshabur et al. (2014), Zhang et al. (2016) and Bartlett et al. (2017): no "
    "bound on a test error is printed here",
)

P_S1_NEW = not_checkable(
    "P.S1.new",
    JST.at("§1, “Contributions”; §1.1, second paragraph"),
    "The connection between momentum in the primal and acceleration in the dual appears to be new, and the margin "
    "analysis is very different from the standard one of Nesterov's method.",
    latex=r"\text{primal momentum}\leftrightarrow\text{dual acceleration appears to be new}",
    reason="a sentence about the literature of its day: no computation can bear it out or refute it",
)

P_S1_1_FIRST = not_checkable(
    "P.S1.1.first",
    JST.at("§1.1, first paragraph"),
    "Normalized steps for faster margin maximization were first applied in coordinate descent, where they are close "
    "to the usual step sizes of boosting; many other works have used them, with potential functions and duality.",
    latex=r"\text{normalized steps were first applied in coordinate descent (Telgarsky, 2013)}",
    reason="a history of ten cited papers: which was first is decided by their dates, and “closely associated” names "
    "no relation between steps",
)

P_S1_RP_003 = not_checkable(
    "P.S1.RP@003",
    PREPRINT.at("§1.1, first paragraph"),
    "Ramdas and Pena studied a variant of the perceptron with normalized steps, which can always maximize the margin.",
    latex=r"\text{a perceptron with normalized steps can always maximize the margin}",
    reason="it cites a result of Ramdas and Pena (2016) for a method that is not written down here: neither the "
    "method's steps nor a rate is given, so there is no run to examine",
)

P_S1_1_FEW = not_checkable(
    "P.S1.1.few",
    JST.at("§1.1, second paragraph"),
    "There are few analyses of momentum methods; Ghadimi et al. show a rate of O(1/t) for general convex problems over "
    "bounded domains.",
    latex=r"\text{Ghadimi et al. (2015): rate }\mathcal O(1/t)\text{ over bounded domains}",
    reason="it cites Ghadimi et al. (2015): neither the method's steps nor what the rate is of are printed here; that "
    "it does not apply to separable data, whose solutions are off at infinity, is P.S1.1.infinity",
)

P_S1_1_TSENG = not_checkable(
    "P.S1.1.tseng",
    JST.at("§1.1, “Further on the topic of acceleration”"),
    "Tseng's application to a smoothed hard-margin objective has a rate of O(1/t) to a fixed suboptimal margin.",
    latex=r"\text{Tseng (2008): rate }\mathcal O(1/t)\text{ to a fixed suboptimal margin}",
    reason="it cites Tseng (2008): the smoothed objective, its smoothing parameter and the suboptimal margin that the "
    "rate refers to are not printed here, so that neither the method nor the limit is determined",
)

P_S1_1_HA = not_checkable(
    "P.S1.1.HA",
    JST.at("§1.1, “The methods here”"),
    "The method of Hanashiro and Abernethy terminates in O(ln(n)/γ̄) steps with a positive margin.",
    latex=r"\text{Hanashiro, Abernethy (2020): a positive margin in }\mathcal O(\ln(n)/\bar\gamma)\text{ steps}",
    reason="it cites a result of Hanashiro and Abernethy (2020) for a primal-dual method whose steps and stopping "
    "rule are not printed here",
)

P_S1_1_BETA = not_checkable(
    "P.S1.1.beta",
    JST.at("§1.1, second paragraph"),
    "The momentum coefficient β_t = t/(t+1) is non-standard.",
    latex=r"\beta_t=t/(t+1)\text{ is non-standard}",
    reason="a sentence about the usage of the literature: no coefficient is printed as the standard one",
)

P_S1_1_NESTEROV = not_checkable(
    "P.S1.1.nesterov",
    JST.at("§1.1, “Further on the topic of acceleration”"),
    "Nesterov (1983) has the original accelerated method for Euclidean geometry, Tseng (2008) and Allen-Zhu and "
    "Orecchia (2014) those for general geometries, which Tseng's analysis requires.",
    latex=r"\text{acceleration: Nesterov (1983); in general geometries: Tseng (2008)}",
    reason="it says whose the methods are, which no computation decides; Appendix B, which analyses them, is checked",
)

P_S1_1_BATCH = not_checkable(
    "P.S1.1.batch",
    JST.at("§1.1, last paragraph"),
    "The batch perceptron applies supergradient ascent to the hard-margin problem; the standard method of Clarkson et "
    "al., with strong guarantees, fared less well in experiments.",
    latex=r"\text{in experiments: Clarkson et al. (2012) fared less well than the batch perceptron}",
    reason="it cites the methods of Cotter et al. (2012) and Clarkson et al. (2012), whose steps are not printed, and "
    "experiments of which neither data nor results are shown: the second is left out of the figures",
)
