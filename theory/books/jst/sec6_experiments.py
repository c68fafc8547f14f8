"""The figures, Section 6 and Appendix F: sentences about runs on MNIST and CIFAR-10, which are not bundled here.

Where a file decides a sentence, the reason names the command that does; where a trained network, a plotted curve
or a file's size is meant, what would have to be at hand.
"""

from lemmacheck.theory.books.jst.source import JST, PREPRINT
from lemmacheck.theory.core.claim import not_checkable

CHAPTER = "Appendix F"

P_F1_1 = not_checkable(
    "P.F1.1",
    JST.at("Figure 1, caption", "Figure 1 and App. F"),
    "The MNIST digits 0 and 1 are linearly separable.",
    latex=r"\bar\gamma>0\text{ for mnist digits }0\text{ and }1",
    reason="it is a fact about the MNIST files, which are not bundled: `lemmacheck margin "
    "train-images-idx3-ubyte:0v1` decides it with a certificate, given those files; the bundled digits of scikit-learn "
    "(`digits:0v1`) are other data",
)

P_F1_2 = not_checkable(
    "P.F1.2",
    JST.at("Figure 1; §1.1, last paragraph"),
    "On the MNIST digits 0 and 1, Algorithm 1 is compared with prior work, and the batch perceptron surpasses prior "
    "implicit margin maximizers.",
    latex=r"\gamma(w_t):\ \text{batch perceptron}>\text{prior implicit margin maximizers}",
    reason="it describes curves on the MNIST files, which are not bundled; neither the range of t nor the step size of "
    "the batch perceptron is printed (the preprint refers to Cotter et al. for it), so that no inequality is stated. "
    "`lemmacheck experiment fig1` decides who has the larger margin after T steps, on bundled digits or given files",
    chapter="Section 1",
)

P_F2_1 = not_checkable(
    "P.F2.1",
    JST.at("Figure 2, caption", "Figure 2 and App. F"),
    "The MNIST digits 3 and 5 are nonseparable, which the dual objective shows.",
    latex=r"\min_{q\in\Delta_n}\phi(q)=0\text{ for mnist digits }3\text{ and }5",
    reason="it is a fact about the MNIST files, which are not bundled: `lemmacheck margin "
    "train-images-idx3-ubyte:3v5` decides it with a certificate, given those files. A value φ(q) > 0 of the dual "
    "objective, however small, does not show it; a q ∈ Δ_n with Zᵀq = 0 does",
)

P_F2_2 = not_checkable(
    "P.F2.2",
    JST.at("Figure 2, caption"),
    "On the MNIST digits 3 and 5 the methods with exponential loss perform well, and the batch perceptron suffers.",
    latex=r"\text{test error: exponential loss}<\text{batch perceptron}",
    reason="it compares test errors on the MNIST files, which are not bundled; “well” and “suffers” name no error, and "
    "no t, at which to compare. `lemmacheck experiment fig2` measures both, in a stated sense, on bundled digits or "
    "given files",
    chapter="Figure 2",
)

P_F3_1 = not_checkable(
    "P.F3.1",
    JST.at("Figure 3, caption"),
    "On full MNIST with the initial kernel of a network, Algorithm 2 with the parameters of Algorithm 1 slightly beats "
    "the batch perceptron, which is faster than the parameters of Theorem 4.1.",
    latex=r"\gamma(w_t):\ \text{Algorithm 2},\beta_t=t/(t+1)>\text{batch perceptron}>\text{Algorithm 2, Theorem 4.1}",
    reason="it needs the MNIST files, the random weights of the network of width 128, and the sampled indices of the "
    "runs shown; none of the three is printed or bundled. `lemmacheck experiment fig3` measures it on data at hand",
    chapter="Figure 3",
)

P_F3_2 = not_checkable(
    "P.F3.2",
    PREPRINT.at("App. F, third item"),
    "With the features of 128 ReLU nodes full MNIST is linearly separable; narrower widths give similar experiments.",
    latex=r"\bar\gamma>0\text{ for mnist with NTK features}",
    reason="it needs the MNIST files and the random weights of the network, neither of which is printed or bundled; "
    "`lemmacheck experiment fig3` decides it for data at hand and three widths. The widths tried are not named",
)

P_F4A = not_checkable(
    "P.F4a",
    JST.at("§6, Figure 4(a)"),
    "With random seed 100 the test error of the maximum-margin kernel predictor decreases as t increases, and at the "
    "end is that of the deep network.",
    latex=r"\text{test error of the kernel predictor at epoch }t\text{ decreases in }t",
    reason="it needs the CIFAR-10 files and the parameters of the AlexNet at every epoch: a seed does not fix these "
    "without the program, its version and the order of its floating-point sums, which are not printed. `lemmacheck "
    "experiment fig4` measures it on data at hand",
    chapter="Section 6",
)

P_F4B = not_checkable(
    "P.F4b",
    JST.at("§6, Figure 4(b)"),
    "With random seed 13579, all else being as in Figure 4(a), feature learning does not help.",
    latex=r"\text{test error of the kernel predictor at epoch }t\text{ does not decrease in }t",
    reason="it needs the CIFAR-10 files and the parameters of the AlexNet at every epoch: a seed does not fix these "
    "without the program, its version and the order of its floating-point sums, which are not printed. `lemmacheck "
    "experiment fig4` measures it on data at hand",
    chapter="Section 6",
)

P_F4C_003 = not_checkable(
    "P.F4c@003",
    PREPRINT.at("§6"),
    "In the homogeneous case the after kernels converge to a single limiting kernel.",
    latex=r"K_t\to K_\infty\text{ as }t\to\infty",
    reason="it cites a theorem of Ji and Telgarsky (2020) on the gradient flow of homogeneous networks; neither its "
    "hypotheses nor the flow are written down here, so that there is no run to examine",
    chapter="Section 6",
)

P_APPF = not_checkable(
    "P.AppF",
    PREPRINT.at("App. F"),
    "MNIST has 60,000 training and 10,000 testing inputs in ℝ⁷⁸⁴, CIFAR-10 has 50,000 and 10,000 in ℝ³⁰⁷², each in 10 "
    "classes.",
    latex=r"\text{mnist: }60000+10000\text{ in }\mathbb R^{784};\quad"
    r"\text{cifar10: }50000+10000\text{ in }\mathbb R^{3072}",
    reason="it tells the sizes of the MNIST and CIFAR-10 files, which are not bundled: the headers of the IDX files "
    "and the lengths of the CIFAR-10 ones decide it",
)
