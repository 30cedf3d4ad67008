"""The press: strict templates, a shelf that nothing depends on, and a sandbox for what a campaign brings along."""

from __future__ import annotations

import resource
import signal
from pathlib import Path

import pytest

from pbem import printer as press
from pbem import sandbox
from pbem.printer import Printer, TemplateFault
from pbem.sandbox import LENGTH, STEPS


def _overriding(folder: Path, **templates: str) -> Printer:
    for name, text in templates.items():
        (folder / f"{name}.j2").write_text(text, encoding="utf-8")
    return Printer(None, folder)


def _fault(folder: Path, text: str, **values: object) -> str:
    with pytest.raises(TemplateFault) as caught:
        _overriding(folder, page=text).text("page.j2", values)
    return caught.value.problem.message


def test_text_is_not_escaped_and_markup_is(tmp_path: Path) -> None:
    """A name stands in text as it is and in HTML as letters, never as tags."""
    printer = _overriding(tmp_path, page="{{ who }}")

    assert printer.text("page.j2", {"who": "<b>Ann</b> & {{ 7 }}"}) == "<b>Ann</b> & {{ 7 }}"
    assert printer.markup("page.j2", {"who": "<b>Ann</b> & {{ 7 }}"}) == "&lt;b&gt;Ann&lt;/b&gt; &amp; {{ 7 }}"


def test_a_text_macro_used_by_markup_is_escaped(tmp_path: Path) -> None:
    """A macro imported into HTML escapes what it is given, since each face compiles its own."""
    printer = _overriding(
        tmp_path,
        lines="{% macro hello(who) %}Hello {{ who }}{% endmacro %}",
        page="{% import 'lines.j2' as l %}{{ l.hello(who) }}",
    )

    assert printer.markup("page.j2", {"who": "<i>"}) == "Hello &lt;i&gt;"
    assert printer.text("page.j2", {"who": "<i>"}) == "Hello <i>"


def test_an_undefined_name_is_an_error_with_its_place(tmp_path: Path) -> None:
    """A misspelt name in a campaign's template is told with file and line."""
    with pytest.raises(TemplateFault) as caught:
        _overriding(tmp_path, page="one\n{{ nmae }}\n").text("page.j2", {})

    assert caught.value.problem.span.source == str(tmp_path / "page.j2")
    assert caught.value.problem.span.line == 2
    assert "nmae" in caught.value.problem.message


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in b %}",
        "{{ 1 / 0 }}",
        "{{ [].x.y }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ who.__globals__ }}",
        "{% include 'nowhere.j2' %}",
        "{% include 'page.j2' %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ 'x' * 10000000000 }}",
        "{{ 'x' | center(10000000000) }}",
        "{{ '%09999999999d' % 1 }}",
        "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}",
        "{% set n = namespace(x='xx') %}{% for a in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
        "{% set n = namespace(x='xx') %}{% for a in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}",
        "{% set n = namespace(x='x') %}{% for a in range(60) %}{% set n.x %}{{ n.x }}{{ n.x }}{% endset %}{% endfor %}",
        "{{ 1e400|int }}",
        "{{ '\\ud800' }}",
        "{{ 'x'.ljust(10000000000) }}",
        "{{ [[1]] | tojson(indent=1000000000) }}",
        "{{ 'a' | wrap(9999999999) }}",
        "{% set n = namespace(x='xx') %}{% for a in range(60) %}{% set n.x = [n.x, n.x] | join %}{% endfor %}",
        "{% set n = namespace(x=[1]) %}{% for a in range(60) %}{% set n.x = [n.x, n.x]|sum(start=[]) %}{% endfor %}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    ],
)
def test_a_bad_template_is_a_problem(tmp_path: Path, text: str) -> None:
    """No template of a campaign runs code, runs for ever, or ends in a traceback."""
    assert "page.j2" in _fault(tmp_path, text, who=_overriding)


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in range(9999) %}{{ range(99999) | map('string') | join | length }}{% endfor %}",
        "{% set n = namespace(x=['a']) %}{% for a in range(90) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
        "{{ lipsum(n=1000000) }}",
    ],
)
def test_what_gets_past_the_counting_ends_on_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Filters loop inside themselves, where nothing is counted: the processor's time is."""
    monkeypatch.setattr(sandbox, "SECONDS", 0.5)

    assert "runs too long" in _fault(tmp_path, text) or "too much memory" in _fault(tmp_path, text)


