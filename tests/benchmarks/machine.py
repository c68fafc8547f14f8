"""The machine and the versions that figures were measured with."""

import platform
from importlib.metadata import PackageNotFoundError, version

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
        "processor": str(get_cpu_info().get("brand_raw", platform.processor())),
        "cores": str(processors()),
        "system": f"{platform.system()} {platform.machine()}",
        "BLAS": ", ".join(f"{p['internal_api']} {p['version']}, {p['num_threads']} threads" for p in blas) or "unknown",
        "Python": platform.python_version(),
        **{name: installed(name) for name in PACKAGES},
    }


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
