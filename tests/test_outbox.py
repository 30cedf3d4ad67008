"""Letters go out once: through refusals, broken lines, slow servers, kills, and by whatever way."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.mail import outbox
from pbem.mail.address import Mailbox, mailbox
from pbem.mail.outbox import Due, Posted
from pbem.mail.route import Folder, Route, publish
from pbem.mail.smtp import Server, Smtp, server, smtp
from pbem.model import Problem
from pbem.store import CampaignError, Store
from tests.postoffice import HANG_UP, PAPERS, PostOffice

NOW = datetime(2026, 12, 6, 20, 0, tzinfo=UTC)
SEATS = ("ann", "bob", "cid", "dan")
MODERATOR = Mailbox("Mo", "mo@example.org")
TRUSTING = {"PBEM_SMTP_CA_FILE": str(PAPERS)}
ROOT = Path(__file__).parents[1]


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A post office that takes everything."""
    with PostOffice() as office:
        yield office


@pytest.fixture
def drawer(tmp_path: Path) -> Store:
    """Where the letters are kept."""
    return Store(tmp_path / "campaign")


def due(
    seats: Sequence[str] = SEATS, turn: int = 3, attempt: int = 0, seal: str = "s1", at: str = "example.org"
) -> list[Due]:
    """A letter for each seat."""
    return [letter(seat, turn, attempt, seal, f"{seat}@{at}") for seat in seats]


def letter(seat: str, turn: int, attempt: int, seal: str, address: str) -> Due:
    """One letter, whose text tells it from all others."""
    to = mailbox(seat.title(), address, seat)
    head = f"From: mo@example.org\r\nTo: {address}\r\nMessage-ID: <{turn}.{attempt}.{seat}@pbem.invalid>"
    long = "0123456789\r\n" * 400
    content = f"{head}\r\n\r\n{seat} {turn} {attempt} {seal}\r\n..\r\n.\r\n{long}".encode()
    return Due(turn, attempt, seal, seat, "report", MODERATOR, to, lambda: content)


def way(office: PostOffice, scheme: str = "smtp", **patience: float) -> Smtp:
    """The way to a post office."""
    found = server(office.url(scheme), TRUSTING)
    assert isinstance(found, Server)
    return Smtp(found, **patience)


def post(drawer: Store, letters: Sequence[Due], route: Route) -> Posted:
    """Sends what is due."""
    return outbox.send(drawer, letters, route, NOW)


def states(drawer: Store, turn: int = 3) -> dict[str, str]:
    """The state of each letter by its reader."""
    found = outbox.states(drawer, turn)
    return {name.split("-")[1]: record.state for name, record in found.items() if isinstance(record, outbox.Record)}


def refusals(posted: Posted) -> list[str]:
    """The codes of what went wrong."""
    return [problem.code for problem in posted.problems if problem.refuses]


def all_once(office: PostOffice, seats: Sequence[str] = SEATS, at: str = "example.org") -> bool:
    """Whether everybody got exactly one letter."""
    return office.counts() == {f"{seat}@{at}": 1 for seat in seats}


def test_everybody_gets_his_letter(office: PostOffice, drawer: Store) -> None:
    """Each letter goes to its one recipient over one connection, byte for byte as it is stored."""
    posted = post(drawer, due(), way(office))

    assert ["003-ann-report", "003-bob-report", "003-cid-report", "003-dan-report"] == posted.sent
    assert [] == posted.problems
    assert 1 == office.connections
    assert all_once(office)
    for sender, recipient, content in office.taken:
        assert "mo@example.org" == sender
        assert drawer.read(f"sent/003/003-{recipient.split('@')[0]}-report.eml") == content


def test_a_second_send_sends_nothing(office: PostOffice, drawer: Store) -> None:
    """What has gone out stays out, by whatever way it went."""
    post(drawer, due(), way(office))

    posted = post(drawer, due(), way(office))

    assert ([], 4) == (posted.sent, posted.before)
    assert 1 == office.connections
    assert [] == post(drawer, due(), Folder(drawer.root / "out")).sent


