"""``log.jsonl``: what the moderator did, one line for each act. Never what a page says, nor anything secret."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from pbem.campaign.rhythm import stamp, unstamp
from pbem.papers import read_json
from pbem.store import CampaignError, Store

PAPER = "log.jsonl"
MOST = 1 << 24
RECENT = 1 << 15
"""How many bytes at the end of the log are looked at first."""


def line(act: str, when: datetime, facts: Mapping[str, Any]) -> str:
    """An act as the log has it."""
    return json.dumps({"act": act, "when": stamp(when), **facts}, ensure_ascii=False, sort_keys=True)


def note(store: Store, act: str, when: datetime, facts: Mapping[str, Any]) -> None:
    """Add an act to the log."""
    store.append(PAPER, line(act, when, facts))


def page_facts(seat: str, turn: int, name: str) -> dict[str, Any]:
    """What the log says of a page that was filed."""
    return {"seat": seat, "turn": turn, "page": name}


def holds_page(store: Store, turn: int) -> Callable[[str, str], bool]:
    """Whether the log knows a page of a turn, by seat and name. The log is looked at once."""
    content = store.tail(PAPER, MOST)

    def known(seat: str, name: str) -> bool:
        mark = json.dumps(page_facts(seat, turn, name), ensure_ascii=False, sort_keys=True).strip("{}")
        return _holds(content, mark)

    return known


def noted(store: Store, mark: str) -> bool:
    """Whether the log has a line with this mark; looked for at the end first, where it nearly always is."""
    return _holds(store.tail(PAPER, RECENT), mark) or (store.has(PAPER) and _holds(store.read(PAPER), mark))


def _holds(content: bytes, mark: str) -> bool:
    """Whether a whole line has the mark; one that a crash cut short does not count."""
    wanted = mark.encode()
    return wanted in content and any(wanted in one and one.endswith(b"}") for one in content.splitlines())


def mend(store: Store, mark: str, act: str, when: datetime, facts: Mapping[str, Any]) -> None:
    """Write a line that a crash has swallowed. Where that cannot be done now, the next opening does it."""
    if noted(store, mark):
        return
    with suppress(CampaignError), store.lock(act):
        if not noted(store, mark):
            note(store, act, when, facts)


def told(store: Store) -> tuple[str, ...]:
    """The log for people, oldest first."""
    content = store.read(PAPER) if store.has(PAPER) else b""
    return tuple(_sentence(one) for one in content.decode("utf-8", "replace").splitlines() if one.strip())


def _sentence(written: str) -> str:
    try:
        facts = read_json(written)
        when, act = unstamp(facts.pop("when")), facts.pop("act")
    except (ValueError, LookupError, TypeError, AttributeError):
        return f"(a line that cannot be read: {written[:60]})"
    return f"{when:%Y-%m-%d %H:%M} UTC  {act}{''.join(_parts(facts))}"


def _parts(facts: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted(facts, key=lambda name: (name != "turn", name)):
        if name != "seal" and facts[name] not in (None, "", [], 0):
            value = facts[name]
            yield f"  {name} {', '.join(map(str, value)) if isinstance(value, list) else value}"
