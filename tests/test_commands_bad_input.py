"""Whatever people type, write or break: a clear message, the right exit code, nothing lost."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from pbem.store import Store
from tests.prompt import Typed

GOOD = "buy 2 shovels\nrock at C, P\ngold at B, B, O\n"
SEATS = ("--seat", "ann=Ann", "--seat", "bob=Bob")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, apart from the lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


# ---------------------------------------------------------------- what is typed


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("new", "elfengoldd", "m", *SEATS), 1, "Did you mean 'elfengold'?"),
        (("new", "elfengold", "m", *SEATS, "--seed", "x" * 1001), 2, "more than 1000 letters"),
        (("undo", "m", "--turn", "1", "--reason", "x" * 1001), 2, "more than 1000 letters"),
        (("help-orders", "elfengold", "xyz"), 1, "They are borrow, buy,"),
        (("rules", "chess"), 1, "The games are"),
        (("help-orders", "elfengold", "diig"), 1, "Did you mean 'dig'?"),
        (("new", "elfengold", "m", *SEATS, "--option", "numberedHI=true"), 1, "Did you mean 'numbered_HI'?"),
        (("new", "elfengold", "m", *SEATS, "--option", "numbered_HI=perhaps"), 1, "must be true or false"),
        (("new", "elfengold", "m", *SEATS, "--option", "numbered_HI"), 2, "not written as"),
        (("new", "elfengold", "m", "--seat", "ann"), 2, "not written as"),
        (("new", "elfengold", "m", "--seat", "ann=Ann"), 1, "is for 2 to 6 players, not 1"),
        (("new", "elfengold", "m", *SEATS, "--seat", "ann=Ann"), 1, "named more than once"),
        (("new", "elfengold", "m", *SEATS, "--seat", "hut=Hut"), 1, "'hut' is a word of"),
        (("new", "elfengold", "m", *SEATS, "--seat", "7up=Sid"), 1, "'7up' is no seat name"),
        (("new", "elfengold", "m", *SEATS, "--seat", "public=Pat"), 1, "'public' cannot name a seat"),
        (("new", "elfengold", "m", *SEATS, "--zone", "Europe/Londn"), 1, "Europe/London"),
        (("new", "elfengold", "m", *SEATS, "--deadline", "next Sunday"), 1, "2026-12-06 20:00"),
        (("new", "elfengold", "m", *SEATS, "--every", "now and then"), 1, "is no rhythm"),
        (("new", "elfengold", "m", *SEATS, "--now", "noon"), 2, "is no time"),
        (("new", "elfengold", "m", *SEATS, "--option", "x=1", "--deadline", "soon"), 1, "'soon' is no time"),
        (("new", "elfengold", "m", *SEATS, "--option", "x=1", "--zone", "Nowhere"), 1, "has no option 'x'"),
        (("new", "elfengold", "m", *SEATS, "--moderator", "Kim <kim@exa..org>"), 1, "no address for the moderator"),
        (("new", "elfengold", "m", *SEATS, "--observer", "a b@example.org"), 1, "no address for observer-1"),
        (("new", "elfengold", "m", "--seat", "ann=A <a@x.org>, <b@x.org>", "--seat", "bob=B"), 1, "no address for ann"),
        (("new", "elfengold", "m", "--seat", "ann=Jo", "--seat", "bob=jo "), 1, "Ann and bob are both called 'jo'"),
        (("new", "elfengold", "m", "--seat", "ann=Bob", "--seat", "bob="), 1, "are both called 'bob'"),
        (("statsu", "m"), 2, "No such command"),
        (("status", "m", "--jsn"), 2, "No such option"),
        (("status", "nowhere"), 1, "is no campaign"),
        (("file", "m"), 2, "--from FOLDER"),
        (("send", "m"), 2, "--to FOLDER or --smtp URL"),
        (("send", "m", "--smtp", "smtp://kim:secret@localhost"), 2, "PBEM_SMTP_PASSWORD"),
        (("demo", "elfengol"), 1, "Did you mean 'elfengold'?"),
        (("arena", "elfengold", "--seats", "4", "--option", "nope=1"), 1, "has no option 'nope'"),
    ],
)
def test_typing_errors(
    pbem: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, told: str
) -> None:
    """Each says what is wrong and what would be right, and makes no folder."""
    monkeypatch.chdir(tmp_path)

    assert told in pbem(*words, code=code).output
    assert [] == list(tmp_path.iterdir())


def test_a_secret_in_a_url_is_not_repeated(pbem: Typed, mine: Path) -> None:
    """A password typed by mistake does not appear on the screen again."""
    assert "s3cret" not in pbem("send", mine, "--smtp", "smtp://kim:s3cret@localhost", code=2).output


def test_new_never_writes_over_anything(pbem: Typed, mine: Path) -> None:
    """A folder that holds something is left alone."""
    before = tree(mine)

    assert "is not empty" in pbem("new", "elfengold", mine, *SEATS, code=1).output
    assert before == tree(mine)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("check", "ann", "no-such-page.txt"), 1, "cannot be read"),
        (("check", "anm", "-"), 1, "Did you mean 'ann'?"),
        (("check", "zebedee", "-"), 1, "The seats are ann, bob, cy."),
        (("file", "--from", "no-such-folder"), 1, "cannot be read"),
        (("run", "--turn", "3"), 1, "Turn 3 is not the next turn"),
        (("show", "--turn", "9"), 1, "not sealed yet"),
        (("show", "--seat", "anm"), 1, "Did you mean 'ann'?"),
        (("show", "--seat", "ann", "--public"), 2, "Choose one"),
        (("show", "--moderator", "--format", "svg"), 2, "text or JSON"),
        (("show", "--format", "txt"), 2, "'text'"),
        (("show", "--out", "campaign.yaml/x"), 1, "cannot be written"),
        (("undo", "--turn", "0", "--reason", "x"), 1, "cannot be taken back"),
        (("undo", "--turn", "2", "--reason", "x"), 1, "is not sealed"),
        (("undo", "--turn", "2"), 2, "--reason"),
    ],
)
def test_wrong_words_for_a_campaign(
    pbem: Typed, mine: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, told: str
) -> None:
    """A campaign is as it was after a command that could not be followed."""
    monkeypatch.chdir(mine)
    before = tree(mine)
    command, *rest = words

    assert told in pbem(command, ".", *rest, code=code, typed=GOOD).output
    assert before == tree(mine)


def test_an_unknown_space_is_named(pbem: Typed, mine: Path) -> None:
    """An order to a space that is not there gets a caret, and the nearest names."""
    told = pbem("check", mine, "ann", "-", typed="rock at Baskit\n", code=1).output

    assert "asket" in told.split("Baskit", 1)[1]
    assert "^^^^^^" in told


# ---------------------------------------------------------------- what is on a page


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"\xef\xbb\xbf" + GOOD.encode(), id="BOM"),
        pytest.param(GOOD.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(GOOD.replace("\n", "\r").encode(), id="CR"),
        pytest.param(GOOD.encode("utf-16"), id="UTF-16 with its mark"),
        pytest.param("buy 2 shov\u200bels\nro\u00adck at C, P\ngold at B, B, O\u200f\n".encode(), id="zero width"),
        pytest.param("\u202ebuy 2 shovels\u202c\nrock at C, P\n\u2067gold at B, B, O\u2069\n".encode(), id="bidi"),
        pytest.param("ｂｕｙ ２ ｓｈｏｖｅｌｓ\nｒｏｃｋ ａｔ Ｃ， Ｐ\ngold at B, B, O\n".encode(), id="full width"),
        pytest.param("buy 2 shоvels\nrосk at С, Р\ngold at В, В, О\n".encode(), id="Cyrillic"),
    ],
)
def test_odd_letters_are_read(pbem: Typed, mine: Path, raw: bytes) -> None:
    """What editors and keyboards do to a page does not change what it says."""
    plain = pbem("check", mine, "ann", "-", typed=GOOD).output
    odd = pbem("check", mine, "ann", "-", typed=raw).output

    assert plain.split("\n\n")[1] == odd.split("\n\n")[1]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n \n\t\n", id="blank"),
        pytest.param(b"buy 2 shovels\n" * 800_000, id="10 MB"),
        pytest.param(bytes(range(256)) * 20, id="binary"),
        pytest.param(b"buy 2 \0shovels\n", id="NUL"),
        pytest.param(GOOD.encode("utf-16-le"), id="UTF-16 without its mark"),
        pytest.param(b"\xff\xfe" + b"\x00\xd8" * 50, id="UTF-16 broken"),
        pytest.param(b"move to B\n" * 10_001, id="more than 10,000 lines"),
        pytest.param(b"turn 7 years ago we met\n", id="words only"),
        pytest.param(b"buy " + b"9" * 400 + b" shovels\n", id="400 digits"),
        pytest.param(b"turn 0\nbuy 2 shovels\n", id="an earlier turn"),
    ],
)
def test_bad_pages_replace_nothing(pbem: Typed, mine: Path, raw: bytes) -> None:
    """A page that cannot be taken is answered, and the earlier page stays in force."""
    pbem("file", mine, "ann", "-", typed=GOOD)
    told = pbem("file", mine, "ann", "-", typed=raw, code=1).output

    assert "2 SHOVEL" in told.split("On file now:")[1].upper()


def test_a_page_that_cannot_be_read_is_silence(pbem: Typed, mine: Path) -> None:
    """Its seat is refused, the turn waits for it as for a missing one, and all are told who missed it."""
    for seat, page in (("ann", GOOD), ("bob", "digg with a spune\n"), ("cy", GOOD)):
        pbem("file", mine, seat, "-", code=None, typed=page)
    status = pbem("status", mine).output
    waits = pbem("run", mine, code=1).output
    pbem("undo", mine, "--turn", "1", "--reason", "x", code=1)
    sealed = pbem("run", mine, "--missing", "nmr", "--really").output

    assert "bob  refused" in status and "--missing nmr" in status and "All who are asked" not in status
    assert "No order of bob could be read; turn 1 waits." in waits
    assert "No move received: bob." in sealed
    assert "No orders came from Bob Hart." in pbem("show", mine).output


def test_a_page_refused_in_part_does_not_hide(pbem: Typed, mine: Path) -> None:
    """Nobody is missing, and whose page could be better is named."""
    for seat, page in (("ann", GOOD), ("bob", GOOD + "dgi with a spune\n"), ("cy", GOOD)):
        told = pbem("file", mine, seat, "-", code=None, typed=page).output

    assert "All who are asked have sent a page; something was refused of bob. Next: pbem run" in told


def test_a_page_for_a_later_turn_is_kept(pbem: Typed, mine: Path) -> None:
    """Orders for another turn wait for it, unopened."""
    told = pbem("file", mine, "ann", "-", typed="turn 2\nmove to B\n").output

    assert "kept unopened until that turn comes" in told
    assert (mine / "desk" / "002" / "ann.txt").exists()


def test_ten_thousand_lines_get_a_short_answer(pbem: Typed, mine: Path) -> None:
    """A long page of nonsense gets a bounded answer."""
    told = pbem("check", mine, "ann", "-", typed="dgi with a spoon\n" * 9_999, code=1).output

    assert len(told.splitlines()) < 2_000


def test_ten_thousand_good_lines_get_a_short_answer(pbem: Typed, mine: Path) -> None:
    """A page that orders the same ten thousand times is answered in few words, and so is its report."""
    told = pbem("file", mine, "ann", "-", typed="buy a shovel\n" * 9_999, code=1).output
    pbem("run", mine, "--missing", "nmr", "--really")

    assert len(told.splitlines()) < 600
    assert ("And 9799 more." in told) and ("And 9954 more." in told)
    assert (mine / "turns/001/reports/ann.html").stat().st_size < 60_000
    assert "And 9954 more such lines." in (mine / "turns/001/reports/ann.txt").read_text()


@pytest.mark.parametrize("raw", [b"", b" \n\t\n", b"Hello Kim,\nuntil Sunday!\n"])
def test_a_page_without_orders_is_told_so_once(pbem: Typed, mine: Path, raw: bytes) -> None:
    """One sentence, and no place that does not exist."""
    told = pbem("check", mine, "ann", "-", typed=raw, code=1).output

    assert told.count("replaces nothing.") == 2, "the fate in the first line, and the reason"
    assert ":0:" not in told


@pytest.mark.parametrize(
    "raw", [b"buy\0", b"\x81\x8d buy a shovel", "buy".encode("utf-16-le"), b"\xff\xfebuy a shovel\n"]
)
def test_a_page_that_is_no_text(pbem: Typed, mine: Path, raw: bytes) -> None:
    """It is not read, whatever it may hold, and what to do is told."""
    told = pbem("check", mine, "ann", "-", typed=raw, code=1).output

    assert "This is not plain text; it was not read. Save it as plain text (UTF-8) and send it again." in told
    assert "On file now:\n    nothing" in told


def test_a_file_that_is_not_there_is_no_page(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """A slip in a file's name is the moderator's: nothing is filed, and the seat stays as it was."""
    before = tree(mine)
    for act in ("check", "file"):
        told = pbem(act, mine, "ann", tmp_path / "an.txt", code=1).output
        assert "an.txt cannot be read: no such file or directory." in told
        assert "cannot be read: is a directory" in pbem(act, mine, "ann", tmp_path, code=1).output

    assert before == tree(mine)


def test_a_file_of_a_folder_that_cannot_be_read(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """It is named, it becomes no page, and the others are filed."""
    pages = tmp_path / "pages"
    (pages / "ann.txt").mkdir(parents=True)
    (pages / "bob.txt").symlink_to("nowhere")
    (pages / "cy.txt").write_text(GOOD)
    os.mkfifo(pages / "cy.2.txt")
    told = pbem("file", mine, "--from", pages, "--quiet", code=1).output
    assert "cy.2.txt cannot be read: it is no file." in told

    assert "ann.txt cannot be read: is a directory." in told
    assert "bob.txt cannot be read: no such file or directory." in told
    assert ["cy.json", "cy.txt"] == sorted(path.name for path in (mine / "desk/001").iterdir())


def test_a_folder_filed_again_turns_nothing_back(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """Pages that lie in a folder since last time are not filed anew, over newer ones or for the next turn."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for name, page in (("ann.txt", GOOD), ("ann.2.txt", GOOD + "press: hi\n"), ("cy.txt", f"turn 2\n{GOOD}")):
        (pages / name).write_text(page)
    pbem("file", mine, "--from", pages)
    pbem("file", mine, "ann", "-", typed="buy a pickaxe\n")
    before = tree(mine)
    again = pbem("file", mine, "--from", pages).output
    assert before == tree(mine)
    assert all(f"{name} was filed before." in again for name in ("ann.txt", "ann.2.txt", "cy.txt"))

    (pages / "bob.txt").write_text(GOOD)
    assert "bob: in" in pbem("file", mine, "--from", pages, "--quiet").output
    pbem("run", mine, "--missing", "nmr", "--really")
    later = pbem("file", mine, "--from", pages, "--quiet", code=1).output
    assert "bob.txt is the page that was filed for turn 1. If it is meant again, file it by itself." in later
    assert not (mine / "desk/002/bob.txt").exists()
    pbem("file", mine, "bob", pages / "bob.txt", code=None)
    assert (mine / "desk/002/bob.txt").exists()


