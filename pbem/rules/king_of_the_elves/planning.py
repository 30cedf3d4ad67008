"""Planning: what can be done on a turn, and doing it (King of the Elves 6, 14.3 to 14.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from pbem.model import Seat
from pbem.rules.elfen.sitting import Why
from pbem.rules.king_of_the_elves.discards import chosen
from pbem.rules.king_of_the_elves.orders import (
    ME,
    Action,
    Buy,
    Exchange,
    Full,
    Hold,
    Lies,
    NoVillage,
    PlaceCard,
    PlayVillage,
    Purse,
    Remove,
    Test,
    There,
    said,
)
from pbem.rules.king_of_the_elves.realm import Placed, Village, name
from pbem.rules.king_of_the_elves.table import Site, Table

NO_ROOM = "there is no room left in that realm"


class Planning:
    """The rules of a turn of planning, for one sitting at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.deck = table.box.deck
        self.turns: Mapping[Seat, int] = dict.fromkeys(table.seats, 0)
        """How many turns each player has had in this sitting."""

    # -------------------------------------------------------------- what can be done

    def hindrance(self, seat: Seat, action: Action) -> str:
        """Why this cannot be done now, for its writer alone; empty if it can."""
        match action:
            case PlayVillage():
                return self._cannot_play(seat, action)
            case PlaceCard():
                return self._cannot_place(seat, action)
            case Remove():
                return self._cannot_remove(seat, action)
            case Buy():
                return self._cannot_buy(seat)
            case Exchange():
                return self.cannot_exchange(seat)
            case NoVillage():
                return self.cannot_declare(seat)
        assert_never(action)

    def _cannot_play(self, seat: Seat, action: PlayVillage) -> str:
        """A village card from hand goes into any realm with room (6.4, 6.4.1)."""
        card = self.deck.terrains[action.terrain].id
        if card not in self.table.players[seat].hand:
            return f"you hold no {action.terrain}"
        realm = seat if action.realm == ME else action.realm
        return NO_ROOM if self.table.players[realm].villages >= self.table.room else ""

    def _cannot_place(self, seat: Seat, action: PlaceCard) -> str:
        """A gold, thief or obstacle card goes beside a village with its slot free, with an unused token (6.8)."""
        if action.card not in self.table.players[seat].hand:
            return f"you hold no {said(action.card)}"
        if not self.table.tokens(seat):
            return "you have no token left"
        sites = self.table.sites(seat, action.at)
        if not sites:
            return f"there is no {action.at}"
        reasons = [self.barred(action.card, site) for site in sites]
        return "" if "" in reasons else reasons[0]

    def barred(self, card: str, site: Site) -> str:
        """Why a card may not lie beside a village: its terrain, or a card in its slot (6.8.1, 6.8.2)."""
        kind, village = self.deck.kinds[card], self.table.village(site)
        assert kind.slot is not None
        if village.terrain not in kind.terrains:
            return f"a {said(card)} cannot lie on a {village.terrain}"
        lying = village.at(kind.slot)
        return f"a {said(lying.card)} lies there already" if lying else ""

    def _cannot_remove(self, seat: Seat, action: Remove) -> str:
        """A village of the own realm, if it can be paid in full (6.9.1, 6.9.3)."""
        if action.at.realm not in (ME, seat):
            return "you can remove villages of your own realm only"
        sites = self.table.sites(seat, action.at)
        if not sites:
            return f"there is no {action.at}"
        least = min(self.removal(site) for site in sites)
        return "" if least <= self.table.players[seat].gold else f"it costs {least} gold"

    def removal(self, site: Site) -> int:
        """The price of removing a village: 2 gold, and 1 for each card on it (6.9)."""
        prices = self.deck.prices
        return prices.village + prices.placed * len(self.table.village(site).placed)

    def _cannot_buy(self, seat: Seat) -> str:
        """At most three cards a round, at a rising price, while there are cards (6.7)."""
        price = self.price(seat)
        if price is None:
            return f"nobody buys more than {len(self.deck.prices.cards)} cards a round"
        if self.table.players[seat].gold < price:
            return f"it costs {price} gold"
        return "" if self.table.pile else "there is no card to draw"

    def price(self, seat: Seat) -> int | None:
        """What the next card costs; None if there is none to be had this round (6.7)."""
        bought, prices = self.table.players[seat].bought, self.deck.prices.cards
        return prices[bought] if bought < len(prices) else None

    def cannot_exchange(self, seat: Seat) -> str:
        """A card in hand and three to draw are needed (6.6.1)."""
        if not self.table.players[seat].hand:
            return "you hold no card"
        return "" if self.table.pile >= self.deck.exchange.draw else "there are not enough cards to draw"

    def cannot_declare(self, seat: Seat) -> str:
        """Neither realm nor hand may have a village (6.5)."""
        if self.table.players[seat].realm:
            return "there is a village in your realm"
        holds = any(map(self.deck.is_village, self.table.players[seat].hand))
        return "you hold a village" if holds else ""

    def may_pass(self, seat: Seat) -> str:
        """Passing, and stopping, needs a village in the own realm (6.10.1, 14.4.3)."""
        return "" if self.table.players[seat].realm else "without a village in your realm you may not pass"

    def idle(self, seat: Seat) -> bool:
        """Nobody's list stays unread."""
        return False

    # -------------------------------------------------------------- tests

    def holds(self, seat: Seat, test: Test) -> bool:
        """Whether a test holds at this moment (14.5)."""
        player = self.table.players[seat]
        match test:
            case There(at=at):
                return bool(self.table.sites(seat, at))
            case Lies():
                return self._lies(seat, test)
            case Full(realm=realm):
                return self.table.players[seat if realm == ME else realm].villages >= self.table.room
            case Hold(card=card, number=number):
                return player.hand.count(card) >= number
            case Purse(gold=gold):
                return player.gold >= gold
        assert_never(test)

    def _lies(self, seat: Seat, test: Lies) -> bool:
        owner = seat if test.owner == ME else test.owner
        return any(
            card.card == test.card and owner in (None, card.owner)
            for site in self.table.sites(seat, test.at)
            for card in self.table.village(site).placed
        )

    # -------------------------------------------------------------- doing it

    def act(self, seat: Seat, action: Action) -> bool:
        """Do it and tell of it; a "no village" that finds none counts as a pass (6.5.5)."""
        match action:
            case PlayVillage():
                self._play(seat, action)
            case PlaceCard():
                self._place(seat, action)
            case Remove():
                self._remove(seat, action)
            case Buy():
                self._buy(seat)
            case Exchange():
                self._exchange(seat, action)
            case NoVillage():
                return self._declare(seat, action)
            case _:
                assert_never(action)
        return True

    def tell(self, kind: str, seat: Seat, **facts: Any) -> None:
        self.table.tell(kind, seat=seat, turn=self.turns[seat], **facts)

    def _play(self, seat: Seat, action: PlayVillage) -> None:
        """The village goes to the left end of the realm (6.4.2, 6.4.3)."""
        table, realm = self.table, seat if action.realm == ME else action.realm
        table.take(seat, (self.deck.terrains[action.terrain].id,))
        villages = (*table.players[realm].realm, Village(action.terrain))
        table.settle(realm, villages)
        self.tell(
            "village",
            seat,
            realm=realm,
            terrain=action.terrain,
            value=self.deck.value(action.terrain),
            name=name(realm, villages, len(villages) - 1),
        )

    def _place(self, seat: Seat, action: PlaceCard) -> None:
        """The card lies beside the right-most village where it may, with a token on it (6.8, 14.8)."""
        table, slot = self.table, self.deck.kinds[action.card].slot
        assert slot is not None
        site = next(site for site in table.sites(seat, action.at) if not self.barred(action.card, site))
        table.take(seat, (action.card,))
        village = table.village(site)
        table.change(site, village.carrying(slot, Placed(action.card, seat)))
        facts = {"card": action.card, "realm": site.realm, "terrain": village.terrain, "name": self.called(site)}
        self.tell("placed", seat, **facts, tokens=table.tokens(seat))

    def called(self, site: Site) -> str:
        """A village's name at this moment."""
        return name(site.realm, self.table.players[site.realm].realm, site.place)

    def _remove(self, seat: Seat, action: Remove) -> None:
        """Village and cards are discarded, the tokens go back, the others close up to the right (6.9, 6.4.3)."""
        table, gold = self.table, self.table.players[seat].gold
        site = next(site for site in table.sites(seat, action.at) if self.removal(site) <= gold)
        village, price = table.village(site), self.removal(site)
        realm = table.players[seat].realm
        table.pay(seat, price)
        table.settle(seat, realm[: site.place] + realm[site.place + 1 :])
        table.discards += [self.deck.terrains[village.terrain].id, *(card.card for card in village.placed)]
        cards = [{"card": card.card, "owner": card.owner} for card in village.placed]
        value = self.deck.value(village.terrain)
        self.tell("removed", seat, terrain=village.terrain, value=value, cards=cards, price=price)

    def _buy(self, seat: Seat) -> None:
        """The top card, unseen, for gold paid to the bank (6.7)."""
        price = self.price(seat)
        assert price is not None
        table = self.table
        table.pay(seat, price)
        cards = table.top(1)
        table.give(seat, cards)
        table.players[seat] = replace(table.players[seat], bought=table.players[seat].bought + 1)
        self.tell("bought", seat, price=price, count=table.players[seat].bought)
        self._drew(seat, cards)

    def _exchange(self, seat: Seat, action: Exchange) -> None:
        """Three cards drawn, four discarded by the wishes written beforehand (6.6, 14.6)."""
        table, swap = self.table, self.deck.exchange
        cards = table.top(swap.draw)
        table.give(seat, cards)
        gone = chosen(self.deck, table.players[seat].hand, swap.discard, action.drop, action.keep)
        table.discard(seat, gone)
        self.tell("exchanged", seat, drawn=len(cards), cards=self.deck.counts(gone))
        self._drew(seat, cards)

    def _drew(self, seat: Seat, cards: list[str]) -> None:
        hand = self.deck.counts(self.table.players[seat].hand)
        self.table.tell("drew", only=seat, seat=seat, cards=self.deck.counts(cards), hand=hand)

    def _declare(self, seat: Seat, action: NoVillage) -> bool:
        """The hand is shown, a village taken, a card held before discarded, the pile shuffled (6.5.1 to 6.5.5)."""
        table, hand = self.table, self.table.players[seat].hand
        shown = self.deck.counts(hand)
        joined = not any(map(self.deck.is_village, table.draw)) and any(map(self.deck.is_village, table.discards))
        if joined:
            table.draw += table.discards
            table.discards = []
        took = next((terrain for terrain in self._wanted(action) if self.deck.terrains[terrain].id in table.draw), None)
        if took is None:
            self.tell("no-village", seat, hand=shown, took=None, dropped=None, joined=False)
            return False
        dropped = chosen(self.deck, hand, 1, action.drop, action.keep)
        table.discard(seat, dropped)
        card = self.deck.terrains[took].id
        table.draw.remove(card)
        table.give(seat, (card,))
        table.draw = table.shuffled(table.draw, "draw pile")
        facts = {"took": took, "dropped": dropped[0] if dropped else None, "joined": joined}
        self.tell("no-village", seat, hand=shown, **facts)
        return True

    def _wanted(self, action: NoVillage) -> tuple[str, ...]:
        """Terrains as preferred, the rest by rising value (6.5.3)."""
        return tuple(dict.fromkeys((*action.take, *self.deck.terrains)))

    # -------------------------------------------------------------- passing, and silence

    def passes(self, seat: Seat, why: Why) -> None:
        """A pass is told as a pass; that somebody has stopped is told, since another sitting may follow (15.1)."""
        if why == "stop":
            self.tell("stopped", seat)
        else:
            self.tell("passed", seat)

    def forced(self, seat: Seat) -> bool:
        """Who may not pass and has nothing to do lays his lowest village at home, or declares none (14.7.2, 14.7.3)."""
        hand = self.table.players[seat].hand
        terrain = next((terrain for terrain, kind in self.deck.terrains.items() if kind.id in hand), None)
        self.table.tell("forced", only=seat, seat=seat)
        return self.act(seat, NoVillage() if terrain is None else PlayVillage(terrain, ME))
