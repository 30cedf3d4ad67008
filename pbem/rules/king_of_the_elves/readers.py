"""Words to cards, realms, villages, wishes and tests (King of the Elves 14.5, 14.6, 14.8): forgiving in form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.grammar import Cursor, Reader, phrase, read_count
from pbem.model import Problem, Seat, Weight
from pbem.rules.elfen.chart import Chart
from pbem.rules.elfen.lists import TESTS, If, Passed, if_reader
from pbem.rules.king_of_the_elves.orders import ME, Full, Hold, Lies, Purse, Spot, There, Wish

PLACED: Mapping[str, str] = {
    **dict.fromkeys(("gold", "golds", "gold card", "gold cards"), "gold"),
    **dict.fromkeys(("thief", "thieves", "thiefs", "thief card", "thief cards"), "thief"),
    **dict.fromkeys(("tree", "trees", "tree card", "tree cards"), "tree"),
    **dict.fromkeys(("monster", "monsters", "sea monster", "sea monsters", "sea-monster", "seamonster"), "sea-monster"),
}
PLAYED: Mapping[str, str] = {
    **dict.fromkeys(("escort", "escorts", "escort card", "escort cards"), "escort"),
    **dict.fromkeys(
        ("reverse", "reverses", "change direction", "change-direction", "change of direction", "changes of direction"),
        "change-direction",
    ),
    **dict.fromkeys(("wizard", "wizards", "wizard card", "wizard cards"), "wizard"),
}
BETWEEN = (",", "and", "+", "plus", ";", "or", "then")
GOLD_CARDS = 4
"""Nobody holds more cards of gold than these, so that a higher number means coins."""
ORDINALS = {"first": 1, "second": 2, "third": 3}
TH = ("st", "nd", "rd")
"""What may stand behind a number: 2nd."""


def card_names(chart: Chart) -> Mapping[str, str]:
    """The card that each name means; a terrain means its village card."""
    villages = {
        name: f"village-{terrain}"
        for word, terrain in chart.terrain_names.items()
        for name in (word, f"{word} village", f"{word} villages", f"{word} card", f"village-{word}")
    }
    return {**chart.names, **PLACED, **PLAYED, **villages}


@dataclass(frozen=True)
class Fare:
    """A transport, and how many of its cards, if a number was written."""

    transport: str
    cards: int | None = None


class Cards:
    """Readers of terrains, transports and cards, as the chart names them."""

    def __init__(self, chart: Chart) -> None:
        self._terrain = phrase("a terrain", chart.terrain_names)
        self._transport = phrase("a transport", chart.names)
        self._card = phrase("a card", card_names(chart))

    def terrain(self, cursor: Cursor) -> str | Problem:
        """A terrain: "lake", "the lake village"."""
        cursor.skip("the", "a", "my")
        terrain: str | Problem = self._terrain(cursor)
        if not isinstance(terrain, Problem):
            cursor.skip("village", "card")
        return terrain

    def transport(self, cursor: Cursor) -> str | Problem:
        """A transport: "raft", "the magic cloud"."""
        cursor.skip("the", "a", "an", "my")
        transport: str | Problem = self._transport(cursor)
        if not isinstance(transport, Problem):
            cursor.skip("card", "cards")
        return transport

    def fare(self, cursor: Cursor) -> Fare | Problem:
        """A transport and perhaps how many cards of it: "a raft", "2 rafts"."""
        start, article = cursor.mark, cursor.key() in ("a", "an")
        number = read_count(cursor)
        if isinstance(number, Problem) and number.code == "number":
            return number
        if number == 0:
            return Problem("number", "No cards are no way to travel.", cursor.span(start), "", Weight.AMBIGUOUS)
        transport = self.transport(cursor)
        if isinstance(transport, Problem):
            return transport
        return Fare(transport, number if isinstance(number, int) and not article else None)

    def wish(self, cursor: Cursor) -> Wish | Problem:
        """Cards of a kind: "2 cloud", "all rafts", "pig"."""
        cursor.skip("all", "the", "my", "any")
        number = read_count(cursor)
        if isinstance(number, Problem) and number.code == "number":
            return number
        cursor.skip("the", "my", "of")
        card = self._card(cursor)
        if isinstance(card, Problem):
            return card
        return Wish(card, number if isinstance(number, int) else None)

    def some(self, cursor: Cursor) -> Hold | Purse | If[Hold] | Problem:
        """What one may hold: "2 raft", "a thief", "no cloud"; more gold than there are gold cards is coins."""
        none = cursor.skip("no", "none")
        start = cursor.mark
        number = read_count(cursor)
        if isinstance(number, Problem) and number.code == "number":
            return number
        many = 1 if isinstance(number, Problem) else number
        if many > 1 and cursor.key() in ("gold", "coin", "coins") and cursor.key(1) not in ("card", "cards"):
            return self._gold(cursor, many, start)
        card = self._card(cursor)
        if isinstance(card, Problem):
            return card
        return If(Hold(card, many), negated=True) if none else Hold(card, many)

    def _gold(self, cursor: Cursor, many: int, start: int) -> Hold | Purse | Problem:
        """ "HOLD 30 gold" can only mean coins; of 2 to 4 it is not known whether coins or cards are meant."""
        coins, holds = cursor.take().key != "gold", cursor.key(start - cursor.mark - 1) == "hold"
        if coins or many > GOLD_CARDS:
            return Purse(many)
        if holds:
            return Hold("gold", many)
        hint = f"Write PURSE {many} for coins, HOLD {many} gold for cards."
        return Problem("coins", "Gold cards or coins?", cursor.span(start), hint, Weight.AMBIGUOUS)

    def leap_cards(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """The cards that go with a wizard, as they are counted up."""
        groups = listed(self._leap_card)(cursor)
        return groups if isinstance(groups, Problem) else tuple(card for group in groups for card in group)

    def _leap_card(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """Travel cards for a wizard; here no number means one (14.9)."""
        cursor.skip("the", "my")
        number = read_count(cursor)
        if isinstance(number, Problem) and number.code == "number":
            return number
        transport = self.transport(cursor)
        if isinstance(transport, Problem):
            return transport
        return (transport,) * (min(number, 9) if isinstance(number, int) else 1)


def listed(item: Callable[[Cursor], Any]) -> Reader:
    """A list of items, with or without commas; what goes on as an order of its own ends it ("DROP pig, gold ON …")."""

    def read(cursor: Cursor) -> Any:
        first = item(cursor)
        if isinstance(first, Problem):
            return first
        items = [first]
        while True:
            before = cursor.mark
            while cursor.skip(*BETWEEN):
                pass
            value = item(cursor)
            if isinstance(value, Problem) or cursor.key() in ("on", "at", "to"):
                cursor.mark = before
                return tuple(items)
            items.append(value)

    return read


# ------------------------------------------------------------------ realms and villages


class Realms:
    """Readers of realms and villages at a table with these seats."""

    def __init__(self, cards: Cards, seats: Sequence[Seat]) -> None:
        self._cards = cards
        names = {form: seat for seat in seats for form in (f"{seat}s", f"{seat}'s", f"{seat}'")}
        names |= {seat: seat for seat in seats}
        self._seats = tuple(seats)
        self._seat = phrase("a player", names)

    def seat(self, cursor: Cursor) -> Seat | Problem:
        """A player, "me" for oneself."""
        if cursor.skip("me", "mine", "myself"):
            return ME
        seat: Seat | Problem = self._seat(cursor)
        return cursor.expected("a player", (*self._seats, ME)) if isinstance(seat, Problem) else seat

    def realm(self, cursor: Cursor) -> str | Problem:
        """A realm: "ME", "Bob", "Bob's realm", "my own realm", "the realm of Bob", "in front of Bob"."""
        if cursor.skip("front"):
            cursor.skip("of")
        start = cursor.mark
        cursor.skip("the")
        if cursor.skip("realm"):
            cursor.skip("of")
            return self.seat(cursor)
        cursor.mark = start
        if cursor.skip("my", "own"):
            cursor.skip("own")
            cursor.skip("realm")
            return ME
        seat = self.seat(cursor)
        if not isinstance(seat, Problem):
            cursor.skip("own")
            cursor.skip("realm")
        return seat

    def village(self, cursor: Cursor) -> Spot | Problem:
        """A village with its realm: "Bob/lake", "ME/2", "Bob's lake", "the lake in Bob's realm" (14.8)."""
        start = cursor.mark
        spot = self.any_village(cursor)
        if isinstance(spot, Spot) and not spot.realm:
            message = f"Whose {spot.which} is meant?"
            hint = f"Write ME/{spot.which}, or another player for ME."
            return Problem("whose", message, cursor.span(start), hint, Weight.AMBIGUOUS)
        return spot

    def own_village(self, cursor: Cursor) -> Spot | Problem:
        """A village of one's own, where ME/ may be left out: "lake", "2", "my lake"."""
        start = cursor.mark
        spot = self.any_village(cursor)
        if isinstance(spot, Problem):
            cursor.mark = start
            number = _number(cursor)
            return spot if number is None else Spot(ME, number)
        return spot if spot.realm else Spot(ME, spot.which)

    def any_village(self, cursor: Cursor) -> Spot | Problem:
        """A village, its realm named or not."""
        start = cursor.mark
        realm = self.realm(cursor)
        if not isinstance(realm, Problem):
            cursor.skip("/", "'s", "|")
            which = self._which(cursor)
            return which if isinstance(which, Problem) else Spot(realm, which)
        if cursor.key(1) == "/" or cursor.key().endswith("'s"):
            return realm
        cursor.mark = start
        cursor.skip("village")
        which = self._which(cursor)
        behind = cursor.mark
        if not isinstance(which, Problem) and cursor.skip("in", "of"):
            realm = self.realm(cursor)
            if not isinstance(realm, Problem):
                return Spot(realm, which)
        if isinstance(which, str):
            cursor.mark = behind
            return Spot("", which)
        cursor.mark = start
        return cursor.expected("a village, such as ME/lake")

    def _which(self, cursor: Cursor) -> str | int | Problem:
        number = _number(cursor)
        return self._cards.terrain(cursor) if number is None else number