def test_two_pages_with_one_number_are_not_guessed_between(pbem: Typed, mine: Path, tmp_path: Path) -> None:
    """Of two first pages of a seat neither is filed; other seats are."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for name in ("ann.txt", "ann.1.txt", "bob.txt"):
        (pages / name).write_text(GOOD)
    told = pbem("file", mine, "--from", pages, code=1).output

    assert "are both page 1 of ann" in told
    assert ["bob.json", "bob.txt"] == sorted(path.name for path in (mine / "desk/001").iterdir())


def test_jinja_is_text(pbem: Typed, tmp_path: Path) -> None:
    """What people write is never run: not in a title, not in a name, not in press."""
    folder = tmp_path / "m"
    seats = ("--seat", "ann={{ 6*7 }} Lee", "--seat", "bob={% raw %}")
    pbem("new", "elfengold", folder, *seats, "--title", "{{ seed }} {{ 6*7 }}")
    pbem("file", folder, "ann", "-", typed=GOOD + "press: {{ 6*7 }} {% for x in y %}\n")
    pbem("file", folder, "bob", "-", typed=GOOD)
    pbem("run", folder)

    for face in ("text", "html", "svg"):
        told = pbem("show", folder, "--format", face).output
        assert "42 Lee" not in told
        assert "{{ 6*7 }}" in told or face == "svg"
    assert "{% for x in y %}" in pbem("show", folder).output


# ---------------------------------------------------------------- what happens to the folder


def test_all_faults_of_the_settings_at_once(pbem: Typed, mine: Path) -> None:
    """Each fault of campaign.yaml is told with its line."""
    paper = mine / "campaign.yaml"
    text = paper.read_text().replace('every: "7 days"', "every: 7").replace("zone: ", "zoen: ", 1)
    paper.write_text(text + 'title: "Again"\n')
    lines = text.splitlines()
    told = pbem("status", mine, code=1).output

    for start in ("every: ", "zoen: "):
        number = next(number for number, line in enumerate(lines, 1) if line.startswith(start))
        assert f"campaign.yaml:{number}:" in told
    assert f"campaign.yaml:{len(lines) + 1}:1: " in told
    assert "Did you mean 'zone'?" in told


def test_times_and_types_are_told_together(pbem: Typed, mine: Path) -> None:
    """A time that is none is told with its own line, beside faults of other kinds, in words for people."""
    paper = mine / "campaign.yaml"
    text = paper.read_text().replace('"2026-12-06 20:00"', "tomorrow").replace('title: "The Deep Mine"', "title: 7")
    text = text.replace("extensions: {}", 'extensions: {2: "2027-03-28 01:30", x: "2026-12-13 20:00", 3: 7}')
    paper.write_text(text.replace("observers: []", "observers: {a: b}").replace("ann: {", "ann: 7 # {"))
    told = pbem("status", mine, code=1).output
    lines = {line.partition(":")[0]: number for number, line in enumerate(text.splitlines(), 1)}

    assert f"campaign.yaml:{lines['title']}:8: 'title' must be text; put it in quotes." in told
    assert f"campaign.yaml:{lines['deadline']}:11: 'tomorrow' is no time" in told
    assert f"campaign.yaml:{lines['extensions']}:17: '2027-03-28 01:30' does not exist in Europe/London" in told
    assert "'extensions: x' must be a whole number." in told
    assert "'extensions: 3' must be text" in told
    assert "'observers' must be a list" in told
    assert "'seats: ann' must hold lines of 'name: value'" in told
    assert not any(word in told for word in ("Input", "tuple", "dictionary", "valid string"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Europe/London", "europe/london", "did you mean 'Europe/London'?"),
        ("Europe/London", "Europe/Londn", "did you mean 'Europe/London'?"),
        ("2026-12-06", "0001-01-01", "the year must lie between 1970 and 2199"),
        ("2026-12-06", "9999-12-31", "the year must lie between 1970 and 2199"),
        ("The Deep Mine", " \\u200b ", "The title is blank"),
        ("  ann:", "\tann:", "begins with a tab"),
    ],
)
def test_odd_settings(pbem: Typed, mine: Path, old: str, new: str, told: str) -> None:
    """A suggestion where there is one, and no number that arithmetic with dates cannot bear."""
    paper = mine / "campaign.yaml"
    paper.write_text(paper.read_text().replace(old, new, 1))

    assert told in pbem("status", mine, code=1).output


def test_a_title_does_not_reach_into_the_terminal(pbem: Typed, mine: Path) -> None:
    """Control characters of a title are not printed, wherever it is named."""
    paper = mine / "campaign.yaml"
    paper.write_text(paper.read_text().replace("The Deep Mine", "\\x1b]0;x\\x07The\\nMine \\u202e"))

    for words in (("status",), ("status", "--json"), ("verify",)):
        told = pbem(words[0], mine, *words[1:]).output
        assert "]0;x The Mine" in told
        assert not {"\x1b", "\x07", "\u202e"} & set(told)


@pytest.mark.parametrize("now", ["0001-01-01 00:00", "9999-12-31 23:59", "1969-12-31 23:59"])
def test_a_clock_beyond_reason(pbem: Typed, mine: Path, now: str) -> None:
    """A year in which nobody plays is refused before anything is counted with it."""
    assert "between 1970 and 2199" in pbem("status", mine, "--now", now, code=2).output


@pytest.mark.parametrize(("old", "new"), [("ann:", "anne:"), ('game: "elfengold"', 'game: "chess"')])
def test_what_is_fixed_cannot_be_edited(pbem: Typed, mine: Path, old: str, new: str) -> None:
    """Seats and game are those of turn 0."""
    paper = mine / "campaign.yaml"
    paper.write_text(paper.read_text().replace(old, new, 1))

    assert "fixed since turn 0" in pbem("status", mine, code=1).output


@pytest.mark.parametrize("gone", ["campaign.yaml", "turns/000", "turns/000/seal.json", "turns"])
def test_half_deleted(pbem: Typed, mine: Path, gone: str) -> None:
    """A campaign with a part missing is damaged: the message names the part."""
    path = mine / gone
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    told = pbem("run", mine, "--missing", "nmr", "--really", code=3).output

    assert Path(gone).name in told
    assert "missing" in told


def test_a_seed_kept_elsewhere(pbem: Typed, mine: Path) -> None:
    """Somebody else may keep the seed; then nothing can be run until it is put back, but pages can come in."""
    (mine / "seed").unlink()

    assert "Put it back" in pbem("run", mine, "--missing", "nmr", "--really", code=1).output
    assert "filed" in pbem("file", mine, "ann", "-", typed=GOOD).output


def test_a_lost_position_is_named(pbem: Typed, mine: Path) -> None:
    """So is one that lacks the position it should go on from."""
    (mine / "turns/000/state.json").unlink()

    assert "turns/000/state.json" in pbem("status", mine, code=3).output


def test_from_a_newer_version(pbem: Typed, mine: Path) -> None:
    """A campaign that this pbem is too old for is left alone."""
    seal = mine / "turns/000/seal.json"
    seal.write_text(json.dumps(json.loads(seal.read_text()) | {"format": 99}))
    before = tree(mine)

    assert "newer pbem" in pbem("run", mine, code=1).output
    assert before == tree(mine)


@pytest.mark.parametrize("name", ["state.json", "turn.json", "seal.json", "reports/bob.html", "letters.json"])
def test_verify_names_what_was_edited(pbem: Typed, mine: Path, name: str) -> None:
    """One changed byte in a sealed turn is found: file and turn are named."""
    path = mine / "turns/000" / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    told = pbem("verify", mine, code=3).output

    assert f"turns/000/{name}" in told
    assert "turn 0" in told


@pytest.mark.parametrize("words", [("file", "ann", "-"), ("run",), ("undo", "--turn", "1", "--reason", "x")])
def test_in_use_by_another(pbem: Typed, mine: Path, words: tuple[str, ...]) -> None:
    """While one command changes a campaign, another is told who is at work."""
    command, *rest = words
    with Store(mine).lock("run", "2026-11-30T09:00:00Z"):
        told = pbem(command, mine, *rest, code=1, typed=GOOD).output

    assert "is in use by 'pbem run'" in told
    assert "try again" in told
