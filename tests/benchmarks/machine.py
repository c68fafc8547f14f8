"""The machine and the versions that figures were measured with."""

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from lemmacheck.verifiers.records.provenance import processors

PACKAGES = (
    "numpy", "scipy", "python-flint", "mpmath", "cvxpy", "clarabel", "scikit-learn", "PEPit", "pytest-benchmark",
)  # fmt: skip


def describe() -> dict[str, str]:
    """The processor, its cores, the BLAS and the versions."""
    import numpy as np  # noqa: F401  (its BLAS is to be loaded)
    from cpuinfo import get_cpu_info
    from threadpoolctl import threadpool_info

    blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    return {
        "processor": named(get_cpu_info()),
        "cores": str(processors()),
        "system": f"{platform.system()} {platform.machine()}",
        "BLAS": ", ".join(f"{p['internal_api']} {p['version']}, {p['num_threads']} threads" for p in blas) or "unknown",
        "Python": platform.python_version(),
        **{name: installed(name) for name in PACKAGES},
    }


def named(cpu: Mapping[str, Any]) -> str:
    """The processor's brand and, where it is known, its family: one brand names several."""
    brand = str(cpu.get("brand_raw", platform.processor()))
    return f"{brand} (family {cpu['family']})" if "family" in cpu else brand


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