def test_only_what_is_new_goes_out(office: PostOffice, drawer: Store) -> None:
    """A later turn's letters go, those of earlier turns do not go again."""
    post(drawer, due(), way(office))

    posted = post(drawer, [*due(), *due(turn=4)], way(office))

    assert (4, 4) == (len(posted.sent), posted.before)
    assert 8 == len(office.taken)


@pytest.mark.parametrize("at_what", ["at_rcpt", "at_start", "at_end"])
@pytest.mark.parametrize("words", ["451 come back later", "550 no such man", "452 too many\x07 now"])
def test_a_refusal_holds_up_one_letter_only(office: PostOffice, drawer: Store, at_what: str, words: str) -> None:
    """Of a refused letter the reason is told; the others go, and the next send brings it."""
    if at_what == "at_rcpt":
        office.at_rcpt["bob@example.org"] = words
    else:
        getattr(office, at_what).extend(["", words])

    posted = post(drawer, due(), way(office))

    assert ["refused"] == refusals(posted)
    assert words[:12] in posted.problems[0].message
    assert "\x07" not in posted.problems[0].message
    assert all_once(office, ("ann", "cid", "dan"))
    assert "stored" == states(drawer)["bob"]
    office.at_rcpt.clear()
    assert ["003-bob-report"] == post(drawer, due(), way(office)).sent
    assert all_once(office)


@pytest.mark.parametrize("words", ["421 going to bed", "421-going\r\n421 to bed"])
def test_a_server_that_closes_is_called_again(office: PostOffice, drawer: Store, words: str) -> None:
    """After a farewell in the middle the remaining letters go over a new connection."""
    office.at_start += ["", words]

    posted = post(drawer, due(), way(office))

    assert ["refused"] == refusals(posted)
    assert all_once(office, ("ann", "cid", "dan"))


def test_a_line_that_breaks_in_the_middle_of_a_letter(office: PostOffice, drawer: Store) -> None:
    """A letter cut off in the middle is of unknown fate; the others go, and it is repeated the next time, told so."""
    office.at_start += ["", HANG_UP]

    first = post(drawer, due(), way(office))
    assert ["003-bob-report"] == first.unknown
    assert ["unknown-fate"] == refusals(first)
    assert "sending" == states(drawer)["bob"]
    second = post(drawer, due(), way(office))

    assert ["003-bob-report"] == second.again == second.sent
    assert "may have gone out before" in second.problems[0].message
    assert [] == refusals(second)
    assert all_once(office)


def test_a_line_that_breaks_before_the_answer(office: PostOffice, drawer: Store) -> None:
    """If the server took a letter but its yes was lost, the very same bytes go again: nothing else can be known."""
    office.at_end += ["", HANG_UP]

    post(drawer, due(), way(office))
    post(drawer, due(), way(office))

    assert 2 == office.counts()["bob@example.org"]
    assert 5 == len(office.taken)
    assert all(len(copies) == 1 for copies in office.copies().values())


def test_a_refusal_does_not_close_an_open_question(office: PostOffice, drawer: Store) -> None:
    """If a letter of unknown fate is refused the next time, it may still have gone out before."""
    office.at_end += [HANG_UP, "451 later"]
    post(drawer, due(["ann"]), way(office))
    post(drawer, due(["ann"]), way(office))
    assert outbox.went_out(drawer, 3, 0)

    assert ["003-ann-report"] == post(drawer, due(["ann"]), way(office)).again


def test_two_broken_lines_in_a_row_end_the_batch(office: PostOffice, drawer: Store) -> None:
    """A server that keeps breaking off is left alone; what was not tried waits untouched."""
    office.at_start += [HANG_UP, HANG_UP]

    posted = post(drawer, due(), way(office))

    assert ["unknown-fate", "unknown-fate", "connection"] == refusals(posted)
    assert {"ann": "sending", "bob": "sending", "cid": "stored", "dan": "stored"} == states(drawer)
    assert 4 == len(post(drawer, due(), way(office)).sent)
    assert all_once(office)


