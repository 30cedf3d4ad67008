"""The demos in the box: each is played to its end from its players' pages, and proven."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import rmtree

import pytest

from pbem.game import box
from tests.campaigns import everything
from tests.prompt import Typed
from tests.test_same_bytes import OTHERS, WORLDS, command

DEMOS = tuple(paper.parent for paper in sorted((box() / "orders").glob("**/demo.yaml")))


@pytest.mark.parametrize("pages", DEMOS, ids=[str(pages.relative_to(box() / "orders")) for pages in DEMOS])
def test_a_demo_is_played_to_its_end_and_proven(pages: Path, pbem: Typed, tmp_path: Path) -> None:
    """All pages are needed, the game ends, and everything can be made again byte for byte, here and far away."""
    game, *which = pages.relative_to(box() / "orders").parts
    words = ("demo", game, *(("--which", *which) if which else ()), "--into")
    told = pbem(*words, tmp_path / "played").output

    assert "The pages end here" not in told and "were not needed" not in told
    assert "The game is over" in pbem("status", tmp_path / "played").output
    assert "every report is the same byte for byte" in pbem("verify", tmp_path / "played", "--reports").output

    for python in (sys.executable, *OTHERS):
        command(python, WORLDS["hash seed, Auckland, Turkish"], *words, str(tmp_path / "abroad"))
        assert everything(tmp_path / "played") == everything(tmp_path / "abroad"), python
        rmtree(tmp_path / "abroad")
