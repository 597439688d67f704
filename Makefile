# Needs python3 (3.11 or newer) with venv, and make. Everything else is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo test lint test-slow test-browser test-train train screens test-appliance test-arm64 soak test-soak week firmware flash test-firmware prove-firmware deals plays odd-plays test-ncnn bench fuzz docs wheel install upgrade uninstall lock clean

help:  ## List the targets
	@grep -hE '^[a-z0-9 -]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9 -]+):.*## /\1\t/' | column -t -s "$$(printf '\t')"

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, found " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

demo: $(READY)  ## Referee a whole deal at a rendered table, in real time (3 minutes)
	$(BIN)/guandan-referee demo

test: lint  ## Lint, types, import contract and the fast tests
	$(BIN)/python -m pytest -q

lint: $(READY)  ## ruff, mypy --strict and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test-slow: $(READY)  ## The long proofs
	$(BIN)/python -m pytest -q -m "slow and not browser and not firmware and not train and not appliance"

PROOFS := $(VENV)/.proofs
$(PROOFS): $(READY) requirements-proofs.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-proofs.lock
	touch $@

BROWSER := chromium:chromium /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc:fonts-noto-cjk

test-browser: $(PROOFS)  ## The page in a real Chromium (installs chromium and fonts-noto-cjk as root)
	sh tests/system_packages.sh $(BROWSER)
	$(BIN)/python -m pytest -q -m browser tests/browser

screens: $(PROOFS)  ## Pictures of every screen into docs/screens (the same packages)
	sh tests/system_packages.sh $(BROWSER)
	$(BIN)/python -m tests.browser.screens docs/screens
	$(BIN)/python -m tests.app.demo_picture docs/screens/demo.svg

# PyTorch is several gigabytes, so it has an environment of its own. opencv-python, which Ultralytics
# asks for, is left out of the lock: the headless build has the same modules and needs no libGL.
TRAIN := .venv-train
TRAINING := $(TRAIN)/.ready
$(TRAINING): requirements-train.lock pyproject.toml
	sh tests/system_packages.sh fc-list:fontconfig rsvg-convert:librsvg2-bin \
		/usr/share/aisleriot/cards:gnome-cards-data /usr/share/carddecks:kdegames-card-data-kf5 \
		/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf:fonts-dejavu-core
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-train.lock
	$(TRAIN)/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

test-train: $(TRAINING)  ## The training loops' own tests (root, to install what is missing)
	$(TRAIN)/bin/python -m pytest -q -m train tests/vision/training tests/vision/rendered/test_stills.py

FONTS := $(abspath $(TRAIN))/fonts
$(FONTS)/fonts.conf: vision/training/fetch_fonts.sh vision/training/font_packages.txt
	sh vision/training/fetch_fonts.sh $(FONTS)
	touch $@

train: $(TRAINING) $(FONTS)/fonts.conf  ## The networks again, stage by stage: make train SETS=FOLDER DECKS=FOLDER [RUNS=runs] [START=vision/weights]
	FONTCONFIG_FILE=$(FONTS)/fonts.conf $(TRAIN)/bin/python -m vision.training.recipe $(or $(RUNS),runs) --sets $(SETS) --decks $(DECKS) \
		$(if $(START),--weights $(START))

test-appliance: $(READY)  ## Boot a Debian 13 machine and try the service (as root; installs what it needs)
	sh tests/system_packages.sh mmdebstrap:mmdebstrap systemd-nspawn:systemd-container nsenter:util-linux \
		/usr/share/keyrings/debian-archive-keyring.gpg:debian-archive-keyring
	$(BIN)/python -m pytest -q -m appliance tests/appliance

test-picamera: $(READY)  ## The Pi camera's adapter on real libcamera with a virtual camera (as root; installs what it needs)
	sh tests/system_packages.sh mmdebstrap:mmdebstrap \
		/usr/share/keyrings/debian-archive-keyring.gpg:debian-archive-keyring
	$(BIN)/python -m pytest -q -m picamera tests/picamera

live: $(READY)  ## What watching costs in real time: processor, memory, waits, written to var/live.json
	$(BIN)/python -m tests.end_to_end.live

AVR_TOOLS := avr-gcc:gcc-avr /usr/lib/avr/include/avr/io.h:avr-libc
SIMAVR_TOOLS := gcc:gcc /usr/include/stdio.h:libc6-dev /usr/include/simavr/sim_avr.h:libsimavr-dev \
	/usr/include/libelf.h:libelf-dev

test-arm64: $(READY)  ## Load everything for a Pi's processor and run both networks, under an emulator (as root; installs what it needs)
	sh tests/system_packages.sh mmdebstrap:mmdebstrap \
		/usr/share/keyrings/debian-archive-keyring.gpg:debian-archive-keyring
	$(BIN)/python -m tests.appliance.arm64

