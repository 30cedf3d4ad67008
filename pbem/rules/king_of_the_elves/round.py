"""A round phase by phase: dealing, planning in sittings, journeys, the end (King of the Elves 4 to 10).

What is told, and to whom (15.1). A card is its id (``giant-pig``, ``village-lake``), ``cards`` and ``hand`` map ids to
numbers in the order of the deck, ``spot`` is ``bob/2``, ``name`` is ``bob/lake`` (or ``bob/2`` if there are two).

Set-up and dealing
    opened       seats, rounds, gold, tokens, wizards, sittings, open_gold
    starting     seat, how (drawn, named, next), round
    dealt        round, cards {seat: number}, pile (its size afterwards)
    hand         only to one: cards (just dealt), hand (all of it)
Planning; ``turn`` is the player's which turn it is in this sitting
    silent       seat, running: no page came from him
    sitting      number, of, first: planning begins or goes on
    village      seat, turn, realm, terrain, value, name
    placed       seat, turn, card (gold, thief, tree, sea-monster), realm, terrain, name, tokens (left)
    removed      seat, turn, terrain, value, cards [{card, owner}], price
    bought       seat, turn, price, count (how many this round)
    exchanged    seat, turn, drawn, cards (discarded)
    no-village   seat, turn, hand (as shown), took (a terrain, or None), dropped (a card, or None)
    passed       seat, turn
    stopped      seat, turn
    reshuffled   pile: the discard pile became the draw pile
    drew         only to one: cards, hand (after the discards)
    forced       only to one: nothing of his list could be done, and he might not pass
    listed       only to one: done [text], left [{text, why}] where why is as in a forecast
    another      number, first, stopped [seats]: another sitting follows
    planned      how (quiet, idle, last): planning is over
Journeys
    sets-out     seat
    stays        seat, why (no-village, no-orders, None)
    visited      seat, realm, terrain, name, transport, cards, escort (a card played with it), thief (who is paid),
                 paid, income, doubled, obstacle (tree, sea-monster or None: one that cost a card)
    leapt        the same, by a wizard: transport None, cards the four discarded, fee
    turned       seat, clockwise (the direction from now on)
    round-trip   seat, gold
    arrived      seat, villages (how many visits): his journey is over
    halted       only to one: text (the step), why: why the journey ended there
    refused      only to one: the same, for what the answer to his page had said already
End
    round-over   round, tokens {seat: number that came home}, cards (taken off the table)
    ended        rounds
    final        seat, gold, hand
    won          seats, gold
"""
