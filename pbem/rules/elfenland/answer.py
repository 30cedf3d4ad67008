"""The answer to a page: its problems, and what each line will do as far as its writer can know (Elfenland 16.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.model import NOWHERE, Order, Problem, Sheet, Span, Verdict, Weight
from pbem.rules.elfen.lists import Line, Pass, Stop, Tries
from pbem.rules.elfenland.elves import Elf
from pbem.rules.elfenland.facts import cards, itinerary
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.orders import TRAVEL, UNSEEN, Act, Choice, Question, Take
from pbem.rules.elfenland.planning import MOST_LINES, hindrance, never
from pbem.rules.elfenland.sight import View, elf_seen, roads_seen
from pbem.rules.elfenland.travel import Broken, Page, is_there, kept, page_of, thrown, trip
from pbem.rules.elfenland.writing import Pen


def verdict(table: Table, view: View, sheet: Sheet) -> Verdict:
    """The sheet as understood, its problems, and what it will do."""
    answer = _Answer(table, view)
    facts = {
        "phase": view.phase,
        "draw": answer.draw([order for order in sheet.orders if isinstance(order, Take)]),
        "plan": answer.plan([order for order in sheet.orders if isinstance(order, Line)]),
        "travel": answer.travel(sheet.orders),
        "replaced": answer.replaced(sheet.orders),
        "unsaid": answer.unsaid(sheet.orders),
    }
    return Verdict(tuple(answer.problems), facts)


@dataclass
class _Answer:
    """A page being judged by what its writer sees."""

    table: Table
    view: View
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._pen = Pen(self.table)
        self._elf = elf_seen(self.view)
        self._roads = roads_seen(self.view)

    def _say(self, code: str, message: str, at: Span, hint: str = "", weight: Weight = Weight.NOT_ALLOWED) -> None:
        self.problems.append(Problem(code, message, at, hint, weight))

    def _note(self, code: str, message: str, at: Span) -> None:
        self._say(code, message, at, weight=Weight.NOTE)

    def _not_now(self, orders: Sequence[Order], phase: str, what: str) -> bool:
        """Lines of another phase are not kept for it, journeys apart (17.6)."""
        if self.view.phase == phase:
            return False
        for order in orders:
            self._say("not-now", f"This line is for {what}, and that is not what is asked for now.", order.span)
        return True

    # ---------------------------------------------------------------- draw

    def draw(self, orders: Sequence[Take]) -> list[dict[str, Any]]:
        """Wishes, and whether each lies there now (17.1)."""
        if self._not_now(orders, "draw", "the draw"):
            return []
        most = 1 if self.view.strict else self.table.land.open_drawn - self.view.lap + 1
        for order in orders[most:]:
            coming = "one more draw is" if most == 1 else f"{most} more draws are"
            self._note("draws", f"Only {coming} to come, and this line is for none.", order.span)
        return [self._drawing(number, order) for number, order in enumerate(orders[:most], self.view.lap)]

    def _drawing(self, number: int, order: Take) -> dict[str, Any]:
        wishes = [{"wish": wish, "lies": wish == UNSEEN or wish in self.view.face_up} for wish in order.wishes]
        return {"draw": number, "line": self._pen.take(order), "wishes": wishes}

    # ---------------------------------------------------------------- planning

    def plan(self, orders: Sequence[Line[Act, Question]]) -> list[dict[str, Any]]:
        """Each line, and what stands in the way of each of its tries as the table is now (16.7)."""
        if self._not_now(orders, "plan", "the planning"):
            return []
        for order in orders[MOST_LINES:]:
            self._say("too-long", f"A list has {MOST_LINES} lines at most.", order.span)
        if self.view.strict and len(orders) > 1:
            self._note("one-action", "One action is asked for: the first line that can be done.", orders[1].span)
        return [self._planned(order) for order in orders[:MOST_LINES]]

    def _planned(self, order: Line[Act, Question]) -> dict[str, Any]:
        self._hopeless(order.tries, order.span)
        tries = [{"text": self._pen.wording.attempt(one), "now": self._hindered(one.action)} for one in order.tries]
        return {"line": self._pen.wording.line(order), "tries": tries}

    def _hopeless(self, tries: Tries[Act, Question], at: Span) -> None:
        """What can never be done is refused; beside something else it is a note."""
        why = [(one, never(self.table, self._roads, self._elf, one.action)) for one in tries]
        for one, reason in why:
            if reason:
                message = f"{self._pen.wording.attempt(one)}: {reason}."
                self._say("never", message, at, weight=Weight.NOT_ALLOWED if all(w for _, w in why) else Weight.NOTE)

    def _hindered(self, action: Act | Pass | Stop) -> str:
        if isinstance(action, Pass | Stop):
            return ""
        return hindrance(self.table, self._roads, self._elf, action)

    # ---------------------------------------------------------------- travel

    def travel(self, orders: Sequence[Order]) -> dict[str, Any] | None:
        """The journey with each leg priced, what is thrown away and kept (8, 9.3, 17.6)."""
        page = page_of(orders)
        if page is None or self.view.phase == "over":
            return None
        early = self.view.phase != "travel"
        self.problems += page.problems
        if early:
            first = next(order.span for order in orders if isinstance(order, TRAVEL))
            self._note("early", "This travel page is kept until travel comes, or a newer one.", first)
        narrow = bool(self.view.options["caravan_only_when_short"])
        going = trip(self.table, self._roads, self._elf, page.journey.steps, narrow)
        if going.broken is not None:
            self._broken(going.broken, page.places[going.broken.step - 1], early)
        throwing = self._throwing(page, going.hand, early and going.broken is not None)
        facts = itinerary(self.table, self._elf, going)
        return {"early": early, **facts, **throwing, **self._keeping(page, early)}

    def _broken(self, broken: Broken, at: Span, early: bool) -> None:
        town = self.table.land.town_names[broken.to]
        if early and not broken.sure:
            self._note(
                "not-yet", f"As the roads are now, step {broken.step} to {town} is impossible: {broken.why}.", at
            )
        else:
            hint = "The boot stops before it, and later steps are dropped."
            if broken.astray:
                hint = f"To begin with a step to {broken.astray}, write GO TO {broken.astray}."
            self._say("step", f"Step {broken.step} to {town} is impossible: {broken.why}.", at, hint)

    def _throwing(self, page: Page, hand: tuple[str, ...], unknown: bool) -> dict[str, Any]:
        """What goes of the hand that the journey leaves; names that are ignored are a note (8.10, 8.15)."""
        most = self.table.land.hand_kept
        going = thrown(hand, page.journey.discard, most)
        said: set[Span] = set()
        for place, why in () if unknown else going.ignored:
            if page.discards[place] not in said:
                said.add(page.discards[place])
                kind = self.table.chart.transports[page.journey.discard[place]].name
                self._note("ignored", f"A {kind} card named here does not go: {why}.", page.discards[place])
        return {"discard": cards(self.table, going.named), "lot": max(0, len(going.hand) - most)}

    def _keeping(self, page: Page, early: bool) -> dict[str, Any]:
        """Which counter is kept, if the round is not the last (9.1, 9.3)."""
        choice, last = page.journey.keep, self.view.round == self.view.rounds
        at = page.keep_at or NOWHERE
        if choice is not None and last:
            self._note("last-round", "Nothing is kept after the last round.", at)
        elif choice is not None and not is_there(self._elf, choice) and self.view.phase != "draw":
            named = self._pen.keep(choice).removeprefix("KEEP ")
            self._say("keep", f"You have no {named} counter left to keep.", at, _instead(self._pen, self._elf))
        found = None if last else kept(self._elf, choice)
        keep = found and {"counter": found[0], "secret": found[1]}
        asked = choice is not None
        obeyed = choice is not None and is_there(self._elf, choice)
        return {"keep": keep if asked or not early else None, "keep_default": not obeyed, "keep_named": asked}

    def replaced(self, orders: Sequence[Order]) -> list[str]:
        """What was in force and gives way to this page."""
        own = self.view.own
        assert own is not None
        found: list[str] = []
        for kind, before in ((Take, own.wishes), (Line, own.list), (TRAVEL, own.journey)):
            if any(isinstance(order, kind) for order in orders):
                found += before
        return found

    def unsaid(self, orders: Sequence[Order]) -> list[str] | None:
        """What goes on from before for the present phase, if there is no line for it; None where there is one."""
        own = self.view.own
        assert own is not None
        asked: dict[str, tuple[type[Order], Sequence[str]]] = {"draw": (Take, own.wishes), "plan": (Line, own.list)}
        kind, before = asked.get(self.view.phase, (Order, ()))
        return None if any(isinstance(order, kind) for order in orders) else list(before)


def _instead(pen: Pen, elf: Elf) -> str:
    found = kept(elf, None)
    if found is None:
        return ""
    return (
        f"As things are, {pen.keep(Choice(found[0], 'secret' if found[1] else 'open')).removeprefix('KEEP ')} is kept."
    )
