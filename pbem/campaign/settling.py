"""Settling an undo: what has been taken back is moved aside, now or at the next opening; and what a rerun must know.

``undone/007-a/undo.json`` says which turns are taken back. Once it is there, the rest follows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.campaign import journal
from pbem.campaign.rhythm import unstamp
from pbem.campaign.sealed import folder
from pbem.store import CampaignError, Store

PAPER = "undo.json"


class Again(NamedTuple):
    """How often a turn was taken back after its reports had gone out, and why the last time."""

    attempt: int = 0
    reason: str = ""


def again(store: Store, turn: int) -> Again:
    """What the papers of earlier undos say of a turn about to be run."""
    found = Again()
    for facts in sorted(_papers(store), key=lambda facts: int(facts["order"])):
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


def _papers(store: Store) -> Iterator[Mapping[str, Any]]:
    for place in store.names("undone"):
        yield _read(store, place)


def _read(store: Store, place: str) -> dict[str, Any]:
    name = f"undone/{place}/{PAPER}"
    try:
        facts = json.loads(store.read(name))
    except ValueError:
        facts = None
    if not isinstance(facts, dict) or not {"turns", "desk", "order", "attempts"} <= facts.keys():
        raise CampaignError(f"{name} is damaged. Put it back from a copy of this folder.")
    return facts
