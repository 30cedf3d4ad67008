"""Verify: whatever is changed in a sealed turn, it is named, file and turn."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign import Campaign, CampaignError
from pbem.campaign.sealed import as_json, digest, seal_digest
from tests.campaigns import SEATS, begun, played


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three turns sealed; never touched."""
    root = tmp_path_factory.mktemp("verify") / "pond"
    return played(begun(root), 3).store.root


@pytest.fixture
def root(original: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(original, tmp_path / "pond"))


def verdict(root: Path, reports: bool = True) -> str:
    """All that verify says."""
    try:
        return "\n".join(problem.message for problem in Campaign.open(root).verify(reports=reports))
    except CampaignError as fault:
        return str(fault)


def test_a_sound_campaign(root: Path) -> None:
    """There is nothing to say."""
    assert ("", "") == (verdict(root, reports=False), verdict(root))


def test_any_byte_of_any_file(original: Path, root: Path) -> None:
    """One byte changed, at the head, in the middle or at the end of any sealed file: file and turn are named."""
    for number in (1, 3):
        for path in sorted((root / f"turns/{number:03}").rglob("*.*")):
            content = path.read_bytes()
            for place in {0, len(content) // 2, len(content) - 1}:
                path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
                told = verdict(root, reports=False)
                assert f"{path.relative_to(root).as_posix()} (turn {number})" in told
            path.write_bytes(content)
    assert "" == verdict(root)


@pytest.mark.parametrize("name", ["turn.json", "state.json", "orders/ann.txt", "reports/public.html", "letters.json"])
def test_missing_and_added_files(root: Path, name: str) -> None:
    """What is gone and what does not belong."""
    (root / "turns/002" / name).rename(root / "turns/002/orders/zoe.txt")
    told = verdict(root)

    assert f"turns/002/{name} (turn 2) is missing." in told
    assert "turns/002/orders/zoe.txt (turn 2) does not belong to the sealed turn." in told


def test_hidden_files_do_not_belong_either(root: Path) -> None:
    """A turn holds what was sealed and nothing else."""
    (root / "turns/002/.note").write_text("x")
    (root / "turns/old").mkdir()
    told = verdict(root)

    assert "turns/002/.note (turn 2) does not belong" in told
    assert "turns/old does not belong" in told


def reseal(root: Path, number: int, /, **changes: Any) -> None:
    """A forged seal that agrees with itself and with its files."""
    place = root / f"turns/{number:03}"
    facts = json.loads((place / "seal.json").read_text()) | changes
    facts["files"] = {name: digest((place / name).read_bytes()) for name in facts["files"]}
    (place / "seal.json").write_bytes(as_json(facts | {"digest": seal_digest(facts)}))


def test_a_forged_turn_breaks_the_chain(root: Path) -> None:
    """Whoever changes a turn and seals it anew is found out by the next seal and by the replay."""
    state = root / "turns/002/state.json"
    state.write_bytes(state.read_bytes().replace(b'"night": ', b'"night": 1'))
    reseal(root, 2)
    told = verdict(root)

    assert "turns/003/seal.json (turn 3) does not follow the seal of turn 2" in told
    assert "turns/002/state.json (turn 2) is not what replay makes of it." in told


def test_a_forged_last_turn_is_found_by_replay(root: Path) -> None:
    """The last seal has none after it, but the seed and the pages have the last word."""
    for name, old, new in (
        ("turn.json", b'"draws": [', b'"draws": [\n'),
        ("orders/ann.txt", b"sink 1", b"sink 2"),
        ("reports/ann.txt", b"Ann", b"Nan"),
        ("letters.json", b"turn 3", b"turn 4"),
    ):
        path = root / "turns/003" / name
        content = path.read_bytes()
        path.write_bytes(content.replace(old, new, 1))
        reseal(root, 3)
        assert "(turn 3) is not what replay makes of it" in verdict(root)
        path.write_bytes(content)
        reseal(root, 3)
    assert "" == verdict(root)


@pytest.mark.parametrize("change", [{"moment": "noon"}, {"seed": "told"}, {"campaign": {}}, {"turn": 2}])
def test_a_seal_that_says_something_else(root: Path, change: dict[str, Any]) -> None:
    """What a seal claims is compared with what replay knows."""
    facts = json.loads((root / "turns/003/seal.json").read_text())
    if "campaign" in change:
        change = {"campaign": facts["campaign"] | {"seed_digest": "0" * 64}}
    reseal(root, 3, **change)

    assert "turns/003/seal.json" in verdict(root) or "seed_digest" in verdict(root)


def test_a_lost_seed(root: Path) -> None:
    """Without the promised seed nothing can be replayed, and that is said."""
    (root / "seed").write_text("another\n")
    assert "not the seed this campaign began with" in verdict(root)


def test_templates_changed_later_show_in_the_reports(root: Path) -> None:
    """The reports are not what they would be now; nothing else is wrong."""
    own = root / "templates"
    own.mkdir()
    (own / "report.txt.j2").write_text("Mine.\n")
    told = verdict(root).splitlines()

    assert "" == verdict(root, reports=False)
    assert told
    assert all("/reports/" in line for line in told)


def test_pages_are_read_again(root: Path) -> None:
    """The turn on record follows from the pages as they are sealed."""
    record = json.loads((root / "turns/001/turn.json").read_text())
    assert list(SEATS) == list(record["sheets"])
