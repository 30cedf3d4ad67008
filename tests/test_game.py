"""What a game is: its card, its options and seats, where its things stand, and a position as JSON and back."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pbem import game as games
from pbem.game import (
    Game,
    GameInfo,
    Hidden,
    Option,
    OptionValue,
    Positions,
    Seating,
    box,
    from_json,
    game_ids,
    game_info,
    to_json,
)
from pbem.model import Problem, Weight
from pbem.rng import Rng

OPTIONS = {
    "fast": Option(type="bool", default=False, text="Fast play."),
    "slow": Option(type="bool", default=False, text="Slow play."),
    "gold": Option(type="int", default=10, min=5, max=20, text="Gold at the start."),
    "cap": Option(type="int", default=None, min=0, text="A cap, or none."),
    "map": Option(type="choice", default="old", choices=("old", "new"), text="Which map."),
    "host": Option(type="seat", default=None, text="Who begins."),
}


def card(**changes: object) -> GameInfo:
    """A game that exists on paper only."""
    facts: dict[str, object] = {
        "id": "toy",
        "title": "The Toy",
        "blurb": "A toy.",
        "seats": Seating(min=2, max=4),
        "rules_version": 1,
        "bound": 10,
        "options": OPTIONS,
        "exclude": (("fast", "slow"),),
        "printed": Path("games/toy"),
        "templates": Path("templates/toy"),
        "orders": Path("orders/toy"),
        "entry": "toy:load",
    }
    return GameInfo.model_validate(facts | changes)


def elfengold() -> GameInfo:
    """The game in the box."""
    info = game_info("elfengold")
    assert isinstance(info, GameInfo)
    return info


# ------------------------------------------------------------------ options


@pytest.mark.parametrize(
    ("name", "written", "expected"),
    [
        ("fast", "true", True),
        ("fast", "Yes", True),
        ("fast", "on", True),
        ("fast", True, True),
        ("fast", "off", False),
        ("fast", "no", False),
        ("gold", "5", 5),
        ("gold", 20, 20),
        ("cap", "0", 0),
        ("cap", "none", None),
        ("cap", "off", None),
        ("cap", None, None),
        ("map", "new", "new"),
        ("host", "Ann", "ann"),
        ("host", "none", None),
    ],
)
def test_options_as_people_write_them(name: str, written: object, expected: OptionValue) -> None:
    """Words and values mean the same, and what is not named has its default."""
    settled = card().settle_options({name: written})

    defaults = {option: value.default for option, value in OPTIONS.items()}
    assert defaults | {name: expected} == settled


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"fast": "perhaps"}, "The option fast must be true or false, not 'perhaps'."),
        ({"gold": "4"}, "The option gold must be at least 5, not '4'."),
        ({"gold": "21"}, "The option gold must be at most 20, not '21'."),
        ({"gold": "ten"}, "The option gold must be a whole number, not 'ten'."),
        ({"gold": "-7"}, "The option gold must be a whole number, not '-7'."),
        ({"gold": "٧"}, "The option gold must be a whole number, not '٧'."),
        ({"gold": "7" * 7}, "The option gold must be a whole number, not '7777777'."),
        ({"gold": True}, "The option gold must be a whole number, not 'True'."),
        ({"gold": "none"}, "The option gold must be a whole number, not 'none'."),
        ({"cap": "-1"}, "The option cap must be a whole number, not '-1'."),
        ({"map": "newer"}, "The option map must be one of old, new, not 'newer'."),
        ({"map": 3}, "The option map must be one of old, new, not '3'."),
        ({"host": "Ann Lee"}, "The option host must name a seat, not 'Ann Lee'."),
        ({"host": 3}, "The option host must name a seat, not '3'."),
        ({"fats": "yes"}, "The Toy has no option 'fats'."),
        ({"fast": "yes", "slow": "yes"}, "The options fast and slow exclude each other."),
    ],
)
def test_options_that_cannot_be_taken(written: dict[str, object], expected: str) -> None:
    """The reason is told in a sentence, with the option's own text or the nearest name for a hint."""
    problems = card().settle_options(written)

    assert isinstance(problems, tuple)
    assert [expected] == [problem.message for problem in problems]


def test_all_that_is_wrong_with_options_at_once() -> None:
    """Each with its hint; an unknown one with the nearest name, or all of them."""
    problems = card().settle_options({"gold": "x", "maps": "new", "colour": "red"})

    assert isinstance(problems, tuple)
    assert ["Gold at the start.", "Did you mean 'map'?", "The options are fast, slow, gold, cap, map, host."] == [
        problem.hint for problem in problems
    ]
    assert [Weight.NOT_ALLOWED, Weight.UNKNOWN, Weight.UNKNOWN] == [problem.weight for problem in problems]
    assert ("",) == tuple(problem.hint for problem in card(options={}, exclude=()).settle_options({"x": 1}))  # type: ignore[union-attr]


def test_an_option_may_name_nobody_from_elsewhere() -> None:
    """A seat that an option names is at the table."""
    assert () == card().stranger_problems({"host": "ann"}, ("ann", "bob"))
    assert () == card().stranger_problems({"host": None, "gold": 7}, ("ann", "bob"))
    (problem,) = card().stranger_problems({"host": "zoe"}, ("ann", "bob"))
    assert "The option host names 'zoe', who has no seat." == problem.message
    assert "Its seats are ann, bob." == problem.hint