@pytest.mark.parametrize("words", [HANG_UP, "500 what", "421 gone"])
def test_an_error_at_the_farewell_unsends_nothing(office: PostOffice, drawer: Store, words: str) -> None:
    """Whatever the server makes of QUIT, letters it took are sent."""
    office.at_quit = words

    posted = post(drawer, due(), way(office))

    assert [] == posted.problems
    assert {"sent"} == set(states(drawer).values())
    post(drawer, due(), way(office))
    assert all_once(office)


def test_a_slow_yes_is_waited_for(office: PostOffice, drawer: Store) -> None:
    """The answer after a letter may take longer than any other answer."""
    office.slow = 0.5

    posted = post(drawer, due(["ann"]), way(office, patience=0.2, last_patience=10))

    assert [] == posted.problems
    assert all_once(office, ["ann"])


def test_a_yes_that_does_not_come_leaves_the_fate_open(office: PostOffice, drawer: Store) -> None:
    """A server that is silent for too long may have taken the letter: the same one goes again."""
    office.slow = 1.0

    first = post(drawer, due(["ann"]), way(office, last_patience=0.2))
    office.slow = 0
    second = post(drawer, due(["ann"]), way(office))

    assert ["003-ann-report"] == first.unknown == second.again
    assert 1 == len(office.copies()["ann@example.org"])


def test_nobody_is_at_home(drawer: Store, tmp_path: Path) -> None:
    """Without a server nothing is lost or tried, all letters are stored, and one sentence says why."""
    with PostOffice() as gone:
        route = way(gone)

    posted = post(drawer, due(), route)

    assert ["smtp"] == refusals(posted)
    assert {"stored"} == set(states(drawer).values())
    assert "Nothing is lost" in posted.problems[0].hint


def test_a_seat_without_an_address_holds_up_nobody(office: PostOffice, drawer: Store) -> None:
    """An address that is missing or wrong is told; all others get their letters."""
    letters = [letter("ann", 3, 0, "s1", ""), letter("bob", 3, 0, "s1", "bob@@x"), *due(["cid"])]

    posted = post(drawer, letters, way(office))

    assert ["address", "address"] == refusals(posted)
    assert all_once(office, ["cid"])
    assert all_once(office, ["cid"]) and ["cid"] == list(states(drawer))


def test_a_corrected_address_is_used(office: PostOffice, drawer: Store) -> None:
    """A letter that was refused goes to the address that campaign.yaml gives now."""
    office.at_rcpt["ann@exmaple.org"] = "550 no such man"
    post(drawer, due(["ann"], at="exmaple.org"), way(office))

    posted = post(drawer, due(["ann"]), way(office))

    assert [] == posted.problems
    assert all_once(office, ["ann"])
    assert b"To: ann@example.org" in office.taken[0][2]


def test_a_corrected_address_after_an_unknown_fate_is_told(office: PostOffice, drawer: Store) -> None:
    """If the first letter may have arrived elsewhere, the moderator is told where."""
    office.at_start += [HANG_UP]
    post(drawer, due(["ann"], at="exmaple.org"), way(office))

    posted = post(drawer, due(["ann"]), way(office))

    assert [] == refusals(posted)
    assert "Ann <ann@exmaple.org>" in posted.problems[0].message
    assert all_once(office, ["ann"])


def test_retries_use_the_stored_bytes(office: PostOffice, drawer: Store) -> None:
    """A letter is not written anew for a second attempt, even if it would come out otherwise."""
    office.at_end += ["451 later"]
    first = due(["ann"])
    post(drawer, first, way(office))
    other = Due(3, 0, "s1", "ann", "report", MODERATOR, first[0].recipient, lambda: b"something else")

    post(drawer, [other], way(office))

    assert {first[0].write()} == office.copies()["ann@example.org"]


