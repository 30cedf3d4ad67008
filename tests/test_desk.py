"""Pages on the desk and the answers to them: what counts, what is kept, and what a player is told."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign import Campaign
from pbem.campaign.desk import batch
from pbem.model import Problem, Weight
from tests.campaigns import DUE, SEATS, START, begun, codes, everything, filed, played, ran

GOOD = "sink 1 keg in duck\n"
BETTER = "sink 2 kegs in mill\nrake duck\n"
UNREAD = "rake the river\n"


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Turn 0 sealed, turn 1 to be ordered for."""
    return begun(tmp_path / "pond")


def test_a_page_is_answered_in_full(campaign: Campaign) -> None:
    """Orders as understood, what is on file, the forecast, and the time left on the player's clock."""
    receipt = campaign.file("bob", BETTER, "letter.txt", START)

    assert ("filed", "in", 1, "bob.txt") == (receipt.fate, receipt.state, receipt.turn, receipt.name)
    assert ("SINK 2 IN mill", "RAKE duck") == receipt.understood == receipt.on_file
    assert START == receipt.on_file_since
    assert {"mill": 2} == receipt.forecast["sunk"]
    assert "You sink two kegs in Mill Pond." in receipt.forecast_text
    assert "If nothing else comes, these orders count at the deadline." == receipt.otherwise
    assert (
        "Deadline: Sunday 6 December 2026, 21:00 (Europe/Paris, UTC+1); 6 days 8 hours left." == receipt.deadline_text
    )
    assert not receipt.refused


def test_a_lost_line_of_the_log_is_written_again(campaign: Campaign) -> None:
    """A crash between a page and its line in the log: the next act writes it, once, with the time the page came."""
    campaign.file("ann", GOOD, "ann.txt", START)
    campaign.file("bob", GOOD, "bob.txt", START)
    log = campaign.store.path("log.jsonl")
    whole = log.read_text()
    log.write_text("".join(line for line in whole.splitlines(True) if '"bob"' not in line))
    (campaign.store.path("desk/001") / "cy.txt").write_text(GOOD)
    for _ in range(2):
        with campaign.locked("send", START + timedelta(hours=1)):
            pass

    assert whole == log.read_text(), "and a page laid there by hand has no line"


def test_the_latest_page_wins_whole(campaign: Campaign) -> None:
    """Earlier pages are kept, and none of their orders counts any more."""
    campaign.file("ann", BETTER, "ann.txt", START)
    receipt = campaign.file("ann", GOOD, "ann.txt", START + timedelta(hours=1))

    assert ("SINK 1 IN duck",) == receipt.on_file
    assert ["ann.txt", "ann.2.txt"] == [page.name for page in campaign.desk().pages("ann")]
    assert [START, START + timedelta(hours=1)] == [page.received for page in campaign.desk().pages("ann")]


def test_a_page_given_twice_is_laid_once(campaign: Campaign) -> None:
    """The very same page again changes nothing."""
    campaign.file("ann", GOOD, "ann.txt", START)
    before = everything(campaign.store.root)
    receipt = campaign.file("ann", GOOD, "ann.txt", START + timedelta(hours=1))

    assert "filed already" == receipt.fate
    assert before == everything(campaign.store.root)


@pytest.mark.parametrize(
    ("page", "fate", "state"),
    [
        (GOOD, "filed", "in"),
        (GOOD + UNREAD, "filed", "refused"),
        (GOOD + "sink 9 kegs in mill\n", "filed", "refused"),
        ("rake duck\nrake mill\n", "filed", "in with notes"),
        (UNREAD, "replaces nothing", "refused"),
        ("", "replaces nothing", "missing"),
        ("press: a fine evening\n", "replaces nothing", "missing"),
    ],
)
def test_the_states_of_a_seat(campaign: Campaign, page: str, fate: str, state: str) -> None:
    """In, in with notes, refused or missing, in these words."""
    receipt = campaign.file("ann", page, "ann.txt", START)

    assert (fate, state) == (receipt.fate, receipt.state)
    assert {"cy": "missing", "ann": state, "bob": "missing"} == campaign.states()
    assert receipt.refused == (state == "refused" or page == "")


@pytest.mark.parametrize(
    ("page", "state"), [(UNREAD, "refused"), ("", "in"), ("press: hello\n", "in"), ("\0", "refused")]
)
def test_a_page_without_orders_replaces_nothing(campaign: Campaign, page: str, state: str) -> None:
    """The page before it stays in force, and the answer says so."""
    campaign.file("ann", BETTER, "ann.txt", START)
    receipt = campaign.file("ann", page, "ann.txt", START + timedelta(hours=1))

    assert ("replaces nothing", state) == (receipt.fate, receipt.state)
    assert ("SINK 2 IN mill", "RAKE duck") == receipt.on_file
    assert state == campaign.states()["ann"]


def test_a_page_that_is_no_text_is_remembered(campaign: Campaign) -> None:
    """A file that could not be read at all makes the seat refused, until a better page comes."""
    fault = Problem("binary", "ann.txt is no text.", weight=Weight.UNREADABLE)
    receipt = campaign.file("ann", fault, "ann.txt", START)

    assert ("replaces nothing", "refused", ["binary"]) == (receipt.fate, receipt.state, codes(receipt.problems))
    assert "If nothing comes by the deadline, it counts as no move received." == receipt.otherwise
    assert "refused" == Campaign.open(campaign.store.root).states()["ann"]
    assert "in" == campaign.file("ann", GOOD, "ann.txt", START).state


def test_a_huge_page_is_refused_and_not_kept(campaign: Campaign) -> None:
    """What is longer than any page can be is answered, and takes no room."""
    receipt = campaign.file("ann", "rake duck\n" * 100_000, "ann.txt", START)

    assert ["too-long"] == codes(receipt.problems)
    assert max(map(len, everything(campaign.store.root / "desk").values())) < 1000


