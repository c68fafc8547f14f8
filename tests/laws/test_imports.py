"""Protects the direction of imports: reports → verifiers.verdict, verifiers → theory, theory → numpy at most."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_imports_point_one_way() -> None:
    contracts = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    told = subprocess.run([sys.executable, "-c", contracts], cwd=ROOT, capture_output=True, text=True, check=False)

    assert told.returncode == 0, told.stdout[-2000:]
    assert "3 kept, 0 broken" in told.stdout
