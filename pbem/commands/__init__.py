"""The commands a moderator types. Each says what it did and what to do next.

Exit codes: 0 done, 1 problems in orders or data, 2 usage, 3 damaged campaign. What a command needs is imported when it
runs, so that ``pbem --help`` answers at once.
"""

from __future__ import annotations

import gc
import io
import sys
from typing import Any

import click

from pbem import __version__
from pbem.commands import demo, pages, play, post, show, tools
from pbem.commands.clerk import DAMAGED, FAULTY, stop

# A command makes many things that last until it ends; looking through them for garbage again and again costs a tenth
# of a short one.
gc.set_threshold(100_000, 50, 100)


def _campaign_error() -> type[Exception]:
    """What a campaign folder raises; imported only once something went wrong."""
    from pbem.store import CampaignError

    return CampaignError


class Office(click.Group):
    """The command group; it lists commands in the order in which a campaign needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The order of the help page."""
        return list(self.commands)

    def main(self, *args: Any, **settings: Any) -> Any:
        """Runs the program; a letter that the terminal cannot show is no reason to break off."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        return super().main(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; trouble with the folder becomes a sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except _campaign_error() as fault:
            stop(str(fault), DAMAGED if getattr(fault, "damaged", True) else FAULTY)


@click.group(cls=Office)
@click.version_option(__version__, message="pbem %(version)s")
def main() -> None:
    """Runs board games by post and e-mail: pages in, turns sealed, reports out.

    A first campaign: pbem new, then for each turn pbem file, pbem run and pbem send. GUIDE.md goes through every task.
    """


for _command in (
    tools.games,
    tools.rules,
    tools.help_orders,
    play.new,
    play.status,
    pages.check,
    pages.file_page,
    play.run,
    show.show,
    post.send,
    post.resend,
    play.extend,
    play.undo,
    tools.verify,
    tools.log,
    demo.demo,
    tools.arena,
):
    main.add_command(_command)
