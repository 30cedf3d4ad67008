"""Numbers in an order line, how they are compared, and how often a line may fire (Ogre Castle 9)."""

from __future__ import annotations

from dataclasses import replace

from pbem.grammar import Cursor
from pbem.model import Problem, Weight
from pbem.words import count, listed, quoted

OPERATORS = ("=", "<", "<=", ">", ">=", "<>")
WORDED = {("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<"}
NO_NUMBERS = ("a", "an", "single", "another", "dozen")


def cursor_problem(
    cursor: Cursor, code: str, message: str, hint: str = "", weight: Weight = Weight.UNREADABLE
) -> Problem:
    """A Problem about the next word."""
    return Problem(code, message, cursor.span(cursor.mark), hint, weight)


def option_of(cursor: Cursor) -> str:
    """Which option the next words are: a number is x2, x 2 or twice."""
    key = cursor.key()
    return "x" if key in ("x", "twice") or (key[:1] == "x" and key[1:].isdecimal()) else key


def read_times(cursor: Cursor) -> int | Problem:
    """How often a line may fire: "x2", "x 2", "twice"."""
    word = cursor.take()
    if word.key == "x":
        return read_number(cursor)
    if word.key == "twice":
        return 2
    if len(word.key) > 4:
        return Problem("number", "This number is too large.", word.span, "", Weight.UNREADABLE)
    return int(word.key[1:])


def read_number(cursor: Cursor) -> int | Problem:
    """A number of up to three digits, or in words."""
    word = cursor.peek()
    number = count(word) if word is not None and word.key not in NO_NUMBERS else None
    if word is not None and number is None and word.key.isdecimal():
        return cursor_problem(cursor, "number", "This number is too large.")
    if number is None:
        problem = cursor.expected("a number")
        return replace(problem, hint="Did you mean 0?") if cursor.key() == "o" else problem
    cursor.take()
    return number


def read_operator(cursor: Cursor) -> str | Problem:
    """How a number is compared: by a sign, or in words."""
    equal = cursor.skip("is")
    for words, sign in WORDED.items():
        if all(cursor.key(ahead) == word for ahead, word in enumerate(words)):
            cursor.mark += len(words)
            return sign
    if cursor.key() in OPERATORS:
        sign = cursor.take().key
        if sign == "=":
            cursor.skip("=")
        return sign
    return "=" if equal else cursor.expected(f"{listed(map(quoted, OPERATORS))} and a number")