def test_damaged_bytes_are_never_sent(office: PostOffice, drawer: Store) -> None:
    """If somebody edits or deletes a stored letter it is written anew from the sealed turn."""
    office.at_end += ["451 later", "451 later"]
    letters = due(["ann", "bob"])
    post(drawer, letters, way(office))
    drawer.put("sent/003/003-ann-report.eml", b"edited")
    (drawer.root / "sent/003/003-bob-report.eml").unlink()

    post(drawer, letters, way(office))

    assert {letters[0].write()} == office.copies()["ann@example.org"]
    assert {letters[1].write()} == office.copies()["bob@example.org"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"state": "sent"}', b"\xff"])
def test_a_damaged_record_makes_the_letter_wait(office: PostOffice, drawer: Store, content: bytes) -> None:
    """Of a letter whose record is spoilt nobody knows whether it went out: it waits for a person, the others go."""
    drawer.put("sent/003/003-ann-report.json", content)

    posted = post(drawer, due(), way(office))

    assert ["outbox"] == refusals(posted)
    assert all_once(office, ("bob", "cid", "dan"))
    assert outbox.went_out(drawer, 3, 0)


def test_nothing_goes_out_that_cannot_be_recorded(office: PostOffice, drawer: Store) -> None:
    """If the campaign's folder takes nothing, no letter leaves the house."""
    drawer.put("sent", b"a file in the way")

    with pytest.raises(CampaignError, match="sent/003"):
        post(drawer, due(), way(office))
    assert (0, []) == (office.connections, office.taken)


def test_letters_of_an_undone_turn_stay(office: PostOffice, drawer: Store) -> None:
    """What was stored for a turn that was undone before it went out is replaced by what was sealed in its place."""
    with PostOffice() as gone:
        route = way(gone)
    post(drawer, due(), route)
    assert not outbox.went_out(drawer, 3, 0)

    post(drawer, due(seal="s2"), way(office))

    assert all_once(office)
    assert all(b" s2\r\n" in content for _, _, content in office.taken)


def test_a_rerun_after_mailing_has_letters_of_its_own(office: PostOffice, drawer: Store) -> None:
    """Of the undone attempt nothing more goes out, of the new one everything does."""
    office.at_rcpt["bob@example.org"] = "451 later"
    post(drawer, due(), way(office))
    assert outbox.went_out(drawer, 3, 0)
    office.at_rcpt.clear()

    posted = post(drawer, due(attempt=1, seal="s2"), way(office))

    assert "003-bob-report-corrected" in posted.sent
    assert {"ann@example.org": 2, "bob@example.org": 1, "cid@example.org": 2, "dan@example.org": 2} == office.counts()
    assert outbox.went_out(drawer, 3, 1)
    assert not outbox.went_out(drawer, 4, 0)


def test_a_letter_that_cannot_be_written_holds_up_nobody(office: PostOffice, drawer: Store) -> None:
    """A campaign's faulty template is told, and no other letter waits for it."""
    to = Mailbox("Ann", "ann@example.org")
    faulty = Due(3, 0, "s1", "ann", "report", MODERATOR, to, lambda: Problem("template", "no"))

    posted = post(drawer, [faulty, *due(["bob"])], way(office))

    assert ["template"] == refusals(posted)
    assert all_once(office, ["bob"])


def test_records_are_readable(office: PostOffice, drawer: Store) -> None:
    """The record of a letter says what was done, when, by which way and what the server said."""
    post(drawer, due(["ann"]), way(office))

    facts = json.loads(drawer.read("sent/003/003-ann-report.json"))

    assert ("sent", 1, "250 taken") == (facts["state"], facts["tries"], facts["answer"])
    assert "2026-12-06T20:00:00+00:00" == facts["when"]
    assert f"localhost, port {office.port}" == facts["route"]


# ---- by folder


