"""A campaign from its founding to its end: what is made, what is refused, and what smells wrong."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign import Campaign, CampaignError, NewCampaign, create, person
from pbem.campaign.founding import seed_note
from pbem.campaign.sealed import as_json, seal_digest
from pbem.rng import digest
from tests.campaigns import DUE, SEATS, START, WEEK, begun, codes, due, everything, filed, played, ran, setting


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Turn 0 sealed, turn 1 to be ordered for."""
    return begun(tmp_path / "pond")


def reopened(campaign: Campaign) -> Campaign:
    """The campaign as the next command sees it."""
    return Campaign.open(campaign.store.root)


def edited(campaign: Campaign, old: str, new: str) -> None:
    """campaign.yaml after a hand edit."""
    paper = campaign.store.path("campaign.yaml")
    text = paper.read_text()
    assert old in text
    paper.write_text(text.replace(old, new))


# ---------------------------------------------------------------- founding


def test_a_new_campaign_is_sealed_and_reported(campaign: Campaign) -> None:
    """Turn 0 has a report for each seat and for all; the seed's digest is in it, the seed is for one pair of eyes."""
    files = everything(campaign.store.root)
    seed = "a seed of more than twenty letters"

    assert {"campaign.yaml", "seed", "log.jsonl"} <= files.keys()
    for reader in (*SEATS, "public"):
        assert digest(seed) in files[f"turns/000/reports/{reader}.txt"].decode()
        assert f"turns/000/reports/{reader}.html" in files
    assert not [name for name, content in files.items() if seed.encode() in content and name != "seed"]
    assert 0o600 == campaign.store.path("seed").stat().st_mode & 0o777
    assert SEATS == campaign.seats
    assert (0, 1, DUE) == (campaign.last.number, campaign.number, campaign.deadline)


def test_a_seed_is_drawn_if_none_is_given(tmp_path: Path) -> None:
    """Thirty-two bytes that nobody can guess, another each time."""
    seeds = {begun(tmp_path / name, seed=None).seed for name in ("a", "b")}

    assert 2 == len(seeds)
    assert {64} == {len(seed) for seed in seeds}
    assert ("", True) == (seed_note("x" * 64), "guessed" in seed_note("moon"))


def test_all_faults_of_a_new_campaign_at_once(tmp_path: Path) -> None:
    """Seats, options, zone, rhythm: everything that is wrong is said, and nothing is made."""
    wrong = setting(
        seats={"public": person("A"), "Mill": person("B"), "mill": person("C")},
        options={"nights": "many", "fog": "true"},
        zone="Europe/Lodnon",
        every="often",
    )
    problems = create(tmp_path / "pond", wrong, START)
    assert isinstance(problems, tuple)

    assert ["seat", "seat", "seat", "option", "option", "value", "value"] == codes(problems)
    assert not list(tmp_path.iterdir())


def test_an_unknown_game(tmp_path: Path) -> None:
    """The nearest name is suggested."""
    problems = create(tmp_path / "pond", NewCampaign("moonraker", {}), START)
    assert isinstance(problems, tuple)
    assert "Did you mean 'moonrakers'?" == problems[0].hint


