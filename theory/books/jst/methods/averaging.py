"""Wrong steps of a method with three sequences q, μ, ν: written once, for each method that averages so."""

from typing import Any


def wrong_averaging(method: Any) -> dict[str, Any]:
    """The method with the gradient taken elsewhere, and with the average of an old q."""

    class LateGradient(method):
        """The gradient at q_t in place of ν_t."""

        def step(self, p: Any, s: Any) -> Any:
            return super().step(p, s._replace(nu=s.q))

    class StaleAverage(method):
        """μ_{t+1} from q_t in place of q_{t+1}."""

        def step(self, p: Any, s: Any) -> Any:
            nxt, lam = super().step(p, s), self.lam(s.t)
            mu = (1 - lam) * s.mu + lam * s.q
            return nxt._replace(mu=mu, nu=self.nu(nxt.t, mu, nxt.q))

    return {"gradient at q_t": LateGradient(), "μ from q_t": StaleAverage()}


def uphill(method: Any) -> Any:
    """The method with the sign of its gradient step turned; the gradient is odd."""

    class Uphill(method):
        def step(self, p: Any, s: Any) -> Any:
            return super().step(p, s._replace(nu=-s.nu))

    return Uphill()