def test_a_folder_gets_one_file_for_each_letter(drawer: Store, tmp_path: Path) -> None:
    """Letters for another program lie in a folder, named by turn, seat and kind, and nothing else is left there."""
    posted = post(drawer, due(), Folder(tmp_path / "deep" / "out"))

    names = sorted(path.name for path in (tmp_path / "deep" / "out").iterdir())

    assert [f"003-{seat}-report.eml" for seat in SEATS] == names
    assert 4 == len(posted.sent)
    assert due()[0].write() == (tmp_path / "deep" / "out" / "003-ann-report.eml").read_bytes()


def test_a_folder_never_overwrites(drawer: Store, tmp_path: Path) -> None:
    """Another file of the same name stays, and the letter waits."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "003-ann-report.eml").write_bytes(b"mine")
    (out / "003-bob-report.eml").symlink_to(tmp_path / "nowhere")

    posted = post(drawer, due(), Folder(out))

    assert ["refused", "refused"] == refusals(posted)
    assert b"mine" == (out / "003-ann-report.eml").read_bytes()
    assert not (tmp_path / "nowhere").exists()
    assert ["003-cid-report", "003-dan-report"] == posted.sent


def test_a_file_that_appears_meanwhile_stays(tmp_path: Path) -> None:
    """Even a file that another program makes at the last moment is not replaced."""
    for name in ("new", "old"):
        (tmp_path / name).write_text(name)

    with pytest.raises(FileExistsError):
        publish(tmp_path / "new", tmp_path / "old")
    assert "old" == (tmp_path / "old").read_text()


def test_a_letter_that_lies_there_is_sent(drawer: Store, tmp_path: Path) -> None:
    """After a crash between the file and the record, the file itself shows that the letter went out."""
    post(drawer, due(["ann"]), Folder(tmp_path / "out"))
    path = "sent/003/003-ann-report.json"
    drawer.put(path, drawer.read(path).replace(b'"sent"', b'"sending"'))

    posted = post(drawer, due(["ann"]), Folder(tmp_path / "out"))

    assert (["003-ann-report"], []) == (posted.found, posted.sent)
    assert {"ann": "sent"} == states(drawer)


def test_a_folder_that_cannot_be_made_is_told(drawer: Store, tmp_path: Path) -> None:
    """A file in the way of the folder is a problem, not a traceback."""
    (tmp_path / "out").write_text("a file")

    assert ["folder"] == refusals(post(drawer, due(), Folder(tmp_path / "out")))
    assert {"stored"} == set(states(drawer).values())


# ---- who may listen, and who is let in


def test_starttls_protects_the_line(drawer: Store) -> None:
    """With starttls:// all goes over TLS whose certificate was checked."""
    with PostOffice(starttls=True) as office:
        assert [] == post(drawer, due(), way(office, "starttls")).problems

        assert [True] * 4 == office.private


def test_smtps_protects_the_line(drawer: Store) -> None:
    """With smtps:// the line is private from the first byte."""
    with PostOffice(smtps=True) as office:
        assert [] == post(drawer, due(), way(office, "smtps")).problems

        assert [True] * 4 == office.private


@pytest.mark.parametrize("scheme", ["starttls", "smtps"])
@pytest.mark.parametrize(("environ", "host"), [({}, "localhost"), (TRUSTING, "127.0.0.1")])
def test_a_certificate_is_checked(drawer: Store, scheme: str, environ: dict[str, str], host: str) -> None:
    """A certificate signed by nobody, or for another name, gets no letter, and the remedy is told."""
    with PostOffice(starttls=scheme == "starttls", smtps=scheme == "smtps") as office:
        route = smtp(office.url(scheme, host), environ)
        assert isinstance(route, Smtp)

        posted = post(drawer, due(), route)

    assert ["smtp"] == refusals(posted)
    assert "certificate" in posted.problems[0].message
    assert "PBEM_SMTP_CA_FILE" in posted.problems[0].hint
    assert [] == office.taken


