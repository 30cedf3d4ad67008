"""What each scroll may be played on, and what it does (Ogre Castle 6)."""

from __future__ import annotations

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE, ScrollKind
from pbem.rules.ogre_castle.facts import player
from pbem.rules.ogre_castle.orders import COLOURS, Play
from pbem.rules.ogre_castle.table import Steering, Table


def target_of(table: Table, caster: Seat, kind: ScrollKind, on: str) -> Seat | None:
    """On whom a line plays: as written, else as 9.4 says; None where that has no meaning, or there is no target."""
    named = on or kind.on
    return None if named == "none" else player(table, caster, named)


def is_legal(table: Table, caster: Seat, line: Play, kind: ScrollKind, target: Seat | None) -> bool:
    """Whether a scroll and its target are legal now (4.7, 6.2 to 6.6)."""
    if kind.target == "none":
        return True
    return target is not None and _fits(table, caster, target, kind) and _changes(table, caster, target, line, kind)


def _fits(table: Table, caster: Seat, target: Seat, kind: ScrollKind) -> bool:
    """Whether the target is one that this kind of scroll takes (6.2)."""
    turn = table.turn
    match kind.target:
        case "active":
            return target == turn.active
        case "active-other":
            return target == turn.active != caster
        case "active-self":
            return target == turn.active == caster
        case "combatant":
            return turn.battle is not None and turn.battle.foe(target) is not None
        case "holder-other":
            return target != caster
        case _:
            return True


def _changes(table: Table, caster: Seat, target: Seat, line: Play, kind: ScrollKind) -> bool:
    """A scroll that would change nothing cannot be played (4.7, 6.3, 6.4, 6.6)."""
    limits, turn = table.castle.limits, table.turn
    match kind.id:
        case "freeze":
            return not turn.frozen
        case "ghost":
            return not turn.ghost
        case "drop":
            return falling(table, caster, target, line.gem) is not None
    if kind.move:
        assert turn.count is not None
        return turn.count < limits.move_max if kind.move > 0 else turn.count > limits.move_min
    if kind.dice:
        assert turn.battle is not None
        now = turn.battle.dice[target]
        return now < limits.battle_dice_max if kind.dice > 0 else now > limits.battle_dice_min
    if kind.armor:
        return table.chips_left() > 0 if kind.armor > 0 else table.armor[target] > 0
    return True


def falling(table: Table, caster: Seat, target: Seat, named: str) -> tuple[Seat, int] | None:
    """The gem that DROP takes from the target, and where it falls; None if it cannot be played (6.6)."""
    colour = _dropped_colour(table, caster, target, named)
    if colour is None:
        return None
    taken = table.tokens() | table.gem_rooms()
    far = table.castle.distance[table.at[target]]
    free = [room for room in table.castle.treasures if not taken >> room & 1]
    return (colour, min(free, key=lambda room: (far[room], room))) if free else None


def _dropped_colour(table: Table, caster: Seat, target: Seat, named: str) -> Seat | None:
    """A knight's own colour; of the ogre's the one named, else the caster's, else the one he has most of."""
    if target != OGRE:
        return target if table.captured[target] and named in ("", target) else None
    held = {colour: table.throne.get(colour, 0) for colour in COLOURS}
    if named:
        return named if held[named] else None
    if held.get(caster):
        return caster
    most = max(COLOURS, key=lambda colour: held[colour])
    return most if held[most] else None


def take_effect(table: Table, caster: Seat, line: Play, kind: ScrollKind, target: Seat | None) -> None:
    """What a scroll does that was not cancelled (8.5)."""
    if kind.move:
        _count(table, caster, kind, table.turn.active)
    elif kind.dice:
        _battle_dice(table, caster, kind, target or "")
    elif kind.armor:
        _chips(table, caster, kind, target or "")
    elif kind.score:
        _score(table, caster, kind, target or "")
    else:
        _other(table, caster, line, kind, target or "")


def _count(table: Table, caster: Seat, kind: ScrollKind, target: Seat) -> None:
    """NIMBLE and SLOW, one at a time; the count stays between 1 and 12 (4.7)."""
    turn, limits = table.turn, table.castle.limits
    assert turn.count is not None
    before = turn.count
    turn.count = max(limits.move_min, min(limits.move_max, before + kind.move))
    table.tell("count", seat=target, by=caster, scroll=kind.id, before=before, after=turn.count)


def _battle_dice(table: Table, caster: Seat, kind: ScrollKind, target: Seat) -> None:
    """MASTERY, STRENGTH and WEAKNESS; from 1 to 7 dice (5.2, 6.3)."""
    battle, limits = table.turn.battle, table.castle.limits
    assert battle is not None
    before = battle.dice[target]
    after = max(limits.battle_dice_min, min(limits.battle_dice_max, before + kind.dice))
    battle.dice[target] = after
    battle.changes[target].append({"scroll": kind.id, "by": caster, "change": after - before})
    table.tell("battle-dice", seat=target, by=caster, scroll=kind.id, before=before, after=after)


def _chips(table: Table, caster: Seat, kind: ScrollKind, target: Seat) -> None:
    """ARMOR and RUST (6.3)."""
    before = table.armor[target]
    table.armor[target] = after = before + kind.armor
    left = table.chips_left()
    table.tell("chips", seat=target, by=caster, scroll=kind.id, before=before, after=after, left=left)


def _score(table: Table, caster: Seat, kind: ScrollKind, target: Seat) -> None:
    """LUCKY and FUMBLE; they stay in force for new throws (5.4)."""
    battle = table.turn.battle
    assert battle is not None
    before = table.score(target)
    battle.luck[target] += kind.score
    foe = battle.foe(target)
    assert foe is not None
    after = table.score(target)
    margin = after - table.score(foe)
    table.tell("score", seat=target, by=caster, scroll=kind.id, before=before, after=after, margin=margin)


def _other(table: Table, caster: Seat, line: Play, kind: ScrollKind, target: Seat) -> None:
    turn = table.turn
    match kind.id:
        case "freeze":
            turn.frozen = True
            table.tell("frozen", seat=target, by=caster)
        case "haste":
            turn.dice += kind.move_dice
            table.tell("hastened", seat=target, by=caster, dice=turn.dice)
        case "ghost":
            turn.ghost = True
            table.tell("ghostly", seat=target)
        case "wander":
            turn.steering = Steering(caster, line.steer)
            table.tell("wandering", seat=target, by=caster)
        case "drop":
            _drop(table, caster, line, target)
        case "reverse":
            table.reversing = not table.reversing
            reversed = table.before.reversed != table.reversing
            table.tell("reversing", by=caster, order=list(table.next_order()), reversed=reversed)


def _drop(table: Table, caster: Seat, line: Play, target: Seat) -> None:
    """DROP: the gem falls into the nearest free treasure room (6.6)."""
    fall = falling(table, caster, target, line.gem)
    assert fall is not None
    colour, room = fall
    table.gems[room] = colour
    if target == OGRE:
        table.throne[colour] -= 1
    else:
        table.captured[colour] -= 1
    left = table.gems_of(target)
    table.tell("dropped", seat=target, by=caster, colour=colour, room=table.castle.ids[room], left=left)
