"""Founding: a new campaign in a folder of its own, with turn 0 sealed and reported."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.campaign.book import Campaign
from pbem.campaign.rhythm import stamp
from pbem.campaign.sealed import folder
from pbem.campaign.sealing import Draft, printed
from pbem.campaign.settings import PAPER, TAKEN, Settings
from pbem.campaign.wish import NewCampaign, as_paper
from pbem.engine import Luck, opening
from pbem.game import Game, GameInfo, OptionValue, game_info
from pbem.layout import clean
from pbem.mail.address import mailbox, split_written
from pbem.model import NOWHERE, Problem
from pbem.papers import read_paper
from pbem.printer import Printer
from pbem.rng import digest
from pbem.store import found_campaign, why_taken

SHORT_SEED = 20
"""Letters a seed should have at the least; a shorter one can be guessed by trying."""


def create(root: Path, setting: NewCampaign, now: datetime) -> Campaign | tuple[Problem, ...]:
    """Make a campaign, or say all that is wrong with what was asked for."""
    taken = why_taken(root)
    if taken:
        return (Problem("folder", f"{root} {taken}.", hint="Name a folder that does not exist yet."),)
    info = game_info(setting.game)
    if not isinstance(info, GameInfo):
        return info
    game = info.load()
    options = info.settle_options(setting.options)
    seed = (setting.seed or "").strip() or os.urandom(32).hex()
    facts = setting.facts(clean(setting.title) or info.title, digest(seed))
    paper = as_paper(facts | {"options": options if isinstance(options, dict) else {}})
    settings = read_paper(paper, PAPER, Settings)
    problems = [
        *_seats(setting, info, game),
        *_addresses(setting),
        *(info.stranger_problems(options, tuple(setting.seats)) if isinstance(options, dict) else options),
        *(() if isinstance(settings, Settings) else _bare(settings)),
    ]
    if problems or not isinstance(settings, Settings) or not isinstance(options, dict):
        return tuple(problems)
    papers = _turn_0(game, settings, options, seed, now)
    documents = {
        PAPER: paper.encode(),
        "seed": f"{seed}\n".encode(),
        **{f"{folder(0)}/{name}": content for name, content in papers.items()},
    }
    found_campaign(root, documents, secret=frozenset({"seed"}))
    return Campaign.open(root)


def seed_note(seed: str) -> str:
    """A warning about a seed that can be guessed; nothing if it cannot."""
    if len(seed.strip()) >= SHORT_SEED:
        return ""
    return "The seed is short and could be guessed from its published digest: good for demos only."


def _seats(setting: NewCampaign, info: GameInfo, game: Game[Any, Any]) -> tuple[Problem, ...]:
    """What is wrong with the seats; names of other readers are taken."""
    taken = tuple(
        Problem("seat", f"'{seat}' cannot name a seat, since reports use the word otherwise.", hint="Choose another.")
        for seat in setting.seats
        if (seat in TAKEN or seat.startswith("observer-")) and seat not in game.reserved()
    )
    return (*info.seat_problems(tuple(setting.seats), game.reserved()), *taken)


def _addresses(setting: NewCampaign) -> Iterator[Problem]:
    """Addresses that no letter could go to: better told now than when the first one is to be sent."""
    _, moderator = split_written(setting.moderator)
    written = {"the moderator": moderator, **{seat: one.address for seat, one in setting.seats.items()}}
    written |= {f"observer-{number}": one.address for number, one in enumerate(setting.observers, start=1)}
    for whose, address in written.items():
        found = mailbox("", address, whose) if address.strip() else None
        if isinstance(found, Problem):
            yield Problem(found.code, found.message, hint="It should look like ann@example.org.")


def _bare(problems: tuple[Problem, ...]) -> list[Problem]:
    """Problems of settings that nobody has written into a file yet."""
    return [Problem(one.code, one.message, NOWHERE, one.hint, one.weight) for one in problems]


def _turn_0(
    game: Game[Any, Any], settings: Settings, options: dict[str, OptionValue], seed: str, now: datetime
) -> dict[str, bytes]:
    """The set-up as a sealed turn."""
    seats = tuple(settings.seats)
    turn = opening(game, seats, options, Luck(seed))
    first = settings.extended(1) or settings.first
    fixed = {
        "game": game.info.id,
        "rules_version": game.info.rules_version,
        "options": options,
        "seats": list(seats),
        "seed_digest": digest(seed),
    }
    facts = printed(settings) | {
        "turn": 0,
        "attempt": 0,
        "when": stamp(now),
        "due": None,
        "next": stamp(first.moment) if first else None,
        "wall": first.wall.isoformat() if first else None,
        "moment": "",
        "reason": "",
        "seed": None,
        "moved": "",
        "next_moved": "",
        "campaign": fixed,
        "before": "",
    }
    return Draft(game, facts, turn, {}, {}, {}).papers(Printer(game.info))
