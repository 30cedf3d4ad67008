"""How orders are written: verbs and their patterns, a page of text to a sheet and all that is wrong with it, and back.

It knows no game. A game declares verbs and readers; the same declaration gives the parser, the help, the order form at
the foot of a report and the suggestions.
"""

from pbem.grammar.cursor import LISTING, Cursor, Reader, phrase, read_count, several
from pbem.grammar.grammar import Grammar
from pbem.grammar.ordinary import JOINERS, LEAD_INS, ORDINARY
from pbem.grammar.pattern import FaultyPattern, Verb

__all__ = [
    "JOINERS",
    "LEAD_INS",
    "LISTING",
    "ORDINARY",
    "Cursor",
    "FaultyPattern",
    "Grammar",
    "Reader",
    "Verb",
    "phrase",
    "read_count",
    "several",
]
