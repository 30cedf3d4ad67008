"""Bots for King of the Elves: they lay villages that their hand can reach, and search it for the best journey."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.game import Game
from pbem.model import Ask, Seat
from pbem.rng import Rng
from pbem.rules.king_of_the_elves import KingOfTheElves
from pbem.rules.king_of_the_elves.sight import PlayerSeen, View, VillageSeen

WIDTH = 40
"""How many half-made journeys are followed up at a time."""
CARD = 0.9
"""What a travel card that is kept for the next round is worth in gold."""
COST = 1.3
"""What one that is needed for a village is counted as, when villages are laid."""
ROUND_TRIP, FEE, LEAP_CARDS, TOLL = 10, 3, 4, 2
TRAVEL = ("giant-pig", "elfcycle", "magic-cloud", "unicorn", "troll-wagon", "dragon", "raft")
TARGETS = 3
"""So many villages are thought of for a wizard."""


def greedy(game: Game[Any, Any], view: View, ask: Ask, rng: Rng) -> str:
    """Reachable villages at home, gold on the best of them, thieves and obstacles before others, the best journey."""
    lines = _planning(game, view, rng) if view.phase == "planning" else _steps(view)
    return "\n".join(lines or ["STOP"]) + "\n"


# ------------------------------------------------------------------ planning


def _planning(game: Game[Any, Any], view: View, rng: Rng) -> list[str]:
    assert view.own is not None, "only players are asked"
    me = next(player for player in view.players if player.seat == view.reader)
    others = _others(view)
    lines = [*_villages(game, view, me, others), *_golden(view, me), *_traps(view, others)]
    if view.sitting < view.sittings:
        lines += ["BUY IF PURSE 6", "BUY IF PURSE 12"] if not me.bought else []
        lines.append("STOP")
    return lines


def _others(view: View) -> list[PlayerSeen]:
    """The other players, the neighbour on the left first: the order of the road."""
    place = next(place for place, player in enumerate(view.players) if player.seat == view.reader)
    return [*view.players[place + 1 :], *view.players[:place]]


def _villages(game: Game[Any, Any], view: View, me: PlayerSeen, others: list[PlayerSeen]) -> list[str]:
    """The best ones that the hand can reach go home and next to it, the others to the far end of the road."""
    assert view.own is not None
    worth = _worth(game, view)
    held = [card.removeprefix("village-") for card, number in view.own.hand.items() for _ in range(number)
            if card.startswith("village-")]  # fmt: skip
    held.sort(key=lambda terrain: -worth[terrain])
    if not held:
        wanted = sorted(worth, key=lambda terrain: -worth[terrain])
        if not me.realm:
            return [f"NOVILLAGE TAKE {', '.join(wanted)} KEEP raft, dragon", f"VILLAGE {wanted[0]} TO ME"]
        return []
    room = view.room - len(me.realm)
    good = [terrain for terrain in held if worth[terrain] > 0]
    lines = [f"VILLAGE {terrain} TO ME" for terrain in good[:room]]
    if not me.realm:
        lines.append(" ELSE ".join(f"VILLAGE {terrain} TO ME" for terrain in dict.fromkeys(held)) + " IF NOT ME/1")
    near, far = others[0].seat, others[-1].seat
    lines += [f"VILLAGE {terrain} TO {near}" for terrain in good[room:]]
    lines += [f"VILLAGE {terrain} TO {far}" for terrain in held if worth[terrain] <= 0]
    return lines


def _worth(game: Game[Any, Any], view: View) -> Mapping[str, float]:
    """What a village of each terrain is worth to this hand; below zero if it cannot be reached."""
    assert view.own is not None and isinstance(game, KingOfTheElves)
    found = {}
    box = game.box
    for terrain, kind in box.deck.terrains.items():
        costs = {transport: box.chart.price(transport, terrain, 0) for transport in box.chart.transports}
        cards = [number for transport, number in costs.items() if number and view.own.hand.get(transport, 0) >= number]
        found[terrain] = kind.value - COST * min(cards) if cards else -float(kind.value)
    return found


def _golden(view: View, me: PlayerSeen) -> list[str]:
    """Gold cards go on the most valuable villages of one's own realm or of the journey that would be made now."""
    assert view.own is not None
    cards = view.own.hand.get("gold", 0)
    ahead = [stage.village for stage in view.road[: _best(view).visits]]
    spots = [village.spot for village in sorted(ahead, key=lambda village: -village.value) if not village.gold]
    if view.sitting < view.sittings and not me.realm:
        spots = [f"{me.seat}/1", f"{me.seat}/2"]
    return [f"GOLD ON {spot}" for spot in spots[:cards]]


def _traps(view: View, others: list[PlayerSeen]) -> list[str]:
    """Thieves where most is to be had, obstacles before the doors of others; one's own cards do not hinder oneself."""
    assert view.own is not None
    lines = []
    villages = [village for player in others for village in player.realm]
    free = [village.spot for village in sorted(villages, key=lambda one: -one.value) if not village.thief]
    for place in range(view.own.hand.get("thief", 0)):
        spots = free[place : place + 3] or [f"{player.seat}/1" for player in others]
        lines.append(" ELSE ".join(f"THIEF ON {spot}" for spot in spots))
    for card, word in (("tree", "TREE"), ("sea-monster", "MONSTER")):
        spots = [f"{player.seat}/{place}" for place in range(1, view.room + 1) for player in others]
        lines += [" ELSE ".join(f"{word} ON {spot}" for spot in spots)] * view.own.hand.get(card, 0)
    return lines


