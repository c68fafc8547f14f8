"""Algorithm 1 with one slip, in plain NumPy: the step uses the momentum before it is renewed.

    meant     g_t = β_t (g_{t−1} + Zᵀq_t),  w_{t+1} = w_t − (g_t + Zᵀq_t)
    written   w_{t+1} = w_t − (g_{t−1} + Zᵀq_t),  g_t = β_t (g_{t−1} + Zᵀq_t)

It converges, and a plot of the margin looks right. Its iterates are the floats that NumPy made, each an exact number.
"""

from types import SimpleNamespace as State

import numpy as np


class SubtlyWrong:
    def start(self, p):
        return State(t=0, w=np.zeros(p.d), m=np.zeros(p.d))

    def step(self, p, s):
        Z = np.asarray(p.Z, dtype=float)
        q = np.exp(Z @ s.w - np.max(Z @ s.w))
        gradient = Z.T @ (q / q.sum())
        w = s.w - (s.m + gradient)
        return State(t=s.t + 1, w=w, m=s.t / (s.t + 1) * (s.m + gradient))


variant = SubtlyWrong()
