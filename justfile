# Every recipe runs from a checkout: `uv run --group dev just NAME` (or `just NAME` inside the environment).

# list the recipes
default:
    @just --list

# everything that reads the code without running it
check: check-python check-web

check-python:
    ruff check
    ruff format --check
    mypy
    lint-imports

check-web:
    npm --prefix web ci --ignore-scripts --no-audit --no-fund
    npm --prefix web run check
    npm --prefix web test
    python web/generate.py
    npm --prefix web run build
    npm --prefix web run size

# known holes in what we depend on; where no advisories can be reached this says so and passes
audit:
    #!/usr/bin/env bash
    set -euo pipefail
    pip-audit --progress-spinner off
    said=$(npm --prefix web audit --omit=dev 2>&1) && exit 0
    if grep -q "audit endpoint returned an error" <<<"$said"; then
        echo "npm's advisories cannot be reached from here"
    else
        echo "$said"
        exit 1
    fi

# the whole suite
test *ARGS:
    pytest {{ARGS}}

# branch coverage of the core by its own tests, from the same sources interpreted
cover:
    NUMBA_DISABLE_JIT=1 coverage run -m pytest -q --durations=10 tests/unit/rules tests/unit/solver tests/unit/game tests/unit/bots tests/unit/server/core tests/unit/server/web/test_protocol_docs.py
    coverage report

# what holds for whole rounds and matches, from the same sources interpreted (tracing would double the time)
interpreted:
    NUMBA_DISABLE_JIT=1 pytest -q --durations=10 tests/properties tests/differential tests/golden

# half an hour of faults and load: a thousand kills, thousands of tables, floods
soak *ARGS:
    pytest -m soak -s tests/faults {{ARGS}}

# count action sequences and compare with the golden counts
perft:
    pytest -q tests/golden -k perft

# write the golden files of rules and game anew (playthroughs, perft, records, deals, bulk rounds)
playthrough:
    python -m tests.golden

# the figures of docs/performance.md
bench *ARGS:
    istaka bench {{ARGS}}

serve *ARGS:
    istaka serve {{ARGS}}

fmt:
    ruff check --fix
    ruff format
    npm --prefix web run fmt
