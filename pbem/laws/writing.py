"""Laws of pages: what the game suggests is legal, what checks clean counts, and no page does harm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine import Turn, run_turn
from pbem.laws.table import Table
from pbem.model import Order, Problem, Seat, Sheet, Unread
from pbem.rng import Rng

SAMPLE = 4

REFUSED = "refused"
"""The kind of the private event that tells a seat what of its page was not taken though it could have been known."""

JUNK = (
    "",
    "\n\n\n",
    "\ufeffhello\r\nthere\r\n",
    "{{ 7 * 7 }} {% for x in y %}",
    "-1 0 99999999999999999999999999 ½ ٣ ² a an one",
    ":;,/- +()=<>→ .'\"",
    "orders:",
    "orders:\nend of orders",
    "turn 99999999999999999999",
    "note:\npress:\nto nobody: hello",
    "\u202e\u200bevah \u0430\uff41 I'll",
    "> quoted\n>> twice\n-- \nsignature",
    "x" * 5000,
    "\x00\x01\x02",
)


def suggestions(table: Table) -> tuple[str, ...]:
    """A suggested page parses without a word and checks clean."""
    complaints = []
    for before in table.turns[:-1]:
        for seat in table.game.awaiting(before.state):
            page = table.page(before, seat)
            sheet, problems = table.grammar.read(page, seat, f"{seat}.txt")
            found = [*problems, *_refusals(table, before, sheet)]
            where = f"turn {before.number + 1}: the page suggested to {seat}"
            complaints += [f"{where}: {problem.message}" for problem in found]
            if not sheet.orders:
                complaints.append(f"{where} holds no order")
    return tuple(complaints)


def _refusals(table: Table, before: Turn, sheet: Sheet) -> list[Problem]:
    view = table.game.view(before.state, sheet.seat)
    return [problem for problem in table.game.check(view, sheet).problems if problem.refuses]


def clean_is_taken(table: Table) -> tuple[str, ...]:
    """A page that checked clean is never refused at resolve for what could be known."""
    complaints = []
    for number in table.sample(SAMPLE):
        before = table.turns[number - 1]
        for sheets in _mixtures(table, before):
            clean = {seat: sheet for seat, sheet in sheets.items() if not _refusals(table, before, sheet)}
            turn = run_turn(table.game, before, clean, table.luck)
            for event in turn.events:
                if event.kind == REFUSED and event.seen_by is not None:
                    complaints += [
                        f"turn {number}: {seat}'s page checked clean, yet was refused: {dict(event.facts)}"
                        for seat in event.seen_by
                        if seat in clean
                    ]
    return tuple(dict.fromkeys(complaints))


def _mixtures(table: Table, before: Turn, most: int = 5) -> Iterator[dict[Seat, Sheet]]:
    """Pages put together from everybody's suggestions and the examples of the help, in odd orders."""
    asked = tuple(table.game.awaiting(before.state))
    lines = [line for seat in asked for line in table.page(before, seat).splitlines() if line]
    examples = [example for verb in table.grammar.verbs for example in verb.examples]
    for place in range(most):
        sheets = {}
        for seat in asked:
            chance = Rng(table.seed, "mixture", before.number, place, seat)
            own = table.page(before, seat).splitlines()
            stock = [own, own + lines, lines, lines + examples, own + examples][place]
            page = chance.shuffled(stock, "lines")[: len(own) + 1 + chance.below(4, "length")]
            sheets[seat] = table.sheet(seat, "\n".join(page))
        yield {seat: sheet for seat, sheet in sheets.items() if sheet.orders}


def written_out(table: Table) -> tuple[str, ...]:
    """An order written out reads back the same."""
    complaints = []
    for seat, orders in _known_orders(table):
        for order in orders:
            line = table.grammar.write((order,))
            if _read_back(table, seat, line) != [order]:
                complaints.append(f"{order!r} is written '{line.strip()}' and reads back otherwise")
        if _read_back(table, seat, table.grammar.write(orders)) != list(orders):
            complaints.append(f"the page of {', '.join(map(repr, orders))} reads back otherwise")
    return tuple(dict.fromkeys(complaints))


def _known_orders(table: Table) -> Iterator[tuple[Seat, Sequence[Order]]]:
    """Orders of suggestions, and those of the examples that the help teaches."""
    for before in table.turns[:-1]:
        for seat, sheet in table.sheets(before).items():
            yield seat, [order for order in sheet.orders if not isinstance(order, Unread)]
    for verb in table.grammar.verbs:
        for example in verb.examples:
            yield table.seats[0], table.sheet(table.seats[0], example).orders


def _read_back(table: Table, seat: Seat, text: str) -> list[Order]:
    sheet, problems = table.grammar.read(text, seat, "written.txt")
    return [] if any(problem.refuses for problem in problems) else list(sheet.orders)


def blank_form(table: Table) -> tuple[str, ...]:
    """The blank form yields no order, and no complaint either."""
    complaints = []
    every = tuple(verb.name for verb in table.grammar.verbs)
    asks = {ask.verbs + ask.early for turn in table.turns for ask in table.game.awaiting(turn.state).values()}
    for verbs in [every, *sorted(asks)]:
        form = table.grammar.form(verbs)
        sheet, problems = table.grammar.read(form, table.seats[0], "form.txt")
        if sheet.orders:
            complaints.append(f"the blank form of {', '.join(verbs)} reads as {sheet.orders}")
        complaints += [f"the blank form: {problem.message}" for problem in problems if problem.refuses]
    return tuple(dict.fromkeys(complaints))


def noise(table: Table) -> tuple[str, ...]:
    """Noise raises nothing, wherever it comes: reading, checking, resolving."""
    complaints = []
    for number in table.sample(SAMPLE):
        before = table.turns[number - 1]
        seats = tuple(table.game.awaiting(before.state))
        pages = [*JUNK, *_spoilt(table, before)]
        for start in range(0, len(pages), len(seats)):
            some = dict(zip(seats, pages[start:], strict=False))
            try:
                sheets = {seat: table.sheet(seat, page) for seat, page in some.items()}
                run_turn(table.game, before, sheets, table.luck)
            except Exception as error:  # whatever it is: that nothing is raised is the law
                complaints.append(f"turn {number}: {error!r} from {list(some.values())}"[:300])
    return tuple(complaints)


def _spoilt(table: Table, before: Turn) -> Iterator[str]:
    """Pages that were orders once: words lost, doubled, exchanged, cut short, or of other verbs."""
    words = [
        word for verb in table.grammar.verbs for example in (*verb.examples, verb.form) for word in example.split()
    ]
    words += [*table.seats, "0", "999", "and", "not", ","]
    for seat in table.game.awaiting(before.state):
        page = table.page(before, seat)
        words += page.split()
        chance = Rng(table.seed, "noise", before.number, seat)
        yield page[: chance.below(len(page) + 1, "cut short")]
        yield " ".join(page.split())
        yield "\n".join(" ".join(chance.shuffled(line.split(), "words")) for line in page.splitlines())
        yield page + page + page
    chance = Rng(table.seed, "noise", before.number)
    for verb in table.grammar.verbs:
        for length in (0, 1, 2, 4):
            yield " ".join((verb.name, *(_one(words, chance) for _ in range(length))))
        yield "\n".join(f"{verb.name} {_one(words, chance)}" for _ in range(12))


def _one(words: Sequence[str], chance: Rng) -> str:
    return words[chance.below(len(words), "word")]
