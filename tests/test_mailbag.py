"""From sealed papers and a list of people to letters: who gets what, and what happens when something is missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.address import Mailbox
from pbem.mail.bag import due, sender
from pbem.mail.outbox import Posted, send
from pbem.mail.route import Folder
from pbem.mail.thread import Heading, letters
from pbem.model import Problem
from pbem.printer import Printer
from pbem.store import Store

SEALED_AT = datetime(2026, 12, 6, 20, 0, tzinfo=UTC)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'
    '<title>Map of {}</title><rect width="9" height="9"/></svg>'
)


@dataclass(frozen=True)
class Player:
    """Somebody in campaign.yaml."""

    name: str
    address: str


@dataclass(frozen=True)
class People:
    """Everybody in campaign.yaml."""

    moderator: Player
    seats: Mapping[str, Player]
    observers: Sequence[Player] = ()


@dataclass(frozen=True)
class Sealed:
    """A turn that was sealed."""

    number: int
    attempt: int
    digest: str
    when: datetime
    held: Mapping[str, str]

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its papers."""
        return tuple(self.held)

    def read(self, name: str) -> bytes:
        """A paper."""
        return self.held[name].encode()


BOB = Player("Bob", "bob@example.org")
PEOPLE = People(
    Player("Mo Derator", "mo@example.org"),
    {"ann": Player("Ann Lee", "ann@example.org"), "bob": BOB},
    [Player("Eve", "eve@example.org")],
)


def papers(reader: str) -> dict[str, str]:
    """What a turn was sealed with for one reader."""
    drawing = SVG.format(reader)
    html = f"<html><body><p>secret of {reader}</p>{drawing}</body></html>"
    return {
        f"reports/{reader}.txt": f"secret of {reader}\n",
        f"reports/{reader}.html": html,
        f"reports/{reader}.svg": drawing,
    }


def sealed(**changes: str | None) -> Sealed:
    """A sealed turn with two seats and an observer; ``changes`` replace papers, or take them away."""
    held = papers("ann") | papers("bob") | papers("public")
    for name, content in changes.items():
        path = f"reports/{name.replace('_', '.')}"
        held.pop(path)
        held |= {path: content} if content is not None else {}
    entries = letters(Heading("c0ffee", "Gold", 3, "round 2"), ["ann", "bob"], 1)
    listed = json.dumps([entry.facts() for entry in entries])
    return Sealed(3, 0, "seal", SEALED_AT, {"letters.json": listed} | held)


@pytest.fixture
def post(tmp_path: Path) -> Callable[..., Posted]:
    """Sends to the folder ``out``."""

    def posted(turn: Sealed, people: People = PEOPLE) -> Posted:
        written_by = sender(people)
        assert isinstance(written_by, Mailbox)
        press = Printer(overrides=tmp_path / "templates")
        found = due(turn, people, written_by, press)
        assert not isinstance(found, Problem)
        return send(Store(tmp_path), found, Folder(tmp_path / "out"), SEALED_AT)

    return posted


def read(path: Path) -> EmailMessage:
    """A letter as another program reads it."""
    return message_from_bytes(path.read_bytes(), policy=policy.default)


def body(message: EmailMessage, kind: str) -> str:
    """The text or HTML of a letter."""
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def test_each_reader_gets_his_own_papers(post: Callable[..., Posted], tmp_path: Path) -> None:
    """A seat gets its report, an observer the public summary, and nobody a word that is meant for another."""
    posted = post(sealed())

    assert ["003-ann-report", "003-bob-report", "003-observer-1-summary"] == posted.sent
    readers = {"003-ann-report": "ann", "003-bob-report": "bob", "003-observer-1-summary": "public"}
    for name, reader in readers.items():
        letter = read(tmp_path / "out" / f"{name}.eml")
        texts = [body(letter, "plain"), body(letter, "html")]
        assert all(f"secret of {reader}" in text for text in texts)
        assert not any(f"secret of {other}" in text for other in {*readers.values()} - {reader} for text in texts)
        assert f'alt="Map of {reader}"' in texts[1]
        picture = next(part for part in letter.walk() if part.get_content_type() == "image/png")
        assert bytes(picture.get_content()).startswith(b"\x89PNG\r\n")


