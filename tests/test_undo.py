"""Taking turns back: nothing is lost, a crash in the middle does not matter, and luck is fresh only if it was seen."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pbem.campaign import Campaign, Undone
from pbem.store import CampaignError
from tests.campaigns import DUE, SEATS, START, begun, codes, due, everything, filed, played, ran


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Four turns sealed."""
    return played(begun(tmp_path / "pond"), 4)


def undone(campaign: Campaign, turn: int, *, published: bool = False) -> Undone:
    """A turn and all later ones taken back."""
    found = campaign.undo(turn, "a slip of the pen", due(5), published)
    assert isinstance(found, Undone), found
    return found


def test_turns_are_taken_back(campaign: Campaign) -> None:
    """The turns move aside as they were, their pages lie on the desk, and the log says why."""
    before = everything(campaign.store.path("turns"))
    filed(campaign, 5, "bob")
    told = undone(campaign, 3)

    assert ((3, 4), "undone/003-a", (5,)) == (told.turns, told.folder, told.set_aside)
    assert {3: SEATS, 4: SEATS} == told.pages
    after = everything(campaign.store.root)
    for name, content in before.items():
        place = f"turns/{name}" if int(name[:3]) < 3 else f"undone/003-a/{name}"
        assert content == after[place]
    assert "undone/003-a/desk/005/bob.txt" in after
    assert 3 == campaign.number
    assert dict.fromkeys(SEATS, "in") == campaign.states()
    assert "undo  turn 3  reason a slip of the pen  undone 003-a" in campaign.log()[-1]
    assert () == Campaign.open(campaign.store.root).verify(reports=True)


def test_the_same_pages_and_unseen_luck_give_the_same_turn(campaign: Campaign) -> None:
    """As long as no report went out, a turn run again is the same, byte for byte, and not marked."""
    before = everything(campaign.store.path("turns"))
    undone(campaign, 3)
    for _ in range(2):
        ran(campaign)

    assert before == everything(campaign.store.path("turns"))


def test_luck_that_was_seen_is_drawn_anew(campaign: Campaign) -> None:
    """Reports that went out are corrected: fresh draws, the reason, and the mark in the subjects."""
    draws = campaign.sealed(3).record["draws"]
    told = undone(campaign, 3, published=True)
    again = ran(campaign)

    assert (3, 4) == told.fresh
    assert 2 == len(told.revealed)
    assert "Turn 3: reports handed out" in told.revealed[0]
    assert 1 == again.attempt
    assert [draw["stream"] for draw in draws] != [draw["stream"] for draw in again.record["draws"]]
    assert "a slip of the pen" in again.read("reports/public.txt").decode()
    assert {"[corrected]"} == {letter["subject"].split()[0] for letter in again.letters()}
    assert () == campaign.verify(reports=True)


def test_again_and_again(campaign: Campaign) -> None:
    """Each attempt has luck of its own, and every one is kept."""
    attempts = []
    for _ in range(3):
        undone(campaign, 4, published=True)
        attempts.append(ran(campaign).attempt)

    assert [1, 2, 3] == attempts
    assert ("004-a", "004-b", "004-c") == campaign.store.names("undone")


def test_an_unseen_attempt_keeps_the_luck_of_the_last_seen(campaign: Campaign) -> None:
    """Taken back once after mailing and once before: still the second luck, and still a correction."""
    undone(campaign, 4, published=True)
    first = ran(campaign)
    undone(campaign, 3)
    ran(campaign)
    second = ran(campaign)

    assert (1, first.record["draws"]) == (second.attempt, second.record["draws"])
    assert "a slip of the pen" in second.read("reports/public.txt").decode()


def test_the_seed_once_told_is_named(tmp_path: Path) -> None:
    """Who takes back the last turn is told that chance can be foreseen now."""
    campaign = played(begun(tmp_path / "pond", options={"nights": 4}), 4)
    told = undone(campaign, 4, published=True)

    assert "published the seed" in told.revealed[-1]


@pytest.mark.parametrize(
    ("turn", "reason", "code"),
    [(0, "why", ["set-up"]), (5, "why", ["not-sealed"]), (4, " \n", ["reason"]), (-1, "", ["set-up", "reason"])],
)
def test_what_cannot_be_taken_back(campaign: Campaign, turn: int, reason: str, code: list[str]) -> None:
    """The set-up, turns not sealed, and anything without a reason."""
    before = everything(campaign.store.root)

    assert code == codes(campaign.undo(turn, reason, DUE))
    assert before == everything(campaign.store.root)


def test_pages_are_laid_back_where_they_were_lost(campaign: Campaign) -> None:
    """The sealed turn has them, whatever became of the desk."""
    campaign.file("ann", "turn 6\nrake mill\n", "ann.txt", START)
    shutil.rmtree(campaign.store.path("desk/004"))
    undone(campaign, 4)

    assert {f"{seat}.txt" for seat in SEATS} == {
        name for name in campaign.store.names("desk/004") if "json" not in name
    }
    assert "in" == campaign.states()["ann"]


@pytest.mark.parametrize("steps", range(6))
def test_a_crash_in_the_middle_is_finished_at_the_next_opening(campaign: Campaign, tmp_path: Path, steps: int) -> None:
    """After the paper is there, everything follows, however far it had come."""
    filed(campaign, 5, "bob")
    crashed = Campaign.open(Path(shutil.copytree(campaign.store.root, tmp_path / "crashed")))
    undone(campaign, 3)
    paper = campaign.store.read("undone/003-a/undo.json")
    crashed.store.commit("undone/003-a", {"undo.json": paper})
    moves = [("desk/005", "desk/005"), ("turns/004", "004"), ("log", ""), ("turns/003", "003")]
    for name, to in moves[:steps]:
        if name == "log":
            crashed.store.append("log.jsonl", campaign.store.read("log.jsonl").decode().splitlines()[-1])
        else:
            crashed.store.move(name, f"undone/003-a/{to}")

    again = Campaign.open(crashed.store.root)
    assert everything(campaign.store.root) == everything(again.store.root)
    assert () == again.verify(reports=True)


def test_a_crash_before_the_paper_is_no_undo(campaign: Campaign) -> None:
    """A draft of the paper means nothing, and the command can be given again."""
    campaign.store.path("undone/.003-a.new").mkdir(parents=True)

    assert 5 == Campaign.open(campaign.store.root).number
    assert "undone/003-a" == undone(campaign, 3).folder


def test_a_damaged_paper_is_named(campaign: Campaign) -> None:
    """What cannot be finished is said."""
    undone(campaign, 3)
    campaign.store.path("undone/003-a/undo.json").write_text("{")

    with pytest.raises(CampaignError, match=r"undone/003-a/undo\.json is damaged"):
        Campaign.open(campaign.store.root)


def test_the_paper_says_what_was_revealed(campaign: Campaign) -> None:
    """For later, when somebody asks."""
    undone(campaign, 4, published=True)
    paper = json.loads(campaign.store.read("undone/004-a/undo.json"))

    assert ("a slip of the pen", {"4": 1}, 1) == (paper["reason"], paper["attempts"], len(paper["revealed"]))
