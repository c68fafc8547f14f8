"""The file that `lemmacheck new-variant` writes: one variant of each form, the first of them active."""

TEXT = '''"""A variant of the accelerated margin method, to be checked with `lemmacheck variant` and this file."""

from lemmacheck import momentum, schedule

# The dual sequences of Section 3.2 with these λ_t and θ_t; t is an exact Fraction, and so is 2 / (t + 2).
# Whatever is left out is as in the paper: λ_t = 2/(t+2), θ_t = 1.
variant = schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 1)

# Algorithm 1 with this momentum β_t: g_t = β_t (g_{t-1} + Zᵀq_t), w_{t+1} = w_t − θ_t (g_t + Zᵀq_t).
# The λ_t that it implies are derived.
#
# variant = momentum(beta=lambda t: t / (t + 1))


# Any other method: start gives the first state, step the next one, and every state has w.
# p offers Z, n, d, rho, zeros(), number(k), softmax(w), gradient(w) = Zᵀsoftmax(w), margin(w), norm(x), maximum(x),
# ratio(a, b) = a/b with 0/0 = 0, where(a, "<", b, x, y) for a branch, exp, log, sqrt; write steps with these and
# + - * / to have them run in exact numbers.
# It does not offer the optimum; a step is a function of p and s alone: no counter, no clock, no random numbers.
# Plain NumPy floats are welcome too: then the iterates that were really made are what is checked.
# A field of the state that is called g, q, mu or nu is read as the paper's sequence of that name; call what is
# something else by another name.
#
# from typing import Any, NamedTuple
#
# class State(NamedTuple):
#     t: int
#     w: Any
#
# class Mine:
#     name = "gradient descent on ln of the risk"
#
#     def start(self, p):
#         return State(0, p.zeros())
#
#     def step(self, p, s):
#         return State(s.t + 1, s.w - p.gradient(s.w))
#
# variant = Mine()


# What you claim yourself: a function from a run to a relation; run.w[1:] are w_1, w_2, … as rows, whose first is t = 1.
#
# from lemmacheck import at_least
#
# def my_rate(run):
#     """γ(w_t) ≥ γ̄ − 3/t for every t ≥ 1."""
#     return at_least(run.margin(run.w[1:]), run.optimum.gamma - 3 / run.t[1:]).since(1)
#
# variant = schedule(lam=lambda t: 2 / (t + 2), claims=[my_rate])

# Several at once: `variants = [schedule(..., name="one"), momentum(..., name="other")]`.
'''
