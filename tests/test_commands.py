"""The commands in the order in which a campaign needs them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from pbem.commands import main
from tests.prompt import Typed

OPENING = "buy a pickaxe and two shovels\nrock at C, P\ngold at B, B, O\n"
ROUND = "move to B\ndig with a shovel\nrocks at M and O\ngolds at C, C, D\n"
SECRETS = re.compile(r"pickaxe|shovel|rock|gold", re.IGNORECASE)


def write_pages(folder: Path, text: str = OPENING) -> Path:
    """The same page from all three miners, in a folder."""
    folder.mkdir(exist_ok=True)
    for seat in ("ann", "bob", "cy"):
        (folder / f"{seat}.txt").write_text(text)
    return folder


@pytest.fixture
def played(pbem: Typed, mine: Path, tmp_path: Path) -> Path:
    """A campaign whose opening round is sealed."""
    pbem("file", mine, "--from", write_pages(tmp_path / "pages"))
    pbem("run", mine)
    return mine


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_has_help(name: str) -> None:
    """Each command says in one sentence what it does, and each of its options what it means."""
    command = main.commands[name]
    options = [one for one in command.params if isinstance(one, click.Option)]

    assert command.get_short_help_str(62).endswith(".")
    assert [] == [one.name for one in options if not one.help]


def test_games_are_listed(pbem: Typed) -> None:
    """The box shows each game, its seats and its options."""
    told = pbem("games").output

    assert "--option mode=lists  " in told and "Choose lists or strict." in told

    assert "elfengold: " in told
    assert "2 to 6 players" in told
    assert "numbered_HI" in told


def test_rules_are_numbered(pbem: Typed) -> None:
    """The rules can be printed for players."""
    assert "6.4" in pbem("rules", "elfengold").output


def test_help_orders_teaches(pbem: Typed) -> None:
    """The order help is made from the grammar, whole or for one verb."""
    whole, one = pbem("help-orders", "elfengold").output, pbem("help-orders", "elfengold", "dig").output

    assert "DIG" in whole.upper()
    assert "BORROW" in whole.upper()
    assert "BORROW" not in one.upper()
    assert "They are borrow, buy" in pbem("help-orders", "elfengold", "dig also", code=1).output


def test_new_says_what_comes_next(pbem: Typed, tmp_path: Path) -> None:
    """A new campaign names its digest, its first deadline in its zone, and the next command."""
    seats = ("--seat", "Ann=Ann Lee <ann@example.org>", "--seat", "bob=Bob")
    told = pbem("new", "elfengold", tmp_path / "m", *seats, "--seed", "short", "--deadline", "2026-12-06 20:00").output

    assert "Note: The seed is short" in told
    assert re.search(r"digest is [0-9a-f]{64}", told)
    assert "turn 1, opening round" in told
    assert "Sunday 6 December 2026, 20:00 (UTC); 6 days 11 hours left." in told
    assert "pbem send" in told


def test_new_draws_a_seed_of_its_own(pbem: Typed, tmp_path: Path) -> None:
    """Without --seed the luck of every campaign is its own, and nobody but the owner may read the seed."""
    seats = ("--seat", "ann=Ann", "--seat", "bob=Bob")
    for name in ("one", "two"):
        assert "Note:" not in pbem("new", "elfengold", tmp_path / name, *seats).output

    one, two = (tmp_path / name / "seed" for name in ("one", "two"))

    assert one.read_text() != two.read_text()
    assert 0o600 == one.stat().st_mode & 0o777


def test_status_tells_states_and_never_orders(pbem: Typed, mine: Path) -> None:
    """A moderator who plays sees who has sent a page, and nothing of what it says."""
    pbem("file", mine, "ann", "-", typed=OPENING)
    told = pbem("status", mine).output

    assert re.search(r"ann +in ", told)
    assert re.search(r"bob +missing ", told)
    assert "pbem run" in told
    assert "C, P" not in told


def test_status_as_data(pbem: Typed, mine: Path) -> None:
    """The same as JSON, deadline in UTC."""
    pbem("file", mine, "bob", "-", typed=OPENING)
    facts = json.loads(pbem("status", mine, "--json").output)

    assert {"ann": "missing", "bob": "in", "cy": "missing"} == {one["seat"]: one["state"] for one in facts["seats"]}
    assert (1, "opening round") == (facts["turn"], facts["moment"])
    assert "2026-12-06T20:00:00Z" == facts["deadline"]


def test_check_answers_and_files_nothing(pbem: Typed, mine: Path) -> None:
    """The answer repeats each order as understood, forecasts, and leaves the desk empty."""
    told = pbem("check", mine, "ANN", "-", typed=OPENING).output

    assert "Understood:" in told
    assert "What this does" in told
    assert "6 days 11 hours left" in told
    assert not (mine / "desk").exists()


def test_a_typo_gets_a_caret(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """A fault is shown with its place, a caret and a suggestion; the good lines stand."""
    page = tmp_path / "page.txt"
    page.write_text("buy 2 shovels\nrock at C\nmvoe to B\n")
    told = pbem("check", mine, "ann", page, code=1).output

    assert "page.txt:3:1: " in told
    assert "^^^^" in told
    assert "move" in told.split("page.txt:3:1: ")[1].split("\n")[0].lower()
    assert "Understood:" in told


def test_a_refused_page_leaves_the_old_one_in_force(pbem: Typed, mine: Path) -> None:
    """A page without an order replaces nothing, and the answer shows what is on file."""
    pbem("file", mine, "ann", "-", typed=OPENING)
    told = pbem("file", mine, "ann", "-", typed="Thanks for running this!\n", code=1).output

    assert "replaces nothing" in told
    assert "SHOVEL" in told.split("On file now:")[1].upper()


def test_quiet_filing_tells_states_alone(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """A moderator who plays can file everybody's pages without reading them."""
    told = pbem("file", mine, "--from", write_pages(tmp_path / "pages"), "--quiet").output

    assert "ann: in\n" in told
    assert not SECRETS.search(told.replace("Next: ", ""))