def test_starttls_is_not_given_up(office: PostOffice, drawer: Store) -> None:
    """A server that offers no TLS gets no letter over starttls://."""
    assert ["smtp"] == refusals(post(drawer, due(), way(office, "starttls")))
    assert [] == office.taken


@pytest.mark.parametrize(
    ("scheme", "host", "offered", "wanted"),
    [
        ("smtp", "localhost", True, False),
        ("smtp", "127.0.0.9", True, False),
        ("smtp", "::1", True, False),
        ("smtp", "mail.example.org", True, True),
        ("smtp", "mail.example.org", False, False),
        ("starttls", "localhost", False, True),
        ("smtps", "mail.example.org", True, False),
    ],
)
def test_tls_is_taken_where_somebody_could_listen(scheme: str, host: str, offered: bool, wanted: bool) -> None:
    """On an open line to another machine TLS is used whenever it is offered."""
    found = server(f"{scheme}://[{host}]" if ":" in host else f"{scheme}://{host}", {})
    assert isinstance(found, Server)

    assert wanted is found.wants_tls(offered)


def test_name_and_password_come_from_the_environment(drawer: Store, tmp_path: Path) -> None:
    """The server is shown the name and the password that stand in the environment, or in a file it names."""
    (tmp_path / "secret").write_text("open sesame\n")
    environ = {"PBEM_SMTP_USER": "mo", "PBEM_SMTP_PASSWORD_FILE": str(tmp_path / "secret")} | TRUSTING
    with PostOffice(starttls=True, logins={"mo": "open sesame"}) as office:
        route = smtp(office.url("starttls"), environ)
        assert isinstance(route, Smtp)

        assert [] == post(drawer, due(), route).problems


def test_a_wrong_password_is_told(drawer: Store) -> None:
    """The server's answer to a wrong password is shown, the password is not."""
    environ = {"PBEM_SMTP_USER": "mo", "PBEM_SMTP_PASSWORD": "wrong sesame"}
    with PostOffice(logins={"mo": "open sesame"}) as office:
        route = smtp(office.url(), environ)
        assert isinstance(route, Smtp)

        posted = post(drawer, due(), route)

    assert ["smtp"] == refusals(posted)
    assert "535" in posted.problems[0].message
    assert "sesame" not in repr(posted)
    assert {"stored"} == set(states(drawer).values())


def test_a_password_never_travels_in_plain_text(office: PostOffice, drawer: Store) -> None:
    """Where the line is open and leads to another machine, no password is sent."""

    class Elsewhere(Server):
        """This machine, under a name that does not show it."""

        is_here = False

    office.logins["mo"] = "open sesame"
    route = Smtp(Elsewhere("smtp", "localhost", office.port, "mo", "open sesame"))

    posted = post(drawer, due(), route)

    assert ["smtp"] == refusals(posted)
    assert "plain text" in posted.problems[0].message
    assert [] == office.taken


@pytest.mark.parametrize(
    ("url", "environ", "told"),
    [
        ("smtp://mo:sesame@mail.example.org", {}, "password in the URL is refused"),
        ("smtp://:sesame@mail.example.org", {}, "password in the URL is refused"),
        ("http://mail.example.org", {}, "no address of a mail server"),
        ("mail.example.org", {}, "no address of a mail server"),
        ("smtp://", {}, "no address of a mail server"),
        ("smtp://mail.example.org:nine", {}, "no address of a mail server"),
        ("smtp://[::1", {}, "no address of a mail server"),
        ("smtp://mail.example.org/inbox", {}, "Nothing may follow"),
        ("smtp://mo@mail.example.org", {}, "There is a name only"),
        ("smtp://mail.example.org", {"PBEM_SMTP_PASSWORD": "sesame"}, "There is a password only"),
        ("smtp://localhost", {"PBEM_SMTP_PASSWORD_FILE": "/nowhere"}, "cannot be read"),
        ("smtp://localhost", {"PBEM_SMTP_USER": "mo", "PBEM_SMTP_PASSWORD_FILE": "/dev/null"}, "is empty"),
        ("smtp://localhost", {"PBEM_SMTP_PASSWORD": "a", "PBEM_SMTP_PASSWORD_FILE": "b"}, "both set"),
        ("smtp://localhost", {"PBEM_SMTP_CA_FILE": "/nowhere"}, "no file"),
    ],
)
def test_a_faulty_url_is_explained(url: str, environ: dict[str, str], told: str) -> None:
    """What cannot be used is refused with a reason, and no secret is repeated."""
    found = smtp(url, environ)
    assert isinstance(found, tuple)

    shown = " ".join(f"{problem.message} {problem.hint}" for problem in found)

    assert told in shown
    assert "sesame" not in shown


