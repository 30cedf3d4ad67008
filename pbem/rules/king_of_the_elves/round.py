"""A round phase by phase: dealing, planning in sittings, journeys, the end (King of the Elves 4 to 10).

What is told, and to whom (15.1). A card is its id (``giant-pig``, ``village-lake``), ``cards`` and ``hand`` map ids to
numbers in the order of the deck, ``spot`` is ``bob/2``, ``name`` is ``bob/lake`` (or ``bob/2`` if there are two).

Set-up and dealing
    opened       seats, rounds, gold, tokens, wizards (how many in the deck), sittings, open_gold
    starting     seat, how (drawn, named, next), round
    dealt        round, cards {seat: number}, pile (its size afterwards)
    hand         only to one: cards (just dealt), hand (all of it)
Planning; ``turn`` is the player's which turn it is in this sitting
    silent       seat, running: no page came from him
    sitting      number, of, first: planning begins or goes on
    village      seat, turn, realm, terrain, value, name
    placed       seat, turn, card (gold, thief, tree, sea-monster), realm, terrain, name, tokens (left)
    removed      seat, turn, terrain, value, cards [{card, owner}], price
    bought       seat, turn, price, count (how many this round)
    exchanged    seat, turn, drawn, cards (discarded)
    no-village   seat, turn, hand (as shown), took (a terrain, or None), dropped (a card, or None), joined (whether
                 the discard pile went into the draw pile first)
    passed       seat, turn
    stopped      seat, turn
    reshuffled   pile: the discard pile became the draw pile
    drew         only to one: cards, hand (after the discards)
    forced       only to one: nothing of his list could be done, and he might not pass
    listed       only to one: done [text], left [{text, why [text for each alternative]}]; of all a sitting did and left
    another      number, first, stopped [seats]: another sitting follows
    planned      how (quiet, idle, last): planning is over
Journeys
    road         villages [{name, realm, terrain, value, cards [{card, owner}]}], clockwise from the starting player's
    sets-out     seat
    stays        seat, why (no-village, no-orders, None)
    visited      seat, realm, terrain, name, transport, cards, escort (a card played with it), thief (who is paid),
                 paid, income, doubled, obstacle (tree, sea-monster or None: one that cost a card)
    leapt        the same, by a wizard: transport None, cards the four discarded, fee
    turned       seat, clockwise (the direction from now on)
    round-trip   seat, gold
    arrived      seat, villages (how many visits): his journey is over
    halted       only to one: text (the step), why: why the journey ended there
    refused      only to one: the same, for what the answer to his page had said already
End
    round-over   round, tokens {seat: number that came home}, cards (taken off the table)
    ended        rounds
    final        seat, gold, hand
    won          seats, gold
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.game import OptionValue
from pbem.model import Event, Seat, Sheet
from pbem.rng import Rng
from pbem.rules.elfen.lists import Line
from pbem.rules.elfen.sitting import Sitting, Standing, around, lists_now, next_after
from pbem.rules.king_of_the_elves.journey import Walk, walk
from pbem.rules.king_of_the_elves.orders import WORDING, Action, Stages, Test
from pbem.rules.king_of_the_elves.page import Page, is_sent, page_of
from pbem.rules.king_of_the_elves.planning import Planning
from pbem.rules.king_of_the_elves.realm import Box, Phase, Player, State, name, rounds, tokens_left
from pbem.rules.king_of_the_elves.table import Table, restored, table_of


@dataclass
class Round:
    """A turn under way: the table, where the round stands, and the pages received."""

    table: Table
    before: State
    rng: Rng
    number: int
    phase: Phase
    starting: Seat
    standing: Standing
    pages: Mapping[Seat, Page] = field(default_factory=dict)

    def chance(self, step: str) -> None:
        """Each step has a stream of its own."""
        self.table.rng = self.rng.child(f"{step}-{self.number}")


def opened(
    box: Box, seats: tuple[Seat, ...], options: Mapping[str, OptionValue], rng: Rng
) -> tuple[State, list[Event]]:
    """Shuffle, 12 gold for each, draw the starting player, deal (3.1 to 3.5, 5.1)."""
    deck = box.deck
    cards = deck.cards(options)
    players = {seat: Player(deck.start_gold) for seat in seats}
    starting, how = _first(seats, options, rng.child("starting player"))
    pile = rng.child("deck").shuffled(cards, "draw pile")
    state = State(1, "planning", seats, players, pile, (), starting, Standing(starting), dict(options))
    now = _round_of(box, state, rng)
    wizards = len(cards) - len(deck.cards({**options, "wizards": False}))
    now.table.tell(
        "opened",
        seats=list(seats),
        rounds=rounds(deck, len(seats), options),
        gold=deck.start_gold,
        tokens=deck.tokens,
        wizards=wizards,
        sittings=options["sittings"],
        open_gold=options["open_gold"],
    )
    now.table.tell("starting", seat=starting, how=how, round=1)
    deal(now)
    return _position(now), now.table.told


def _first(seats: tuple[Seat, ...], options: Mapping[str, OptionValue], rng: Rng) -> tuple[Seat, str]:
    """The starting player of round 1 is drawn by lot, or named (3.5)."""
    named = options.get("starting_player")
    if named is not None:
        return str(named), "named"
    return seats[rng.below(len(seats), "starting player")], "drawn"


def _round_of(box: Box, state: State, rng: Rng) -> Round:
    return Round(table_of(box, state), state, rng, state.round, state.phase, state.starting, state.standing)


def _position(now: Round) -> State:
    stands = {"round": now.number, "phase": now.phase, "starting": now.starting, "standing": now.standing}
    return restored(now.table, now.before, **stands)


def played(box: Box, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """One deadline: a sitting of planning or all journeys, and what follows until somebody is asked again."""
    now = _round_of(box, state, rng)
    now.pages = {
        seat: page_of(sheets[seat], state.phase) for seat in state.seats if seat in sheets and is_sent(sheets[seat])
    }
    _heard(now)
    if now.phase == "planning":
        plan(now)
    else:
        travel(now)
    return _position(now), tuple(now.table.told)


def asked(state: State) -> tuple[Seat, ...]:
    """Everybody in planning; for journeys who has a village (7.15)."""
    if state.phase == "over":
        return ()
    return tuple(seat for seat, player in state.players.items() if state.phase == "planning" or player.realm)


def in_force(player: Player, phase: Phase) -> bool:
    """Whether he has sent orders before that count now; which, and what is left of them, is his own affair (15.3)."""
    return player.steps is not None or (phase == "planning" and player.lines is not None)


def _heard(now: Round) -> None:
    """Who was asked, has nothing in force and sent nothing is told; early sheets are kept (13.6, 15.7)."""
    for seat, player in now.table.players.items():
        if seat not in asked(now.before):
            continue
        page = now.pages.get(seat)
        if page is None and in_force(player, now.phase):
            continue
        if page is None:
            now.table.players[seat] = replace(player, silent=player.silent + 1)
            now.table.tell("silent", seat=seat, running=player.silent + 1)
            continue
        steps = player.steps if page.steps is None else tuple(map(_stages, page.steps))
        now.table.players[seat] = replace(player, silent=0, steps=steps)


def _stages(step: Any) -> Stages:
    """The alternatives of a step; none where it could not be read, so that the journey ends there (14.7.6)."""
    return step.tries if isinstance(step, Line) else ()


# ------------------------------------------------------------------ dealing


def deal(now: Round) -> None:
    """One card at a time in seat order from the starting player, as long as there are any (5.1, 5.3)."""
    table, deck = now.table, now.table.box.deck
    number = deck.deal.first if now.number == 1 else deck.deal.later
    dealt: dict[Seat, list[str]] = {seat: [] for seat in table.seats}
    for _ in range(number):
        for seat in around(table.seats, now.starting):
            dealt[seat] += table.draw[:1]
            del table.draw[:1]
    for seat, cards in dealt.items():
        table.give(seat, cards)
    facts = {seat: len(cards) for seat, cards in dealt.items()}
    table.tell("dealt", round=now.number, cards=facts, pile=len(table.draw))
    for seat, cards in dealt.items():
        hand = deck.counts(table.players[seat].hand)
        table.tell("hand", only=seat, seat=seat, cards=deck.counts(cards), hand=hand)


# ------------------------------------------------------------------ planning


def plan(now: Round) -> None:
    """One sitting: lap after lap, until all have passed in a row (6.1 to 6.3, 14.1 to 14.4)."""
    table, of = now.table, int(now.before.options["sittings"] or 1)
    now.chance(f"planning-{now.standing.sitting}")
    table.tell("sitting", number=now.standing.sitting, of=of, first=now.standing.turn_of)
    sitting = _sitting(now, of)
    sitting.played()
    for seat, lines in sitting.lists_after().items():
        player, sent = table.players[seat], seat in now.pages and now.pages[seat].lines is not None
        kept = lines if sitting.another and (sent or player.lines is not None) else None
        table.players[seat] = replace(player, lines=kept)
    for seat in table.seats:
        _listed(now, sitting, seat)
    stopped = [seat for seat in table.seats if seat in sitting.stopped]
    if sitting.another:
        now.standing = sitting.after()
        table.tell("another", number=now.standing.sitting, first=now.standing.turn_of, stopped=stopped)
        return
    how = "last" if sitting.last else "idle" if stopped else "quiet"
    table.tell("planned", how=how)
    now.phase, now.standing = "journey", Standing(now.starting, 0)


def _sitting(now: Round, of: int) -> Sitting[Action, Test]:
    rules = Planning(now.table)
    before = {seat: player.lines or () for seat, player in now.table.players.items()}
    sent = {
        seat: tuple(line.tries for line in page.lines) for seat, page in now.pages.items() if page.lines is not None
    }
    sitting: Sitting[Action, Test] = Sitting(
        rules=rules,
        wording=WORDING,
        order=now.table.seats,
        standing=now.standing,
        lists=lists_now(before, sent, now.table.seats),
        sittings=of,
        silent=frozenset(seat for seat in now.table.seats if seat not in now.pages),
        last_stops="over",
    )
    rules.turns = sitting.turns
    return sitting


def _listed(now: Round, sitting: Sitting[Action, Test], seat: Seat) -> None:
    """What of his list was done and what is left, and why, is told to its writer only (15.1)."""
    done = [WORDING.tries(tries) for tries in sitting.struck[seat]]
    left = [{"text": WORDING.tries(line.tries), "why": list(line.why)} for line in sitting.left[seat]]
    if done or left:
        now.table.tell("listed", only=seat, seat=seat, done=done, left=left)


# ------------------------------------------------------------------ journeys


def travel(now: Round) -> None:
    """All journeys in seat order from the starting player, then the end of the round (7.1, 13.2)."""
    _road(now)
    for seat in around(now.table.seats, now.starting):
        _journey(now, seat)
    if now.number == rounds(now.table.box.deck, len(now.table.seats), now.before.options):
        close(now)
    else:
        end(now)


def _road(now: Round) -> None:
    """All villages as they are travelled, before they leave the table (1.8, 15.1)."""
    table, villages = now.table, []
    for seat in around(table.seats, now.starting):
        realm = table.players[seat].realm
        for place, village in enumerate(realm):
            cards = [{"card": card.card, "owner": card.owner} for card in village.placed]
            where = {"name": name(seat, realm, place), "realm": seat, "terrain": village.terrain}
            villages.append({**where, "value": table.box.deck.value(village.terrain), "cards": cards})
    table.tell("road", villages=villages)


def _journey(now: Round, seat: Seat) -> None:
    """One journey by the sheet that stands; silence makes none (7.15, 14.7.4)."""
    table, player = now.table, now.table.players[seat]
    if not player.realm or not player.steps:
        why = "no-village" if not player.realm else "no-orders" if player.steps is None else None
        table.tell("stays", seat=seat, why=why)
        return
    way = walk(table, seat, player.steps)
    if not way.done:
        table.tell("stays", seat=seat, why=None)
    else:
        table.tell("sets-out", seat=seat)
        for done in way.done:
            table.tell(done.kind, **done.facts)
        table.tell("arrived", seat=seat, villages=way.visits)
    if way.halt is not None:
        _halted(now, way, player.steps[way.halt])
    _settle(table, way)


def _settle(table: Table, way: Walk) -> None:
    """Gold and cards after a journey; thieves' owners have been paid on the way (7.8, 7.14)."""
    player = table.players[way.seat]
    table.players[way.seat] = replace(player, gold=way.gold, hand=way.hand)
    table.discards += way.used
    for owner, gold in way.paid.items():
        table.pay(owner, -gold)


