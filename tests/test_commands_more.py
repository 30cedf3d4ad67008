"""Less common days: a moody mail server, a correction to be looked at, a demo that is written wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postoffice import PostOffice
from tests.prompt import Typed
from tests.test_commands import OPENING

AGAIN = "buy three shovels\nrock at D, E\ngold at F, G, A\n"

DEMO = """\
game: elfengold
title: A Small Mine
seed: small
deadline: "2026-12-06 20:00"
seats:
  ann: Ann Lee <ann@example.org>
  bob: Bob Hart <bob@example.org>
"""


def write_demo(folder: Path, paper: str = DEMO, **pages: str) -> Path:
    """A demo in a folder; pages are named like ``ann`` or ``ann_2``, all of turn 1."""
    (folder / "turn-01").mkdir(parents=True)
    (folder / "demo.yaml").write_text(paper)
    for name, text in pages.items():
        (folder / "turn-01" / f"{name.replace('_', '.')}.txt").write_text(text)
    return folder


# ---------------------------------------------------------------- sending


def test_send_through_a_server(pbem: Typed, mine: Path) -> None:
    """Letters go to a mail server, each once and to one reader."""
    with PostOffice() as office:
        first = pbem("send", mine, "--smtp", f"smtp://localhost:{office.port}").output
        again = pbem("send", mine, "--smtp", f"smtp://localhost:{office.port}").output

    assert "3 letters sent" in first
    assert "Nothing to send" in again
    assert ["ann@example.org", "bob@example.org", "cy@example.org"] == [to for _, to, _ in office.taken]


def test_what_a_server_refuses_goes_next_time(pbem: Typed, mine: Path) -> None:
    """A refusal is told with the server's words and exit code 1; the next send sends the rest."""
    with PostOffice(at_rcpt={"bob@example.org": "450 mailbox busy"}) as office:
        told = pbem("send", mine, "--smtp", f"smtp://localhost:{office.port}", code=1).output
        office.at_rcpt.clear()
        rest = pbem("send", mine, "--smtp", f"smtp://localhost:{office.port}").output

    assert "mailbox busy" in told
    assert "2 letters sent" in told
    assert "1 letter sent" in rest


