"""What cannot be true of a position: pieces lost or made from nothing, limits broken (Elfenland 1, 6.5, 8.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.rules.elfenland.elves import Elf, State
from pbem.rules.elfenland.land import Table

MOST_COUNTERS = 5


def complaints(table: Table, state: State) -> tuple[str, ...]:
    """All of them."""
    found = [*_conserved(table, state), *_roads(table, state)]
    for seat, elf in state.elves.items():
        found += [f"{seat}: {complaint}" for complaint in _elf(table, state, elf)]
    return tuple(found)


def _conserved(table: Table, state: State) -> Iterator[str]:
    """Every card and counter is somewhere, once; an obstacle is with its owner, on a road, or gone (9.6)."""
    land, elves = table.land, state.elves.values()
    cards = Counter((*state.stack, *state.spent, *(card for elf in elves for card in elf.hand)))
    if cards != Counter(land.cards):
        yield f"travel cards are {dict(cards)}"
    held = [kind for elf in elves for kind in (*elf.open, *(secret.kind for secret in elf.secrets))]
    lying = [road.counter for road in state.roads.values()]
    counters = Counter((*state.pile, *state.face_up, *held, *lying))
    if counters != Counter(land.counters):
        yield f"counters are {dict(counters)}"
    if len(state.face_up) != land.face_up:
        yield f"{len(state.face_up)} counters lie face up"
    obstacles = sum(elf.obstacle for elf in elves) + sum(road.obstacle for road in state.roads.values()) + state.gone
    if obstacles != len(state.seats):
        yield f"there are {obstacles} obstacles for {len(state.seats)} players"
    homes = [elf.hometown for elf in elves if elf.hometown is not None]
    if len(set(homes)) != len(homes) or not set(homes) <= set(land.town_cards):
        yield "hometowns that are not on different town cards"


def _roads(table: Table, state: State) -> Iterator[str]:
    """A counter lies where its transport can go (7.3)."""
    for link, road in state.roads.items():
        if table.chart.price(road.counter, table.land.by_id[link].type) is None:
            yield f"a {road.counter} counter lies on {link}"


def _elf(table: Table, state: State, elf: Elf) -> Iterator[str]:
    land = table.land
    if len(elf.hand) > land.hand:
        yield f"{len(elf.hand)} cards in hand"
    if len(elf.open) + len(elf.secrets) > MOST_COUNTERS:
        yield f"{len(elf.open) + len(elf.secrets)} counters"
    if elf.at not in land.town_names or not set(elf.out) <= set(land.towns):
        yield "a boot or a piece in no town"
    if elf.at in elf.out:
        yield "a piece under the boot"
    if state.phase == "over" and len(elf.hand) > land.hand_kept:
        yield "too many cards kept"
