"""How fast it is, in units of F: one cold interpreter that imports click, jinja2, yaml and pydantic.

Each figure is the median of pairs measured in turn (F, then the thing), so that a machine whose speed drifts does not
count; the least and the greatest ratio show its noise. Ends with 1 if a limit is missed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from pbem.campaign import Campaign, NewCampaign, create, person
from pbem.engine import Luck, opening, run_turn
from pbem.game import Game, GameInfo, OptionValue, game_info
from pbem.rng import Rng
from pbem.rules.ogre_castle.routes import Bars, legal_routes
from pbem.words import MOST_BYTES
from tests.test_page_noise import ENDLESS, endless
from tests.toymine import MINE

PAIRS = 21
SEATS = ("ann", "bob", "cy", "dee", "ed", "flo")
CASTLE = ("ogre", "red", "yellow", "blue")
START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LETTER = (
    "Hello Kim,\n\nturn 7\nbuy 2 shovels and a pickaxe\nmove to N\ndig with the pickaxe\n"
    "place a rock at M, golds at F and J\nend yes\nnote: hi\n\nCheers\n"
)
PAGE = "stay\nrock at M\ngolds at F and J\nend no\n"


@dataclass(frozen=True)
class Row:
    """A measured thing: its ratios to F (or to its fellow), and the most that is allowed."""

    name: str
    ratios: list[float]
    limit: float

    @property
    def good(self) -> bool:
        """Whether the median is within the limit."""
        return median(self.ratios) <= self.limit

    def __str__(self) -> str:
        least, most = min(self.ratios), max(self.ratios)
        verdict = "" if self.good else "  TOO SLOW"
        return f"{self.name:<46}{median(self.ratios):>9.4f}{least:>9.4f}{most:>9.4f}{self.limit:>9.4f}{verdict}"


def seconds(work: Callable[[], Any]) -> float:
    """How long a piece of work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def cold(*words: str, **environ: str) -> None:
    """A fresh interpreter, its output thrown away."""
    done = subprocess.run([sys.executable, *words], env={**os.environ, **environ}, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.decode() + done.stdout.decode())


def one_f() -> float:
    """One F."""
    return seconds(lambda: cold("-c", "import click, jinja2, yaml, pydantic"))


def against_f(name: str, limit: float, work: Callable[[int], float], pairs: int = PAIRS) -> Row:
    """So many pairs of F and the work, after one of each that does not count."""
    one_f()
    work(-1)  # also leaves the modules compiled, as any first command does
    ratios = []
    for place in range(pairs):
        unit = one_f()
        ratios.append(work(place) / unit)
    return Row(name, ratios, limit)


def founded(folder: Path, game_id: str, names: tuple[str, ...]) -> Campaign:
    """A campaign just set up."""
    seats = {seat: person(f"{seat.title()} <{seat}@example.org>") for seat in names}
    wish = NewCampaign(game=game_id, seats=seats, title="Bench", deadline="2026-12-06 20:00", seed="bench " * 6)
    campaign = create(folder, wish, START)
    assert isinstance(campaign, Campaign), campaign
    return campaign


def begun(folder: Path) -> Campaign:
    """A mine of six at the end of its opening round."""
    campaign = founded(folder, "elfengold", SEATS)
    filed(campaign, "buy 2 shovels and a pickaxe\nrock at M\ngolds at F and J\n")
    campaign.run(START, really=True)
    return campaign


def besieged(folder: Path) -> Campaign:
    """A castle in its fifth round, everybody's page on the desk."""
    campaign = founded(folder, "ogre-castle", CASTLE)
    suggested(campaign)
    while campaign.number <= 5:
        campaign.run(START + timedelta(days=campaign.number), really=True)
        suggested(campaign)
    return campaign


def suggested(campaign: Campaign) -> None:
    """What the game suggests to everybody who is asked."""
    game, turn = campaign.game, campaign.last
    for seat in game.awaiting(turn.state):
        page = game.suggest(game.view(turn.state, seat), Rng("bench", turn.number, seat))
        campaign.file(seat, page, f"{seat}.txt", START)


def filed(campaign: Campaign, page: str) -> None:
    """Everybody's page for the next turn."""
    for seat in SEATS:
        campaign.file(seat, page, f"{seat}.txt", START)


def grown(folder: Path, turns: int) -> Campaign:
    """A campaign with so many turns sealed."""
    campaign = begun(folder)
    while campaign.number <= turns:
        filed(campaign, PAGE)
        campaign.run(START + timedelta(days=campaign.number), really=True)
    return campaign


def run_row(root: Path, name: str, limit: float, cached: bool) -> Row:
    """A cold ``pbem run`` of six players, reports sealed as text, HTML and SVG."""
    ready = root / "ready"
    filed(begun(ready), PAGE)
    warm = root / "cache"

    def work(place: int) -> float:
        folder, cache = root / f"run{place}", warm if cached else root / f"cache{place}"
        shutil.copytree(ready, folder)
        return seconds(lambda: cold("-m", "pbem", "run", str(folder), "--really", XDG_CACHE_HOME=str(cache)))

    return against_f(name, limit, work)


