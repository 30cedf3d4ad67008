"""Files that people write: what is taken, what is refused, and where the finger points."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from pbem.model import Problem
from pbem.papers import read_paper, read_plain


class Seat(BaseModel):
    """A small form inside."""

    model_config = ConfigDict(extra="forbid")
    name: str
    age: int = 0


class Form(BaseModel):
    """A form to fill in."""

    model_config = ConfigDict(extra="forbid")
    title: str
    every: int = 7
    seats: dict[str, Seat] = {}
    people: list[Seat] = []


def faults(text: str, form: type[BaseModel] = Form) -> list[tuple[int, int, str]]:
    """Line, column and code of every problem."""
    found = read_paper(text, "campaign.yaml", form)
    assert isinstance(found, tuple)
    return [(one.span.line, one.span.col, one.code) for one in found]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("1:30", "1:30"),
        ("010", "010"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("2026-12-06", "2026-12-06"),
        ("2026-12-06 20:00", "2026-12-06 20:00"),
        ("<<", "<<"),
        ("=", "="),
        ("42", 42),
        ("-3", -3),
        ("1.5", 1.5),
        ("null", None),
        ("~", None),
        ("", None),
        ("'42'", "42"),
        ('"true"', "true"),
        ("[a, 1, [b]]", ["a", 1, ["b"]]),
    ],
)
def test_only_plain_decimals_and_true_and_false_have_a_meaning(written: str, meant: object) -> None:
    """Nothing is guessed: what YAML 1.1 takes for dates, octals or switches is text."""
    assert {"it": meant} == read_plain(f"it: {written}\n", "a.yaml")


def test_names_are_text() -> None:
    """A key is what is written, even if it looks like a number or a switch."""
    assert {"7": "x", "true": "y", "N": "z"} == read_plain("7: x\ntrue: y\nN: z\n", "a.yaml")


def test_marks_of_editors_are_passed_over() -> None:
    """A byte order mark and line ends of another system do no harm."""
    assert {"a": 1, "b": 2} == read_plain("\ufeffa: 1\r\nb: 2\r\n", "a.yaml")


@pytest.mark.parametrize(
    ("text", "line", "col", "word"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, "second time"),
        ("a: &x 1\n", 1, 4, "Anchors"),
        ("a: *x\n", 1, 4, "References"),
        ("a: !!python/object/apply:os.system [ls]\n", 1, 4, "Tags"),
        ("a: [1, 2\n", 2, 1, "not YAML"),
        ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
        ("? [a]\n: 1\n", 1, 3, "cannot be a name"),
        ("a: 1234567890123456\n", 1, 4, "15 digits"),
        ("a: " + "9" * 400 + "\n", 1, 4, "15 digits"),
        ("a: b\x00c\n", 1, 1, "not YAML"),
        ("a: b\nc: \ud800\n", 2, 1, "no text"),
        ("a:\n\t- b\n", 2, 1, "not YAML"),
    ],
)
def test_what_is_refused_is_pointed_at(text: str, line: int, col: int, word: str) -> None:
    """Each fault of the YAML itself has its line and column."""
    found = read_plain(text, "a.yaml")
    assert isinstance(found, tuple)
    problem: Problem = found[0]

    assert (line, col) == (problem.span.line, problem.span.col)
    assert word in problem.message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "a: " + "{b: " * 5_000,
        "x: " + "a" * 1_000_001,
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        "- " * 50_000,
    ],
)
def test_bombs_go_off_nowhere(text: str) -> None:
    """Deep nesting, references to references and huge files end in a problem."""
    assert isinstance(read_plain(text, "a.yaml"), tuple)


def test_a_form_filled_in() -> None:
    """A good file becomes its model."""
    form = read_paper("title: A\nseats:\n  ann: {name: Ann}\n", "a.yaml", Form)

    assert form == Form(title="A", seats={"ann": Seat(name="Ann")})


def test_an_empty_file_lacks_what_must_be_there() -> None:
    """Nothing is not a title."""
    assert [(1, 1, "missing")] == faults("")


def test_all_faults_at_once_in_order() -> None:
    """Doubled, unknown, missing and mistaken, each with its place, from top to bottom."""
    text = "titel: A\nevery: often\nseats:\n  ann: {nmae: Ann}\n  ann: {name: Bob}\npeople:\n  - {name: x, age: old}\n"

    assert [
        (1, 1, "missing"),
        (1, 1, "unknown"),
        (2, 8, "value"),
        (4, 8, "missing"),
        (4, 9, "unknown"),
        (5, 3, "twice"),
        (7, 20, "value"),
    ] == sorted(faults(text))


def test_a_near_name_is_suggested() -> None:
    """An unknown name is met with the one that was probably meant, also in the forms inside."""
    found = read_paper("titel: A\nseats:\n  ann: {nam: Ann}\n", "a.yaml", Form)
    assert isinstance(found, tuple)

    assert {"Did you mean 'title'?", "Did you mean 'name'?"} == {one.hint for one in found if one.code == "unknown"}


def test_a_list_is_no_form() -> None:
    """A file of another shape is one problem, not a crash."""
    assert [(1, 1, "value")] == faults("- a\n- b\n")


@pytest.mark.parametrize(
    "text", ["a", "{", "}", "%", "@", "`", "- - -", "a: b: c", "'", '"', "|", ">", "!", "&", "*", "\t"]
)
def test_noise_ends_in_a_value_or_a_problem(text: str) -> None:
    """Whatever is typed, there is an answer."""
    found: Any = read_plain(text, "a.yaml")
    assert found is None or isinstance(found, str | list | dict | tuple)
