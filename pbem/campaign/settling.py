"""Settling an undo: what has been taken back is moved aside, now or at the next opening; and what a rerun must know.

``undone/007-a/undo.json`` says which turns are taken back. Once it is there, the rest follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.campaign import journal
from pbem.campaign.rhythm import unstamp
from pbem.campaign.sealed import folder
from pbem.papers import read_json
from pbem.store import CampaignError, Store

PAPER = "undo.json"


class Again(NamedTuple):
    """How often a turn was taken back after its reports had gone out, and why the last time."""

    attempt: int = 0
    reason: str = ""


def again(store: Store, turn: int) -> Again:
    """What the papers of earlier undos say of a turn about to be run."""
    found = Again()
    for _, facts in papers(store):
        attempt = facts["attempts"].get(str(turn), 0)
        if attempt > found.attempt:
            found = Again(attempt, facts["reason"])
    return found


def settle(store: Store, locked: bool = False) -> None:
    """Finish an undo that a crash has cut short: its paper is there, but not all that it names."""
    for place in store.names("undone"):
        facts = _read(store, place)
        if store.has(f"undone/{place}/{facts['turns'][0]:03}"):
            continue
        if locked:
            _carry_out(store, place, facts)
        else:
            with store.lock("undo"):
                _carry_out(store, place, facts)


def _carry_out(store: Store, place: str, facts: Mapping[str, Any]) -> None:
    """Move all that the paper names; the lowest turn last, since it tells that all is done."""
    for turn in facts["desk"]:
        _move(store, f"desk/{turn:03}", f"undone/{place}/desk/{turn:03}")
    first, *later = facts["turns"]
    for turn in reversed(later):
        _move(store, folder(turn), f"undone/{place}/{turn:03}")
    if not journal.noted(store, f'"{place}"'):
        noted = {"turn": first, "reason": facts["reason"], "undone": place}
        journal.note(store, "undo", unstamp(facts["when"]), noted)
    _move(store, folder(first), f"undone/{place}/{first:03}")


def _move(store: Store, name: str, to: str) -> None:
    if store.has(name) and not store.has(to):
        store.move(name, to)


def papers(store: Store) -> list[tuple[str, Mapping[str, Any]]]:
    """Every undo there was, by its folder and paper, in the order in which they were done."""
    found = [(f"undone/{place}", _read(store, place)) for place in store.names("undone")]
    return sorted(found, key=lambda one: int(one[1]["order"]))


def _read(store: Store, place: str) -> dict[str, Any]:
    name = f"undone/{place}/{PAPER}"
    try:
        facts = read_json(store.read(name))
    except ValueError:
        facts = None
    if not isinstance(facts, dict) or not _is_whole(facts):
        raise CampaignError(f"{name} is damaged. Put it back from a copy of this folder.")
    return facts


def _is_whole(facts: Mapping[str, Any]) -> bool:
    """Whether the paper of an undo says all that is asked of it."""
    try:
        unstamp(facts["when"])
        numbers = [*facts["turns"], *facts["desk"], facts["order"], *facts["attempts"].values()]
        words = [facts["reason"], *facts["attempts"]]
    except (LookupError, TypeError, ValueError, OverflowError, AttributeError):
        return False
    right = all(type(one) is int and one >= 0 for one in numbers) and all(isinstance(one, str) for one in words)
    return right and bool(facts["turns"])