def test_the_name_may_stand_in_the_url() -> None:
    """The user's name is no secret; ports are known."""
    found = server("smtps://mo%40example.org@mail.example.org", {"PBEM_SMTP_PASSWORD": "sesame"})

    assert Server("smtps", "mail.example.org", 465, "mo@example.org", "sesame") == found


# ---- kills


def sender(drawer: Store, url: str) -> subprocess.Popen[bytes]:
    """A process of its own that sends the letters of turn 3."""
    script = (
        "import sys; from pathlib import Path; from tests import test_outbox as t\n"
        "posted = t.post(t.Store(Path(sys.argv[1])), t.due(t.MANY), t.smtp(sys.argv[2], {}))\n"
        "print(*posted.again, sep='\\n')"
    )
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    command = [sys.executable, "-c", script, str(drawer.root), url]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=environ, cwd=ROOT)


MANY = tuple(f"seat-{number}" for number in range(12))


@pytest.mark.parametrize(("moment", "copies"), [("before_end", 1), ("after_yes", 2)])
def test_killed_between_letter_and_answer(office: PostOffice, drawer: Store, moment: str, copies: int) -> None:
    """A sender killed before the answer leaves one letter open: only that one goes again, told so, the same bytes."""
    process = sender(drawer, office.url())
    left = [5]

    def strike() -> None:
        left[0] -= 1
        if left[0] == 0:
            process.kill()
            process.wait()
            if moment == "before_end":
                office.at_end.append("451 too late")

    setattr(office, moment, strike)
    process.communicate(timeout=60)
    assert -signal.SIGKILL == process.returncode
    again, _ = sender(drawer, office.url()).communicate(timeout=60)

    assert b"003-seat-4-report" == again.strip()
    assert {f"{seat}@example.org": copies if seat == "seat-4" else 1 for seat in MANY} == office.counts()
    assert all(len(one) == 1 for one in office.copies().values())


def test_killed_at_random(office: PostOffice, drawer: Store) -> None:
    """However often the sender is killed, all letters arrive, and twice only those that were announced so."""
    chance = random.Random(7)
    office.slow = 0.01
    announced = kills = 0
    for _ in range(40):
        process = sender(drawer, office.url())
        if kills < 6:
            wanted = len(office.taken) + chance.randrange(1, 3)
            while len(office.taken) < wanted and process.poll() is None:
                time.sleep(chance.random() * 0.02)
            process.kill()
        out, _ = process.communicate(timeout=60)
        kills += process.returncode == -signal.SIGKILL
        announced += len(out.split())
        if process.returncode == 0:
            break

    assert set(MANY) == {recipient.split("@")[0] for recipient in office.counts()}
    assert len(office.taken) - len(MANY) <= kills
    assert {"sent"} == {
        record.state for record in outbox.states(drawer, 3).values() if isinstance(record, outbox.Record)
    }
    assert all(len(one) == 1 for one in office.copies().values())
    ids = [message_from_bytes(content, policy=policy.default)["Message-ID"] for _, _, content in office.taken]
    assert len(MANY) == len(set(ids))