def test_nothing_secret_is_in_a_head(post: Callable[..., Posted], tmp_path: Path) -> None:
    """Head and file name of a letter tell the campaign, the turn and the reader, and nobody else."""
    post(sealed())

    head = (tmp_path / "out" / "003-ann-report.eml").read_bytes().split(b"\r\n\r\n")[0].lower()

    assert b"secret" not in head
    assert b"bob" not in head
    assert b"eve" not in head


def test_who_has_no_address_is_named(post: Callable[..., Posted]) -> None:
    """A player who plays on paper is no fault: a note says whose report must be handed over."""
    people = replace(PEOPLE, seats={"ann": Player("Ann", " "), "bob": BOB})

    posted = post(sealed(), people)

    assert ["003-bob-report", "003-observer-1-summary"] == posted.sent
    assert ["no-address"] == [problem.code for problem in posted.problems if not problem.refuses]
    assert "ann" in posted.problems[0].message


def test_who_has_a_wrong_address_is_named(post: Callable[..., Posted]) -> None:
    """A wrong address is a fault, and all others get their letters."""
    people = replace(PEOPLE, seats={"ann": Player("Ann", "ann at home"), "bob": BOB})

    posted = post(sealed(), people)

    assert ["003-bob-report", "003-observer-1-summary"] == posted.sent
    assert ["address"] == [problem.code for problem in posted.problems if problem.refuses]


def test_the_moderator_needs_an_address() -> None:
    """Letters are from the moderator, so that his address must be right."""
    assert isinstance(sender(replace(PEOPLE, moderator=Player("Mo", ""))), Problem)


def test_a_strange_list_is_a_problem() -> None:
    """A letters.json that this pbem cannot read is named."""
    turn = replace(sealed(), held={"letters.json": "{}"})

    assert isinstance(due(turn, PEOPLE, Mailbox("Mo", "mo@example.org"), Printer()), Problem)


def test_an_observer_who_left_gets_nothing(post: Callable[..., Posted]) -> None:
    """Who is no longer on the list is not written to, and that is no fault."""
    posted = post(sealed(), replace(PEOPLE, observers=[]))

    assert (["003-ann-report", "003-bob-report"], []) == (posted.sent, posted.problems)


@pytest.mark.parametrize("paper", ["ann_txt", "ann_html"])
def test_a_lost_paper_holds_one_letter_back(post: Callable[..., Posted], paper: str) -> None:
    """An empty letter is never sent: the lost paper is named and the others go."""
    posted = post(sealed(**{paper: None}))

    assert ["003-bob-report", "003-observer-1-summary"] == posted.sent
    assert f"reports/{paper.replace('_', '.')}" in posted.problems[0].message


@pytest.mark.parametrize("drawing", [None, "", "<svg", "no drawing"])
def test_a_map_that_cannot_be_drawn_is_left_out(
    post: Callable[..., Posted], tmp_path: Path, drawing: str | None
) -> None:
    """A report goes out without its picture rather than not at all."""
    posted = post(sealed(ann_svg=drawing))

    letter = read(tmp_path / "out" / "003-ann-report.eml")

    assert 3 == len(posted.sent)
    assert "image/png" not in [part.get_content_type() for part in letter.walk()]
    assert "secret of ann" in body(letter, "html")


def test_a_campaign_may_frame_its_letters(post: Callable[..., Posted], tmp_path: Path) -> None:
    """A campaign's own template goes first; while it is faulty the letters wait, and then they go."""
    own = tmp_path / "templates" / "letters" / "letter.txt.j2"
    own.parent.mkdir(parents=True)
    own.write_text("Greetings!\n{{ txet }}\n")
    assert {"template"} == {problem.code for problem in post(sealed()).problems}
    own.write_text("Greetings!\n{{ text }}\n")

    assert 3 == len(post(sealed()).sent)
    assert body(read(tmp_path / "out" / "003-ann-report.eml"), "plain").startswith("Greetings!")


def test_a_template_of_the_campaign_runs_in_the_sandbox(post: Callable[..., Posted], tmp_path: Path) -> None:
    """A template that reaches for the machine, or would never end, is refused."""
    own = tmp_path / "templates" / "letters" / "letter.txt.j2"
    own.parent.mkdir(parents=True)
    for evil in (
        "{{ ''.__class__.__mro__ }}",
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    ):
        own.write_text(evil)

        assert [] == post(sealed()).sent