soak: $(READY)  ## Two hours of cards laid under the camera, with a fault every three minutes (as root; var/soak)
	sh tests/system_packages.sh mkfs.ext4:e2fsprogs fsfreeze:util-linux mount:mount \
		cc:gcc /usr/include/stdio.h:libc6-dev
	$(BIN)/python -m tests.soak --camera --hours 2

test-soak: $(READY)  ## Ten minutes of it, with two faults a minute (as root)
	sh tests/system_packages.sh mkfs.ext4:e2fsprogs fsfreeze:util-linux mount:mount \
		cc:gcc /usr/include/stdio.h:libc6-dev
	$(BIN)/python -m pytest -q -s -m appliance tests/soak

week: $(READY)  ## A week of deals through runtime and journal, as fast as they go
	$(BIN)/python -m tests.soak --week

firmware:  ## Build the seat unit's program and its emulator (installs the compilers as root)
	sh tests/system_packages.sh $(AVR_TOOLS) $(SIMAVR_TOOLS)
	$(MAKE) -C firmware_bridge/firmware/avr all hex
	$(MAKE) -C firmware_bridge/firmware/simulator

flash: $(READY)  ## Write it to a unit: make flash PORT=/dev/ttyUSB0 (installs avrdude as root)
	sh tests/system_packages.sh avrdude:avrdude
	$(BIN)/guandan-referee panel flash --port $(PORT)

test-firmware: $(PROOFS)  ## One conformance suite against simavr and MicroPython (installs what it needs as root)
	sh tests/system_packages.sh $(AVR_TOOLS) $(SIMAVR_TOOLS) avrdude:avrdude
	$(BIN)/python -m pytest -q tests/firmware_bridge -m "firmware and not slow"

prove-firmware: $(PROOFS)  ## Ten thousand messages, ten minutes of noise, each unit (an hour)
	sh tests/system_packages.sh $(AVR_TOOLS) $(SIMAVR_TOOLS)
	$(BIN)/python -m pytest -q -s tests/firmware_bridge -m "firmware and slow"

DEALS ?= 10
deals: $(READY)  ## Rendered deals of sloppy players, judged end to end (DEALS=100; goes on where it stopped)
	$(BIN)/python -m tests.end_to_end.deals --deals $(DEALS) --jobs 2 --keep var/deals.jsonl

plays: $(READY)  ## A thousand rendered plays, read without and with their deck enrolled (20 minutes)
	$(BIN)/python -m tests.end_to_end.plays --plays 1000 --jobs 2 --failures var/plays
	$(BIN)/python -m tests.end_to_end.plays --plays 1000 --jobs 2 --enrolled var/decks --failures var/plays-enrolled

odd-plays: $(READY) $(TRAINING) $(FONTS)/fonts.conf  ## What enrolling gains on decks with unusual letters (root, to install what is missing; 15 minutes)
	FONTCONFIG_FILE=$(FONTS)/fonts.conf $(TRAIN)/bin/python -m vision.rendered.table.print_decks --odd var/odd-decks
	-$(BIN)/python -m tests.end_to_end.plays --plays 650 --jobs 2 --decks var/odd-decks
	-$(BIN)/python -m tests.end_to_end.plays --plays 650 --jobs 2 --decks var/odd-decks --enrolled var/odd-decks/enrolled

NCNN := $(VENV)/.ncnn
$(NCNN): $(READY) requirements-ncnn.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-ncnn.lock
	touch $@

test-ncnn: $(NCNN)  ## NCNN reads what ONNX Runtime reads (installs it)
	$(BIN)/python -m pytest -q tests/vision/detectors

bench: $(NCNN)  ## Speed figures as ratios, written to var/bench.json
	$(BIN)/python -m tests.bench

fuzz: $(READY)  ## A million decisions of random deals
	$(BIN)/python -m tests.fuzz.deals --decisions 1000000

docs: $(READY)  ## Write the documents about rulesets and settings anew
	$(BIN)/python -m tests.rules.ruleset_docs
	$(BIN)/python -m tests.appliance.config_reference

wheel:  ## Build the wheel into dist/
	$(PYTHON) -m venv build/venv
	build/venv/bin/pip wheel --quiet --no-deps --wheel-dir dist .

install upgrade:  ## Install the newest wheel of dist/ as a service (root)
	sh systemd/install.sh install "$$(ls -t dist/guandan_referee-*.whl | head -1)" --constraints requirements.lock

uninstall:  ## Remove the service; journals and settings stay (root)
	sh systemd/install.sh uninstall

lock: $(READY)  ## Write requirements.lock anew (hashes, no registry addresses; needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--quiet --group dev --output-file requirements.lock pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--quiet --group proofs --constraint requirements.lock --output-file requirements-proofs.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--quiet --extra ncnn --constraint requirements.lock --output-file requirements-ncnn.lock pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--quiet --extra train --group dev --constraint requirements.lock --no-emit-package opencv-python \
		--output-file requirements-train.lock pyproject.toml

clean:  ## Remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis var
