"""The campaign itself: its settings, its sealed turns and its desk, on a store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pbem.campaign import journal
from pbem.campaign.desk import Batch, Desk, batch
from pbem.campaign.extending import Extension, extension
from pbem.campaign.rhythm import Deadline, following, stamp
from pbem.campaign.sealed import SealedTurn, folder, read_seal
from pbem.campaign.settings import PAPER, Settings, changed
from pbem.campaign.settling import settle
from pbem.game import Game, GameInfo, game_info, grammar_at
from pbem.grammar import Grammar
from pbem.model import Ask, Outcome, Problem, Seat
from pbem.papers import read_paper
from pbem.printer import Printer
from pbem.report import Report, report_for
from pbem.rng import digest
from pbem.store import CampaignError, Store
from pbem.words import shown

if TYPE_CHECKING:
    from pbem.campaign.answer import Receipt, State
    from pbem.campaign.undoing import Undone

Missing = Literal["wait", "nmr"]


class Campaign:
    """One running game. ``open`` reads its settings and the last seal, however many turns there are."""

    def __init__(self, store: Store, settings: Settings, info: GameInfo, seal: Mapping[str, Any]) -> None:
        self.store = store
        self.settings = settings
        self.info = info
        self._seal = seal

    @classmethod
    def open(cls, root: Path) -> Campaign:
        """The campaign in a folder. What a crash left half done is finished first."""
        store = Store(root)
        _look(store)
        settle(store)
        seal = read_seal(store, _last(store))
        settings, info = _settings(store, seal["campaign"])
        campaign = cls(store, settings, info, seal)
        journal.mend(store, seal["digest"][:16], "run" if seal["turn"] else "new", campaign.last.when, ran(seal))
        return campaign

    def refresh(self) -> None:
        """Read the last seal again: another command may have been faster."""
        seal = read_seal(self.store, _last(self.store))
        if seal["digest"] != self._seal["digest"]:
            self._seal = seal
            vars(self).pop("last", None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in seat order."""
        return tuple(self._seal["campaign"]["seats"])

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The game, with its rules. A campaign keeps the rules version it began with."""
        return self.info.load()

    @property
    def grammar(self) -> Grammar:
        """How orders are written at this table."""
        return grammar_at(self.game, self.seats)

    @cached_property
    def last(self) -> SealedTurn:
        """The last sealed turn."""
        return SealedTurn(self.store, self.game, self._seal)

    @property
    def number(self) -> int:
        """The turn that pages are for now."""
        return self.last.number + 1

    @property
    def asked(self) -> Mapping[Seat, Ask]:
        """Who is asked for what now; nobody once the game is over."""
        return self.game.awaiting(self.last.state)

    @property
    def silent(self) -> tuple[Seat, ...]:
        """Who is asked and has no page in force, nor orders kept from before."""
        asked = self.asked
        return tuple(seat for seat in self._pageless if not asked[seat].kept)

    @property
    def standing(self) -> tuple[Seat, ...]:
        """Who is asked and has no page in force, but orders kept from before."""
        asked = self.asked
        return tuple(seat for seat in self._pageless if asked[seat].kept)

    @property
    def _pageless(self) -> tuple[Seat, ...]:
        desk, asked = self.desk(), self.asked
        return tuple(seat for seat in self.seats if seat in asked and desk.lying(seat).force is None)

    @property
    def provisional(self) -> tuple[Seat, ...]:
        """Whose page in force is to be followed by a final one."""
        desk, asked = self.desk(), self.asked
        forces = {seat: desk.lying(seat).force for seat in self.seats if seat in asked}
        return tuple(seat for seat, force in forces.items() if force is not None and not force.sheet.final)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self.game.outcome(self.last.state)

    @property
    def due(self) -> Deadline | None:
        """The deadline of the present turn."""
        number, first = self.number, self.settings.first
        if number == 1:
            return self.extended(1) or first or self.last.next
        later = first if first is not None and first.moment > self.last.when else None
        return self.extended(number) or self.last.next or later

    def extended(self, turn: int) -> Deadline | None:
        """The deadline that the moderator has set for this turn, by hand or by command."""
        by_hand = self.settings.extended(turn)
        moved = extension(self.store, turn) if by_hand is None else None
        return moved.deadline if moved is not None else by_hand

    def moved(self, turn: int) -> str:
        """Why the deadline of this turn was moved; empty if it was not, or if nothing was said."""
        moved = extension(self.store, turn) if self.settings.extended(turn) is None else None
        return moved.reason if moved is not None else ""

    @property
    def deadline(self) -> datetime | None:
        """The moment of the present deadline; None if there is none, or nothing more to wait for."""
        due = self.due
        return due.moment if due is not None and not self.outcome else None

    def following(self, now: datetime) -> Deadline | None:
        """The deadline after the present one, for a turn sealed now."""
        extended = self.extended(self.number + 1)
        if extended is not None or self.due is None:
            return extended
        return following(self.due, self.settings.rhythm, self.settings.zone, now)

    @cached_property
    def printer(self) -> Printer:
        """The printing press, with the campaign's own templates if it has any."""
        return Printer(self.info, self.store.path("templates"))

    @cached_property
    def seed(self) -> str:
        """The seed, checked against the digest that was published."""
        if not self.store.has("seed"):
            raise CampaignError(
                "The file 'seed' is missing: without it no turn can be run or proven. "
                "Put it back, from a copy or from whoever keeps it.",
                damaged=False,
            )
        seed = self.store.read("seed").decode("utf-8", "replace").strip()
        if digest(seed) != self._seal["campaign"]["seed_digest"]:
            raise CampaignError("The file 'seed' is not the seed this campaign began with. Put it back from a copy.")
        return seed

    @property
    def rules_problems(self) -> tuple[Problem, ...]:
        """That the rules at hand are not those the campaign began with."""
        began, now = self._seal["campaign"]["rules_version"], self.info.rules_version
        if began == now:
            return ()
        message = f"This campaign began with rules version {began} of {self.info.title}; this pbem plays version {now}."
        hint = "It cannot go on with other rules. Install the pbem it began with."
        return (Problem("rules-version", message, hint=hint),)

    # ------------------------------------------------------------ the desk

    def desk(self, turn: int | None = None) -> Desk:
        """The pages for a turn, the present one unless another is named."""
        return Desk(self.store, self.number if turn is None else turn, self.seats, self.grammar)

    def check(self, seat: Seat, text: str | Problem, source: str, now: datetime) -> Receipt:
        """The answer this page would get; files nothing."""
        from pbem.campaign import counter

        return counter.answer(self, counter.Handed(seat, text, source, now), file=False)

    def file(self, seat: Seat, text: str | Problem, source: str, now: datetime) -> Receipt:
        """Lay a page on the desk and answer it."""
        from pbem.campaign import counter

        with self.locked("file", now):
            return counter.answer(self, counter.Handed(seat, text, source, now), file=True)

    def batch(self, names: Iterator[str] | tuple[str, ...]) -> Batch:
        """The files of a folder of pages, in the order they are to be filed, and those that are no page."""
        return batch(names, self.seats)

    def states(self) -> dict[Seat, State]:
        """How every seat stands in the present turn."""
        from pbem.campaign import counter

        return counter.states(self)

    # ------------------------------------------------------------ turns

    def turns(self) -> tuple[int, ...]:
        """The numbers of all sealed turns."""
        return tuple(range(self.last.number + 1))

    def sealed(self, number: int) -> SealedTurn:
        """A sealed turn; its number is one of ``turns``."""
        return self.last if number == self.last.number else SealedTurn(self.store, self.game, self._read(number))

    def _read(self, number: int) -> dict[str, Any]:
        return read_seal(self.store, number)

    def report(self, number: int, reader: Seat | None) -> Report:
        """What a reader was told of a turn; None is the public."""
        sealed = self.sealed(number)
        return report_for(self.game, sealed.edition, sealed.turn, reader)

    def run(
        self,
        now: datetime,
        turn: int | None = None,
        missing: Missing = "wait",
        really: bool = False,
        out: Path | None = None,
    ) -> SealedTurn | tuple[Problem, ...]:
        """Resolve and seal the present turn; or all that speaks against it. With ``out`` rehearse, into a folder."""
        from pbem.campaign import running

        wish = running.Wish(now, turn, missing, really, out)
        if out is not None:
            return running.run(self, wish)
        with self.locked("run", now):
            return running.run(self, wish)

    def undo(self, turn: int, reason: str, now: datetime, published: bool = False) -> Undone | tuple[Problem, ...]:
        """Take back a turn and all later ones. ``published``: reports were handed out by other ways than ``send``."""
        from pbem.campaign import undoing

        with self.locked("undo", now):
            return undoing.undo(self, undoing.Wish(turn, reason, now, published))

    def extend(
        self, until: str, reason: str, now: datetime, turn: int | None = None
    ) -> Extension | tuple[Problem, ...]:
        """Give a turn, the present one unless another is named, a later deadline."""
        from pbem.campaign import extending

        with self.locked("extend", now):
            return extending.extend(self, extending.Wish(now, until, reason, turn))

    def verify(self, reports: bool = False) -> tuple[Problem, ...]:
        """Everything that does not agree: seals, pages, luck and results, and reports if asked for."""
        from pbem.campaign import verifying

        return tuple(verifying.verify(self, reports))

    # ------------------------------------------------------------ the log and the lock

    def log(self) -> tuple[str, ...]:
        """What was done, one line for each act, oldest first."""
        return journal.told(self.store)

    def note(self, act: str, now: datetime, **facts: Any) -> None:
        """Add an act to the log; nothing secret."""
        journal.note(self.store, act, now, facts)

    @contextmanager
    def locked(self, act: str, now: datetime) -> Iterator[None]:
        """Keep other commands out, and look again where the campaign stands."""
        with self.store.lock(act, stamp(now)):
            self.refresh()
            self._mend_log()
            yield

    def _mend_log(self) -> None:
        """Write the line of a page that was filed when a crash came before the log."""
        number = self.number
        if not self.store.names(f"desk/{number:03}"):
            return
        for page in self.desk().unheard(journal.holds_page(self.store, number)):
            assert page.received is not None
            self.note("file", page.received, **journal.page_facts(page.seat, number, page.name))


