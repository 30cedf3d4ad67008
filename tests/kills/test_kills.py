"""SIGKILL at any moment of file, run, undo, extend and send: all opens and verifies, and the command is given again.

``make test-kills`` strikes 200 times at random moments of the real command line and before every single step on the
disk; within ``make test`` it is a dozen, and every so many steps.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from pbem.campaign import Campaign
from pbem.commands import main
from tests.campaigns import SEATS, begun, due, everything, filed, played

KILLS = int(os.environ.get("PBEM_KILLS", "12"))
STRIDE = 1 if KILLS >= 100 else 9
ROOT = Path(__file__).parents[2]
PAGES = {
    "ann.txt": "sink a keg in duck\n",
    "ann.2.txt": "sink 2 kegs in mill\nrake duck\n",
    "bob.txt": "rake the river\nrake mill\n",
    "cy.txt": "press: only words\n",
    "cy.2.txt": "rake church\n",
}


@dataclass(frozen=True)
class Scene:
    """A campaign before a command, the command, and what must be so once it has been carried through."""

    words: tuple[str, ...]
    turns: int
    waiting: tuple[str, ...]
    """Who has a page on the desk already."""
    hours: int = 0
    """How long after the deadline of the turn before."""

    @property
    def now(self) -> str:
        """The time of the command."""
        return f"{due(self.turns + 1) + timedelta(hours=self.hours):%Y-%m-%d %H:%M}"


SCENES = {
    "file": Scene(("file", "{pond}", "--from", "{pages}"), 2, ("ann",), -3),
    "run": Scene(("run", "{pond}", "--turn", "3"), 2, SEATS),
    "undo": Scene(("undo", "{pond}", "--turn", "2", "--reason", "a slip"), 4, ("bob",), -3),
    "extend": Scene(("extend", "{pond}", "--to", "2027-01-10 20:00", "--reason", "holidays"), 2, (), -3),
    "send": Scene(("send", "{pond}", "--to", "{out}"), 2, ()),
}


@dataclass(frozen=True)
class Stage:
    """A scene set up in a folder, to be played as often as one likes."""

    scene: Scene
    model: Path
    place: Path

    @property
    def pond(self) -> Path:
        """The campaign."""
        return self.place / "pond"

    @property
    def words(self) -> list[str]:
        """The command line."""
        paths = {name: self.place / name for name in ("pond", "pages", "out")}
        return [word.format(**paths) for word in self.scene.words]

    def set_up(self) -> None:
        """Everything as it is before the command."""
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.model, self.place)


@pytest.fixture(params=SCENES, scope="module")
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """One of the scenes."""
    scene = SCENES[request.param]
    home = tmp_path_factory.mktemp(request.param)
    campaign = played(begun(home / "model" / "pond"), scene.turns)
    if scene.waiting:
        filed(campaign, campaign.number, *scene.waiting)
    (home / "model" / "pages").mkdir()
    for name, text in PAGES.items():
        (home / "model" / "pages" / name).write_text(text)
    return Stage(scene, home / "model", home / "played")


@pytest.fixture(autouse=True)
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the scene, for the commands given here and in other processes."""
    monkeypatch.setenv("PBEM_NOW", request.getfixturevalue("stage").scene.now)


def carried_through(stage: Stage) -> Mapping[str, object]:
    """What counts once the command is done, however it came about."""
    campaign = Campaign.open(stage.pond)
    assert () == campaign.verify(reports=True)
    files = everything(stage.place)
    acts = [json.loads(line) for line in campaign.store.read("log.jsonl").splitlines()]
    force = {}
    for seat in SEATS:
        lying = campaign.desk().lying(seat)
        force[seat] = (lying.force.page.text if lying.force else None, {one.page.text for one in lying.words})
    return {
        "sealed": {name: content for name, content in files.items() if "/turns/" in name or "/undone/" in name},
        "in force": force,
        "letters": {name: content for name, content in files.items() if name.startswith("out/") and "/." not in name},
        "sent": [
            json.loads(content)["state"] for name, content in files.items() if "/sent/" in name and "json" in name
        ],
        "pages": sorted(f"{act['turn']} {act['page']}" for act in acts if act["act"] == "file"),
        "moved": [campaign.moved(turn) for turn in range(6)],
        "acts": [act for act in acts if act["act"] in ("run", "undo", "new")],
    }


