"""Moonrakers: kegs of brandy sunk in ponds by night, raked up and sold before the exciseman looks (``rules.md``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Cursor, Grammar, Verb
from pbem.model import NOWHERE, Ask, Event, Facts, Order, Outcome, Problem, Seat, Sheet, Verdict, Weight
from pbem.rng import Rng

PONDS = {"duck": 1, "mill": 2, "church": 3, "crammer": 4}
RIDES = {2: "mill", 3: "church", 4: "church", 5: "crammer", 6: "crammer"}
KEGS, LOAD = 6, 2


@dataclass(frozen=True)
class Rake(Order):
    """Bring up and sell one's kegs in a pond (2.2)."""

    pond: str


@dataclass(frozen=True)
class Sink(Order):
    """Sink kegs from the barn in a pond (2.4)."""

    kegs: int
    pond: str


@dataclass(frozen=True)
class State:
    """The village before a night: everybody's kegs in the barn and in each pond, and everybody's shillings."""

    night: int
    nights: int
    kegs: Mapping[Seat, Mapping[str, int]]
    purses: Mapping[Seat, int]
    searched: str | None = None
    gone: int = 0


@dataclass(frozen=True)
class View:
    """What one reader knows: how many kegs and shillings everybody has, and where his own kegs are (1.3)."""

    night: int
    nights: int
    kegs: Mapping[Seat, int]
    purses: Mapping[Seat, int]
    own: Mapping[str, int] | None


@dataclass(frozen=True)
class Plan:
    """What a sheet comes to: the pond to rake, the kegs to sink, and what was wrong."""

    rake: str | None
    sinks: Mapping[str, int]
    problems: tuple[Problem, ...]


Told = tuple[Event, ...]
Plans = Mapping[Seat, Plan]


def plan(own: Mapping[str, int], sheet: Sheet) -> Plan:
    """One pond raked, the last named (2.2); at most two kegs sunk, from the barn (2.4)."""
    raked, sinks, problems = None, dict.fromkeys(PONDS, 0), []
    for order in sheet.orders:
        if isinstance(order, Rake):
            if raked:  # RULING 2.2: the last pond counts, as the last page does
                why = f"You rake one pond a night; this line takes the place of {raked} pond."
                problems.append(Problem("twice", why, order.span, weight=Weight.NOTE))
            raked = order.pond
        elif isinstance(order, Sink):
            sunk = min(order.kegs, min(LOAD, own["barn"]) - sum(sinks.values()))
            sinks[order.pond] += sunk
            if sunk < order.kegs:  # RULING 2.4: what can be sunk is sunk
                why = f"Of these you can sink {sunk}: {LOAD} a night at most, and your barn holds {own['barn']}."
                problems.append(Problem("too-many", why, order.span))
    return Plan(raked, {pond: kegs for pond, kegs in sinks.items() if kegs}, tuple(problems))


def lifted(state: State, seat: Seat, pond: str, price: int) -> State:
    """All of one owner's kegs come out of a pond, at a price."""
    kegs = state.kegs[seat][pond]
    purses = {**state.purses, seat: state.purses[seat] + kegs * price}
    left = {**state.kegs, seat: {**state.kegs[seat], pond: 0}}
    return replace(state, kegs=left, purses=purses, gone=state.gone + kegs)


def rake(state: State, plans: Plans, rng: Rng) -> tuple[State, Told]:
    """A raked pond gives up all its owner's kegs, a shilling cheaper for each other raker (2.2, 2.3)."""
    told = [Event("asleep", {"seat": seat}) for seat in state.kegs if seat not in plans]
    rakers = [mine.rake for mine in plans.values()]
    for seat, mine in plans.items():
        if mine.rake:
            price = max(1, PONDS[mine.rake] + 1 - rakers.count(mine.rake))
            facts = {"seat": seat, "pond": mine.rake, "kegs": state.kegs[seat][mine.rake], "price": price}
            told.append(Event("raked", facts))
            state = lifted(state, seat, mine.rake, price)
    return state, tuple(told)


def sink(state: State, plans: Plans, rng: Rng) -> tuple[State, Told]:
    """Kegs go from the barn into ponds, and only their owner is told (2.4)."""
    kegs, told = dict(state.kegs), []
    for seat, mine in plans.items():
        wet = {pond: kegs[seat][pond] + mine.sinks.get(pond, 0) for pond in PONDS}
        kegs[seat] = {"barn": kegs[seat]["barn"] - sum(mine.sinks.values()), **wet}
        if mine.sinks:
            told.append(Event("sank", {"kegs": mine.sinks}, seen_by=(seat,)))
    return replace(state, kegs=kegs), tuple(told)


