"""Moonrakers: kegs of brandy sunk in ponds by night, raked up and sold before the exciseman looks (``rules.md``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Cursor, Grammar, Verb
from pbem.model import NOWHERE, Ask, Event, Order, Outcome, Problem, Seat, Sheet, Verdict, Weight
from pbem.rng import Rng

PONDS = {"duck": 1, "mill": 2, "church": 3, "crammer": 4}
RIDES = {2: "mill", 3: "church", 4: "church", 5: "crammer", 6: "crammer"}
KEGS, LOAD = 6, 2
Told = tuple[Event, ...]


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
class Smuggler:
    """One seat's kegs, in the barn and under water, and its money."""

    barn: int
    ponds: Mapping[str, int]
    shillings: int = 0

    @property
    def kegs(self) -> int:
        """All of them, wherever they are: the number everybody knows (1.3)."""
        return self.barn + sum(self.ponds.values())


@dataclass(frozen=True)
class State:
    """The village before a night."""

    night: int
    nights: int
    smugglers: Mapping[Seat, Smuggler]
    searched: str | None = None
    gone: int = 0


@dataclass(frozen=True)
class View:
    """What one reader knows: everybody's kegs and shillings, and his own hiding places."""

    night: int
    nights: int
    rows: tuple[tuple[Seat, int, int], ...]
    own: Smuggler | None


@dataclass(frozen=True)
class Plan:
    """What a sheet comes to."""

    rake: str | None
    sinks: Mapping[str, int]
    problems: tuple[Problem, ...]


def plan(own: Smuggler, sheet: Sheet) -> Plan:
    """One pond raked, the last named (2.2); at most two kegs sunk, from the barn (2.4)."""
    raked, sinks, problems = None, dict.fromkeys(PONDS, 0), []
    for order in sheet.orders:
        match order:
            case Rake(pond):
                if raked:
                    why = f"You rake one pond a night, and this line takes the place of {raked} pond."
                    problems.append(Problem("twice", why, order.span, weight=Weight.NOTE))
                raked = pond
            case Sink(kegs, pond):
                sunk = min(kegs, min(LOAD, own.barn) - sum(sinks.values()))
                sinks[pond] += sunk
                if sunk < kegs:
                    why = f"Of these you can sink {sunk}: at most {LOAD} a night, and your barn holds {own.barn}."
                    problems.append(Problem("too-many", why, order.span))
    return Plan(raked, sinks, tuple(problems))


def rake(state: State, plans: Mapping[Seat, Plan], rng: Rng) -> tuple[State, Told]:
    """A raked pond gives up all its owner's kegs, a shilling cheaper for each other raker (2.2, 2.3)."""
    rakers = [mine.rake for mine in plans.values()]
    after, told = (
        dict(state.smugglers),
        [Event("asleep", {"seat": seat}) for seat in state.smugglers if seat not in plans],
    )
    for seat, mine in plans.items():
        if mine.rake:
            own, price = after[seat], max(1, PONDS[mine.rake] + 1 - rakers.count(mine.rake))
            kegs = own.ponds[mine.rake]
            after[seat] = replace(own, ponds={**own.ponds, mine.rake: 0}, shillings=own.shillings + kegs * price)
            told.append(Event("raked", {"seat": seat, "pond": mine.rake, "kegs": kegs, "price": price}))
    sold = sum(event.facts.get("kegs", 0) for event in told)
    return replace(state, smugglers=after, gone=state.gone + sold), tuple(told)


def sink(state: State, plans: Mapping[Seat, Plan], rng: Rng) -> tuple[State, Told]:
    """Kegs go from the barn into ponds, and only their owner is told (2.4)."""
    after, told = dict(state.smugglers), []
    for seat, mine in plans.items():
        own, sunk = after[seat], {pond: kegs for pond, kegs in mine.sinks.items() if kegs}
        ponds = {pond: kegs + mine.sinks[pond] for pond, kegs in own.ponds.items()}
        after[seat] = replace(own, barn=own.barn - sum(sunk.values()), ponds=ponds)
        if sunk:
            told.append(Event("sank", {"kegs": sunk}, seen_by=(seat,)))
    return replace(state, smugglers=after), tuple(told)


def ride(state: State, plans: Mapping[Seat, Plan], rng: Rng) -> tuple[State, Told]:
    """The exciseman throws a die and seizes all kegs in one pond (2.5)."""
    die = rng.die(6, "where the exciseman rides")
    pond = RIDES.get(die)
    if pond is None:
        return replace(state, searched=None), (Event("inn", {"die": die}),)
    seized = {seat: own.ponds[pond] for seat, own in state.smugglers.items() if own.ponds[pond]}
    after = {seat: replace(own, ponds={**own.ponds, pond: 0}) for seat, own in state.smugglers.items()}
    state = replace(state, smugglers=after, searched=pond, gone=state.gone + sum(seized.values()))
    return state, (Event("searched", {"die": die, "pond": pond, "seized": seized}),)


def dawn(state: State, plans: Mapping[Seat, Plan], rng: Rng) -> tuple[State, Told]:
    """The night is over, and after the last one the game (4.1)."""
    state = replace(state, night=state.night + 1)
    end = outcome(state)
    return state, (Event("ended", {"how": end.how, "totals": dict(end.totals)}),) if end else ()


