"""What is in the box, and what makes trust: games, rules, help-orders, verify, log, arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.commands.clerk import (
    DAMAGED,
    FOLDER,
    known_game,
    opened,
    pairs,
    quoted,
    refuse,
    say,
    settled,
    stop,
    told,
    words,
)

if TYPE_CHECKING:
    from pbem.grammar import Verb


@click.command()
def games() -> None:
    """List the games in the box, their seats and their options."""
    from pbem.game import game_ids

    for game_id in game_ids():
        info = known_game(game_id)
        most = f"{info.seats.min} to {info.seats.max}" if info.seats.min < info.seats.max else str(info.seats.max)
        say(f"{info.id}: {info.title}, {most} players")
        say(f"    {info.blurb}")
        for name, option in info.options.items():
            default = "none" if option.default is None else str(option.default).lower()
            choices = f" Choose {' or '.join(option.choices)}." if option.choices else ""
            say(f"    --option {name}={default}  {option.text}{choices}")
    say("\nThe rules: pbem rules GAME. How to write orders: pbem help-orders GAME.")


@click.command()
@click.argument("game")
def rules(game: str) -> None:
    """Print the numbered rules of GAME.

    They are written for players, to be sent on request."""
    paper = known_game(game).printed / "rules.md"
    click.echo_via_pager(paper.read_text("utf-8"))


@click.command("help-orders")
@click.argument("game")
@click.argument("verbs", nargs=-1, metavar="[VERB]...")
def help_orders(game: str, verbs: tuple[str, ...]) -> None:
    """Print how orders for GAME are written.

    All of them, or those of the verbs that are named."""
    from pbem.words import nearest

    info = known_game(game)
    grammar = info.load().grammar(info.seats.fixed)
    known, taught = {verb.name for verb in grammar.verbs}, _taught(grammar.verbs)
    for verb in verbs:
        if verb.lower() not in known:
            near = nearest(verb.lower(), taught)
            hint = f"Did you mean '{near[0]}'?" if near else f"They are {', '.join(taught)}."
            stop(f"{info.title} has no order '{verb}'. {hint}")
    say(grammar.help([verb.lower() for verb in verbs] or None))


def _taught(verbs: Sequence[Verb]) -> tuple[str, ...]:
    """The names of verbs, of those that are explained in the same words only the first."""
    first: dict[tuple[str, str], str] = {}
    for verb in verbs:
        first.setdefault((verb.form, verb.help), verb.name)
    return tuple(first.values())


@click.command()
@FOLDER
@click.option("--reports", is_flag=True, help="Write every report again, too, and compare it with the sealed one.")
def verify(folder: str, reports: bool) -> None:
    """Prove that all sealed turns are right.

    Every seal is checked, every page read again, and every turn replayed from the start."""
    campaign = opened(folder)
    problems = campaign.verify(reports=reports)
    if problems:
        stop("\n".join(told(problem) for problem in problems), DAMAGED)
    last = campaign.last.number
    turns = "the set-up" if last == 0 else f"the set-up and {last} turn{'s' * (last != 1)}"
    say(f"{campaign.settings.title}: {turns} verified. Seals, pages, luck and results agree{_also(reports)}.")
    if not reports:
        say(f"To compare every report as well: pbem verify {quoted(folder)} --reports")


def _also(reports: bool) -> str:
    return ", and every report is the same byte for byte" if reports else ""


@click.command()
@FOLDER
@click.option("--last", type=click.IntRange(min=1), help="Only so many of the newest lines.")
def log(folder: str, last: int | None) -> None:
    """Print what was done, one line for each act, oldest first."""
    lines = opened(folder).log()
    for line in lines[-last:] if last else lines:
        say(line)


@click.command()
@click.argument("game")
@click.option("--games", "many", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many.")
@click.option("--seats", type=click.IntRange(min=1), required=True, help="How many seats at the table.")
@click.option("--bots", default="", metavar="A,B,…", help="Which bot plays each seat, by name; the last one repeats.")
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=pairs,
    metavar="NAME=VALUE",
    help="An option of the game, name=value.",
)
@click.option("--seed", default="arena", callback=words, show_default=True, help="The same seed plays the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print the tally as JSON.")
def arena(
    game: str, many: int, seats: int, bots: str, options: tuple[tuple[str, str], ...], seed: str, as_json: bool
) -> None:
    """Let bots play whole games of GAME, and count.

    Tells who wins how often, how many turns it takes and with what totals."""
    from pbem.arena import play

    info = known_game(game)
    chosen = tuple(name.strip() for name in bots.split(",") if name.strip())
    tally = play(info, games=many, seats=seats, bots=chosen, options=settled(info, options), seed=seed)
    if isinstance(tally, tuple):
        refuse(tally)
    say(tally.to_json() if as_json else tally.as_text())
