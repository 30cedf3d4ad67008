"""``python -m pbem`` is ``pbem``."""

from pbem.commands import main

main()
