"""What every test stands on: no network, a cache of its own, golden files not rewritten by accident."""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.prompt import NOW, Typed

WATCHED = frozenset({"socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"})


class OutsideNetwork(RuntimeError):
    """A test reached for a machine other than this one."""


def _is_here(host: object) -> bool:
    if host in ("", None, "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


def _guard(event: str, args: tuple[Any, ...]) -> None:
    """Refuses every address that is not loopback, before any packet leaves."""
    if event not in WATCHED:
        return
    host = args[0] if event == "socket.getaddrinfo" else args[1]
    if isinstance(host, tuple):
        host = host[0]
    elif event != "socket.getaddrinfo":
        return  # a socket of the file system has a path, not a host
    if not _is_here(host):
        raise OutsideNetwork(f"{event} to {host!r}: tests stay on this machine")


sys.addaudithook(_guard)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the flag that rewrites golden files."""
    parser.addoption(
        "--update-golden", action="store_true", help="write golden files anew instead of comparing (never in CI)"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Golden files are reviewed by people, so CI may not write them."""
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("--update-golden is refused in CI: rewrite the files at home and read the difference")


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Compiled templates of test runs go to a folder of their own, in this process and in those it starts."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("PBEM_CACHE", str(folder))
        patch.delenv("PBEM_NOW", raising=False)
        yield folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with its golden file; with ``--update-golden`` writes the file instead."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        assert path.exists(), f"{path} is missing: run pytest with --update-golden and read what it writes"
        assert path.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture
def pbem() -> Typed:
    """Types a pbem command and checks how it ends. Nothing it does may be a traceback."""
    from pbem.commands import main

    def typed_in(*words: str | Path, code: int | None = 0, now: str = NOW, typed: str | bytes | None = None) -> Result:
        result = CliRunner(env={"PBEM_NOW": now}).invoke(main, [str(word) for word in words], input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert code in (None, result.exit_code), result.output
        return result

    return typed_in


@pytest.fixture
def mine(pbem: Typed, tmp_path: Path) -> Path:
    """A campaign of three miners whose opening round is asked for."""
    folder = tmp_path / "mine"
    seats = ("ann=Ann Lee <ann@example.org>", "bob=Bob Hart <bob@example.org>", "cy=Cy Wood <cy@example.org>")
    pbem(
        *("new", "elfengold", folder, "--title", "The Deep Mine", "--moderator", "Kim Moder <kim@example.org>"),
        *(word for seat in seats for word in ("--seat", seat)),
        *("--seed", "a seed for tests only, twenty letters and more"),
        *("--zone", "Europe/London", "--deadline", "2026-12-06 20:00"),
    )
    return folder
