"""What comes between the phases that want orders: dealing, the end of a round, the end of the game (4, 5, 9 to 11)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.model import Seat
from pbem.rules.elfen.chart import ordered
from pbem.rules.elfen.sitting import next_after
from pbem.rules.elfenland.elves import Elf, Secret, State
from pbem.rules.elfenland.facts import cards, road
from pbem.rules.elfenland.land import Land
from pbem.rules.elfenland.orders import Choice
from pbem.rules.elfenland.play import Play
from pbem.rules.elfenland.travel import is_there, kept


def deal(now: Play) -> None:
    """Everybody gets cards up to eight and one secret counter, in turn order (4, 5)."""
    now.stack = now.rng.child("cards").shuffled((*now.stack, *now.spent), "travel cards")
    now.spent = ()
    now.tell(
        "round",
        round=now.round,
        rounds=now.before.rounds,
        starting=now.starting,
        order=list(now.order),
        face_up=list(now.face_up),
    )
    dealt = []
    for seat in now.order:
        elf = now.elves[seat]
        number = now.land.hand - len(elf.hand)
        new, now.stack = now.stack[:number], now.stack[number:]
        secret = Secret(now.pile.pop(0), now.round)
        hand = ordered((*elf.hand, *new), now.land.cards)
        dealt.append({"seat": seat, "cards": number})
        now.change(seat, hand=hand, dealt=ordered(new, now.land.cards), secrets=(*elf.secrets, secret))
    now.tell("dealing", cards=dealt)
    for seat in now.order:
        _tell_hand(now, seat)
    now.phase = "draw"


def _tell_hand(now: Play, seat: Seat) -> None:
    """To each alone his hand and his counters, the new ones marked (16.2)."""
    elf = now.elves[seat]
    now.tell(
        "dealt",
        only=seat,
        new=cards(now.table, elf.dealt),
        hand=cards(now.table, elf.hand),
        secret=elf.secrets[-1].kind,
        secrets=[{"kind": secret.kind, "new": secret.round == now.round} for secret in elf.secrets],
        open=list(elf.open),
        obstacle=elf.obstacle,
    )


def finish(now: Play) -> None:
    """After travel: the game is over, or counters are kept, the board is cleared, and another round begins (9)."""
    if now.round == now.before.rounds or _early(now):
        _end(now, "rounds" if now.round == now.before.rounds else "early")
        return
    turned_in = [counter for seat in now.order for counter in _keep(now, seat)]
    lying = [now.roads[link.id].counter for link in now.land.links if link.id in now.roads]
    now.pile = list(now.rng.child("counters").shuffled((*now.pile, *lying, *turned_in), "counters"))
    blocked = [link.id for link in now.land.links if link.id in now.roads and now.roads[link.id].obstacle]
    if blocked:
        now.tell("cleared", roads=[road(now.table, link) for link in blocked])
    now.gone += len(blocked)
    now.roads, now.journeys = {}, {}
    now.starting = next_after(now.before.seats, now.starting)
    now.round += 1
    deal(now)


def _keep(now: Play, seat: Seat) -> tuple[str, ...]:
    """One unlaid counter stays with its owner, secret or open as it was; the others are turned in (9.3, 13.1)."""
    elf = now.elves[seat]
    journey = now.journeys.get(seat)
    choice: Choice | None = journey.keep if journey else None
    found = kept(elf, choice)
    if found is None:
        return ()
    counter, secret = found
    after = _with_one(elf, counter, secret)
    turned_in = (*_rest(elf.open, after.open), *_rest(_kinds(elf), _kinds(after)))
    now.elves[seat] = after
    now.tell("kept", seat=seat, counter=None if secret else counter, secret=secret, turned_in=len(turned_in))
    ordered_so = choice is not None and is_there(elf, choice)
    now.tell(
        "kept-own",
        only=seat,
        counter=counter,
        secret=secret,
        named=choice is not None,
        ordered=ordered_so,
        turned_in=cards(now.table, turned_in),
    )
    return turned_in


def _with_one(elf: Elf, counter: str, secret: bool) -> Elf:
    """The same player with one counter."""
    if not secret:
        return replace(elf, open=(counter,), secrets=())
    newest = next(one for one in reversed(elf.secrets) if one.kind == counter)
    return replace(elf, open=(), secrets=(newest,))


def _kinds(elf: Elf) -> tuple[str, ...]:
    return tuple(secret.kind for secret in elf.secrets)


def _rest(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    left = list(before)
    for counter in after:
        left.remove(counter)
    return tuple(left)


# ------------------------------------------------------------------ the end


def _early(now: Play) -> bool:
    """Whether somebody has all 20 pieces, where that ends the game (10.3)."""
    return bool(now.before.options["early_win"]) and any(not elf.out for elf in now.elves.values())


def _end(now: Play, how: str) -> None:
    """The final scoring (10, 11)."""
    now.phase, now.ended, now.journeys = "over", how, {}
    now.tell("ended", how=how)
    standing = scores(now.land, now.state())
    for score in standing:
        now.tell(
            "final",
            seat=score.seat,
            place=score.place,
            pieces=score.pieces,
            cards=score.cards,
            hometown=score.hometown and now.name(score.hometown),
            steps=score.steps,
            points=score.points,
        )
    now.tell("won", seats=[score.seat for score in standing if score.place == 1], points=standing[0].points)


@dataclass(frozen=True)
class Score:
    """What a player has come to."""

    seat: Seat
    place: int
    pieces: int
    cards: int
    hometown: str | None
    steps: int | None
    points: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Most points, then the nearest to home, then most cards (10.1, 10.2, 11.4)."""
        return self.points, -(self.steps or 0), self.cards


def scores(land: Land, state: State) -> tuple[Score, ...]:
    """Everybody's score, the best first; who is equal in all shares a place (10, 11)."""
    found = [_score(land, seat, elf) for seat, elf in state.elves.items()]
    found.sort(key=lambda score: score.rank, reverse=True)
    places = [1 + sum(other.rank > score.rank for other in found) for score in found]
    return tuple(replace(one, place=place) for one, place in zip(found, places, strict=True))


def _score(land: Land, seat: Seat, elf: Elf) -> Score:
    """A point for each piece, less one for each step from the hometown; it may fall below zero (11.2, 11.5)."""
    pieces = len(land.towns) - len(elf.out)
    steps = None if elf.hometown is None else land.distance(elf.at, elf.hometown)
    return Score(seat, 0, pieces, len(elf.hand), elf.hometown, steps, pieces - (steps or 0))