def outcome(state: State) -> Outcome | None:
    """Most shillings win when the nights or the kegs are used up (4.1, 4.2)."""
    dry = not any(own.kegs for own in state.smugglers.values())
    if state.night <= state.nights and not dry:
        return None
    totals = {seat: own.shillings for seat, own in state.smugglers.items()}
    winners = tuple(seat for seat, total in totals.items() if total == max(totals.values()))
    return Outcome(winners, totals, "no keg is left" if dry else "the nights are over")


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
        help="Sinks kegs from your barn in a pond, at most two a night.",
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
        nights = int(options["nights"] or 0)
        state = State(1, nights, {seat: Smuggler(KEGS, dict.fromkeys(PONDS, 0)) for seat in seats})
        return state, (Event("opened", {"kegs": KEGS, "nights": nights}),)

    def moment(self, state: State) -> str:
        """The night that comes next."""
        return "the morning after" if outcome(state) else f"night {state.night}"

    def awaiting(self, state: State) -> Mapping[Seat, Ask]:
        """Everybody is asked every night."""
        ask = Ask("Which pond do you rake, and where do you sink kegs?", ("rake", "sink"))
        return {} if outcome(state) else dict.fromkeys(state.smugglers, ask)

    def view(self, state: State, reader: Seat | None) -> View:
        """Kegs and shillings of all, the hiding places of one (1.3)."""
        rows = tuple((seat, own.kegs, own.shillings) for seat, own in state.smugglers.items())
        return View(state.night, state.nights, rows, state.smugglers[reader] if reader else None)

    def check(self, view: View, sheet: Sheet) -> Verdict:
        """What the sheet comes to tonight, if nobody else rakes there."""
        assert view.own is not None
        mine = plan(view.own, sheet)
        raked = {"pond": mine.rake, "kegs": view.own.ponds[mine.rake], "price": PONDS[mine.rake]} if mine.rake else None
        sunk = {pond: kegs for pond, kegs in mine.sinks.items() if kegs}
        return Verdict(mine.problems, {"raked": raked, "sunk": sunk, "barn": view.own.barn - sum(sunk.values())})

    def resolve(self, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, Told]:
        """One night, step by step in the order of the rules, the smugglers in seat order."""
        plans = {seat: plan(own, sheets[seat]) for seat, own in state.smugglers.items() if seat in sheets}
        told: Told = ()
        for step in (rake, sink, ride, dawn):
            state, more = step(state, plans, rng.child(step.__name__))
            told += more
        return state, told

    def suggest(self, view: View, rng: Rng) -> str:
        """Sinks what it can, and rakes the pond that pays most every other night and on the last."""
        assert view.own is not None
        ponds, sinks = view.own.ponds, min(LOAD, view.own.barn)
        best = max(ponds, key=lambda pond: ponds[pond] * PONDS[pond])
        lines = [f"sink a keg in {rng.shuffled(tuple(PONDS), 'where to sink')[0]}" for _ in range(sinks)]
        if not lines or view.night == view.nights or rng.below(2, "whether to rake"):
            lines.append(f"rake {best}")
        return "\n".join(lines) + "\n"

    def outcome(self, state: State) -> Outcome | None:
        """Who won, once it is over."""
        return outcome(state)

    def audit(self, state: State) -> tuple[str, ...]:
        """Every keg is in a barn, in a pond, sold or seized."""
        there, made = sum(own.kegs for own in state.smugglers.values()) + state.gone, KEGS * len(state.smugglers)
        return () if there == made else (f"{there} kegs instead of {made}",)

    def disguise(self, state: State, reader: Seat | None, rng: Rng) -> State:
        """Some of the others' kegs hidden otherwise: none where the exciseman has just been, two a night at most."""
        open_ponds = [pond for pond in PONDS if pond != state.searched]
        after = dict(state.smugglers)
        for seat in sorted(after.keys() - {reader}):
            own, wet, chance = after[seat], dict.fromkeys(PONDS, 0), rng.child(seat)
            if chance.below(2, "hidden otherwise"):
                for _ in range(chance.below(min(own.kegs, LOAD * (state.night - 1)) + 1, "kegs under water")):
                    wet[chance.shuffled(open_ponds, "where")[0]] += 1
                after[seat] = replace(own, barn=own.kegs - sum(wet.values()), ponds=wet)
        return replace(state, smugglers=after)

    def disguise_sheets(
        self, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """The others rake where they did, since that is seen, and sink other kegs."""
        after = dict(sheets)
        for seat in sorted(sheets.keys() - {reader}):
            chance, barn = rng.child(seat), state.smugglers[seat].barn
            sinks = [Sink(1, chance.shuffled(tuple(PONDS), "where")[0]) for _ in range(min(barn, LOAD))]
            orders = [order for order in sheets[seat].orders if isinstance(order, Rake)]
            after[seat] = replace(sheets[seat], orders=(*orders, *sinks[: chance.below(LOAD + 1, "kegs to sink")]))
        return after

    def brought_out(self, events: Sequence[Event]) -> object:
        """What a night shows of what was hidden: kegs raked up and kegs seized."""
        raked = [(event.facts["seat"], event.facts["kegs"]) for event in events if event.kind == "raked"]
        return raked, [event.facts["seized"] for event in events if event.kind == "searched"]

    def reshuffle(self, state: State, rng: Rng) -> State:
        """There is no pile to shuffle."""
        return state


def load(info: GameInfo) -> Moonrakers:
    """The game, for its entry point."""
    return Moonrakers(info)