# ------------------------------------------------------------------ journeys


@dataclass(frozen=True)
class Journey:
    """A journey as far as it is made: where it stands, what is left in hand and purse, and its steps."""

    hand: Mapping[str, int]
    purse: int
    escorts: int
    turns: int
    wizards: int
    at: int = -1
    way: int = 1
    guarded: bool = False
    seen: frozenset[int] = frozenset()
    steps: tuple[str, ...] = ()

    @property
    def visits(self) -> int:
        """How many different villages it has come to."""
        return len(self.seen)


def _steps(view: View) -> list[str]:
    return list(_best(view).steps)


def _best(view: View) -> Journey:
    """The best journey that a search of limited width finds."""
    assert view.own is not None
    hand = view.own.hand
    escorts, turns, wizards = (hand.get(card, 0) for card in ("escort", "change-direction", "wizard"))
    start = Journey(hand, view.own.gold, escorts, turns, wizards)
    card = 0.0 if view.round == view.rounds else CARD
    best, front = start, [start]
    while front and view.road:
        found: dict[tuple[object, ...], Journey] = {}
        for journey in front:
            for longer in _onward(view, journey):
                found.setdefault((longer.at, longer.way, longer.purse, tuple(longer.hand.values())), longer)
        front = sorted(found.values(), key=lambda one: -_score(view, one, card))[:WIDTH]
        best = max([best, *front], key=lambda one: _score(view, one, card))
    return best


def _score(view: View, journey: Journey, card: float) -> float:
    kept = sum(number for kind, number in journey.hand.items() if not kind.startswith("village-"))
    return journey.purse + card * (kept + journey.escorts + journey.turns + journey.wizards)


def _onward(view: View, journey: Journey) -> Iterator[Journey]:
    """Every way to go on by one village, after a change of direction too, or by wizard."""
    yield from _visits(view, journey)
    if journey.wizards and journey.at >= 0:
        yield from _leaps(view, journey)
    if journey.turns and journey.at >= 0 and journey.steps[-1] != "REVERSE":
        turned = replace(journey, way=-journey.way, turns=journey.turns - 1, steps=(*journey.steps, "REVERSE"))
        yield from _visits(view, turned)


def _visits(view: View, journey: Journey) -> Iterator[Journey]:
    place = (journey.at + journey.way) % len(view.road) if journey.at >= 0 else 0
    stage = view.road[place]
    arriving = journey.at < 0 or view.road[journey.at].village.realm != stage.village.realm
    guarded = journey.guarded and not arriving
    yield from _visit(view, journey, place, guarded, "")
    if arriving and journey.escorts and _hazard(view, stage.village):
        yield from _visit(view, replace(journey, escorts=journey.escorts - 1), place, True, " ESCORT")


def _hazard(view: View, village: VillageSeen) -> bool:
    return _foreign(view, village.thief) or _foreign(view, village.obstacle)


def _foreign(view: View, owner: Seat | None) -> bool:
    return owner is not None and owner != view.reader


def _visit(view: View, journey: Journey, place: int, guarded: bool, escort: str) -> Iterator[Journey]:
    """One village by each transport that the hand can pay."""
    stage = view.road[place]
    toll = TOLL if stage.thief and not guarded else 0
    saved = 1 if guarded and _foreign(view, stage.village.obstacle) else 0
    if journey.purse < toll:
        return
    for way in stage.ways:
        cards = way.cards - saved
        left = journey.hand.get(way.transport, 0) - cards
        if left >= 0:
            gone = replace(journey, hand={**journey.hand, way.transport: left}, guarded=guarded)
            yield _arrived(view, gone, place, stage.income - toll, f"VISIT BY {way.transport}{escort}")


def _arrived(view: View, journey: Journey, place: int, gain: int, step: str) -> Journey:
    """A journey with one village more, and the bonus if it is the last one missing."""
    seen = journey.seen | {place}
    bonus = ROUND_TRIP if len(seen) == len(view.road) > len(journey.seen) else 0
    return replace(journey, purse=journey.purse + gain + bonus, at=place, seen=seen, steps=(*journey.steps, step))


def _leaps(view: View, journey: Journey) -> Iterator[Journey]:
    """By wizard to the villages that pay most, with the cards of which most are held."""
    cards = [kind for kind in TRAVEL for _ in range(journey.hand.get(kind, 0))]
    cards = sorted(cards, key=lambda kind: -journey.hand[kind])[:LEAP_CARDS]
    places = sorted(range(len(view.road)), key=lambda place: -view.road[place].income)[:TARGETS]
    for place in places if len(cards) == LEAP_CARDS else ():
        stage = view.road[place]
        arriving = view.road[journey.at].village.realm != stage.village.realm
        guarded = journey.guarded and not arriving
        price = FEE + (TOLL if stage.thief and not guarded else 0)
        if place != journey.at and journey.purse >= price:
            left = {kind: number - cards.count(kind) for kind, number in journey.hand.items()}
            step = f"WIZARD TO {stage.village.spot} WITH {', '.join(cards)}"
            leapt = replace(journey, hand=left, wizards=journey.wizards - 1, guarded=guarded)
            yield _arrived(view, leapt, place, stage.income - price, step)


BOTS = {"greedy": greedy}
