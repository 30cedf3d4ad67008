"""Verify: every seal, every page read again, every turn replayed from the start, every report made again if asked.

It goes on after a fault as long as that makes sense, and names file and turn of each.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.campaign.desk import Page, Reading, in_order, in_vain, page_name
from pbem.campaign.running import earlier_letters
from pbem.campaign.sealed import SEAL, SealedTurn, digest, folder, read_seal
from pbem.campaign.sealing import Draft
from pbem.engine import Luck, Turn, Unbalanced, opening, run_turn
from pbem.model import Aside, Problem, Seat, Sheet, Weight
from pbem.printer import TemplateFault
from pbem.store import CampaignError

if TYPE_CHECKING:
    from pbem.campaign.book import Campaign


def verify(campaign: Campaign, reports: bool) -> Iterator[Problem]:
    """All that does not agree."""
    problems = campaign.rules_problems
    yield from problems
    seals = {}
    for number in campaign.turns():
        try:
            seals[number] = read_seal(campaign.store, number)
        except CampaignError as fault:
            yield _damage(str(fault))
            yield from _files(campaign, number, None)
            continue
        yield from _files(campaign, number, seals[number])
        yield from _chain(seals, number)
    yield from _strays(campaign)
    if not problems and len(seals) == len(campaign.turns()):
        yield from _replay(campaign, seals, reports)


def _damage(message: str) -> Problem:
    return Problem("damaged", message, weight=Weight.UNREADABLE)


def _files(campaign: Campaign, number: int, seal: Mapping[str, Any] | None) -> Iterator[Problem]:
    """Files changed, missing or added since the turn was sealed."""
    place = campaign.store.path(folder(number))
    sealed: Mapping[str, str] = seal["files"] if seal else {}
    found = {path.relative_to(place).as_posix(): path for path in _walk(place)}
    for name in sorted(sealed.keys() - found.keys()):
        yield _damage(f"{folder(number)}/{name} (turn {number}) is missing.")
    for name in sorted(found.keys() - sealed.keys() - {SEAL}) if seal else ():
        yield _damage(f"{folder(number)}/{name} (turn {number}) does not belong to the sealed turn.")
    for name in sorted(sealed.keys() & found.keys()):
        if digest(campaign.store.read(f"{folder(number)}/{name}")) != sealed[name]:
            yield _damage(f"{folder(number)}/{name} (turn {number}) has been changed since it was sealed.")


def _walk(place: Path) -> Iterator[Path]:
    for head, _, names in os.walk(place):
        yield from (Path(head) / name for name in names)


def _chain(seals: Mapping[int, Mapping[str, Any]], number: int) -> Iterator[Problem]:
    """Each seal names the one before it, its own number, and the campaign as turn 0 fixed it."""
    name, seal = f"{folder(number)}/{SEAL}", seals[number]
    before = seals.get(number - 1)
    if before is not None and seal["before"] != before["digest"]:
        yield _damage(
            f"{name} (turn {number}) does not follow the seal of turn {number - 1}: one of them was replaced."
        )
    if 0 in seals and seal["campaign"] != seals[0]["campaign"]:
        yield _damage(f"{name} (turn {number}) names another game, other options, seats or seed than turn 0.")


def _strays(campaign: Campaign) -> Iterator[Problem]:
    known = {f"{number:03}" for number in campaign.turns()}
    for name in campaign.store.names("turns"):
        if name not in known:
            yield _damage(f"turns/{name} does not belong to this campaign.")


class _Pages(NamedTuple):
    """What the sealed pages of a turn say when read again."""

    sheets: Mapping[Seat, Sheet]
    problems: Mapping[Seat, tuple[Problem, ...]]
    words: dict[str, str]
    asides: Mapping[Seat, tuple[Aside, ...]]


def _replay(campaign: Campaign, seals: Mapping[int, Mapping[str, Any]], reports: bool) -> Iterator[Problem]:
    """All turns once more, from the seed and the pages alone."""
    try:
        seed = campaign.seed
    except CampaignError as fault:
        yield _damage(str(fault))
        return
    sealed = SealedTurn(campaign.store, campaign.game, seals[0])
    fixed = sealed.seal["campaign"]
    turn = opening(campaign.game, sealed.seats, fixed["options"], Luck(seed))
    nothing = _Pages({}, {}, {}, {})
    yield from _compare(campaign, sealed, _Draft(turn, nothing, "", None), reports)
    for number in range(1, len(seals)):
        before, sealed = sealed, SealedTurn(campaign.store, campaign.game, seals[number])
        try:
            pages = _read_pages(campaign, sealed)
        except CampaignError as fault:
            yield _damage(f"The replay ends before turn {number}: {fault}")
            return
        moment = campaign.game.moment(turn.state)
        try:
            turn = run_turn(campaign.game, turn, pages.sheets, Luck(seed, sealed.attempt))
        except Unbalanced as fault:
            yield _damage(f"The replay ends in turn {number}: {fault}")
            return
        counted = {seat: in_order((*pages.problems[seat], *turn.problems.get(seat, ()))) for seat in turn.sheets}
        told = {seat: found for seat, found in pages.problems.items() if seat not in pages.sheets} | counted
        turn = replace(turn, problems=told)
        yield from _compare(campaign, sealed, _Draft(turn, pages, moment, before), reports)


class _Draft(NamedTuple):
    """A turn as the replay has it."""

    turn: Turn
    pages: _Pages
    moment: str
    before: SealedTurn | None


def _read_pages(campaign: Campaign, sealed: SealedTurn) -> _Pages:
    """The pages of a turn, parsed again."""
    sheets: dict[Seat, Sheet] = {}
    problems: dict[Seat, tuple[Problem, ...]] = {}
    words: dict[str, str] = {}
    asides: dict[Seat, tuple[Aside, ...]] = {}
    for seat in sealed.seats:
        if f"orders/{seat}.txt" in sealed.files:
            sheets[seat], problems[seat] = campaign.grammar.read(sealed.page(seat), seat, f"{seat}.txt")
            asides[seat] = sheets[seat].asides
        for number, text in enumerate(sealed.words(seat), start=1):
            words[page_name(seat, number)] = text
            sheet, found = campaign.grammar.read(text, seat, f"{seat}.txt")
            asides[seat] = (*asides.get(seat, ()), *sheet.asides)
            if Reading(Page(seat, number, text), sheet, found).counts:
                problems[seat] = in_vain(sealed.number)
    return _Pages(sheets, problems, words, {seat: told for seat, told in asides.items() if told})


def _compare(campaign: Campaign, sealed: SealedTurn, made: _Draft, reports: bool) -> Iterator[Problem]:
    """What replay makes, against what the seal says; a file that was changed is named already, by its digest."""
    pages, number = made.pages, sealed.number
    over = campaign.game.outcome(made.turn.state) is not None
    facts = {name: value for name, value in sealed.seal.items() if name not in ("files", "digest")}
    if facts["moment"] != made.moment or facts["seed"] != (campaign.seed if over else None):
        yield _damage(f"{folder(number)}/{SEAL} (turn {number}) does not say what replay says.")
    texts = {seat: sheet.text for seat, sheet in pages.sheets.items()}
    try:
        earlier = earlier_letters(made.before) if made.before is not None and reports else ()
    except CampaignError:
        return  # named already
    draft = Draft(campaign.game, facts, made.turn, texts, pages.words, pages.asides, earlier)
    papers = draft.played()
    if reports:
        try:
            papers |= draft.told(campaign.printer)
        except TemplateFault as fault:
            yield fault.problem
    for name in sorted(papers.keys() | (set(sealed.files) if reports else set())):
        if sealed.seal["files"].get(name) != (digest(papers[name]) if name in papers else None):
            yield _damage(f"{folder(number)}/{name} (turn {number}) is not what replay makes of it.")