def test_one_bad_page_stops_no_other(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """In a folder of pages each is filed for itself; corrections follow first pages."""
    pages = write_pages(tmp_path / "pages")
    (pages / "bob.txt").write_bytes(b"\x00\x01\x02")
    (pages / "cy.2.txt").write_text("buy 3 pickaxes\n")
    (pages / "dan.txt").write_text(OPENING)
    told = pbem("file", mine, "--from", pages, code=1).output
    states = {one["seat"]: one["state"] for one in json.loads(pbem("status", mine, "--json").output)["seats"]}

    assert {"ann": "in", "bob": "refused"}.items() <= states.items()
    assert "dan.txt" in told
    assert told.index("cy, turn 1: filed") < told.rindex("cy, turn 1: filed")


def test_run_waits_for_the_missing(pbem: Typed, mine: Path) -> None:
    """While somebody is missing nothing is sealed, and the exit code says so."""
    pbem("file", mine, "ann", "-", typed=OPENING)
    told = pbem("run", mine, code=1).output

    assert "bob and cy" in told
    assert not (mine / "turns" / "001").exists()


def test_run_before_the_deadline_stops_and_asks(pbem: Typed, mine: Path) -> None:
    """Who still has time is not passed over, unless the moderator says so."""
    for seat in ("ann", "bob"):
        pbem("file", mine, seat, "-", typed=OPENING)

    assert "--really" in pbem("run", mine, "--missing", "nmr", code=1).output
    assert "No move received: cy." in pbem("run", mine, "--missing", "nmr", now="2026-12-06 20:01").output


def test_run_given_twice_does_nothing_the_second_time(pbem: Typed, played: Path) -> None:
    """A run that names its turn is refused once that turn is sealed."""
    before = sorted(path.name for path in (played / "turns").iterdir())
    told = pbem("run", played, "--turn", "1", code=1).output

    assert "Turn 1 is sealed already." in told
    assert before == sorted(path.name for path in (played / "turns").iterdir())


def test_run_tells_no_orders(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """What was ordered stands in the reports, not on the moderator's screen."""
    pbem("file", mine, "--from", write_pages(tmp_path / "pages"))
    told = pbem("run", mine).output

    assert "Turn 1, opening round, is sealed." in told
    assert not SECRETS.search(told)


def test_a_rehearsal_changes_nothing(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """A dry run writes all papers elsewhere; the real run writes the same."""
    pbem("file", mine, "--from", write_pages(tmp_path / "pages"))
    out = tmp_path / "look"
    pbem("run", mine, "--dry-run", out)

    assert not (mine / "turns" / "001").exists()

    pbem("run", mine)
    sealed = mine / "turns" / "001"

    assert (out / "reports" / "ann.txt").read_bytes() == (sealed / "reports" / "ann.txt").read_bytes()


@pytest.mark.parametrize("reader", [("--seat", "Ann"), ("--public",), ()])
@pytest.mark.parametrize("face", ["text", "html", "json", "svg"])
def test_show_as_sealed(pbem: Typed, played: Path, reader: tuple[str, ...], face: str) -> None:
    """Text, HTML and map are those that were sealed; JSON holds what the reader may know."""
    told = pbem("show", played, *reader, "--format", face).output
    name = "ann" if "Ann" in reader else "public"

    if face == "json":
        assert (None if name == "public" else "ann") == json.loads(told)["reader"]
    else:
        suffix = {"text": "txt"}.get(face, face)
        assert (played / "turns/001/reports" / f"{name}.{suffix}").read_text("utf-8") == told


def test_a_provisional_page_is_named(pbem: Typed, mine: Path) -> None:
    """Before the deadline it is not run over, and status says whose it is."""
    for seat, last in (("ann", "provisional\n"), ("bob", ""), ("cy", "")):
        told = pbem("file", mine, seat, "-", typed=OPENING + last).output

    assert "All who are asked have sent a page; provisional ones from ann. Next: pbem run" in told
    early = pbem("run", mine, now="2026-12-06 19:59:30", code=1).output
    assert "The deadline is less than a minute away, and ann sent a provisional page." in early


def test_a_run_long_after_its_deadline_is_doubted(pbem: Typed, mine: Path) -> None:
    """Though all pages are in: a clock that ran ahead would set every later deadline wrong."""
    for seat in ("ann", "bob", "cy"):
        pbem("file", mine, seat, "-", typed=OPENING)

    assert (
        "The deadline passed 365 days ago. Set the clock right"
        in pbem("run", mine, now="2027-12-06 20:00", code=1).output
    )
    pbem("run", mine, "--really", now="2027-12-06 20:00")


def test_a_map_that_is_no_map(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """A campaign's own map of which no picture can be made: the report goes out without it, and show says why."""
    own = mine / "templates/elfengold"
    own.mkdir(parents=True)
    (own / "map.svg.j2").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 100000"/>')
    pbem("run", mine, "--missing", "nmr", "--really")

    told = pbem("show", mine, "--format", "png", "--out", tmp_path / "map.png", code=1).output
    assert "No picture can be made of turns/001/reports/public.svg: it may be 3 times as high" in told
    assert "6 letters sent" in pbem("send", mine, "--to", tmp_path / "out").output
    assert b"image/png" not in (tmp_path / "out/001-ann-report.eml").read_bytes()


def test_show_draws_a_png(pbem: Typed, played: Path, tmp_path: Path) -> None:
    """The map as a picture goes into a file."""
    pbem("show", played, "--turn", "0", "--format", "png", "--out", tmp_path / "deep" / "map.png")

    assert (tmp_path / "deep" / "map.png").read_bytes().startswith(b"\x89PNG")


def test_a_seat_is_not_shown_what_others_laid(pbem: Typed, played: Path) -> None:
    """Kinds of counters that were not dug are nobody else's to know, in data as in text."""
    own = json.loads(pbem("show", played, "--seat", "ann", "--format", "json").output)
    public = json.loads(pbem("show", played, "--format", "json").output)

    assert own["view"]["own"]
    assert not public["view"]["own"]


def test_the_moderators_view_is_whole_and_logged(pbem: Typed, played: Path) -> None:
    """Everything of a turn, as data or text; the log keeps that somebody looked."""
    whole = json.loads(pbem("show", played, "--moderator", "--format", "json").output)
    text = pbem("show", played, "--moderator").output

    assert {"seal", "state", "turn"} == whole.keys()
    assert {"ann", "bob", "cy"} == whole["turn"]["sheets"].keys()
    assert "rock at C, P" in text
    assert 2 == pbem("log", played).output.count("moderator")


def test_send_twice_sends_once(pbem: Typed, played: Path, tmp_path: Path) -> None:
    """Each letter goes out once."""
    first = pbem("send", played, "--to", tmp_path / "out").output
    again = pbem("send", played, "--to", tmp_path / "out").output

    assert "6 letters sent" in first
    assert "Nothing to send" in again
    assert 6 == len(list((tmp_path / "out").glob("*.eml")))


def test_send_one_turn(pbem: Typed, played: Path, tmp_path: Path) -> None:
    """A turn can be sent by itself."""
    assert "3 letters sent" in pbem("send", played, "--to", tmp_path / "out", "--turn", "1").output


def test_undo_takes_back_and_the_same_run_repeats(pbem: Typed, played: Path) -> None:
    """An undone turn whose reports never went out comes out the same again."""
    report = played / "turns/001/reports/ann.txt"
    before = report.read_bytes()
    told = pbem("undo", played, "--turn", "1", "--reason", "a slip of mine").output

    assert "On the desk again: the pages of ann, bob, cy." in told
    assert "the luck stays the same" in told

    pbem("run", played, "--turn", "1")

    assert before == report.read_bytes()


def test_undo_after_mailing_says_what_was_told(pbem: Typed, played: Path, tmp_path: Path) -> None:
    """What had gone out is named, and the correction is marked."""
    pbem("send", played, "--to", tmp_path / "out")
    told = pbem("undo", played, "--turn", "1", "--reason", "a slip of mine").output
    pbem("run", played)

    assert "Told already: Turn 1" in told
    assert "a slip of mine" in pbem("show", played).output


def test_verify_proves(pbem: Typed, played: Path) -> None:
    """A sound campaign verifies, reports included."""
    assert "the set-up and 1 turn verified" in pbem("verify", played).output
    assert "byte for byte" in pbem("verify", played, "--reports").output


def test_the_log_tells_every_act(pbem: Typed, played: Path) -> None:
    """One line for each act, without what the pages say."""
    told = pbem("log", played).output

    assert ["new", "file", "file", "file", "run"] == [line.split()[3] for line in told.splitlines()]
    assert not SECRETS.search(told)
    assert 2 == len(pbem("log", played, "--last", "2").output.splitlines())


def test_a_finished_game_asks_nothing(pbem: Typed, tmp_path: Path) -> None:
    """After the end status says so, run refuses, and the seed is told."""
    pbem("demo", "--into", tmp_path / "demo")

    assert "The game is over" in pbem("status", tmp_path / "demo").output
    assert "The game is over" in pbem("run", tmp_path / "demo", code=1).output
    assert (tmp_path / "demo" / "seed").read_text().strip() in pbem("show", tmp_path / "demo").output
