"""Ordinary words: what people put before an order, and words of letters that look like a slip of an order word."""

from __future__ import annotations

LEAD_INS = (
    "please",
    "thanks",
    "thank you",
    "pls",
    "plz",
    "thx",
    "bitte",
    "danke",
    "merci",
    "yes",
    "yep",
    "yeah",
    "yes please",
    "ps",
    "p.s.",
    "p.s",
    "i'd like to",
    "i would like to",
    "i'd love to",
    "i want to",
    "i wish to",
    "i would like",
    "i'd like",
    "i would",
    "i'd",
    "i want",
    "i will",
    "i'll",
    "ill",
    "id like to",
    "i am",
    "i'm",
    "im",
    "i am gonna",
    "i'm gonna",
    "im gonna",
    "gonna",
    "im going to",
    "going to",
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
    "we're going to",
    "we are going to",
    "we are",
    "we're",
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
    *(f"{place}{ending}" for place, ending in zip(range(1, 10), ("st", "nd", "rd", *["th"] * 6), strict=True)),
    *(f"{word} {place}" for word in ("step", "order", "action") for place in range(1, 10)),
    "action:",
    "actions:",
    "order:",
)
"""What may stand before an order and means nothing."""

JOINERS = ("and", "then", "also", "plus", "und", "et", ",", ";", "/", ".", "|", "+", "-")
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


_PLACING = """
to at in on onto into from for of by via with through towards toward down up over under
"""
_FILLING = """
a about actually again all also an and another any anything as back both but correction dont down each every
everything first here i i'd i'll i'm im instead it just last me my no nothing now off one only oops or other our
out please plus rather some sorry that the them then there these this those too together up wait we x yes
"""
_STATING = """
am are aren't been best bye cheers could dear did didn't does doesn't ever fun good great greetings had hadn't
happy has hasn't have haven't he hello hey hi his her how is isn't it's its know love luck lucky nice poor
regards see sent she should still than thank thanks that's their there's they think thought was wasn't were
weren't what what's when where which who whose why wish would wouldn't wrote you you're your yours
"""

PLACING = frozenset(_PLACING.split())
"""What stands between an order and a thing of the game."""

FILLING = frozenset(_FILLING.split())
"""What may stand in an order and says nothing by itself."""

STATING = frozenset(_STATING.split())
"""What makes a sentence a statement, a question or a greeting."""


def is_inflected(key: str, word: str) -> bool:
    """Whether a word is an order word in another form: "moved", "digs"."""
    return key in (f"{word}s", f"{word}d", f"{word}e", f"{word}y", f"{word}r")