def ride(state: State, plans: Plans, rng: Rng) -> tuple[State, Told]:
    """The exciseman throws a die and seizes all kegs in one pond (2.5)."""
    die = rng.die(6, "where the exciseman rides")
    pond = RIDES.get(die)
    if pond is None:
        return replace(state, searched=None), (Event("inn", {"die": die}),)
    seized = {seat: kegs[pond] for seat, kegs in state.kegs.items() if kegs[pond]}
    for seat in seized:
        state = lifted(state, seat, pond, 0)
    return replace(state, searched=pond), (Event("searched", {"die": die, "pond": pond, "seized": seized}),)


def dawn(state: State, plans: Plans, rng: Rng) -> tuple[State, Told]:
    """The night is over, and after the last one the game (4.1)."""
    state = replace(state, night=state.night + 1)
    end = outcome(state)
    if end is None:
        return state, ()
    return state, (Event("ended", {"how": end.how, "totals": end.totals, "winners": list(end.winners)}),)


def outcome(state: State) -> Outcome | None:
    """Most shillings win when the nights or the kegs are used up (4.1, 4.2)."""
    dry = not any(sum(kegs.values()) for kegs in state.kegs.values())
    if state.night <= state.nights and not dry:
        return None
    winners = tuple(seat for seat, purse in state.purses.items() if purse == max(state.purses.values()))
    return Outcome(winners, state.purses, "no keg is left" if dry else "the nights are over")


def pond(cursor: Cursor) -> str | Problem:
    """A pond by its name: "the Mill Pond", "crammer"."""
    cursor.skip("the")
    word = cursor.peek()
    if word is None or word.key not in PONDS:
        return cursor.expected("a pond", PONDS)
    cursor.take()
    cursor.skip("pond")
    return word.key


VERBS = (
    Verb(
        name="rake",
        patterns=("rake [out|in|at] <pond>",),
        makes=Rake,
        writes=Rake,
        write=lambda order: f"RAKE {order.pond}",
        help="Brings up all your kegs in one pond and sells them.",
        form="RAKE __",
        examples=("rake the Mill Pond",),
    ),
    Verb(
        name="sink",
        patterns=("sink|hide [<count>] [keg|kegs] [in|into|at] <pond>",),
        makes=lambda pond, count=1, span=NOWHERE: Sink(count, pond, span=span),
        writes=Sink,
        write=lambda order: f"SINK {order.kegs} IN {order.pond}",
        help="Sinks kegs from your barn in a pond, two a night at most.",
        form="SINK __ IN __",
        examples=("sink 2 kegs in the Crammer", "hide a keg in duck pond"),
    ),
)


