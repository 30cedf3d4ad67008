"""A turn: the phase that is asked for, and all that needs no orders after it (Elfenland 3.2).

What is told, with its facts. Towns are given by their printed names, transports by their ids; cards are
``{kind: number}``, a road is ``{link, a, b, terrain}``.

* ``opened`` seats, starting, options; ``face-up`` counters: at the start (2.3, 2.4)
* ``hometown`` town, steps: to its owner (11.1)
* ``round`` round, rounds, starting, order, face_up (16.2)
* ``dealing`` cards [{seat, cards}]: to all how many cards each was dealt; everybody also gets a secret counter (4, 5)
* ``dealt`` new, hand, secret, secrets [{kind, new}], open, obstacle: to each alone
* ``drew`` seat, lap, counter, unseen, silent, turned_up: an open counter taken (6); turned_up
  is what replaced it, or None
* ``wish`` lap, line, met: to the drawer alone; met is the wish that was met, or None if none could be (17.1)
* ``drawn`` lap, over, face_up: after the draw or a lap of it
* ``wishes-left`` lines: to each alone, TAKE lines in force for the next lap
* ``sitting`` sitting, sittings, first: a sitting of the planning begins (17.2)
* ``laid`` seat, counter, secret, road, price: a counter laid (7.3); ``blocked`` seat, counter, road, price:
  an obstacle (7.5)
* ``passed`` seat, why: ``""``, ``stop``, ``silent`` or ``idle`` (7.8, 7.10, 17.4)
* ``planned`` sitting, another, next, stopped: a sitting is over; with another one next, or the planning is (7.9, 17.4)
* ``list-left`` struck [line], left [{line, why [..]}], secrets [kind]: to each alone after a sitting (16.4)
* ``itinerary`` the forecast of a travel page sent early, priced when the planning is over: to its writer (17.6)
* ``travelled`` seat, start, steps [{to, way, terrain, cards, obstacle, piece}], took, pieces, at: a boot moved (8)
* ``stayed`` seat, at, silent, pieces: a boot did not
* ``broke-off`` step, to, why: to the traveller alone (8.14)
* ``threw`` seat, number: cards thrown away (8.10); ``thrown`` named, lot: which, to their owner
* ``kept`` seat, counter, secret, turned_in: the counter kept, None if secret or none (9.3); ``kept-own`` counter,
  secret, ordered, turned_in {..}: to its owner
* ``cleared`` roads: obstacles that leave the game (9.6)
* ``ended`` how: ``rounds`` or ``early``; ``final`` seat, place, pieces, cards, hometown, steps, points;
  ``won`` seats (10, 11)
"""
