"""A legal page for a player who has no plan of his own: for demonstrations, the arena and the laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.rng import Rng
from pbem.rules.elfen.chart import counted, spread
from pbem.rules.elfen.lists import Try
from pbem.rules.king_of_the_elves.journey import ESCORT, REVERSAL, WIZARD, Walk
from pbem.rules.king_of_the_elves.orders import Leap, Reverse, Spot, Step, Visit, short
from pbem.rules.king_of_the_elves.realm import Box
from pbem.rules.king_of_the_elves.sight import Legal, View, table_seen

MOST_STEPS = 24


def page(box: Box, view: View, rng: Rng) -> str:
    """A list of what could be done, in an order left to chance; or a journey as far as cards and gold go."""
    if view.phase != "planning":
        return "".join(f"{step}\n" for step in _journey(box, view, rng.child("journey")) or ["STOP"])
    lines = list(_planning(view, rng.child("planning")))
    early = rng.child("early")
    if view.road and not early.below(3, "whether to send a journey early"):
        lines = ["PLANNING", *lines, "JOURNEY", *(_journey(box, view, early) or ["STOP"])]
    return "".join(f"{line}\n" for line in lines)


# ------------------------------------------------------------------ planning


def _planning(view: View, rng: Rng) -> Iterator[str]:
    """A village at home first, then some of what is legal now, then a pass or a stop."""
    legal, me = view.legal, next(seen for seen in view.players if seen.seat == view.reader)
    assert legal is not None
    if not me.realm:
        yield from _first_village(legal, rng)
    actions = [*_villages(view, legal, rng), *_placings(legal, rng), *_others(view, legal)]
    chosen = rng.shuffled(actions, "what to do")
    yield from chosen[: 1 + rng.below(max(1, len(chosen)), "how much")]
    yield "STOP" if not rng.below(3, "whether to stop") and view.sitting < view.sittings else "PASS"


def _first_village(legal: Legal, rng: Rng) -> Iterator[str]:
    if legal.villages:
        order = rng.shuffled(legal.villages, "village at home")
        yield " ELSE ".join(f"VILLAGE {terrain} TO ME" for terrain in order)
    else:
        yield "NOVILLAGE TAKE lake, desert DROP pig KEEP raft"


def _villages(view: View, legal: Legal, rng: Rng) -> list[str]:
    return [
        f"VILLAGE {terrain} TO {'ME' if room == view.reader else room}"
        for terrain in legal.villages
        for room in legal.rooms[:2]
        if rng.below(2, "village")
    ]


def _placings(legal: Legal, rng: Rng) -> list[str]:
    found = []
    for card, places in legal.placings.items():
        spots = rng.shuffled(places, "where to place")[:2]
        found.append(" ELSE ".join(f"{short(card).upper()} ON {spot}" for spot in spots))
    return found


def _others(view: View, legal: Legal) -> list[str]:
    found = ["BUY IF PURSE 12 AND NOT QUIET"] if legal.price is not None else []
    if legal.exchange:
        found += ["EXCHANGE DROP elfcycle KEEP raft, escort", "EXCHANGE IF QUIET AND TURN 3"]
    found += [f"REMOVE {removal.spot.split('/')[1]} IF PURSE 20" for removal in legal.removals[1:]]
    return found


# ------------------------------------------------------------------ journeys


def _journey(box: Box, view: View, rng: Rng) -> list[str]:
    """On and on by the fewest cards, with an escort where something threatens; now and then back, or by wizard."""
    table = table_seen(box, view)
    assert view.reader is not None
    player = table.players[view.reader]
    walk = Walk(table, view.reader, player.gold, player.hand, table.road())
    steps: list[str] = []
    while len(steps) < MOST_STEPS:
        step = _next(walk, rng)
        if step is None:
            break
        walk.make(step, len(steps))
        steps.append(str(step))
    return steps


def _next(walk: Walk, rng: Rng) -> Step | None:
    possible: list[Step] = [step for step in _ways(walk) if walk.bar(Try(step)) is None]
    if walk.at is not None and WIZARD in walk.hand and not rng.below(2, "whether to leap"):
        possible = [leap for leap in _leaps(walk) if walk.bar(Try(leap)) is None] or possible
    if not possible or not rng.below(12, "whether to turn"):
        back = Reverse()
        return back if REVERSAL in walk.hand and walk.bar(Try(back)) is None and walk.visits else None
    return possible[0]


def _ways(walk: Walk) -> Iterator[Visit]:
    """Transports in hand by rising price; with an escort where a village of the realm carries a hazard."""
    village = walk.table.village(walk.road[walk.ahead])
    held = [transport for transport in walk.table.box.chart.transports if transport in walk.hand]
    realm = walk.table.players[walk.road[walk.ahead].realm].realm
    hazard = any(card.owner != walk.seat and card.card != "gold" for one in realm for card in one.placed)
    for escort in (True, False) if hazard and ESCORT in walk.hand and walk.arrives(walk.ahead) else (False,):
        ranked = sorted(held, key=lambda transport: walk.price(transport, village, escort) or 9)
        yield from (Visit(transport, escort=escort) for transport in ranked)


def _leaps(walk: Walk) -> Iterator[Leap]:
    """To every village worth most first, for the four cards held most often."""
    kinds = counted(card for card in walk.hand if card in walk.table.box.chart.transports)
    cards: Sequence[str] = spread(dict(sorted(kinds.items(), key=lambda kind: -kind[1])))[:4]
    if len(cards) < 4:
        return
    sites = sorted(walk.road, key=lambda site: -walk.income(walk.table.village(site)))
    yield from (Leap(Spot(site.realm, site.place + 1), tuple(cards)) for site in sites)