@pytest.mark.parametrize("field", ["deadline", "every", "zone"])
def test_times_that_make_no_sense(tmp_path: Path, field: str) -> None:
    """A deadline that does not exist is refused before anything is made."""
    told = {field: "2026-03-29 01:30"}
    assert ["value"] == codes(create(tmp_path / "pond", setting(**told), START))


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    """An empty folder may be taken; one with anything in it may not."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    (tmp_path / "empty").mkdir()

    assert ["folder"] == codes(create(tmp_path / "full", setting(), START))
    assert ["folder"] == codes(create(tmp_path / "full" / "letter.txt", setting(), START))
    assert isinstance(create(tmp_path / "empty", setting(), START), Campaign)


@pytest.mark.parametrize(
    "text",
    [
        "{{ 7*7 }}",
        "{% for %}",
        'A "quoted" \\ name: #1',
        "a\nb: c",
        "\u202eevil",
        "Zoë 😀 Łódź",
        "'",
        "- x",
        "!tag",
        "\x00\x07",
    ],
)
def test_names_are_text(tmp_path: Path, text: str) -> None:
    """Whatever people call themselves and their games is read back and printed as text."""
    campaign = begun(tmp_path / "pond", title=f"T {text}", seats={"ann": person(text), "bob": person("Bob")})
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())

    assert shown == campaign.settings.seats["ann"].name
    assert "49" not in campaign.last.read("reports/public.txt").decode().split("digest")[0]


def test_times_stand_in_each_players_zone(campaign: Campaign) -> None:
    """Bob lives in Paris, the summary in London."""
    assert "21:00 (Europe/Paris, UTC+1)" in campaign.last.read("reports/bob.txt").decode()
    assert "20:00 (Europe/London, UTC+0)" in campaign.last.read("reports/public.txt").decode()


# ---------------------------------------------------------------- opening


def test_a_folder_that_is_no_campaign(tmp_path: Path) -> None:
    """Nothing there, or something else."""
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(CampaignError, match="is no campaign") as caught:
            Campaign.open(folder)
        assert not caught.value.damaged


@pytest.mark.parametrize("gone", ["campaign.yaml", "turns", "turns/001", "turns/003/seal.json"])
def test_half_deleted(campaign: Campaign, gone: str) -> None:
    """What is missing is named, and what to do about it."""
    played(campaign, 3)
    campaign.store.move(gone, "elsewhere")

    with pytest.raises(CampaignError, match=r"missing.*Put") as caught:
        reopened(campaign)
    assert gone in str(caught.value)
    assert caught.value.damaged


def resealed(campaign: Campaign, number: int, /, **changes: Any) -> None:
    """A seal that says something else and agrees with itself."""
    place = campaign.store.path(f"turns/{number:03}/seal.json")
    facts = json.loads(place.read_text()) | changes
    place.write_bytes(as_json(facts | {"digest": seal_digest(facts)}))


def test_from_a_newer_version(campaign: Campaign) -> None:
    """Nothing is guessed from a format that is not known yet."""
    resealed(campaign, 0, format=2, more="of it")

    with pytest.raises(CampaignError, match="newer pbem") as caught:
        reopened(campaign)
    assert not caught.value.damaged


def test_other_rules_are_not_played_on(campaign: Campaign) -> None:
    """A campaign keeps the rules it began with, or the command says that it cannot; looking is allowed."""
    resealed(campaign, 0, campaign=dict(campaign.last.seal["campaign"]) | {"rules_version": 2})
    again = reopened(campaign)

    assert ["rules-version"] == codes(again.run(DUE, missing="nmr", really=True))
    assert "rules-version" in codes(again.verify())
    assert "missing" == again.states()["ann"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'title: "The Pond"',
            'titel: "The Pond"',
            ["campaign.yaml:3:1", "Did you mean 'title'?", "'title' is missing"],
        ),
        (
            'zone: "Europe/London"',
            "zone: no\nevery: 0 days",
            ["no time zone 'no'", "second time", "campaign.yaml:11:1"],
        ),
        ('title: "The Pond"', "title: [a]", ["campaign.yaml:3:8", "must be text"]),
        ("observers: []", "observers: [", ["not YAML"]),
        ("  cy: {", "  dan: {", ["'seats' is fixed since turn 0", "It was: cy, ann, bob."]),
        ('game: "moonrakers"', 'game: "elfengold"', ["'game' is fixed", '"moonrakers"']),
        ("nights: 7", "nights: 8", ["'options' is fixed", '{"nights": 7}']),
        ("extensions: {}", 'extensions: {2: "soon"}', ['extensions: {2: "soon"}\n', "'soon' is no time"]),
    ],
)
def test_hand_edits_gone_wrong(campaign: Campaign, old: str, new: str, told: list[str]) -> None:
    """All faults at once, with their lines; what turn 0 fixed cannot be changed."""
    edited(campaign, old, new)

    with pytest.raises(CampaignError) as caught:
        reopened(campaign)
    assert not caught.value.damaged
    assert [] == [part for part in told if part not in str(caught.value)]


def test_hand_edits_that_are_welcome(campaign: Campaign) -> None:
    """Names, addresses and observers may change; old reports do not, new ones do."""
    before = everything(campaign.store.path("turns"))
    edited(campaign, "Cy Moon", "Cyrus Moon")
    edited(campaign, "observers: []", "observers:\n  - Otto <otto@example.org>")
    again = reopened(campaign)
    filed(again, 1)
    sealed = ran(again)

    assert before.items() <= everything(campaign.store.path("turns")).items()
    assert "Cyrus Moon" in sealed.read("reports/public.txt").decode()
    assert ["cy", "ann", "bob", "observer-1"] == [letter["to"] for letter in sealed.letters()]


def test_a_name_in_quotes_is_the_name(tmp_path: Path) -> None:
    """As mail programs write it."""
    assert "Lee, Ann" == person('"Lee, Ann" <ann@example.org>').name


def test_settings_that_are_no_text(campaign: Campaign) -> None:
    """Another encoding is named as such."""
    campaign.store.path("campaign.yaml").write_bytes(b"title: \xff\xfe\n")

    with pytest.raises(CampaignError, match="no text"):
        reopened(campaign)


def test_a_wrong_seed_is_noticed(campaign: Campaign) -> None:
    """Chance comes from the seed that was promised, or not at all."""
    campaign.store.path("seed").write_text("another\n")

    with pytest.raises(CampaignError, match="not the seed"):
        reopened(campaign).run(DUE, missing="nmr", really=True)


def test_the_seed_may_be_kept_elsewhere(campaign: Campaign) -> None:
    """A moderator who plays gives it away until a turn is run: everything else goes on without it."""
    campaign.store.move("seed", "kept")
    again = reopened(campaign)
    filed(again, 1)

    with pytest.raises(CampaignError, match="from whoever keeps it") as caught:
        ran(again)
    assert not caught.value.damaged
    campaign.store.move("kept", "seed")
    ran(reopened(campaign))


def test_a_swallowed_line_of_the_log_is_written_again(campaign: Campaign) -> None:
    """A crash between the seal and the log leaves no gap."""
    played(campaign, 2)
    log = campaign.store.path("log.jsonl")
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))

    assert whole == reopened(campaign).store.read("log.jsonl")
    log.write_bytes(whole[:-20])
    assert "run  turn 2" in reopened(campaign).log()[-1]


def as_nobody(act: Callable[[Path], str], root: Path) -> str:
    """What another user gets, who may read and not write."""
    for folder in (root, *root.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_as_nobody, (act, root))


def _as_nobody(act: Callable[[Path], str], root: Path) -> str:
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        return act(root)
    except CampaignError as fault:
        return str(fault)


def _looked(root: Path) -> str:
    campaign = Campaign.open(root)
    return f"{campaign.number} {campaign.states()['ann']} {campaign.check('ann', 'rake mill', 'a', START).fate}"


def _filed(root: Path) -> str:
    return Campaign.open(root).file("ann", "rake mill", "a", START).fate


def test_a_read_only_campaign_can_be_looked_at(campaign: Campaign) -> None:
    """Another user sees how things stand, and is told plainly that he cannot change them."""
    assert "1 missing checked" == as_nobody(_looked, campaign.store.root)
    if os.geteuid() == 0:
        assert ".lock cannot be written: the folder is read-only" in as_nobody(_filed, campaign.store.root)


def test_one_at_a_time(campaign: Campaign) -> None:
    """While one command is at work, the next is told by whom, and nothing is changed."""
    before = everything(campaign.store.root)
    with campaign.locked("run", START):
        for act in (
            lambda: reopened(campaign).file("ann", "rake mill", "a", START),
            lambda: reopened(campaign).run(DUE),
            lambda: reopened(campaign).undo(1, "why", DUE),
        ):
            with pytest.raises(CampaignError, match=r"in use by 'pbem run' \(process"):
                act()
    assert before == everything(campaign.store.root)


# ---------------------------------------------------------------- running


def test_a_turn_is_sealed(campaign: Campaign) -> None:
    """Pages, orders, draws, events, position, reports and letters, one folder."""
    sealed = played(campaign, 1).last

    assert {
        "letters.json",
        "state.json",
        "turn.json",
        *(f"orders/{seat}.txt" for seat in SEATS),
        *(f"reports/{reader}.{face}" for reader in (*SEATS, "public") for face in ("txt", "html", "svg")),
    } == set(sealed.files)
    assert (1, 0, DUE, DUE + WEEK) == (sealed.number, sealed.attempt, sealed.when, campaign.deadline)
    assert "2026" not in sealed.read("turn.json").decode()
    assert () == campaign.verify(reports=True)


def test_missing_pages_are_waited_for(campaign: Campaign) -> None:
    """Unless the moderator says otherwise; who missed is said in public."""
    filed(campaign, 1, "ann", "bob")
    before = everything(campaign.store.root)

    assert ["missing"] == codes(campaign.run(DUE))
    assert before == everything(campaign.store.root)
    assert ("cy",) == campaign.silent
    sealed = ran(campaign, missing="nmr")
    assert ["cy"] == sealed.record["missed"]
    assert "No orders came from Cy Moon." in sealed.read("reports/public.txt").decode()


def test_a_turn_is_named(campaign: Campaign) -> None:
    """A command given twice does nothing the second time, and one too early does nothing at all."""
    filed(campaign, 1)
    assert ["not-next"] == codes(campaign.run(DUE, turn=2))
    ran(campaign, turn=1)
    before = everything(campaign.store.root)

    assert ["sealed"] == codes(campaign.run(DUE, turn=1))
    assert before == everything(campaign.store.root)


def test_the_end(tmp_path: Path) -> None:
    """The last seal tells the seed; nothing is run after it."""
    campaign = played(begun(tmp_path / "pond", options={"nights": 4}), 4)

    assert campaign.seed == campaign.last.seal["seed"] == campaign.last.edition.seed
    assert campaign.seed in campaign.last.read("reports/public.txt").decode()
    assert ["over"] == codes(campaign.run(DUE + 9 * WEEK, missing="nmr"))
    assert ["sealed"] == codes(campaign.run(DUE, turn=4))
    assert None is campaign.last.next
    assert {"not needed"} == set(campaign.states().values())
    assert () == campaign.verify(reports=True)


def test_a_rehearsal_changes_nothing(campaign: Campaign, tmp_path: Path) -> None:
    """The same papers as the run that follows, in another folder."""
    filed(campaign, 1)
    before = everything(campaign.store.root)
    ran(campaign, out=tmp_path / "look")
    assert before == everything(campaign.store.root)

    sealed = ran(campaign)
    assert everything(tmp_path / "look") == everything(campaign.store.path("turns/001"))
    assert sealed.number == 1
    assert ["folder"] == codes(campaign.run(due(2), missing="nmr", really=True, out=tmp_path / "look"))


@pytest.mark.parametrize(
    ("pages", "when", "missing", "smells"),
    [
        (SEATS, DUE, "wait", []),
        (SEATS, DUE - timedelta(days=3), "wait", []),
        (("ann", "bob"), DUE, "nmr", []),
        (("ann", "bob"), DUE - timedelta(days=3), "nmr", ["early"]),
        (("ann",), DUE, "nmr", ["silence"]),
        ((), DUE - timedelta(hours=1), "nmr", ["silence", "early"]),
        (("ann", "bob"), DUE + timedelta(days=15), "nmr", ["late"]),
        (("ann", "bob"), DUE + timedelta(days=13), "nmr", []),
        (SEATS, DUE + timedelta(days=400), "wait", ["late"]),
        (SEATS, DUE + timedelta(days=13), "wait", []),
        (SEATS, START - timedelta(days=1), "wait", ["clock"]),
    ],
)
def test_what_smells_wrong_is_asked_about(
    campaign: Campaign, pages: tuple[str, ...], when: Any, missing: Any, smells: list[str]
) -> None:
    """Silence of most, a run before its time, a clock that jumped: it stops and asks, and --really overrides."""
    for seat in pages:
        campaign.file(seat, "rake mill\n", f"{seat}.txt", START)
    found = campaign.run(when, missing=missing)

    assert smells == (codes(found) if isinstance(found, tuple) else [])
    if smells:
        assert not isinstance(campaign.run(when, missing=missing, really=True), tuple)


def test_a_provisional_page_is_not_run_early(campaign: Campaign) -> None:
    """Before the deadline everybody must be final; at the deadline a provisional page counts."""
    filed(campaign, 1, "ann", "bob")
    campaign.file("cy", "provisional\nrake mill\n", "cy.txt", START)

    assert ["provisional"] == codes(campaign.run(DUE - timedelta(hours=1)))
    assert "cy" in ran(campaign).sheets


def test_an_unreadable_page_alters_nobody_elses_turn(campaign: Campaign) -> None:
    """The bad page counts for nothing, and the turn goes on for the others."""
    filed(campaign, 1, "ann", "bob")
    campaign.file("cy", "\0\1\2", "cy.txt", START)
    sealed = ran(campaign, missing="nmr")

    assert {"ann", "bob"} == set(sealed.sheets)
    assert ["cy"] == sealed.record["missed"]


def test_words_ride_along(campaign: Campaign) -> None:
    """Press of a page without orders is printed; an order page replaced takes its press with it."""
    campaign.file("ann", "rake mill\npress: first thought\n", "ann.txt", START)
    filed(campaign, 1)
    campaign.file("ann", "press: {{ 7*7 }} kegs\n", "ann.txt", START)
    sealed = ran(campaign)
    summary = sealed.read("reports/public.txt").decode()

    assert "{{ 7*7 }} kegs" in summary
    assert "first thought" not in summary
    assert ("press: {{ 7*7 }} kegs\n",) == sealed.words("ann")
    assert () == campaign.verify(reports=True)


def test_the_deadline_can_be_extended(campaign: Campaign) -> None:
    """By hand, for one turn; the ones after follow from it."""
    edited(campaign, "extensions: {}", 'extensions: {1: "2026-12-08 20:00", 3: "2026-12-24 12:00"}')
    again = reopened(campaign)
    assert DUE + timedelta(days=2) == again.deadline
    filed(again, 1)
    again.run(DUE + timedelta(days=2))
    assert DUE + timedelta(days=9) == again.deadline
    filed(again, 2)
    again.run(DUE + timedelta(days=9))
    assert DUE + timedelta(days=17, hours=16) == again.deadline


def test_without_deadlines(tmp_path: Path) -> None:
    """A campaign may be run by hand alone."""
    campaign = begun(tmp_path / "pond", deadline=None)
    receipt = campaign.file("ann", "rake mill\n", "ann.txt", START)

    assert "No deadline is set." == receipt.deadline_text
    filed(campaign, 1)
    ran(campaign)
    assert None is campaign.deadline
    edited(campaign, "deadline: null", 'deadline: "2027-01-03 20:00"')
    assert 2027 == (reopened(campaign).deadline or DUE).year


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("map.svg.j2", "{{ nothing.at.all }}"),
        ("sections.txt.j2", "{% for %}"),
        ("sentences.j2", "{% macro asleep(facts) %}zzz{% endmacro %}"),
    ],
)
def test_a_failing_template_stops_the_run(campaign: Campaign, name: str, text: str) -> None:
    """A fault in the campaign's own template is a problem with its place; nothing is sealed."""
    folder = campaign.store.path("templates/moonrakers")
    folder.mkdir(parents=True)
    (folder / name).write_text(text)
    again = reopened(campaign)
    filed(again, 1)

    assert ["template"] == codes(again.run(DUE))
    assert 1 == reopened(campaign).number


def test_a_full_disk_seals_nothing(campaign: Campaign) -> None:
    """The run says so, and can be given again."""
    from tests.test_store import little_room

    filed(campaign, 1)
    before = everything(campaign.store.root)
    with little_room(600), pytest.raises(CampaignError, match="the disk is full"):
        ran(campaign)

    assert before == everything(campaign.store.root)
    ran(reopened(campaign))


def test_the_cost_of_a_turn_does_not_grow(tmp_path: Path) -> None:
    """A run opens the files of the last turn, however many there are before it."""
    opened: dict[int, int] = {}
    campaign = begun(tmp_path / "pond", options={"nights": 9})
    count = 0

    def watch(event: str, args: tuple[object, ...]) -> None:
        nonlocal count
        count += event == "open" and isinstance(args[0], str | Path) and str(campaign.store.root) in str(args[0])

    sys.addaudithook(watch)
    for _ in range(8):
        count = 0
        ran(reopened(campaign), missing="nmr", really=True)
        campaign.refresh()
        opened[campaign.last.number] = count
    assert 1 == len(set(list(opened.values())[1:]))
