"""Forged files in the folder of Rocq's certificates: what lies there compiled is compiled again."""

from pathlib import Path

import pytest
from lemmacheck.verifiers.kernel import coqc

ROCQ = Path(str(coqc.__file__)).parent / "rocq"


def test_a_compiled_file_that_lies_there_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been made of a text in which every theorem is easy."""
    path, text = tmp_path / coqc.LIBRARY / "Program.v", (ROCQ / "Program.v").read_text(encoding="utf-8")
    path.parent.mkdir()
    compiled = []

    def honest(path: Path, *_: object) -> coqc.Compiled:
        compiled.append(path.stem)
        path.with_suffix(".vo").write_bytes(b"of this text")
        return coqc.Compiled(path, True, 0.0, "")

    monkeypatch.setattr(coqc, "compiled", honest)
    for forged in (b"of another text", b"of this text", b"of another text"):
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".vo").write_bytes(forged)
        coqc.library(tmp_path, ["Program"], 1, lambda _: None)
        assert path.with_suffix(".vo").read_bytes() == b"of this text"
    assert compiled == ["Program", "Program"]
