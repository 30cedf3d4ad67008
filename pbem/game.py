"""What a game is: its card (``game.yaml``), the calls it answers, and where the games in the box and plugins are found.

A game is declared before it is coded: its card can be listed without loading its rules. It knows no folder but its own
printed matter, no clock, no mail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, cast, runtime_checkable

from pydantic import Field, TypeAdapter

from pbem.grammar import Grammar
from pbem.model import Ask, Event, Facts, Outcome, Problem, Seat, Sheet, Verdict, Weight
from pbem.papers import Paper, read_paper
from pbem.rng import Rng
from pbem.words import listed, nearest

S = TypeVar("S")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

GROUP = "pbem.games"
SEAT_SHAPE = r"[a-z][a-z0-9-]*"

OptionValue = bool | int | str | None


class Seating(Paper):
    """How many sit at the table; ``fixed`` names the seats of a game that has a set of its own.

    ``fewer`` says which of these are taken by fewer players, where it is not simply the first.
    """

    min: int = Field(ge=1)
    max: int = Field(ge=1)
    fixed: tuple[Seat, ...] = ()
    fewer: Mapping[int, tuple[Seat, ...]] = {}

    def at_table(self, number: int, names: Sequence[Seat] = ()) -> tuple[Seat, ...]:
        """The seats of so many players; in a game without a set of its own the first of these names."""
        return self.fewer.get(number) or (self.fixed or tuple(names))[:number]


class Option(Paper):
    """A choice agreed before the start; one of type ``seat`` names somebody at the table."""

    type: Literal["bool", "int", "choice", "seat"]
    default: OptionValue
    text: str
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()

    def read(self, written: object) -> OptionValue:
        """The value meant by what a person wrote; raises ``_Refusal`` with the reason."""
        match self.type:
            case "bool":
                return _as_bool(written)
            case "int":
                return self._as_number(written)
            case "choice":
                if isinstance(written, str) and written in self.choices:
                    return written
                raise _Refusal(f"must be one of {', '.join(self.choices)}")
            case "seat":
                if self._is_none(written):
                    return None
                if isinstance(written, str) and re.fullmatch(SEAT_SHAPE, written.lower()):
                    return written.lower()
                raise _Refusal("must name a seat")

    def _is_none(self, written: object) -> bool:
        return self.default is None and (written is None or str(written).lower() in ("none", "no", "off"))

    def _as_number(self, written: object) -> int | None:
        if self._is_none(written):
            return None
        if (
            isinstance(written, bool)
            or not str(written).isascii()
            or not str(written).isdigit()
            or len(str(written)) > 6
        ):
            raise _Refusal("must be a whole number")
        number = int(str(written))
        if self.min is not None and number < self.min:
            raise _Refusal(f"must be at least {self.min}")
        if self.max is not None and number > self.max:
            raise _Refusal(f"must be at most {self.max}")
        return number


class _Refusal(Exception):
    """Why a written option value cannot be taken."""


def _as_bool(written: object) -> bool:
    match str(written).lower():
        case "true" | "yes" | "on":
            return True
        case "false" | "no" | "off":
            return False
    raise _Refusal("must be true or false")


class Card(Paper):
    """What ``game.yaml`` says."""

    id: str
    title: str
    blurb: str
    seats: Seating
    rules_version: int = Field(ge=1)
    bound: int = Field(ge=1)
    """Within how many turns bots end every game."""
    hidden: bool = False
    """Whether seats hold secrets from each other."""
    options: Mapping[str, Option] = {}
    exclude: tuple[tuple[str, ...], ...] = ()
    """Options of which at most one may be on."""


class GameInfo(Card):
    """A game in the box or a plugin: its card and where its things stand."""

    printed: Path
    """The folder of ``game.yaml``, ``board.yaml`` and ``rules.md``."""
    templates: Path
    orders: Path
    entry: str

    def load(self) -> Game[Any, Any]:
        """The game itself, its rules imported."""
        make = EntryPoint(self.id, self.entry, GROUP).load()
        return cast("Game[Any, Any]", make(self))

    def settle_options(self, written: Mapping[str, object]) -> dict[str, OptionValue] | tuple[Problem, ...]:
        """Every option's value, defaults filled in; or all that is wrong with what was written."""
        settled: dict[str, OptionValue] = {name: option.default for name, option in self.options.items()}
        problems: list[Problem] = []
        for name, value in written.items():
            option = self.options.get(name)
            if option is None:
                hint = _did_you_mean(nearest(name, self.options), "The options are", self.options)
                problems.append(
                    Problem("option", f"{self.title} has no option '{name}'.", hint=hint, weight=Weight.UNKNOWN)
                )
                continue
            try:
                settled[name] = option.read(value)
            except _Refusal as refusal:
                problems.append(Problem("option", f"The option {name} {refusal}, not '{value}'.", hint=option.text))
        for group in self.exclude:
            chosen = [name for name in group if settled[name] != self.options[name].default]
            if len(chosen) > 1:
                problems.append(Problem("option", f"The options {' and '.join(chosen)} exclude each other."))
        return tuple(problems) or settled

    def stranger_problems(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> tuple[Problem, ...]:
        """Options that name somebody who is not at the table."""
        hint = f"Its seats are {', '.join(seats)}."
        return tuple(
            Problem("option", f"The option {name} names '{options[name]}', who has no seat.", hint=hint)
            for name, option in self.options.items()
            if option.type == "seat" and options.get(name) not in (None, *seats)
        )

    def seat_problems(self, seats: Sequence[Seat], reserved: Iterable[str] = ()) -> tuple[Problem, ...]:
        """What is wrong with these seats for this game; ``reserved`` are words of its grammar that no seat may bear."""
        problems = []
        for seat in dict.fromkeys(seats):
            if not re.fullmatch(SEAT_SHAPE, seat):
                problems.append(
                    Problem(
                        "seat",
                        f"'{seat}' is no seat name.",
                        hint="Use small letters, digits and hyphens, a letter first.",
                    )
                )
            elif seat in set(reserved):
                problems.append(
                    Problem(
                        "seat",
                        f"'{seat}' is a word of {self.title}'s orders and cannot name a seat.",
                        hint="Choose another name.",
                    )
                )
            elif self.seats.fixed and seat not in self.seats.fixed:
                hint = f"Its seats are {', '.join(self.seats.fixed)}."
                problems.append(
                    Problem("seat", f"{self.title} has no seat '{seat}'.", hint=hint, weight=Weight.UNKNOWN)
                )
            if seats.count(seat) > 1:
                problems.append(Problem("seat", f"The seat '{seat}' is named {seats.count(seat)} times."))
        if not self.seats.min <= len(seats) <= self.seats.max:
            many = f"{self.seats.min} to {self.seats.max}" if self.seats.min < self.seats.max else str(self.seats.min)
            problems.append(Problem("seats", f"{self.title} is for {many} players, not {len(seats)}."))
        wanted = self.seats.fewer.get(len(seats), ())
        if wanted and not problems and set(seats) != set(wanted):
            hint = f"With {len(seats)} players take {listed(wanted, 'and')}."
            problems.append(Problem("seats", f"{listed(seats, 'and')} are no table of {self.title}.", hint=hint))
        return tuple(problems)


class Game(Protocol[S, V]):
    """The calls every game answers. States are frozen values; nothing here changes what it is given."""

    info: GameInfo
    state_type: type[S]

    def __hash__(self) -> int:
        """A game is equal to itself alone."""

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """How orders of this game are written at a table with these seats."""

    def reserved(self) -> frozenset[str]:
        """Words of the grammar and names of the board that no seat may bear."""

    def setup(self, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng) -> tuple[S, tuple[Event, ...]]:
        """The first position, and what there is to tell of it."""

    def moment(self, state: S) -> str:
        """The game's own words for where it stands: "opening round", "round 3"."""

    def awaiting(self, state: S) -> Mapping[Seat, Ask]:
        """Who is asked for what; empty if and only if there is an outcome."""

    def view(self, state: S, reader: Seat | None) -> V:
        """What this reader may know, built field by field; None is the public."""

    def check(self, view: V, sheet: Sheet) -> Verdict:
        """What a sheet is worth as far as its writer can know, by the same steps as ``resolve``."""

    def resolve(self, state: S, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[S, tuple[Event, ...]]:
        """The next position. A seat not in the mapping is silent, and the rules say what silence does."""

    def suggest(self, view: V, rng: Rng) -> str:
        """A legal page for the view's reader."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once it has."""

    def audit(self, state: S) -> tuple[str, ...]:
        """Complaints about pieces lost or made from nothing."""


@lru_cache(maxsize=8)
def grammar_at(game: Game[Any, Any], seats: tuple[Seat, ...]) -> Grammar:
    """How orders are written at a table, made ready once for all of its pages and reports."""
    return game.grammar(seats)


@runtime_checkable
class Hidden(Protocol):
    """What a game with hidden information answers besides, for the laws of secrecy and for fresh luck after an undo."""

    def disguise(self, state: Any, reader: Seat | None, rng: Rng) -> Any:
        """Another position that this reader could not tell from the true one."""

    def disguise_sheets(
        self, state: Any, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """Other secret orders of the others that bring out the same before this reader's eyes."""

    def brought_out(self, events: Sequence[Event]) -> Any:
        """The secrets that these events, all seen by one reader, rightly tell him; in no order but that of seats."""

    def reshuffle(self, state: Any, rng: Rng) -> Any:
        """The same position with every pile that nobody has seen shuffled anew."""


@runtime_checkable
class Blindfolded(Protocol):
    """A game whose answer to a page may not even depend on something that its writer knows, his own hand, say."""

    def blindfold(self, state: Any, seat: Seat, rng: Rng) -> Any:
        """Another position, which no answer to a page of this seat may tell from the true one."""


@runtime_checkable
class Positions(Protocol):
    """A game that can be set up from a few lines of YAML, for cases and for campaigns that began on paper."""

    def position(self, facts: Facts) -> Any:
        """The position described, or a tuple of problems."""


def box() -> Path:
    """Where ``games``, ``templates`` and ``orders`` are: beside the package in a checkout, inside it once installed."""
    package = Path(__file__).resolve().parent
    checkout = package.parent
    return checkout if (checkout / "pyproject.toml").exists() else package / "box"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def game_ids() -> tuple[str, ...]:
    """The ids of all games at hand, in alphabetical order."""
    return tuple(sorted(_entries()))


def game_info(game_id: str) -> GameInfo | tuple[Problem, ...]:
    """The game of this id, or what is wrong: an unknown id (with the nearest one) or a faulty card."""
    entry = _entries().get(game_id)
    if entry is None:
        hint = _did_you_mean(nearest(game_id, game_ids()), "The games are", game_ids())
        return (Problem("game", f"There is no game '{game_id}'.", hint=hint, weight=Weight.UNKNOWN),)
    printed, templates, orders = _folders(entry)
    paper = printed / "game.yaml"
    card = read_paper(paper.read_text("utf-8"), str(paper), Card)
    if not isinstance(card, Card):
        return card
    return GameInfo.model_construct(
        **dict(card), printed=printed, templates=templates, orders=orders, entry=entry.value
    )


def _folders(entry: EntryPoint) -> tuple[Path, Path, Path]:
    """A built-in game has a folder of its name in each of three places; a plugin keeps all beside its module."""
    if entry.module.startswith("pbem.rules."):
        return box() / "games" / entry.name, box() / "templates" / entry.name, box() / "orders" / entry.name
    spec = find_spec(entry.module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the game {entry.name} names the module {entry.module}, which is not installed")
    folder = Path(spec.origin).parent
    return folder, folder / "templates", folder / "orders"


def _did_you_mean(near: Sequence[str], otherwise: str, names: Iterable[str]) -> str:
    if near:
        return f"Did you mean '{near[0]}'?"
    return f"{otherwise} {', '.join(names)}." if names else ""


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(state_type: type) -> TypeAdapter[Any]:
    return _ADAPTERS.get(state_type) or _ADAPTERS.setdefault(state_type, TypeAdapter(state_type))


def to_json(game: Game[S, V], state: S) -> Any:
    """A position as plain JSON values."""
    return _adapter(game.state_type).dump_python(state, mode="json")


def from_json(game: Game[S, V], written: Any) -> S:
    """The position that ``to_json`` wrote."""
    return cast(S, _adapter(game.state_type).validate_python(written))
