"""What Elfenland and King of the Elves have in common: the transport chart, conditional lists, planning in sittings.

Nothing here knows roads, villages or any other thing that only one of the two has.
"""
