"""One round, turn by turn in its order of play (Ogre Castle 2.5, 8.1).

All seats in facts are in small letters; a room is its id, "E3"; a scroll is its name in small letters. ``window`` is one
of start, ready, rolled, battle, dice, end. What is told, to everybody unless said otherwise:

Turn 0:
    opened      seats, order, armor {seat: chips}, needed {seat: gems}, gems (each knight's number), hand (scrolls dealt)
Round 0:
    placed      gems {room: colour}, how "standard" or "random" for those filled in, named (rooms the ogre named)
    dealt       seat, number                                                  how many scrolls each got
    hand        seat, scrolls [names]                                         to the seat alone
    order       order [seats], reversed                                       the order of play of the round to come
Every round:
    round       number, order [seats], reversed                               opens the round
    silent      seat, running                                                 no sheet in force (10.1): default plans, no scrolls
    turn        seat, at, place (1 for the first in the order)                opens a turn; heads a chapter
    played      seat, scroll, on (seat or None), window, gem (colour or None), steers (whether a STEER was written)
    negated     seat, scroll (what is answered), of (who played that), window  a NEGATE played
    cancelled   seat (who had played it), scroll, by (whose NEGATE)
  what a scroll does that was not cancelled:
    frozen      seat, by                                                      FREEZE
    hastened    seat, by, dice (movement dice to be thrown now)               HASTE
    ghostly     seat                                                          GHOST
    count       seat, by, scroll, before, after                               NIMBLE, SLOW
    wandering   seat, by                                                      WANDER: ``by`` steers, until another WANDER
    chips       seat, by, scroll, before, after, left                         ARMOR, RUST
    battle-dice seat, by, scroll, before, after                               MASTERY, STRENGTH, WEAKNESS: dice he throws
    score       seat, by, scroll, before, after, margin                       LUCKY, FUMBLE: his score; margin = his less the other's
    dropped     seat (who loses it), by, colour, room, left (captured gems he has left)
    reversing   by, order [seats], reversed                                   the next round's order of play
  movement:
    rolled      seat, dice [faces], sum, count, cut (whether the sum was cut to 12)
    moved       seat, route [rooms, the start first], spaces, count, why "count" "gem" "battle" "home" or "short",
                by (who steered: the seat itself, or the caster of WANDER), ghost
    stuck       seat, at, count, by                                           no room could be entered
    took        seat, room, captured (how many he has now), needed
    drew        seat, deck (scrolls left)                                     a scroll was drawn
    drawn       seat, scroll                                                  to the seat alone
    rebuilt     scrolls (number in the new deck)                              the deck was empty; before the draw
    no-scroll   seat                                                          deck and discards are empty
  battle:
    battle      attacker, knight, ogre, room
    threw       throw (1 for the first), sides [knight's, ogre's]: each seat, dice [faces], sum, armor, luck, score;
                number (of dice), base (2 or 3), changes [{scroll, by, change}] (why he threw so many)
    tie         throw, score                                                  all dice are thrown again
    beaten      winner, loser, scores {seat: score}, gem (colour or None), captured {seat: gems each has now}
    fled        seat, die, route [rooms, the battle room first], spaces, why "count" "home" or "short"
    cornered    seat, die, at                                                 the flight failed altogether
The end:
    won         seat, room, turn (whose turn it was), how "move", "flight" or "wander", by (who steered), gems
    undecided   round                                                         no winner after the last round: drawn (6.10)
To one seat alone, at the end of the round:
    sheet       seat, source "page", "standing" or "none", lines [{line, text, fired: [{turn, window, scroll, on, cancelled}]}],
                own_moves, own_flights (whether the sheet had such lines; else default plans), stands (for the next round)
    refused     seat, line, text, why                                         a line of the page that did not count
"""
