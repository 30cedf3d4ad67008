"""Ordinary words: what people put before an order, and words of letters that look like a slip of an order word."""

from __future__ import annotations

LEAD_INS = (
    "please",
    "thanks",
    "thank you",
    "i'd like to",
    "i would like to",
    "i'd love to",
    "i want to",
    "i wish to",
    "i will",
    "i'll",
    "i shall",
    "i plan to",
    "i intend to",
    "i am going to",
    "i'm going to",
    "i then",
    "i also",
    "i",
    "we'd like to",
    "we would like to",
    "we want to",
    "we will",
    "we'll",
    "we",
    "let me",
    "let us",
    "let's",
    "first",
    "firstly",
    "second",
    "secondly",
    "third",
    "next",
    "finally",
    "lastly",
    "last",
    "now",
    "so",
    "ok",
    "okay",
    "afterwards",
    "after that",
)
"""What may stand before an order and means nothing."""

JOINERS = ("and", "then", "also", "plus", ",", ";", "/", ".", "|", "+", "-")
"""After an order and one of these another may follow on the same line."""

GREETINGS = frozenset({"hi", "hello", "hey", "dear", "hallo", "greetings", "morning", "evening"})

_COMMON = """
a able about ace act add age ago aid aim all also an and any are arm art as ask at ate away bad bag bay be been
bet big bit book box boy bring bug bus busy but by bye call came can car case cold come cool could cut dad date
day days deal dear did die do does done drop due each easy eat else ever fair far fast fat feel few find fine
fit fold food for from full fun gave get give given go god golf gone good got great guy had half hand happy hard
has have he hear held hello help her here hey hi hide high him his hit hold holy home hope hot how i if in into
is it its job joy just keep kept kind knew know lad lady last late law lead least led left less let letter life
like line list live lock log lone long look lose lost lot love low luck mad made mail main make man many map may
me mean meet might mind mine more most much must my near need new news next nice night no none nor not note now
odd of off oh ok old on once one only open or other our out over own page part past pay play please plus poor
post pray press put quick quite ran rather read real red rest rich ride right road role room rule run sad said
same sat saw say see seem seen sell sent set she short show since sit six so some son soon sorry sort start
state step still such sure take talk tell ten than thank thanks that the their them then there these they thing
think this those three time to today told too took tool toy true try turn two under until up us use very wait
walk want war was way we week well went were what when where which while who why will win wish with won wood
word work would year yes yet you your
"""

ORDINARY = frozenset(_COMMON.split())
"""Common words: one of these at the head of a line is a misspelt order only if an order would come of it."""


def is_inflected(key: str, word: str) -> bool:
    """Whether a word is an order word in another form: "moved", "digs"."""
    return key in (f"{word}s", f"{word}d", f"{word}e", f"{word}y", f"{word}r")