def test_a_page_for_a_past_turn_is_refused(campaign: Campaign) -> None:
    """What has been played cannot be ordered for; nothing is filed."""
    played(campaign, 1)
    before = everything(campaign.store.root)
    receipt = campaign.file("ann", f"turn 1\n{GOOD}", "ann.txt", DUE)

    assert ("not taken", ["past-turn"]) == (receipt.fate, codes(receipt.problems))
    assert ("ann.txt", 1, 1, 7) == (lambda span: (span.source, span.line, span.col, span.end))(receipt.problems[0].span)
    assert receipt.refused
    assert before == everything(campaign.store.root)


def test_a_page_for_a_later_turn_is_kept(campaign: Campaign) -> None:
    """It lies under its own turn, does not count before, and counts then."""
    receipt = campaign.file("ann", f"turn 2\n{GOOD}", "ann.txt", START)
    assert ("kept for later", 2, "missing") == (receipt.fate, receipt.turn, receipt.state)
    assert not receipt.refused

    filed(campaign, 1)
    ran(campaign)
    assert "in" == campaign.states()["ann"]


def test_a_page_for_a_turn_far_away_is_refused(campaign: Campaign) -> None:
    """A slip of the pen does not lie on the desk for ever."""
    assert ["far-turn"] == codes(campaign.file("ann", f"turn 777\n{GOOD}", "ann.txt", START).problems)


def test_a_late_page_counts_with_a_note(campaign: Campaign) -> None:
    """As long as the turn has not been run."""
    receipt = campaign.file("ann", GOOD, "ann.txt", DUE + timedelta(hours=2))

    assert ("filed", "in", ["late"]) == (receipt.fate, receipt.state, codes(receipt.problems))
    assert "The deadline was Sunday 6 December 2026, 20:00" in receipt.deadline_text


def test_checking_files_nothing(campaign: Campaign) -> None:
    """The same answer, and nothing on the desk."""
    before = everything(campaign.store.root)
    receipt = campaign.check("ann", BETTER, "ann.txt", START)

    assert ("checked", "missing", ("SINK 2 IN mill", "RAKE duck"), ()) == (
        receipt.fate,
        receipt.state,
        receipt.understood,
        receipt.on_file,
    )
    assert before == everything(campaign.store.root)


def test_nothing_is_taken_after_the_end(tmp_path: Path) -> None:
    """The game is over, and the answer says so."""
    campaign = played(begun(tmp_path / "pond", options={"nights": "4"}), 4)

    assert ("not taken", ["over"], "not needed") == (
        (receipt := campaign.file("ann", GOOD, "ann.txt", DUE)).fate,
        codes(receipt.problems),
        receipt.state,
    )
    assert None is campaign.deadline


def test_a_page_laid_by_hand_counts(campaign: Campaign) -> None:
    """A moderator may put a file on the desk himself; a file that is nobody's is named."""
    folder = campaign.store.path("desk/001")
    folder.mkdir(parents=True)
    for name in ("ann.txt", "zoe.txt", "bob.02.txt"):
        (folder / name).write_text(GOOD)

    assert {"cy": "missing", "ann": "in", "bob": "missing"} == campaign.states()
    assert None is campaign.desk().pages("ann")[0].received
    assert ["desk/001/zoe.txt is nobody's page."] == [
        one.message for one in campaign.desk().strays() if "zoe" in one.message
    ]


def test_a_page_laid_under_the_wrong_turn_does_not_count(campaign: Campaign) -> None:
    """What its own head says counts."""
    folder = campaign.store.path("desk/001")
    folder.mkdir(parents=True)
    (folder / "ann.txt").write_text(f"turn 2\n{GOOD}")

    assert "refused" == campaign.states()["ann"]


def test_the_log_never_tells_what_pages_say(campaign: Campaign) -> None:
    """Nor do names of files."""
    campaign.file("ann", "sink 2 kegs in crammer\npress: zebra\n", "ann-crammer.txt", START)

    assert ["2026-11-30 12:00 UTC  new", "2026-11-30 12:00 UTC  file  turn 1  page ann.txt  seat ann"] == list(
        campaign.log()
    )
    assert not [name for name in everything(campaign.store.root) if "crammer" in name]


def test_a_folder_of_pages_is_filed_in_order() -> None:
    """The first pages of all seats first, then the second ones; seats in any case."""
    found = batch(["bob.2.txt", "ann.txt", "Bob.txt", "cy.10.txt", "cy.txt", "cy.9.txt"], SEATS)

    assert (
        ("cy", "cy.txt"),
        ("ann", "ann.txt"),
        ("bob", "Bob.txt"),
        ("bob", "bob.2.txt"),
        ("cy", "cy.9.txt"),
        ("cy", "cy.10.txt"),
    ) == found.pages
    assert () == found.problems


def test_two_pages_with_one_number_are_not_guessed_between() -> None:
    """Neither is filed, both are named, and the others go on."""
    found = batch(
        ["ann.txt", "ann.1.txt", "ANN.txt", "bob.2.txt", "bob.02.txt", "cy.txt", "zoe.txt", "cy.0.txt", "x"], SEATS
    )

    assert (("cy", "cy.txt"),) == found.pages
    assert {
        "cy.0.txt is nobody's page.",
        "x is nobody's page.",
        "zoe.txt is nobody's page.",
        "ANN.txt and ann.1.txt and ann.txt are both page 1 of ann.",
        "bob.02.txt and bob.2.txt are both page 2 of bob.",
    } == {problem.message for problem in found.problems}
