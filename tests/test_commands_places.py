"""Where a campaign may stand: odd names, links, the folder one is in, and places where nothing can be made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prompt import Typed
from tests.test_commands_bad_input import SEATS, tree

LONG = "n" * 300
GOOD = ["a b'c", "x\ny", "a/b/c", "n" * 250, "link", "empty", "empty/", "grü", "{{ 7 }}"]
BAD = [
    (".", "is the folder you are in"),
    ("", "is the folder you are in"),
    ("..", "exists already and is not empty"),
    ("/", "exists already and is not empty"),
    ("full", "exists already and is not empty"),
    ("file", "exists already and is not empty"),
    ("file/x", "cannot be made: "),
    ("loop", "cannot be made: "),
    (LONG, "cannot be made: file name too long"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder one is in, empty, inside one that holds what is there already."""
    place = tmp_path / "outside" / "here"
    for folder in ("empty", "full/of"):
        (place / folder).mkdir(parents=True)
    (place / "file").write_text("x")
    (place / "link").symlink_to("not-there-yet")
    (place / "loop").symlink_to("loop")
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize("name", GOOD)
def test_a_campaign_stands_where_one_likes(pbem: Typed, here: Path, name: str) -> None:
    """Made, run and rehearsed; a link is followed, and stays."""
    pbem("new", "elfengold", name, *SEATS)
    pbem("run", name, "--dry-run", here / "look", "--missing", "nmr", "--really")
    pbem("run", name, "--missing", "nmr", "--really")

    assert (here / "look/reports/ann.txt").read_bytes() == (here / name / "turns/001/reports/ann.txt").read_bytes()
    assert (here / "link").is_symlink()
    pbem("verify", name, "--reports")


@pytest.mark.parametrize(("name", "told"), BAD)
def test_where_none_can_be_made(pbem: Typed, here: Path, name: str, told: str) -> None:
    """Neither a campaign nor a rehearsal: said in a sentence, and nothing is left behind."""
    pbem("new", "elfengold", "mine", *SEATS)
    before = tree(here.parent)

    assert told in pbem("new", "elfengold", name, *SEATS, code=1).output.lower()
    run = ("run", "mine", "--missing", "nmr", "--really")
    assert told in pbem(*run, "--dry-run", name, code=1).output.lower()
    assert before == tree(here.parent)


def test_an_empty_folder_to_be_in(pbem: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would vanish under the feet of whoever stands in it."""
    monkeypatch.chdir(tmp_path)

    assert "is the folder you are in" in pbem("new", "elfengold", ".", *SEATS, code=1).output
    assert "is the folder you are in" in pbem("new", "elfengold", tmp_path, *SEATS, code=1).output


@pytest.mark.parametrize("name", [LONG, "file", "loop", "empty", "link"])
def test_what_is_no_campaign(pbem: Typed, here: Path, name: str) -> None:
    """No command takes it for one."""
    for words in (("status",), ("log",), ("verify",), ("run",), ("send", "--to", "x"), ("file", "--from", name)):
        assert pbem(words[0], name, *words[1:], code=1).output
    assert pbem("demo", name, code=1).output