def given_again(stage: Stage, give: Callable[[], int]) -> None:
    """After the blow: it opens, it verifies, nothing half-done shows, and the command may simply be given again."""
    campaign = Campaign.open(stage.pond)
    assert () == campaign.verify()
    assert campaign.last.number in (stage.scene.turns, stage.scene.turns + 1, 1)
    before = campaign.last.number
    again = give()
    if stage.scene.words[0] in ("run", "undo") and before != stage.scene.turns:
        assert 1 == again, "what was done already is refused, with a reason"
    elif stage.scene.words[0] == "file":
        assert again in (0, 1), "one of the pages has a faulty line"
    else:
        assert 0 == again


@pytest.fixture
def expected(stage: Stage) -> Mapping[str, object]:
    """What an undisturbed command leaves."""
    stage.set_up()
    assert in_a_child(partial(_main, stage.words)) in (0, 1)
    return carried_through(stage)


def in_a_child(act: Callable[[], int]) -> int:
    """Runs something in a process of its own, whose fate is returned as ``subprocess`` has it."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(quiet, stream)
        code = 70
        try:
            code = act()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _main(words: list[str]) -> int:
    try:
        main(words)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = frozenset(
    {"os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.link", "shutil.rmtree"}
)


def killed_at(step: int, place: Path, act: Callable[[], int]) -> int:
    """Runs something until just before its n-th change to the disk below a place."""
    left = [step]

    def watch(event: str, args: tuple[object, ...]) -> None:
        writes = event in CHANGES or (event == "open" and isinstance(args[2], int) and args[2] & WRITES)
        if writes and (isinstance(args[0], int) or str(args[0]).startswith(str(place))):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    return act()


def test_killed_before_any_step(stage: Stage, expected: Mapping[str, object]) -> None:
    """Before each single change to the disk: afterwards all is as if nothing had happened, or as if all had."""
    give = partial(_main, stage.words)
    for step in steps():
        stage.set_up()
        fate = in_a_child(partial(killed_at, step, stage.place, give))
        if fate != -signal.SIGKILL:
            assert step > 3, "the blows never fell"
            return
        given_again(stage, partial(in_a_child, give))
        assert expected == carried_through(stage), f"killed before step {step}"


def steps() -> Iterator[int]:
    """One after the other, or with strides."""
    yield from range(1, 2000, STRIDE)


def on_the_line(words: list[str]) -> subprocess.Popen[bytes]:
    """The real command line."""
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    return subprocess.Popen(
        [sys.executable, "-m", "pbem", *words], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def test_killed_at_random(stage: Stage, expected: Mapping[str, object]) -> None:
    """At random moments of the real command, most of them in its second half, where it writes."""
    chance = random.Random(stage.scene.words[0])
    stage.set_up()
    begun_at = time.monotonic()
    on_the_line(stage.words).wait(60)
    typical = time.monotonic() - begun_at
    wanted, struck, reach = max(1, KILLS // len(SCENES)), 0, 1.0
    for blow in range(wanted + 20):
        if blow >= wanted and struck:
            break
        stage.set_up()
        process = on_the_line(stage.words)
        time.sleep(typical * reach * chance.uniform(0.1 if chance.random() < 0.2 else 0.6, 1.02))
        process.kill()
        if process.wait(60) == -signal.SIGKILL:
            struck += 1
        else:
            reach = max(0.2, reach * 0.9)  # the machine is quicker than it was when the command was timed
        given_again(stage, lambda: on_the_line(stage.words).wait(60))
        assert expected == carried_through(stage)
    assert struck, "the blows never fell"