class Moonrakers:
    """The calls every game answers, and those of a game with secrets."""

    state_type = State

    def __init__(self, info: GameInfo) -> None:
        self.info = info

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """Two verbs, and ponds by name."""
        return Grammar(verbs=VERBS, readers={"pond": pond}, seats=tuple(seats))

    def reserved(self) -> frozenset[str]:
        """No seat may be called like a pond or a word of the orders."""
        return frozenset({*PONDS, "rake", "sink", "hide", "the", "pond", "keg", "kegs", "a", "in", "into", "out", "at"})

    def setup(self, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng) -> tuple[State, Told]:
        """Six kegs each, all in the barn (1.1)."""
        full, nights = {"barn": KEGS, **dict.fromkeys(PONDS, 0)}, int(options["nights"] or 0)
        state = State(1, nights, dict.fromkeys(sorted(seats), full), dict.fromkeys(sorted(seats), 0))
        return state, (Event("opened", {"kegs": KEGS, "nights": nights}),)

    def moment(self, state: State) -> str:
        """The night that comes next."""
        return "the morning after" if outcome(state) else f"night {state.night}"

    def awaiting(self, state: State) -> Mapping[Seat, Ask]:
        """Everybody is asked every night."""
        ask = Ask("Which pond do you rake, and where do you sink kegs?", ("rake", "sink"))
        return {} if outcome(state) else dict.fromkeys(state.kegs, ask)

    def view(self, state: State, reader: Seat | None) -> View:
        """Built field by field: sums of all, hiding places of one."""
        sums = {seat: sum(kegs.values()) for seat, kegs in state.kegs.items()}
        return View(state.night, state.nights, sums, state.purses, state.kegs[reader] if reader else None)

    def check(self, view: View, sheet: Sheet) -> Verdict:
        """What the sheet comes to tonight, if nobody else rakes there."""
        assert view.own is not None
        mine = plan(view.own, sheet)
        raked = {"pond": mine.rake, "kegs": view.own[mine.rake], "price": PONDS[mine.rake]} if mine.rake else None
        barn = view.own["barn"] - sum(mine.sinks.values())
        return Verdict(mine.problems, {"raked": raked, "sunk": mine.sinks, "barn": barn})

    def resolve(self, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, Told]:
        """One night, step by step in the order of the rules, the smugglers in alphabetical order."""
        plans = {seat: plan(state.kegs[seat], sheets[seat]) for seat in sorted(sheets)}
        told: Told = ()
        for step in (rake, sink, ride, dawn):
            state, more = step(state, plans, rng.child(step.__name__))
            told += more
        return state, told

    def suggest(self, view: View, rng: Rng) -> str:
        """Sinks what it can, and rakes the pond that pays most every other night and on the last."""
        own = view.own or {}
        best = max(PONDS, key=lambda pond: own[pond] * PONDS[pond])
        lines = [f"sink a keg in {rng.shuffled(tuple(PONDS), 'pond')[0]}" for _ in range(min(LOAD, own["barn"]))]
        if not lines or view.night == view.nights or rng.below(2, "whether to rake"):
            lines.append(f"rake {best}")
        return "\n".join(lines) + "\n"

    def outcome(self, state: State) -> Outcome | None:
        """Who won, once it is over."""
        return outcome(state)

    def audit(self, state: State) -> tuple[str, ...]:
        """Every keg is in a barn, in a pond, sold or seized."""
        there = sum(sum(kegs.values()) for kegs in state.kegs.values()) + state.gone
        return () if there == KEGS * len(state.kegs) else (f"there are {there} kegs",)

    def disguise(self, state: State, reader: Seat | None, rng: Rng) -> State:
        """Some of the others' kegs elsewhere: none where the exciseman has just been, no more than could be sunk."""
        kegs, ponds = dict(state.kegs), [pond for pond in PONDS if pond != state.searched]
        for seat in sorted(kegs.keys() - {reader}):
            total, chance = sum(kegs[seat].values()), rng.child(seat)
            if chance.below(2, "whether to disguise"):
                wet = chance.below(min(total, LOAD * (state.night - 1)) + 1, "kegs under water")
                kegs[seat] = {"barn": total - wet, **dict.fromkeys(PONDS, 0)}
                for place in (ponds[chance.below(len(ponds), "pond")] for _ in range(wet)):
                    kegs[seat] = {**kegs[seat], place: kegs[seat][place] + 1}
        return replace(state, kegs=kegs)

    def disguise_sheets(
        self, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """The others rake where they did, since that is seen, and sink other kegs."""
        after = dict(sheets)
        for seat in sorted(sheets.keys() - {reader}):
            wet, chance = min(LOAD, state.kegs[seat]["barn"]), rng.child(seat)
            sinks = [Sink(1, chance.shuffled(tuple(PONDS), "pond")[0]) for _ in range(chance.below(wet + 1, "kegs"))]
            orders = [order for order in sheets[seat].orders if not isinstance(order, Sink)]
            after[seat] = replace(sheets[seat], orders=(*orders, *sinks) or (Sink(1, "duck"),))
        return after

    def brought_out(self, events: Sequence[Event]) -> object:
        """What a night shows of the hidden by rights: kegs raked up, and kegs seized."""
        raked = {event.facts["seat"]: event.facts["kegs"] for event in events if event.kind == "raked"}
        return raked, [event.facts["seized"] for event in events if event.kind == "searched"]

    def position(self, facts: Facts) -> State:
        """A village from a few lines of YAML: the night, and where whose kegs are; the others are gone."""
        empty = dict.fromkeys(("barn", *PONDS), 0)
        kegs = {seat: {**empty, **facts["kegs"][seat]} for seat in sorted(facts["kegs"])}
        gone = KEGS * len(kegs) - sum(sum(held.values()) for held in kegs.values())
        return State(facts["night"], facts.get("nights", 7), kegs, dict.fromkeys(kegs, 0), gone=gone)

    def reshuffle(self, state: State, rng: Rng) -> State:
        """There is no pile to shuffle."""
        return state


def load(info: GameInfo) -> Moonrakers:
    """The game, for its entry point."""
    return Moonrakers(info)
