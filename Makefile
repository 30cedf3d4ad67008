# demo: play the bundled campaign · test: everything CI runs · check: style and types only
# bench: how fast · test-kills: 200 kills at random moments · test-pythons: same bytes under other Pythons
.PHONY: demo test check bench test-kills test-pythons
.DELETE_ON_ERROR:

able   := import ensurepip, sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do $$p -c '$(able)' 2>/dev/null && echo $$p && break; done)
bin    := .venv/bin

demo: .venv/plays
	$(bin)/pbem demo elfengold

test: check
	$(bin)/python -m pytest -n auto --cov --cov-report=
	$(bin)/coverage report --fail-under=95 --include='pbem/model.py,pbem/game.py,pbem/engine.py,pbem/grammar*,pbem/rules/*'

check: .venv/tests
	$(bin)/ruff format --check --quiet .
	$(bin)/ruff check --quiet .
	$(bin)/mypy

bench: .venv/tests
	$(bin)/python -m tests.bench.table

others := $(wildcard $(HOME)/.pyenv/versions/3.1[2-9]*/bin/python3 /usr/bin/python3.1[2-9])
test-pythons: .venv/tests
	for p in $(others); do v=.venv/others/$$(echo $$p | tr / _); $$p -m venv $$v && $$v/bin/pip install --quiet --editable . || exit 1; done
	PBEM_PYTHONS=$$(ls -d .venv/others/*/bin/python | paste -sd:) $(bin)/python -m pytest tests/test_same_bytes.py tests/test_demos.py

test-kills: .venv/tests
	PBEM_KILLS=200 $(bin)/python -m pytest tests/kills

.venv/made:
	@test -n "$(PYTHON)" || { echo "pbem needs Python 3.11 or newer with venv (on Debian: apt install python3 python3-venv)." >&2; exit 2; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/plays: .venv/made pyproject.toml
	$(bin)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/tests: .venv/made pyproject.toml
	$(bin)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/plays