def _halted(now: Round, way: Walk, stages: Stages) -> None:
    """The impossible step and the reason, for its writer only (15.1, 15.6)."""
    text = WORDING.tries(stages) if stages else None
    facts = {"seat": way.seat, "text": text, "why": [bar.why for bar in way.bars]}
    if _was_known(now, way):
        now.table.tell("refused", only=way.seat, **facts)
    else:
        now.table.tell("halted", only=way.seat, **facts)


def _was_known(now: Round, way: Walk) -> bool:
    """Whether the answer to a page of this turn said already that the journey would end there (13.3)."""
    page = now.pages.get(way.seat)
    if now.before.phase != "journey" or page is None or page.steps is None:
        return False
    told = walk(now.table, way.seat, now.table.players[way.seat].steps or (), now.before.players[way.seat].gold)
    return told.halt == way.halt and not any(bar.purse for bar in told.bars)


# ------------------------------------------------------------------ the end of a round, and of the game


def end(now: Round) -> None:
    """Tokens home, cards off the table, all cards that nobody holds into a new pile, the next round dealt (9)."""
    table, deck = now.table, now.table.box.deck
    tokens = {seat: deck.tokens - tokens_left(deck, table.players, seat) for seat in table.seats}
    gone = list(_cards_on(table))
    table.discards += gone
    for seat, player in table.players.items():
        table.players[seat] = replace(player, realm=(), bought=0, lines=None, steps=None)
    table.tell("round-over", round=now.number, tokens=tokens, cards=len(gone))
    now.number += 1
    now.chance("deck")
    table.draw = table.shuffled([*table.draw, *table.discards], "draw pile")
    table.discards = []
    now.starting = next_after(table.seats, now.starting)
    now.phase, now.standing = "planning", Standing(now.starting)
    table.tell("starting", seat=now.starting, how="next", round=now.number)
    deal(now)


def _cards_on(table: Table) -> Iterator[str]:
    for player in table.players.values():
        for village in player.realm:
            yield table.box.deck.terrains[village.terrain].id
            yield from (card.card for card in village.placed)


def close(now: Round) -> None:
    """The game is over after the last journey; most gold wins, a tie is shared (10.1, 10.2)."""
    table = now.table
    now.phase = "over"
    table.tell("ended", rounds=now.number)
    for seat, player in table.players.items():
        table.tell("final", seat=seat, gold=player.gold, hand=table.box.deck.counts(player.hand))
        table.players[seat] = replace(player, lines=None, steps=None)
    best = max(player.gold for player in table.players.values())
    table.tell("won", seats=[seat for seat, player in table.players.items() if player.gold == best], gold=best)
