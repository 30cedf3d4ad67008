"""A legal page for somebody who has no plan of his own: for demonstrations, the arena and the laws."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rng import Rng
from pbem.rules.ogre_castle.castle import OGRE, Castle
from pbem.rules.ogre_castle.sight import View

FIRST = (
    "MOVE CLEAR OGRE 3 IF GEMS ME >= 2",
    "MOVE FIGHT LEADER IF HAND ME > 1 AND NOT DONE LEADER",
    "MOVE AVOID FOE, D4, GEM",
    "MOVE VIA E4 IF ROLL >= 5",
    "MOVE SCROLL IF NOT CANGEM AND NOT CANWIN",
    "MOVE END GEM",
    "FLEE NEAR GEM IF MARGIN ME > 0",
    "FLEE VIA HOME",
)
SCROLLS = (
    "PLAY FREEZE IF DIST ACTIVE HOME <= 6",
    "PLAY HASTE IF NOT DONE ME",
    "PLAY GHOST",
    "PLAY NIMBLE x2 IF ROLL <= 4",
    "PLAY SLOW ON LEADER IF TURN LEADER AND ROUND > 1",
    "PLAY WANDER STEER FAR GEM; AVOID HOME; SCROLL",
    "PLAY MASTERY IF DICE ME <= 5 AND PLAYED WEAKNESS",
    "PLAY STRENGTH ON RED IF BATTLE RED",
    "PLAY WEAKNESS",
    "PLAY ARMOR IF ARMOR ME <= 3",
    "PLAY RUST ON LEADER",
    "PLAY LUCKY IF MARGIN ME <= 0",
    "PLAY FUMBLE IF MARGIN ME <= 0",
    "PLAY DROP ON LEADER",
    "PLAY DROP ON OGRE IF LOST ME >= 1",
    "PLAY REVERSE",
    "NEGATE ANY x2 BY LEADER",
    "NEGATE ANY BY OGRE IF TURN ME",
    "NEGATE NEGATE ON ME",
    "NEGATE RUST ON ME BY PREY",
)
"""Lines that show what can be written; each reads at every table."""


def page(castle: Castle, view: View, rng: Rng) -> str:
    """A few lines above a sheet ready made; in round 0 some gems, and how the others are laid."""
    lines = _placing(castle, view, rng) if view.placing else _playing(castle, view, rng)
    return "\n".join(lines) + "\n"


def _placing(castle: Castle, view: View, rng: Rng) -> list[str]:
    rooms = rng.shuffled([castle.ids[number] for number in castle.treasures], "treasure rooms")
    lines, start = [], 0
    for colour in view.seats[1:]:
        count = rng.below(castle.gems_per_knight + 1, f"how many {colour} gems")
        if count:
            lines.append(f"PLACE {colour.upper()} {', '.join(rooms[start : start + count])}")
        start += count
    return [*lines, f"PLACE {'RANDOM' if rng.below(2, 'how the rest is laid') else 'STANDARD'}"]


def _playing(castle: Castle, view: View, rng: Rng) -> list[str]:
    sheets = list(castle.stock_sheets["ogre" if view.reader == OGRE else "knight"].values())
    stock = list(sheets[rng.below(len(sheets), "which sheet")])
    if rng.below(3, "whether it stands"):
        stock.remove("STANDING")
    if not rng.below(6, "whether the default plans do"):
        stock = [line for line in stock if not line.startswith(("MOVE", "FLEE"))]
    return [*_some(FIRST, 3, rng), *_some(SCROLLS, 8, rng), *_limit(rng), *stock]


def _some(lines: Sequence[str], most: int, rng: Rng) -> tuple[str, ...]:
    return rng.shuffled(lines, "lines")[: rng.below(most, "how many lines")]


def _limit(rng: Rng) -> list[str]:
    return [f"LIMIT {1 + rng.below(4, 'limit')}"] if not rng.below(4, "whether to save scrolls") else []
