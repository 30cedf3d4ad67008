"""A turn: the phase that is asked for, and all that needs no orders after it (Elfenland 3.2).

What is told, with its facts. Towns are given by their printed names, transports by their ids; cards are
``{kind: number}``, a road is ``{link, a, b, terrain}``.

* ``opened`` seats, starting, options; ``face-up`` counters: at the start (2.3, 2.4)
* ``hometown`` town, steps: to its owner (11.1)
* ``round`` round, rounds, starting, order, face_up (16.2)
* ``dealing`` cards [{seat, cards}]: to all how many cards each was dealt; everybody also gets a secret counter (4, 5)
* ``dealt`` new, hand, secret, secrets [{kind, new}], open, obstacle: to each alone
* ``drew`` seat, lap, counter, unseen, silent, turned_up: an open counter taken (6); turned_up
  is what replaced it, or None
* ``wish`` lap, line, met: to the drawer alone; met is the wish that was met, or None if none could be (17.1)
* ``drawn`` lap, over, face_up: after the draw or a lap of it
* ``wishes-left`` lines: to each alone, TAKE lines in force for the next lap
* ``sitting`` sitting, sittings, first: a sitting of the planning begins (17.2)
* ``laid`` seat, counter, secret, road, price: a counter laid (7.3); ``blocked`` seat, counter, road, price:
  an obstacle (7.5)
* ``passed`` seat, why: ``""``, ``stop``, ``silent`` or ``idle`` (7.8, 7.10, 17.4)
* ``planned`` sitting, another, next, stopped: a sitting is over; with another one next, or the planning is (7.9, 17.4)
* ``list-left`` struck [line], left [{line, why [..]}], secrets [kind]: to each alone after a sitting (16.4)
* ``itinerary`` the forecast of a travel page sent early, priced when the planning is over: to its writer (17.6)
* ``travelled`` seat, start, steps [{to, way, terrain, cards, obstacle, piece}], took, pieces, at: a boot moved (8)
* ``stayed`` seat, at, silent, pieces: a boot did not
* ``broke-off`` step, to, why: to the traveller alone (8.14)
* ``threw`` seat, number: cards thrown away (8.10); ``thrown`` named, lot: which, to their owner
* ``kept`` seat, counter, secret, turned_in: the counter kept, None if secret or none (9.3); ``kept-own`` counter,
  secret, named, ordered (whether one was named, and was there), turned_in {..}: to its owner
* ``cleared`` roads: obstacles that leave the game (9.6)
* ``ended`` how: ``rounds`` or ``early``; ``final`` seat, place, pieces, cards, hometown, steps, points;
  ``won`` seats (10, 11)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.game import OptionValue
from pbem.model import Event, Seat, Sheet
from pbem.rng import Rng
from pbem.rules.elfenland import draw, journeys, planning
from pbem.rules.elfenland.elves import Elf, State
from pbem.rules.elfenland.finish import deal, finish
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.play import Play


def opened(
    table: Table, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng
) -> tuple[State, tuple[Event, ...]]:
    """The table set up and the first round dealt (2)."""
    land = table.land
    order = rng.child("seating").shuffled(tuple(seats), "seats")
    counters = tuple(kind for kind, number in land.counters.items() for _ in range(number))
    pile = rng.child("counters").shuffled(counters, "counters")
    homes: tuple[str | None, ...] = (None,) * len(order)
    if options["hometown"]:
        homes = rng.child("hometowns").shuffled(land.town_cards, "town cards")
    elves = {seat: Elf(land.start, land.towns, hometown=home) for seat, home in zip(order, homes, strict=False)}
    stack = tuple(kind for kind, number in land.cards.items() for _ in range(number))
    face_up, pile = pile[: land.face_up], pile[land.face_up :]
    state = State(1, "draw", order, order[0], elves, dict(options), face_up, pile, stack)
    now = Play(table, state, {}, rng)
    now.tell("opened", seats=list(order), starting=order[0], options=dict(options))
    now.tell("face-up", counters=list(face_up))
    for seat, elf in elves.items():
        if elf.hometown is not None:
            steps = land.distance(elf.at, elf.hometown)
            now.tell("hometown", only=seat, town=now.name(elf.hometown), steps=steps)
    deal(now)
    return now.state(), tuple(now.told)


def played(table: Table, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """One turn: the phase that is asked for, and on to the next that wants orders."""
    now = Play(table, state, sheets, rng)
    journeys.file(now)
    for step in STEPS[state.phase]:
        step(now)
    return now.state(), tuple(now.told)


def to_planning(now: Play) -> None:
    """When all open counters are drawn the planning begins (7)."""
    if now.phase == "plan":
        planning.begin(now)
        to_travel(now)


def to_travel(now: Play) -> None:
    """When the planning is over, pages sent early are priced (17.6)."""
    if now.phase == "travel":
        journeys.price(now)


STEPS: Mapping[str, tuple[Callable[[Play], None], ...]] = {
    "draw": (draw.play, to_planning),
    "plan": (planning.play, to_travel),
    "travel": (journeys.play, finish),
    "over": (),
}
"""What each deadline plays, in the order of the rules."""