# ------------------------------------------------------------------ seats


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (("ann", "bob"), []),
        (("ann", "b-2", "cy", "dee"), []),
        (("ann", "Bob"), ["'Bob' is no seat name."]),
        (("ann", "2b"), ["'2b' is no seat name."]),
        (("ann", "lake"), ["'lake' is a word of The Toy's orders and cannot name a seat."]),
        (("ann", "ann"), ["The seat 'ann' is named 2 times."]),
        (("ann",), ["The Toy is for 2 to 4 players, not 1."]),
        (tuple("abcde"), ["The Toy is for 2 to 4 players, not 5."]),
        (("Ö", "ann", "ann"), ["'Ö' is no seat name.", "The seat 'ann' is named 2 times."]),
    ],
)
def test_seats(seats: tuple[str, ...], expected: list[str]) -> None:
    """All faults at once: names, words of the grammar, one name twice, too many or too few."""
    assert expected == [problem.message for problem in card().seat_problems(seats, reserved=("lake", "move"))]


def test_a_game_with_seats_of_its_own() -> None:
    """Its seats are fixed, and fewer players may have to take certain ones of them."""
    seating = Seating(min=3, max=3, fixed=("ogre", "red", "blue"))
    fixed = card(seats=seating)

    assert () == fixed.seat_problems(("ogre", "red", "blue"))
    assert ["The Toy has no seat 'ann'."] == [one.message for one in fixed.seat_problems(("ogre", "red", "ann"))]
    assert ["The Toy is for 3 players, not 2."] == [one.message for one in fixed.seat_problems(("ogre", "red"))]
    fewer = card(seats=Seating(min=2, max=3, fixed=("ogre", "red", "blue"), fewer={2: ("ogre", "blue")}))
    assert () == fewer.seat_problems(("blue", "ogre"))
    (problem,) = fewer.seat_problems(("ogre", "red"))
    assert ("ogre and red are no table of The Toy.", "With 2 players take ogre and blue.") == (
        problem.message,
        problem.hint,
    )


def test_who_sits_down() -> None:
    """The fixed seats in their order, those named for fewer players, else the first of the names given."""
    assert ("ogre", "red") == Seating(min=2, max=3, fixed=("ogre", "red", "blue")).at_table(2)
    assert ("ogre", "blue") == Seating(
        min=2, max=3, fixed=("ogre", "red", "blue"), fewer={2: ("ogre", "blue")}
    ).at_table(2)
    assert ("ann", "bob") == Seating(min=2, max=3).at_table(2, ("ann", "bob", "cy"))


# ------------------------------------------------------------------ where games are found


def test_the_box_and_the_plugins() -> None:
    """Every game at hand is listed by its id and loads; a plugin keeps all its things beside its module."""
    assert tuple(sorted(game_ids())) == game_ids()
    assert {"elfengold", "moonrakers"} <= set(game_ids())
    for game_id in game_ids():
        info = game_info(game_id)
        assert isinstance(info, GameInfo)
        assert (game_id, True) == (info.id, (info.printed / "game.yaml").exists())
        assert info.load().info is info
    moonrakers = game_info("moonrakers")
    assert isinstance(moonrakers, GameInfo)
    assert moonrakers.printed == moonrakers.orders.parent == moonrakers.templates.parent


def test_a_game_that_is_not_there() -> None:
    """The nearest id is named, or all."""
    near, far = game_info("elfengould"), game_info("chess")

    assert isinstance(near, tuple) and isinstance(far, tuple)
    assert "Did you mean 'elfengold'?" == near[0].hint
    assert far[0].hint.startswith("The games are elfengold")


def test_a_plugin_whose_card_is_faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is wrong with its card is told, each with its line."""
    (tmp_path / "faulty").mkdir()
    (tmp_path / "faulty" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "faulty" / "game.yaml").write_text("id: faulty\ntitle: [1]\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "_entries", lambda: {"faulty": EntryPoint("faulty", "faulty:load", games.GROUP)})

    problems = game_info("faulty")
    assert isinstance(problems, tuple)
    assert all(isinstance(problem, Problem) and problem.refuses for problem in problems)
    assert any(problem.span.line == 2 for problem in problems)


def test_a_plugin_without_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registered module that is not installed is a fault of the installation, and named."""
    monkeypatch.setattr(games, "_entries", lambda: {"gone": EntryPoint("gone", "no_such_module:load", games.GROUP)})

    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        game_info("gone")


def test_the_box_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout it is the checkout; once installed, a folder inside the package."""
    assert (box() / "games" / "elfengold" / "game.yaml").exists()
    package = tmp_path / "site-packages" / "pbem"
    package.mkdir(parents=True)
    monkeypatch.setattr(games, "__file__", str(package / "game.py"))
    assert package / "box" == box()


# ------------------------------------------------------------------ positions


def test_a_position_goes_to_json_and_back() -> None:
    """Plain values go out, an equal position comes in."""
    game: Game[object, object] = elfengold().load()
    options = elfengold().settle_options({})
    assert isinstance(options, dict)
    state, _ = game.setup(("ann", "bob"), options, Rng("a seed for tests", 0))

    written = to_json(game, state)
    assert isinstance(written, dict)
    assert state == from_json(game, written)
    assert written == to_json(game, from_json(game, written))


def test_what_a_game_answers_besides() -> None:
    """Secrets and positions are powers that show in what a game is."""
    game = elfengold().load()

    assert isinstance(game, Hidden) and isinstance(game, Positions)
    assert not isinstance(elfengold(), Hidden)