def castle_row(root: Path) -> Row:
    """A cold ``pbem run`` of a castle's round against one of a mine's."""
    mine, castle = root / "mine", root / "castle"
    filed(begun(mine), PAGE)
    besieged(castle)
    return one_against_other("cold pbem run, ogre-castle against elfengold", 1.5, mine, castle)


def loaded(game_id: str) -> tuple[Game[Any, Any], dict[str, OptionValue]]:
    """A game and its options as they are by default."""
    info = game_info(game_id)
    assert isinstance(info, GameInfo)
    options = info.settle_options({})
    assert isinstance(options, dict)
    return info.load(), options


def resolve_row(game_id: str, seats: tuple[str, ...], limit: float) -> Row:
    """``resolve`` alone, in-process: the median of every turn of a suggested game, against F."""
    game, options = loaded(game_id)
    grammar = game.grammar(seats)

    def work(place: int) -> float:
        turn, times = opening(game, seats, options, Luck(str(place))), []
        while asked := game.awaiting(turn.state):
            pages = {seat: game.suggest(game.view(turn.state, seat), Rng("bench", turn.number, seat)) for seat in asked}
            sheets = {seat: grammar.read(page, seat, "page")[0] for seat, page in pages.items()}
            state, chance = turn.state, Rng("bench", turn.number)
            begun = time.perf_counter()
            game.resolve(state, sheets, chance)
            times.append(time.perf_counter() - begun)
            turn = run_turn(game, turn, sheets, Luck(str(place)))
        return median(times)

    return against_f(f"resolve of {game_id}, in-process", limit, work)


def routes_row() -> Row:
    """All routes of twelve rooms on the open map, from the room that has most of them; GHOST lifts every bar."""
    game, _ = loaded("ogre-castle")
    ways, open_map = game.board.next, Bars(0)  # type: ignore[attr-defined]
    start = max(range(len(ways)), key=lambda room: len(legal_routes(ways, room, 12, open_map)))
    return against_f(
        "routes of a move of 12", 1 / 2, lambda _: seconds(lambda: legal_routes(ways, start, 12, open_map))
    )


def page_row() -> Row:
    """A page of ten lines as people write them, read."""
    game, _ = loaded("elfengold")
    grammar = game.grammar(SEATS)

    def work(_: int) -> float:
        return min(seconds(lambda: grammar.read(LETTER, "ann", "ann.txt")) for _ in range(20))

    return against_f("a page of ten lines, read", 1 / 40, work)


def endless_row() -> Row:
    """Every kind of endless page, four times as long; linear would be 4."""
    short = MOST_BYTES // 32

    def reading(piece: str, length: int) -> float:
        page = endless(piece, length)
        return min(seconds(lambda: MINE.read(page, "ann", "ann.txt")) for _ in range(3))

    ratios = [reading(piece, 4 * short) / max(reading(piece, short), 0.002) for piece in ENDLESS]
    return Row("endless pages, four times as long", ratios, 5)


def verify_row(root: Path) -> Row:
    """A cold ``pbem verify`` of a hundred turns."""
    folder = root / "hundred"
    grown(folder, 100)
    return against_f(
        "cold pbem verify, 100 turns", 18, lambda place: seconds(lambda: cold("-m", "pbem", "verify", str(folder)))
    )


def growth_row(root: Path) -> Row:
    """A turn far on in a campaign against an early one."""
    early, late = root / "early", root / "late"
    for folder, turns in ((early, 9), (late, 199)):
        filed(grown(folder, turns), PAGE)

    return one_against_other("cold pbem run, turn 200 against turn 10", 1.1, early, late)


def one_against_other(name: str, limit: float, first: Path, second: Path) -> Row:
    """Pairs of cold ``pbem run`` of two campaigns that are ready for it, after one of each that does not count."""

    def once(ready: Path) -> float:
        folder = ready.parent / "copy"
        shutil.copytree(ready, folder)
        taken = seconds(lambda: cold("-m", "pbem", "run", str(folder), "--really"))
        shutil.rmtree(folder)
        return taken

    ratios = []
    for _ in range(PAIRS + 1):
        unit = once(first)
        ratios.append(once(second) / unit)
    return Row(name, ratios[1:], limit)


def main() -> int:
    """The table."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(root / "cache")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        heads = f"{'in units of F':<46}{'median':>9}{'least':>9}{'most':>9}{'limit':>9}"
        sys.stdout.write(f"{heads}\n")
        rows: tuple[Callable[[], Row], ...] = (
            lambda: run_row(root / "warm", "cold pbem run, templates compiled", 3, cached=True),
            lambda: run_row(root / "first", "cold pbem run, first ever", 4, cached=False),
            lambda: resolve_row("elfengold", SEATS, 1 / 350),
            lambda: resolve_row("ogre-castle", CASTLE, 1 / 5),
            lambda: resolve_row("elfenland", SEATS, 1 / 10),
            lambda: resolve_row("king-of-the-elves", SEATS, 1 / 10),
            routes_row,
            page_row,
            endless_row,
            lambda: castle_row(root),
            lambda: verify_row(root),
            lambda: growth_row(root),
        )
        good = True
        for measure in rows:
            row = measure()
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()
            good = good and row.good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