def test_no_server_loses_nothing(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """When nobody answers, all letters stay for the next send."""
    with PostOffice() as office:
        port = office.port

    assert "cannot be reached" in pbem("send", mine, "--smtp", f"smtp://localhost:{port}", code=1).output
    assert "3 letters sent" in pbem("send", mine, "--to", tmp_path / "out").output


def test_a_moderator_without_address_cannot_send(pbem: Typed, tmp_path: Path) -> None:
    """Letters need a sender; the message says where to name one."""
    pbem("new", "elfengold", tmp_path / "m", "--seat", "ann=Ann", "--seat", "bob=Bob")

    assert "campaign.yaml" in pbem("send", tmp_path / "m", "--to", tmp_path / "out", code=1).output


def test_a_seat_without_address_is_no_fault(pbem: Typed, tmp_path: Path) -> None:
    """Whoever plays by post is named, and the others get their letters."""
    seats = ("--seat", "ann=Ann <ann@example.org>", "--seat", "bob=Bob")
    pbem("new", "elfengold", tmp_path / "m", *seats, "--moderator", "Kim <kim@example.org>")
    told = pbem("send", tmp_path / "m", "--to", tmp_path / "out").output

    assert "1 letter sent" in told
    assert "bob has no address" in told


def test_whoever_has_no_address_is_named_once(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """However many turns wait for him; and with nobody to write to, nothing is counted."""
    paper = mine / "campaign.yaml"
    paper.write_text(paper.read_text().replace("cy@example.org", ""))
    pbem("run", mine, "--missing", "nmr", "--really")
    told = pbem("send", mine, "--to", tmp_path / "out").output
    assert 1 == told.count("cy has no address in campaign.yaml. Hand the report over: pbem show DIR --seat cy.")

    paper.write_text(paper.read_text().replace("bob@example.org", "").replace("ann@example.org", ""))
    pbem("undo", mine, "--turn", "1", "--reason", "x")
    pbem("run", mine, "--missing", "nmr", "--really")
    assert "Nothing to send.\n" in pbem("send", mine, "--to", tmp_path / "new", "--turn", "1").output


# ---------------------------------------------------------------- sending again


def test_a_letter_is_sent_again(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """The same bytes go to the same reader, by any way; the log keeps it, and send has still nothing to do."""
    with PostOffice() as office:
        url = f"smtp://localhost:{office.port}"
        pbem("send", mine, "--smtp", url)
        told = pbem("resend", mine, "Bob", "--smtp", url).output
        assert "Nothing to send" in pbem("send", mine, "--smtp", url).output
    laid = pbem("resend", mine, "bob", "--turn", "0", "--to", tmp_path / "out").output
    again = pbem("resend", mine, "bob", "--to", tmp_path / "out").output

    assert ["bob@example.org"] == [to for _, to, _ in office.taken[3:]]
    letters = {content for _, to, content in office.taken if to == "bob@example.org"}
    assert letters == {(tmp_path / "out/000-bob-report.eml").read_bytes()}
    assert "000-bob-report was sent again to localhost, port" in told
    assert "000-bob-report was sent again to the folder" in laid
    assert "lies in the folder" in again
    assert pbem("log", mine, "--last", "1").output.endswith(f"seat bob  to the folder {tmp_path / 'out'}\n")


def test_a_letter_follows_its_reader(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """At a new address, or for a successor, it is made out anew: nobody reads another's address."""
    pbem("send", mine, "--to", tmp_path / "out")
    paper = mine / "campaign.yaml"
    paper.write_text(paper.read_text().replace("bob@example.org", "di@example.org").replace("Bob Hart", "Di Reed"))
    told = pbem("resend", mine, "bob", "--to", tmp_path / "new").output
    old, new = ((tmp_path / place / "000-bob-report.eml").read_bytes() for place in ("out", "new"))

    assert "now from Kim Moder <kim@example.org> to Di Reed <di@example.org>." in told
    assert b"To: Di Reed <di@example.org>" in new and b"bob@example.org" not in new
    assert [line for line in old.splitlines() if line.startswith(b"Message-ID")] == [
        line for line in new.splitlines() if line.startswith(b"Message-ID")
    ]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("bob", "--to", "out"), 1, "000-bob-report has not gone out yet. It goes with 'pbem send'."),
        (("bbo", "--to", "out"), 1, "Did you mean 'bob'?"),
        (("observer-1", "--to", "out"), 1, "Turn 0 has no letter to observer-1."),
        (("bob", "--to", "out", "--turn", "3"), 1, "Turn 3 is not sealed yet"),
        (("bob",), 2, "--to FOLDER or --smtp URL"),
        (("bob", "--smtp", "http://x"), 2, "no address of a mail server"),
    ],
)
def test_what_cannot_be_sent_again(
    pbem: Typed, mine: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, told: str
) -> None:
    """Only what has gone out, to somebody who is there."""
    monkeypatch.chdir(mine.parent)

    assert told in pbem("resend", mine, *words, code=code).output


def test_a_refusal_leaves_a_letter_sent(pbem: Typed, mine: Path) -> None:
    """A server that does not take it the second time changes nothing about the first."""
    with PostOffice() as office:
        url = f"smtp://localhost:{office.port}"
        pbem("send", mine, "--smtp", url)
        office.at_rcpt["bob@example.org"] = "450 mailbox busy"
        assert "mailbox busy" in pbem("resend", mine, "bob", "--smtp", url, code=1).output
        assert "Nothing to send" in pbem("send", mine, "--smtp", url).output
    assert "cannot be reached" in pbem("resend", mine, "bob", "--smtp", url, code=1).output


def test_a_damaged_list_of_letters(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """Nothing is sent from a turn that was edited."""
    (mine / "turns/000/letters.json").write_text("[]\n")

    assert "letters.json" in pbem("send", mine, "--to", tmp_path / "out", code=3).output


# ---------------------------------------------------------------- corrections


def test_changes_of_a_corrected_report(pbem: Typed, mine: Path) -> None:
    """Before a correction is sent the moderator sees what differs for each reader."""
    for seat in ("ann", "bob", "cy"):
        pbem("file", mine, seat, "-", typed=OPENING)
    pbem("run", mine)
    pbem("undo", mine, "--turn", "1", "--reason", "the wrong page", "--published")
    pbem("file", mine, "cy", "-", typed=AGAIN)
    told = pbem("run", mine).output
    changes = pbem("show", mine, "--seat", "cy", "--changes").output

    assert "--changes" in told
    assert "\n-   You lay rocks at C and P, golds at B, B and O.\n" in changes
    assert "\n+   You lay rocks at D and E, golds at F, G and A.\n" in changes
    assert "You lay" not in pbem("show", mine, "--changes").output


def test_no_changes_where_nothing_was_taken_back(pbem: Typed, mine: Path) -> None:
    """There is nothing to compare in a turn that stood from the first."""
    assert "was never taken back" in pbem("show", mine, "--changes", code=1).output


def test_a_rerun_that_nobody_had_seen_changes_nothing(pbem: Typed, mine: Path) -> None:
    """The same pages and the same luck give the same report."""
    pbem("run", mine, "--missing", "nmr", "--really")
    pbem("undo", mine, "--turn", "1", "--reason", "to see")
    pbem("run", mine, "--missing", "nmr", "--really")

    assert "Nothing has changed.\n" == pbem("show", mine, "--changes").output


# ---------------------------------------------------------------- the desk


def test_a_stray_on_the_desk_is_named(pbem: Typed, mine: Path) -> None:
    """A file that is nobody's page is not passed over in silence."""
    pbem("file", mine, "ann", "-", typed=OPENING)
    (mine / "desk/001/dan.txt").write_text(OPENING)

    assert "dan.txt is nobody's page" in pbem("status", mine).output


def test_an_empty_folder_of_pages(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """Nothing to file is said, and no fault."""
    (tmp_path / "pages").mkdir()

    assert "There is no page" in pbem("file", mine, "--from", tmp_path / "pages").output


def test_a_note_reaches_a_moderator_who_plays(pbem: Typed, mine: Path) -> None:
    """Quietly filed, a page tells its state and what is written to the moderator, and nothing else."""
    page = f"{OPENING}\nnote: I am away\n\npress: hello\n\nto bob: pact?\n"
    told = pbem("file", mine, "ann", "-", "--quiet", typed=page).output

    assert "ann: in\n    ann to you: I am away\n" in told
    assert not any(word in told for word in ("hello", "pact", "buy", "BUY"))


def test_pen_names_and_private_words_are_passed_on(pbem: Typed, mine: Path) -> None:
    """The answer says what of a page is no order, and where it goes."""
    words = "note: away next week\npress as The Ghost: Boo!\nto bob: Shall we share M?\n"
    told = pbem("file", mine, "ann", "-", typed=OPENING + words).output

    assert "to the moderator: away next week" in told
    assert "press as The Ghost: Boo!" in told
    assert "to bob: Shall we share M?" in told


def test_a_run_out_of_the_last_turn(pbem: Typed, mine: Path) -> None:
    """What is waiting for a turn that is taken back is set aside, and named."""
    for page in (OPENING, "stay\n"):
        pbem("file", mine, "ann", "-", typed=page)
        pbem("run", mine, "--missing", "nmr", "--really")
    pbem("file", mine, "ann", "-", typed="stay\n")
    told = pbem("undo", mine, "--turn", "1", "--reason", "all wrong").output

    assert "Turns 1 and 2 are taken back" in told
    assert "Pages that were waiting for turn 3 are in undone/001-a/desk." in told


# ---------------------------------------------------------------- the demo


def test_a_demo_tells_what_became_of_each_page(pbem: Typed, tmp_path: Path) -> None:
    """A typo is shown, its correction counted, silence named; the pages may end before the game."""
    pages = write_demo(tmp_path / "small", ann="buy 2 shovles\nstay calm\n", ann_2=OPENING)
    told = pbem("demo", pages, "--into", tmp_path / "played").output

    assert "Did you mean 'shovels'?" in told
    assert "ann.2.txt: in" in told
    assert "bob: no page, so no move received" in told
    assert "The pages end here; the game could go on with turn 2." in told


def test_a_demo_finds_a_free_folder(pbem: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played twice it makes two folders and touches nothing."""
    pages = write_demo(tmp_path / "small", ann=OPENING)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        pbem("demo", f"{pages}/")

    assert (tmp_path / "small-demo" / "campaign.yaml").exists()
    assert (tmp_path / "small-demo-2" / "campaign.yaml").exists()


def test_a_game_may_have_several_demos(pbem: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another demo stands in a folder of its own; the first one names it, and a slip in its name is helped."""
    pages = write_demo(tmp_path / "small")
    write_demo(pages / "wizard", DEMO.replace("A Small Mine", "Another Mine"))
    monkeypatch.chdir(tmp_path)

    assert "There is another demo of this game: --which wizard" in pbem("demo", f"{pages}/").output
    assert "Another Mine: Elfengold" in pbem("demo", f"{pages}/", "--which", "wizard").output
    assert (tmp_path / "small-wizard-demo" / "campaign.yaml").exists()
    assert "Did you mean 'wizard'?" in pbem("demo", f"{pages}/", "--which", "wizzard", code=1).output
    assert "It has no other demo." in pbem("demo", "elfengold", "--which", "../elfengold", code=1).output


@pytest.mark.parametrize(
    ("paper", "told"),
    [
        (DEMO.replace("title: A Small Mine\n", ""), "'title' is missing"),
        (DEMO.replace("elfengold", "elfengoldd"), "Did you mean 'elfengold'?"),
        (DEMO.replace("game: elfengold\n", ""), "demo.yaml does not say which game is played. Add a line 'game: NAME'"),
        (DEMO.replace('"2026-12-06 20:00"', "soon"), "2026-12-06 20:00"),
        (DEMO + "options: {numberedHI: true}\n", "Did you mean 'numbered_HI'?"),
        (DEMO.replace("  bob: Bob Hart <bob@example.org>\n", ""), "2 to 6 players"),
        (DEMO + "seats: {}\n", "demo.yaml:8:1"),
    ],
)
def test_a_demo_that_is_written_wrongly(pbem: Typed, tmp_path: Path, paper: str, told: str) -> None:
    """Faults of demo.yaml are told like all others, and no campaign is made."""
    pages = write_demo(tmp_path / "small", paper)

    assert told in pbem("demo", pages, "--into", tmp_path / "played", code=1).output
    assert not (tmp_path / "played").exists()


def test_a_demo_in_a_folder_called_like_its_game(pbem: Typed, tmp_path: Path) -> None:
    """It plays that game, as the ones in the box do, without saying so."""
    pages = write_demo(tmp_path / "elfengold", DEMO.replace("game: elfengold\n", ""))

    assert "A Small Mine: Elfengold, 2 players" in pbem("demo", pages, "--into", tmp_path / "played").output


def test_a_demo_with_a_strangers_page(pbem: Typed, tmp_path: Path) -> None:
    """A page of nobody stops the demo, and is named."""
    pages = write_demo(tmp_path / "small", zed=OPENING)

    assert "zed.txt is nobody's page" in pbem("demo", pages, "--into", tmp_path / "played", code=1).output


def test_pages_after_the_end_are_not_needed(pbem: Typed, tmp_path: Path) -> None:
    """A demo whose pages go on after the game is over says so."""
    pages = write_demo(tmp_path / "small")
    (pages / "turn-09").mkdir()

    assert "were not needed" in pbem("demo", pages, "--into", tmp_path / "played").output


# ---------------------------------------------------------------- the arena


def test_the_arena_counts(pbem: Typed) -> None:
    """Bots play games from a seed, and the same seed gives the same tally."""
    words = ("arena", "elfengold", "--games", "3", "--seats", "3", "--bots", "greedy,random", "--seed", "rain")

    assert "greedy" in pbem(*words).output
    assert pbem(*words, "--json").output == pbem(*words, "--json").output


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--bots", "greedier"), 1, "greedy"),
        (("--seats", "9"), 1, "Elfengold is for 2 to 6 players, not 9.\n"),
        (("--games", "0"), 2, "0"),
    ],
)
def test_the_arena_refuses(pbem: Typed, words: tuple[str, ...], code: int, told: str) -> None:
    """Unknown bots and tables of the wrong size are named."""
    assert told in pbem("arena", "elfengold", "--seats", "4", *words, code=code).output
    assert "named" not in pbem("arena", "elfengold", "--seats", "9", code=1).output
