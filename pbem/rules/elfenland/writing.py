"""How orders of Elfenland are written: the one form of each that every other form comes to (17)."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from pbem.rules.elfen.lists import Wording
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.orders import (
    UNSEEN,
    Act,
    Choice,
    Discard,
    Go,
    HasCounter,
    HasObstacle,
    Holds,
    IsFree,
    Journey,
    Keep,
    Lay,
    Question,
    Step,
    Take,
)


class Pen:
    """Writes orders with the names of the printed board."""

    def __init__(self, table: Table) -> None:
        self._chart = table.chart
        self._towns = table.land.town_names
        self._links = table.land.by_id

    @cached_property
    def wording(self) -> Wording[Act, Question]:
        """How lines of a list are written."""
        return Wording(self.act, self.question)

    def road(self, link: str) -> str:
        """A connection by its towns."""
        return f"{self._towns[self._links[link].a]} - {self._towns[self._links[link].b]}"

    def cards(self, cards: tuple[str, ...]) -> str:
        """Cards, those of one kind that stand together with their number."""
        said: list[str] = []
        for first in range(len(cards)):
            if first and cards[first] == cards[first - 1]:
                continue
            number = next((n for n in range(first, len(cards)) if cards[n] != cards[first]), len(cards)) - first
            said.append(f"{number} {self.kind(cards[first])}" if number > 1 else self.kind(cards[first]))
        return ", ".join(said)

    def kind(self, kind: str) -> str:
        """A transport's one word."""
        return self._chart.short(kind)

    def wishes(self, wishes: tuple[str, ...]) -> str:
        """A TAKE line."""
        return "TAKE " + " ELSE ".join(wish if wish == UNSEEN else self.kind(wish) for wish in wishes)

    def take(self, order: Take) -> str:
        """Wishes for a counter."""
        return self.wishes(order.wishes)

    def act(self, act: Act) -> str:
        """Something done on a turn of the planning."""
        if isinstance(act, Lay):
            return f"LAY {self._faced(act.counter, act.face)} ON {self.road(act.road)}"
        return f"OBSTACLE ON {self.road(act.road)}"

    def question(self, question: Question) -> str:
        """A test of this game."""
        match question:
            case HasCounter(road=road, counter=counter):
                return f"COUNTER {f'{self.kind(counter)} ' if counter else ''}ON {self.road(road)}"
            case HasObstacle(road=road):
                return f"OBSTACLE ON {self.road(road)}"
            case IsFree(road=road):
                return f"FREE {self.road(road)}"
            case Holds(card=card, number=number):
                return f"HOLD {f'{number} ' if number > 1 else ''}{self.kind(card)}"

    def go(self, order: Go) -> str:
        """A journey."""
        return self._going(order.steps)

    def discard(self, order: Discard) -> str:
        """Cards to throw away."""
        return f"DISCARD {self.cards(order.cards)}"

    def keep(self, order: Keep | Choice) -> str:
        """The counter to keep."""
        return f"KEEP {self._faced(order.counter, order.face)}"

    def journey(self, journey: Journey) -> tuple[str, ...]:
        """A travel page, line by line."""
        first = [place for place, step in enumerate(journey.steps) if step.origin or not place]
        lines = [self._going(journey.steps[start:end]) for start, end in pairwise([*first, len(journey.steps)])]
        lines = lines or ["STAY"]
        if journey.discard:
            lines.append(f"DISCARD {self.cards(journey.discard)}")
        if journey.keep:
            lines.append(self.keep(journey.keep))
        return tuple(lines)

    def step(self, step: Step) -> str:
        """The town and the way of one step."""
        way = "caravan " + self.cards(step.cards) if step.way == "caravan" else step.way
        if step.way in self._chart.transports:
            way = self.kind(step.way)
        return self._towns[step.to] + (f" BY {way}" if way else "")

    def _going(self, steps: tuple[Step, ...]) -> str:
        first = steps[0].origin
        line = f"GO {self._towns[first]} - " if first else "GO TO "
        return line + " - ".join(map(self.step, steps))

    def _faced(self, counter: str, face: str) -> str:
        return f"{face} {self.kind(counter)}" if face else self.kind(counter)
