"""The import law: who may know whom, and who may know the clock, chance and the disk. Read from syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "pbem"
PLUGIN = CHECKOUT / "tests" / "plugin" / "moonrakers"

TIERS = (
    ("pbem.model",),
    ("pbem.rng", "pbem.words"),
    ("pbem.papers",),
    ("pbem.grammar", "pbem.tabletop"),
    ("pbem.game",),
    ("pbem.engine", "pbem.rules"),
    ("pbem.layout", "pbem.palette"),
    ("pbem.sandbox",),
    ("pbem.printer",),
    ("pbem.drawing",),
    ("pbem.picture",),
    ("pbem.store", "pbem.report", "pbem.mail", "pbem.bots"),
    ("pbem.campaign", "pbem.arena"),
    ("pbem.laws",),
    ("pbem.commands",),
    ("pbem.__main__",),
)
"""From the bottom up. A module may import what stands lower, and its own folder."""

RULES_SHARE = "pbem.rules.elfen"
"""What the elf games have in common, and the one thing a game may take from beside it."""

CHANCE = frozenset({"random", "secrets", "uuid"})
CLOCK = frozenset({"datetime", "time", "zoneinfo"})
DISK = frozenset({"glob", "io", "os", "pathlib", "shutil", "subprocess", "sys", "tempfile"})
NETWORK = frozenset({"asyncio", "http", "multiprocessing", "smtplib", "socket", "ssl", "threading", "urllib"})
WORLD = CHANCE | CLOCK | DISK | NETWORK
"""What rules may never import: the clock, the disk, the network, unlabelled chance."""

CLOCKS = frozenset({"now", "utcnow", "today", "time_ns", "monotonic", "perf_counter", "localtime", "gmtime", "ctime"})


def _modules(folder: Path, root: Path = CHECKOUT) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield name, ast.parse(path.read_text("utf-8"), str(path))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name whole paths"
            module = node.module or ""
            yield module
            yield from filter(_is_module, (f"{module}.{alias.name}" for alias in node.names))


def _is_module(name: str) -> bool:
    path = CHECKOUT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _tier(module: str) -> tuple[int, str] | None:
    """How high a module stands, and which folder or file of its tier it belongs to."""
    for height, homes in enumerate(TIERS):
        for home in homes:
            if module == home or module.startswith(home + "."):
                return height, home
    return None


def _home(module: str) -> str:
    """What may meet within a tier: a folder of one subject, or one game."""
    parts = module.split(".")
    return ".".join(parts[:3] if parts[:2] == ["pbem", "rules"] or parts[:2] == ["pbem", "bots"] else parts[:2])


def _faults(module: str, tree: ast.Module) -> Iterator[str]:
    own = _tier(module)
    assert own is not None, f"{module} has no tier"
    for name in _imports(tree):
        other = _tier(name)
        if other is None or (own[1] == other[1] and _home(module) == _home(name)):
            continue
        if _home(name) in (RULES_SHARE, "pbem.bots.plain", "pbem.rules", "pbem.bots") and own[1] == other[1]:
            continue
        if other[0] >= own[0]:
            yield f"{module} imports {name}"


def test_nothing_imports_upward() -> None:
    """Every module takes only from below, and what stands side by side does not meet."""
    faults = [fault for module, tree in _modules(PACKAGE) if module != "pbem" for fault in _faults(module, tree)]

    assert [] == faults


def test_every_module_has_a_place() -> None:
    """A new module must be given its height here."""
    assert [] == [module for module, _ in _modules(PACKAGE) if module != "pbem" and _tier(module) is None]


def test_rules_know_no_world() -> None:
    """Rules, in the box and of the plugin, import neither clock nor disk nor network nor chance."""
    games = [*_modules(PACKAGE / "rules"), *_modules(PLUGIN, PLUGIN.parent)]
    met = [f"{module}: {name}" for module, tree in games for name in _imports(tree) if name.split(".")[0] in WORLD]

    assert [] == met


def test_chance_is_labelled() -> None:
    """Nothing below the commands draws from the standard library's chance."""
    met = [
        f"{module}: {name}"
        for module, tree in _modules(PACKAGE)
        if not module.startswith("pbem.commands")
        for name in _imports(tree)
        if name.split(".")[0] in CHANCE
    ]

    assert [] == met


def _called(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """Every call as the name before the dot, the name called, and its line."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(name):
                yield "", name, node.lineno
            case ast.Attribute(ast.Name(owner), name) | ast.Attribute(ast.Attribute(attr=owner), name):
                yield owner, name, node.lineno


def _reads_clock(owner: str, name: str) -> bool:
    return (owner in ("datetime", "date", "time") and name in CLOCKS) or (owner, name) == ("time", "time")


def test_the_clock_is_read_in_commands_only() -> None:
    """Whoever needs the time is told it."""
    met = [
        f"{module}:{line}: {owner}.{name}"
        for module, tree in _modules(PACKAGE)
        if not module.startswith("pbem.commands")
        for owner, name, line in _called(tree)
        if _reads_clock(owner, name)
    ]

    assert [] == met


def test_only_commands_print() -> None:
    """Everything else returns what it has to say."""
    met = [
        f"{module}:{line}"
        for module, tree in _modules(PACKAGE)
        if not module.startswith("pbem.commands")
        for owner, name, line in _called(tree)
        if (owner, name) == ("", "print")
    ]

    assert [] == met


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("pbem.model", "from pbem.rng import Rng"),
        ("pbem.rules.elfengold", "import pbem.engine"),
        ("pbem.rules.elfengold", "from pbem.rules.ogre_castle import windows"),
        ("pbem.rules.elfengold", "from pbem import campaign"),
        ("pbem.engine", "from pbem.rules import elfengold"),
        ("pbem.report", "from pbem.store import Store"),
        ("pbem.mail.letter", "import pbem.commands.play"),
        ("pbem.laws", "def inside() -> None:\n    from pbem.commands import main"),
    ],
)
def test_a_planted_import_is_found(module: str, line: str) -> None:
    """The law can fail."""
    assert list(_faults(module, ast.parse(line)))


@pytest.mark.parametrize("line", ["datetime.now(zone)", "datetime.datetime.now()", "date.today()", "time.time()"])
def test_a_planted_clock_is_found(line: str) -> None:
    """So can the law of the clock."""
    assert any(_reads_clock(owner, name) for owner, name, _ in _called(ast.parse(line)))
