"""One step of Algorithm 1 on its vectors, for every kernel.

h_t = g_{t−1} + p_t     g_t = β h_t     w_{t+1} = w_t − θ(g_t + p_t)
"""

from typing import Any


def moved(w: Any, g: Any, p: Any, theta: float) -> Any:
    """w_{t+1} from w_t, g_t, p_t."""
    return w - theta * (g + p)


def pulled(g: Any, p: Any, beta: float) -> tuple[Any, Any]:
    """h_t and g_t from g_{t−1} and p_t."""
    h = g + p
    return h, beta * h
