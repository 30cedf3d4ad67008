"""Undo: turn N and all later ones are taken back, their pages lie on the desk again, and nothing is lost.

What is taken back goes to ``undone/007-a``. One rename commits: that of the paper which says what is taken back. The
rest follows, and is finished at the next opening if a crash comes between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from pbem.campaign.desk import BACK, Page
from pbem.campaign.rhythm import stamp
from pbem.campaign.sealed import SealedTurn, as_json
from pbem.campaign.settling import PAPER, settle
from pbem.layout import clean
from pbem.mail.outbox import states, went_out
from pbem.model import Problem, Seat
from pbem.store import Store

if TYPE_CHECKING:
    from pbem.campaign.book import Campaign


class Wish(NamedTuple):
    """What is asked for; ``published``: reports went out by other ways than ``send``."""

    turn: int
    reason: str
    now: datetime
    published: bool = False


@dataclass(frozen=True)
class Undone:
    """What was taken back, and what that means."""

    turns: tuple[int, ...]
    folder: str
    pages: Mapping[int, tuple[Seat, ...]]
    """Whose pages lie on the desk again, by turn."""
    set_aside: tuple[int, ...]
    """Turns for which newer pages were waiting; they wait in the folder now."""
    fresh: tuple[int, ...]
    """Turns that get fresh luck, since their reports had gone out."""
    revealed: tuple[str, ...]
    """What had been told, in sentences."""
    deadline: datetime | None


def undo(campaign: Campaign, wish: Wish) -> Undone | tuple[Problem, ...]:
    """Take turns back; or all that speaks against it. Whoever calls holds the lock."""
    problems = tuple(_problems(campaign, wish))
    if problems:
        return problems
    turns = [campaign.sealed(number) for number in range(wish.turn, campaign.last.number + 1)]
    published = [turn for turn in turns if wish.published or went_out(campaign.store, turn.number, turn.attempt)]
    revealed = tuple(sentence for turn in published for sentence in _revealed(campaign.store, turn))
    pages = {turn.number: _lay_back(campaign, turn) for turn in turns}
    ahead = _ahead(campaign)
    place = _free(campaign.store, wish.turn)
    facts = {
        "turn": wish.turn,
        "turns": [turn.number for turn in turns],
        "desk": list(ahead),
        "reason": clean(wish.reason),
        "when": stamp(wish.now),
        "order": len(campaign.store.names("undone")) + 1,
        "attempts": {str(turn.number): turn.attempt + (turn in published) for turn in turns},
        "revealed": list(revealed),
    }
    campaign.store.commit(f"undone/{place}", {PAPER: as_json(facts)})
    settle(campaign.store, locked=True)
    campaign.refresh()
    fresh = tuple(turn.number for turn in published)
    numbers = tuple(turn.number for turn in turns)
    return Undone(numbers, f"undone/{place}", pages, ahead, fresh, revealed, campaign.deadline)


def _problems(campaign: Campaign, wish: Wish) -> Iterator[Problem]:
    last = campaign.last.number
    if wish.turn > last:
        told = f"The last sealed turn is {last}." if last else "Only the set-up is sealed so far."
        yield Problem("not-sealed", f"Turn {wish.turn} is not sealed.", hint=told)
    elif wish.turn < 1:
        yield Problem("set-up", "The set-up, turn 0, cannot be taken back.", hint="Make a new campaign instead.")
    if not clean(wish.reason):
        yield Problem("reason", "An undo needs a reason: everybody is told it.", hint="Give one with --reason.")


def _lay_back(campaign: Campaign, turn: SealedTurn) -> tuple[Seat, ...]:
    """Copy a turn's pages to the desk where they do not lie there any more; may be done twice."""
    desk, source = campaign.desk(turn.number), f"turn {turn.number}{BACK}"
    back = []
    for seat in turn.seats:
        lying = desk.lying(seat)
        known = {reading.page.text for reading in lying.unasked.words}
        for text in turn.words(seat):
            if text not in known:
                desk.put(Page(seat, 1, text, turn.when, source))
        if f"orders/{seat}.txt" in turn.files:
            text = turn.page(seat)
            if lying.force is None or lying.force.page.text != text:
                desk.put(Page(seat, 1, text, turn.when, source))
            back.append(seat)
    return tuple(back)


def _ahead(campaign: Campaign) -> tuple[int, ...]:
    """Turns after the last sealed one for which pages lie on the desk."""
    numbers = [int(name) for name in campaign.store.names("desk") if name.isascii() and name.isdigit()]
    return tuple(sorted(number for number in numbers if number > campaign.last.number))


def _free(store: Store, turn: int) -> str:
    """The next free name: 007-a, 007-b … 007-z, 007-aa."""
    used = set(store.names("undone"))
    count = 0
    while (name := f"{turn:03}-{_letters(count)}") in used:
        count += 1
    return name


def _letters(count: int) -> str:
    head, last = divmod(count, 26)
    return (_letters(head - 1) if head else "") + chr(ord("a") + last)


def _revealed(store: Store, turn: SealedTurn) -> Iterator[str]:
    """What the reports of a turn have told, and whom."""
    known = states(store, turn.number)
    gone = [name for name, record in known.items() if isinstance(record, Problem) or record.state != "stored"]
    private = sum(event.seen_by is not None for event in turn.events)
    how = f"{_many(len(gone), 'letter')} ({', '.join(gone)})" if gone else "reports handed out"
    things, draws = _many(len(turn.events) - private, "thing"), _many(len(turn.draws), "draw")
    yield (
        f"Turn {turn.number}: {how}, telling {things} to all and {private} to single seats, out of {draws} of chance."
    )
    if turn.seed_told:
        yield f"Turn {turn.number} published the seed: whoever has it can foresee chance from now on."


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
