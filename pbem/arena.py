"""Bots play whole games from seeds, through order pages like everybody, and the results are counted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from statistics import mean, median, stdev
from typing import Any

from pbem.bots import Bot, bots_for
from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import Game, GameInfo, OptionValue, grammar_at
from pbem.grammar import Grammar
from pbem.model import Outcome, Problem, Seat, Sheet, Weight
from pbem.rng import Rng
from pbem.words import nearest

SEATS = ("ann", "bob", "cy", "dee", "ed", "flo", "gus", "hal")
ENOUGH_TO_SHARE = 100
"""From so many games on several processes play; the results are the same."""


@dataclass(frozen=True)
class Contest:
    """What is played: a game, the bots in the order of seats, the options, and the seed of all the games."""

    info: GameInfo
    bots: tuple[str, ...]
    options: Mapping[str, OptionValue]
    seed: str

    def seats(self) -> tuple[Seat, ...]:
        """The seats at the table."""
        return self.info.seats.at_table(len(self.bots), SEATS)

    def seating(self, number: int) -> dict[Seat, str]:
        """Who sits where in a game: bots move on by one seat from game to game, so that no seat favours one."""
        shift = number % len(self.bots)
        return dict(zip(self.seats(), self.bots[shift:] + self.bots[:shift], strict=True))


@dataclass(frozen=True)
class Result:
    """How one game went. ``refused`` counts lines of bots that could not be taken."""

    seating: Mapping[Seat, str]
    turns: int
    outcome: Outcome | None
    refused: int


@dataclass(frozen=True)
class Tally:
    """What a number of games came to."""

    contest: Contest
    results: Sequence[Result] = field(default_factory=tuple)

    def facts(self) -> dict[str, Any]:
        """The figures by name; shared wins count as fractions."""
        turns = sorted(result.turns for result in self.results)
        return {
            "game": self.contest.info.id,
            "games": len(self.results),
            "seed": self.contest.seed,
            "unfinished": sum(result.outcome is None for result in self.results),
            "refused_lines": sum(result.refused for result in self.results),
            "turns": {"least": turns[0], "median": median(turns), "most": turns[-1]} if turns else {},
            "seats": self._shares(self.contest.seats(), lambda result, seat: seat),
            "bots": self._shares(tuple(dict.fromkeys(self.contest.bots)), lambda result, seat: result.seating[seat]),
        }

    def _shares(self, names: Sequence[str], of: Any) -> dict[str, dict[str, float]]:
        """Wins and mean totals by seat or by bot."""
        wins, totals = dict.fromkeys(names, 0.0), {name: [0.0][:0] for name in names}
        for result in self.results:
            if result.outcome is None:
                continue
            for seat, total in result.outcome.totals.items():
                totals[of(result, seat)].append(float(total))
            for seat in result.outcome.winners:
                wins[of(result, seat)] += 1 / len(result.outcome.winners)
        return {
            name: {
                "wins": round(wins[name], 2),
                "mean_total": round(mean(totals[name]), 2) if totals[name] else 0.0,
                "spread": round(stdev(totals[name]), 2) if len(totals[name]) > 1 else 0.0,
            }
            for name in names
        }

    def to_json(self) -> str:
        """The figures as JSON."""
        return json.dumps(self.facts(), indent=1, sort_keys=True)

    def as_text(self) -> str:
        """The figures as a table."""
        facts = self.facts()
        turns = facts["turns"]
        lines = [
            f"{facts['games']} games of {self.contest.info.title}, seed '{facts['seed']}'.",
            f"Turns a game: {turns['least']} to {turns['most']}, median {turns['median']:g}.",
        ]
        if facts["unfinished"]:
            lines.append(f"{facts['unfinished']} did not end within {self.contest.info.bound} turns.")
        if facts["refused_lines"]:
            lines.append(f"{facts['refused_lines']} lines of bots were refused.")
        for title in ("seats", "bots"):
            lines += ["", f"   {title[:-1]:<12}{'wins':>10}{'share':>9}{'mean total':>13}{'spread':>9}"]
            for name, share in facts[title].items():
                part = share["wins"] / facts["games"]
                figures = f"{share['wins']:>10.1f}{part:>9.1%}{share['mean_total']:>13.1f}{share['spread']:>9.1f}"
                lines.append(f"   {name:<12}{figures}")
        return "\n".join(lines)


def play(
    info: GameInfo, games: int, seats: int, bots: Sequence[str], options: Mapping[str, OptionValue], seed: str
) -> Tally | tuple[Problem, ...]:
    """So many games; the last bot named plays the seats that are left."""
    chosen = tuple(bots) or ("random",)
    names = (chosen + chosen[-1:] * seats)[: max(seats, len(chosen))]
    problems = (*_problems(info, names, seats), *info.stranger_problems(options, info.seats.at_table(seats, SEATS)))
    if problems:
        return problems
    contest = Contest(info, names, dict(options), seed)
    one = partial(played, contest)
    if games < ENOUGH_TO_SHARE:
        game = info.load()
        return Tally(contest, [_played(contest, game, number) for number in range(games)])
    with ProcessPoolExecutor() as pool:
        return Tally(contest, list(pool.map(one, range(games), chunksize=max(1, games // 64))))


def _problems(info: GameInfo, names: Sequence[str], seats: int) -> tuple[Problem, ...]:
    known = bots_for(info.id)
    problems = [
        Problem("bot", f"{info.title} has no bot '{name}'.", hint=_near(name, tuple(known)), weight=Weight.UNKNOWN)
        for name in dict.fromkeys(names)
        if name not in known
    ]
    if len(names) > seats:
        problems.append(Problem("bot", f"{len(names)} bots are named for {seats} seats."))
    table = info.seats.at_table(seats, SEATS)
    wrong = info.seat_problems(table if len(table) == seats else ("ann",) * seats)
    return (*problems, *(problem for problem in wrong if problem.code == "seats" or len(table) == seats))


def _near(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f"Did you mean '{near[0]}'?" if near else f"The bots are {', '.join(known)}."


_LOADED: dict[str, Game[Any, Any]] = {}
"""Games that this process has loaded, by entry."""


def played(contest: Contest, number: int) -> Result:
    """One game of a contest, from its number alone."""
    game = _LOADED.get(contest.info.entry) or _LOADED.setdefault(contest.info.entry, contest.info.load())
    return _played(contest, game, number)


def _played(contest: Contest, game: Game[Any, Any], number: int) -> Result:
    seating, known = contest.seating(number), bots_for(contest.info.id)
    grammar = grammar_at(game, contest.seats())
    luck = Luck(f"{contest.seed}/{number}")
    turn = opening(game, contest.seats(), contest.options, luck)
    refused = 0
    while game.awaiting(turn.state) and turn.number < contest.info.bound:
        chance = Rng(luck.seed, "bots", turn.number)
        sheets = {}
        for seat, sheet, faults in _pages(
            game, grammar, turn, {seat: known[bot] for seat, bot in seating.items()}, chance
        ):
            sheets[seat] = sheet
            refused += faults
        turn = run_turn(game, turn, sheets, luck)
        refused += sum(problem.refuses for problems in turn.problems.values() for problem in problems)
    return Result(seating, turn.number, game.outcome(turn.state), refused)


def _pages(
    game: Game[Any, Any], grammar: Grammar, turn: Turn, bots: Mapping[Seat, Bot], chance: Rng
) -> Iterator[tuple[Seat, Sheet, int]]:
    """Every asked seat's page as its bot writes it, read like anybody's."""
    for seat, ask in game.awaiting(turn.state).items():
        text = bots[seat](game, game.view(turn.state, seat), ask, chance.child(seat))
        sheet, problems = grammar.read(text, seat, f"{seat}.txt")
        yield seat, sheet, sum(problem.refuses for problem in problems)
