"""A campaign on a store: made, opened, pages filed, turns sealed, taken back and proven.

It is told the time and never looks at a clock. Mistakes of people are problems; a folder that cannot be worked with is
one ``CampaignError``. What is named here is imported when it is used, since a command needs little of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.campaign.answer import Fate, Receipt, State
    from pbem.campaign.book import Campaign
    from pbem.campaign.desk import Batch, Desk, Page
    from pbem.campaign.extending import Extension
    from pbem.campaign.founding import create
    from pbem.campaign.rhythm import Deadline, Rhythm
    from pbem.campaign.sealed import SealedTurn
    from pbem.campaign.settings import Person, Settings
    from pbem.campaign.undoing import Undone
    from pbem.campaign.wish import NewCampaign, person
    from pbem.store import CampaignError

__all__ = [
    "Batch",
    "Campaign",
    "CampaignError",
    "Deadline",
    "Desk",
    "Extension",
    "Fate",
    "NewCampaign",
    "Page",
    "Person",
    "Receipt",
    "Rhythm",
    "SealedTurn",
    "Settings",
    "State",
    "Undone",
    "create",
    "person",
]

HOMES = {
    "answer": ("Fate", "Receipt", "State"),
    "book": ("Campaign", "CampaignError"),
    "desk": ("Batch", "Desk", "Page"),
    "extending": ("Extension",),
    "founding": ("create",),
    "rhythm": ("Deadline", "Rhythm"),
    "sealed": ("SealedTurn",),
    "settings": ("Person", "Settings"),
    "undoing": ("Undone",),
    "wish": ("NewCampaign", "person"),
}


def __getattr__(name: str) -> Any:
    for home, names in HOMES.items():
        if name in names:
            return getattr(import_module(f"pbem.campaign.{home}"), name)
    raise AttributeError(f"pbem.campaign has no {name}")
