"""The prompt at which tests type their commands."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from click.testing import Result

NOW = "2026-11-30 09:00"
"""The time it is in tests, unless one says otherwise."""


class Typed(Protocol):
    """Types a command."""

    def __call__(
        self, *words: str | Path, code: int | None = 0, now: str = NOW, typed: str | bytes | None = None
    ) -> Result:
        """What the command answered; it must end with this exit code, or with any if that is None."""