def test_nothing_is_left_of_the_limits(tmp_path: Path) -> None:
    """Before and after a page of a campaign's own, clock and memory are as they were."""
    before = resource.getrlimit(resource.RLIMIT_AS), signal.getsignal(signal.SIGVTALRM)
    _overriding(tmp_path, page="x").text("page.j2", {})
    _fault(tmp_path, "{{ 'x'.ljust(10000000000) }}")

    assert before == (resource.getrlimit(resource.RLIMIT_AS), signal.getsignal(signal.SIGVTALRM))
    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_VIRTUAL)


def test_a_template_that_is_no_text_is_a_problem(tmp_path: Path) -> None:
    """A binary file in the folder of templates is named."""
    (tmp_path / "page.j2").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(TemplateFault):
        Printer(None, tmp_path).text("page.j2", {})


def test_each_page_begins_with_all_its_steps(tmp_path: Path) -> None:
    """What one page used up is there again for the next."""
    printer = _overriding(tmp_path, page="{% for a in range(90000) %}{% endfor %}done")

    assert STEPS < 2 * 90000 < LENGTH
    assert ["done", "done"] == [printer.text("page.j2", {}) for _ in range(2)]


def test_a_campaigns_own_template_goes_first(tmp_path: Path) -> None:
    """A template of the same name in the campaign's folder replaces the one in the box."""
    (tmp_path / "style.css").write_text("body { color: red }")

    assert Printer(None, tmp_path).text("style.css", {}) == "body { color: red }"
    assert Printer().text("style.css", {}) != "body { color: red }"


def test_what_the_sandbox_compiled_is_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code compiled without the sandbox is never taken into it, though the template is the same file."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("PBEM_CACHE", str(cache))
    Printer().text("style.css", {})
    (tmp_path / "own").mkdir()
    Printer(None, tmp_path / "own").text("style.css", {})

    assert len(list((cache / "templates").iterdir())) == 2


@pytest.mark.parametrize("spoilt", [b"", b"x" * 40, b"\0" * 4000])
def test_a_spoilt_shelf_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: bytes) -> None:
    """Files in the cache that are cut short or foreign do no harm and are replaced."""
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path))
    expected = Printer().text("style.css", {})
    (shelved,) = (tmp_path / "templates").iterdir()
    whole = shelved.read_bytes()
    shelved.write_bytes(spoilt)

    assert Printer().text("style.css", {}) == expected
    assert shelved.read_bytes() == whole


def test_a_shelf_of_another_version_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of the house has names of its own in the cache."""
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path))
    Printer().text("style.css", {})
    monkeypatch.setattr(press, "SETTINGS", b"pbem templates 0")
    Printer().text("style.css", {})

    assert len(list((tmp_path / "templates").iterdir())) == 2


def test_a_shelf_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file where the folder should be, as little as a full disk, stops a report."""
    (tmp_path / "templates").write_text("in the way")
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path))

    assert "body" in Printer().text("style.css", {})


def test_the_cache_follows_the_users_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is the one asked for, else the desktop's, else under the home; without a home there is none."""
    monkeypatch.setenv("PBEM_CACHE", "/a")
    asked = press.cache_folder()
    monkeypatch.delenv("PBEM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/b")
    desktop = press.cache_folder()
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/c")
    home = press.cache_folder()

    assert [Path("/a/templates"), Path("/b/pbem/templates"), Path("/c/.cache/pbem/templates")] == [asked, desktop, home]