def _number(cursor: Cursor) -> int | None:
    """A place in a realm: "2", "the second village"."""
    start = cursor.mark
    cursor.skip("the")
    number: int | Problem | None = ORDINALS.get(cursor.key())
    if number is not None:
        cursor.take()
    elif cursor.key() not in ("a", "an"):
        number = read_count(cursor)
        cursor.skip(*TH)
    if not isinstance(number, int) or not 1 <= number <= 9:
        cursor.mark = start
        return None
    cursor.skip("village")
    return number


# ------------------------------------------------------------------ tests


class Tests:
    """Readers of the game's own tests, by their first word and without one (14.5)."""

    def __init__(self, cards: Cards, realms: Realms) -> None:
        self._realms = realms
        self._placed = phrase("a card", PLACED)
        self.kinds: Mapping[str, Reader] = {
            "full": self._full,
            "hold": cards.some,
            "have": cards.some,
            "purse": _purse,
            **{word: self._on(PLACED[word]) for word in ("gold", "thief", "tree", "monster", "sea-monster")},
            "sea": self._on("sea-monster"),
        }

    def nameless(self, cursor: Cursor) -> Any:
        """A village, a card on one, or a sentence about a player: "Bob has passed", "I hold a raft"."""
        start = cursor.mark
        held = self._mine(cursor)
        if held is not None:
            return held
        cursor.mark = start
        for reader in (self._of_a_player, self._lies, self._there):
            cursor.mark = start
            test = reader(cursor)
            if not isinstance(test, Problem):
                return test
        return test if cursor.mark > start + 1 else self._unknown(cursor, start)

    def _mine(self, cursor: Cursor) -> Any:
        """ "I hold a raft", "I don't have 5 coins"; None where nothing of the kind is said."""
        if not cursor.skip("i"):
            return None
        negated = cursor.skip("don't", "dont") or (cursor.skip("do") and cursor.skip("not"))
        if not cursor.skip("hold", "have"):
            return None
        test = self.kinds["hold"](cursor)
        return If(test, negated=True) if negated and isinstance(test, Hold | Purse) else test

    def _unknown(self, cursor: Cursor, start: int) -> Problem:
        cursor.mark = start
        names = () if cursor.key(1) == "/" else ("not", *TESTS, *self.kinds, *PLACED)
        return cursor.expected("a test", names)

    def _full(self, cursor: Cursor) -> Full | Problem:
        realm = self._realms.realm(cursor)
        return realm if isinstance(realm, Problem) else Full(realm)

    def _of_a_player(self, cursor: Cursor) -> Full | Passed | Problem:
        realm = self._realms.realm(cursor)
        if isinstance(realm, Problem):
            return realm
        cursor.skip("is", "has")
        if cursor.skip("full"):
            return Full(realm)
        passes = realm != ME and cursor.skip("passed", "passes")
        return Passed(realm) if passes else cursor.expected("FULL or PASSED")

    def _lies(self, cursor: Cursor) -> Lies | Problem:
        """ "there is a thief on Bob's lake" """
        _there_is(cursor)
        card = self._placed(cursor)
        return card if isinstance(card, Problem) else self._on(card)(cursor)

    def _on(self, card: str) -> Callable[[Cursor], Lies | Problem]:
        """What follows the card in THIEF OF Cy ON Bob/lake."""

        def read(cursor: Cursor) -> Lies | Problem:
            cursor.skip("monster", "card")
            owner = self._owner(cursor)
            if isinstance(owner, Problem):
                return owner
            cursor.skip("is", "lies")
            if not cursor.skip("on", "at", "in"):
                return cursor.expected("ON and a village")
            at = self._realms.village(cursor)
            return at if isinstance(at, Problem) else Lies(card, at, owner)

        return read

    def _owner(self, cursor: Cursor) -> str | Problem | None:
        return self._realms.seat(cursor) if cursor.skip("of", "from", "by") else None

    def _there(self, cursor: Cursor) -> There | Problem:
        _there_is(cursor)
        at = self._realms.village(cursor)
        return at if isinstance(at, Problem) else There(at)


def _there_is(cursor: Cursor) -> None:
    if cursor.skip("there"):
        cursor.skip("is", "are", "lies")
    cursor.skip("a", "an", "the")


def _purse(cursor: Cursor) -> Purse | Problem:
    cursor.skip(">=", "of")
    gold = read_count(cursor)
    if isinstance(gold, Problem):
        return gold
    cursor.skip("gold")
    return Purse(gold)


def readers(chart: Chart, seats: Sequence[Seat]) -> dict[str, Reader]:
    """All readers that the patterns name."""
    cards = Cards(chart)
    realms = Realms(cards, seats)
    tests = Tests(cards, realms)
    return {
        "terrain": cards.terrain,
        "terrains": listed(cards.terrain),
        "fare": cards.fare,
        "wishes": listed(cards.wish),
        "four": cards.leap_cards,
        "realm": realms.realm,
        "village": realms.village,
        "some_village": realms.any_village,
        "own_village": realms.own_village,
        "tests": if_reader(seats, tests.kinds, tests.nameless),
    }
