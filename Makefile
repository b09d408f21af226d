# make run    the site on http://localhost:8000, with a grading worker and what they need
# make test   every test; those whose server or browser is absent are skipped, and the summary says which
# make check  lint, types and the direction of imports

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
CATALOGUES := $(shell find locale -name '*.po' 2>/dev/null)

.PHONY: setup run test test-postgres check attacks bench messages lock clean

setup: .venv/.installed .venv/.messages mha_course/static/build/.built

# A half-installed environment must not look finished, so the stamp comes last.
.venv/.installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --constraint constraints.txt --group dev
	touch $@

.venv/.messages: .venv/.installed $(CATALOGUES)
	$(BIN)/pybabel --quiet compile --directory locale --domain django
	touch $@

# The editor is built from its lock file. Without a way to build it the pages keep their plain text area.
mha_course/static/build/.built: .venv/.installed $(wildcard mha_course/static/editor/*.json mha_course/static/editor/*.mjs)
	$(BIN)/python -m mha_course.build_editor || echo "The editor could not be built; exercise pages will show a plain text area." >&2
	mkdir -p $(@D) && touch $@

run: setup
	exec env PORT=$(PORT) $(BIN)/python -m mha_course.launcher

test: setup
	$(BIN)/python -m pytest

# The site's tests on a PostgreSQL that is started for them.
test-postgres: setup
	$(BIN)/python -m tests.on_postgres

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

attacks: setup
	$(BIN)/python -m pytest tests/attacks

bench: setup
	for script in bench/*.py; do $(BIN)/python $$script || exit 1; done

# Collects the texts of templates and views into locale/ (needs GNU gettext), ready to be translated.
messages: setup
	$(BIN)/python manage.py makemessages --locale ja --no-obsolete --no-location --ignore .venv --ignore mha_course/static

lock: setup
	(echo "# Every version that a fresh set-up installs. Renew it with: make lock"; $(BIN)/pip freeze --exclude-editable | sed 's/+cpu//') > constraints.txt

clean:
	rm -rf .venv var staticfiles mha_course/static/build
