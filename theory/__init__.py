"""What the documents say, and how a variant is proposed: `from theory import schedule, momentum`."""

from theory.variants import Variant, momentum, schedule, steps

__all__ = ["Variant", "momentum", "schedule", "steps"]
