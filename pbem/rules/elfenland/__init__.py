"""Elfenland: young elves travel by giant pig, cloud and dragon, and gather a piece from every town (``rules.md``).

Where its rules stand: ``orders``, ``readers``, ``writing`` and ``verbs`` say what can be written, ``land`` and
``elves`` what the table holds, ``draw``, ``planning`` and ``travel`` how each phase is played, ``round`` how they follow one
another, ``sight`` who may know what.
"""
