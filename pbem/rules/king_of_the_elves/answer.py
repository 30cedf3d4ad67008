"""The answer to a page: each line of a list as it stands now, and the journey priced village by village (13.3, 14.7.6).

It rests on the writer's own view alone, and on the same steps as the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.model import Order, Problem, Sheet, Unread, Verdict, Weight
from pbem.rules.elfen.lists import Line, Pass, Stop, Try
from pbem.rules.elfen.sitting import Sitting, Standing
from pbem.rules.king_of_the_elves.journey import Walk, walk
from pbem.rules.king_of_the_elves.orders import (
    ME,
    WORDING,
    Action,
    NoVillage,
    PlaceCard,
    PlayVillage,
    Remove,
    Stages,
    Step,
    Test,
    said,
)
from pbem.rules.king_of_the_elves.page import Page, is_sent, page_of
from pbem.rules.king_of_the_elves.planning import Planning
from pbem.rules.king_of_the_elves.realm import Box
from pbem.rules.king_of_the_elves.sight import View, table_seen
from pbem.rules.king_of_the_elves.table import Table


class Answer:
    """A page held against what its writer sees."""

    def __init__(self, box: Box, view: View, sheet: Sheet) -> None:
        assert view.reader is not None, "the public sends no pages"
        self.view, self.seat = view, view.reader
        self.table: Table = table_seen(box, view)
        self.page: Page = page_of(sheet, "planning" if view.phase == "planning" else "journey")
        self.counts = is_sent(sheet)
        self.problems: list[Problem] = list(self.page.problems)

    def verdict(self) -> Verdict:
        """What the page is worth; verbs asked now in full, an early journey as far as can be."""
        early = self.view.phase == "planning"
        lines = self._lines() if early and self.page.lines is not None else None
        journey = self._journey(early) if self.page.steps is not None else None
        own = self.view.own
        assert own is not None
        facts = {
            "phase": self.view.phase,
            "lines": lines,
            "kept_lines": list(own.lines) if early and lines is None else [],
            "journey": journey,
            "kept_steps": list(own.steps) if journey is None else [],
        }
        return Verdict(tuple(self.problems), facts)

    def _note(self, code: str, message: str, order: Order, hint: str = "") -> None:
        self.problems.append(Problem(code, message, order.span, hint, Weight.NOTE))

    def _refuse(self, code: str, message: str, order: Order, hint: str = "") -> None:
        self.problems.append(Problem(code, message, order.span, hint))

    # -------------------------------------------------------------- planning

    def _lines(self) -> list[dict[str, Any]]:
        """Each line: whether it could be done now, and what each of its alternatives waits for."""
        view = self.view
        standing = Standing(view.mover, view.sitting, turns={self.seat: 1})
        sitting: Sitting[Action, Test] = Sitting(
            Planning(self.table), WORDING, self.table.seats, standing, {}, view.sittings, last_stops="over"
        )
        lines = self.page.lines or []
        if lines:
            self._homeless(lines)
        return [self._line(sitting, order) for order in lines]

    def _homeless(self, lines: Sequence[Line[Action, Test]]) -> None:
        """Who has no village and orders none may not pass, and is served by 14.7.3."""
        actions = [one.action for order in lines for one in order.tries]
        home = any(map(self._gives_home, actions))
        if not self.table.players[self.seat].realm and not home:
            message = "No line gives you a village, and without one you may not pass; 14.7.2 says what is done then."
            hint = "Write, for example, VILLAGE plain TO ME, or NOVILLAGE if you hold none."
            self._note("no-village", message, lines[0], hint)

    def _gives_home(self, action: Action | Pass | Stop) -> bool:
        return isinstance(action, NoVillage) or (isinstance(action, PlayVillage) and action.realm in (ME, self.seat))

    def _line(self, sitting: Sitting[Action, Test], order: Line[Action, Test]) -> dict[str, Any]:
        tries, nevers = [], [self._never(one.action) for one in order.tries]
        for one, never in zip(order.tries, nevers, strict=True):
            if never and all(nevers):
                self._refuse(never.code, never.message, order)
            elif never:
                self._note(never.code, never.message, order)
            elif isinstance(one.action, Stop):
                self._stop(sitting, one, order)
            tries.append({"text": WORDING.attempt(one), "why": sitting.hindrance(self.seat, one)})
        now = next((place for place, one in enumerate(tries) if not one["why"]), None)
        return {"line": order.span.line, "text": WORDING.line(order), "now": now, "tries": tries}

    def _never(self, action: Action | Pass | Stop) -> Problem | None:
        """A card on a terrain where it may never lie, a village of another realm to be removed (6.8.2, 6.9.1)."""
        if isinstance(action, Remove) and action.at.realm not in (ME, self.seat):
            return Problem("not-yours", "You can remove villages of your own realm only.")
        if not isinstance(action, PlaceCard) or not isinstance(action.at.which, str):
            return None
        if action.at.which in self.table.box.deck.kinds[action.card].terrains:
            return None
        return Problem("never", f"A {said(action.card)} does not lie on a {action.at.which}; this can never be done.")

    def _stop(self, sitting: Sitting[Action, Test], one: Try[Action, Test], order: Line[Action, Test]) -> None:
        """In the last sitting stops are passed over; elsewhere what stands below one without tests waits (14.4)."""
        lines = self.page.lines or []
        if sitting.last:
            self._note("last-sitting", "This is the last sitting of the round: STOP is passed over.", order)
        elif not one.tests and order is not lines[-1]:
            self._note("below-stop", "The lines below this STOP wait for a later sitting.", order)

    # -------------------------------------------------------------- journeys

    def _journey(self, early: bool) -> dict[str, Any]:
        """The journey by this sheet: as the table lies now, or, once planning is over, as it will be but for gold."""
        steps = self.page.steps or []
        stages: list[Stages] = [step.tries if isinstance(step, Line) else () for step in steps]
        journey = walk(self.table, self.seat, stages)
        if self.table.players[self.seat].realm:
            self._halt(journey, steps, early)
        self._after_stop(journey, steps)
        assert self.view.own is not None
        return {
            "early": early,
            "stages": [
                {"kind": done.kind, "line": steps[done.step].span.line, "gold_after": done.gold, **done.facts}
                for done in journey.done
            ],
            "villages": journey.visits,
            "before": self.view.own.gold,
            "after": journey.gold,
            "cards_left": len(journey.hand),
            "halt": _halt_facts(journey, steps),
            "no_village": not self.table.players[self.seat].realm,
        }

    def _halt(self, journey: Walk, steps: Sequence[Line[Step, Test] | Unread], early: bool) -> None:
        """The sender is told at once where the journey ends, and why (13.3)."""
        if journey.halt is None:
            return
        step, why = steps[journey.halt], "; ".join(dict.fromkeys(bar.why for bar in journey.bars))
        if isinstance(step, Unread):
            self._note("ends-here", "A step that cannot be read ends the journey here.", step)
        elif early:
            self._note("early", f"As things are now the journey would end here: {why}.", step)
        elif any(bar.purse for bar in journey.bars):
            self._note("purse", f"The journey ends here unless your thieves bring gold: {why}.", step)
        else:
            self._refuse("impossible", f"The journey ends here: {why}.", step)

    def _after_stop(self, journey: Walk, steps: Sequence[Line[Step, Test] | Unread]) -> None:
        stops = [place for place, step in enumerate(steps[:-1]) if isinstance(step, Line) and _stops(step)]
        if stops and (journey.halt is None or journey.halt > stops[0]):
            self._note("after-stop", "The journey ends with this STOP; the steps below do not count.", steps[stops[0]])


def _stops(step: Line[Step, Test]) -> bool:
    return isinstance(step.tries[0].action, Stop)


def _halt_facts(journey: Walk, steps: Sequence[Line[Step, Test] | Unread]) -> dict[str, Any] | None:
    if journey.halt is None:
        return None
    step = steps[journey.halt]
    text = WORDING.line(step) if isinstance(step, Line) else None
    why = [bar.why for bar in journey.bars]
    return {"line": step.span.line, "text": text, "why": why, "purse": any(bar.purse for bar in journey.bars)}