def ran(seal: Mapping[str, Any]) -> dict[str, Any]:
    """What the log says of a sealed turn."""
    return {"turn": seal["turn"], "attempt": seal["attempt"], "seal": seal["digest"][:16]}


def _look(store: Store) -> None:
    """Whether there is a campaign at all, and nothing missing from it."""
    if not store.has(""):
        raise CampaignError(f"{store.root} is no campaign: there is no such folder.", damaged=False)
    missing = [name for name in (PAPER, "turns") if not store.has(name)]
    if len(missing) == 2:
        advice = "A campaign is made with 'pbem new'."
        raise CampaignError(f"{store.root} is no campaign: it has no {PAPER}. {advice}", damaged=False)
    if missing:
        raise CampaignError(
            f"{store.root} is half deleted: {missing[0]} is missing. Put it back from a copy of this folder."
        )


def _last(store: Store) -> int:
    """The number of the last sealed turn; none may be missing before it."""
    found = sorted(int(name) for name in store.names("turns") if name.isascii() and name.isdigit())
    for number in range(found[-1] + 1 if found else 1):
        if number >= len(found) or found[number] != number:
            raise CampaignError(
                f"{store.path(folder(number))} is missing (turn {number}). Put it back from a copy of this folder."
            )
    return found[-1]


def _settings(store: Store, fixed: Mapping[str, Any]) -> tuple[Settings, GameInfo]:
    """The settings as edited, and the card of the game that turn 0 was made with."""
    try:
        text = store.read(PAPER).decode()
    except UnicodeDecodeError as fault:
        raise CampaignError(f"{PAPER} is no text (UTF-8). Save it as such.", damaged=False) from fault
    settings = read_paper(text, PAPER, Settings)
    problems = tuple(changed(settings, fixed)) if isinstance(settings, Settings) else settings
    if problems or not isinstance(settings, Settings):
        raise CampaignError("\n".join(_shown(problem, text) for problem in problems), damaged=False)
    info = game_info(fixed["game"])
    if not isinstance(info, GameInfo):
        told = " ".join(f"{problem.message} {problem.hint}".strip() for problem in info)
        raise CampaignError(f"This campaign is of the game '{fixed['game']}'. {told}", damaged=False)
    return settings, info


def _shown(problem: Problem, text: str) -> str:
    return shown(problem, text) if problem.span.source else f"{problem.message} {problem.hint}".rstrip()


def plain(value: object) -> str:
    """A value as one line of JSON, for messages."""
    return json.dumps(value, ensure_ascii=False)
