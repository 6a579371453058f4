# make bench: sets up what is missing, builds release, runs the quick preset on generated and real
#             collections, prints the table and where the record lies.
# make gate:  sets up what is missing, and compares the work tree with BASE, origin/main by default.
#             For people: make turns every failure into 2.
# make test:  sets up what is missing, lints, builds, runs the smoke suites, reports in a browser, the
#             instruction counts, the examples, and every test, those of generated operations for 10 s.
# make check: lints, builds, and runs the tests that take seconds; for every edit.
.PHONY: all bench gate test check setup lint build smoke results results-check report-check screenshots \
  hot-paths examples ci-page docs job-files slurm-test dist image past \
  sanitize faults torture fuzz mutants clean

SHELL := /bin/bash

# Loops start on cache lines, and no jump crosses 32 bytes, which some processors decode slowly: so
# re-linking does not move a figure. The condition tells the record of it. DWARF 4 is for valgrind.
LLVM_ALIGN := -align-all-functions=6 -align-all-nofallthru-blocks=5 \
  $(if $(filter x86_64,$(shell uname -m)),-x86-branches-within-32B-boundaries)
ALIGN := $(foreach flag,$(LLVM_ALIGN),-Xswiftc -Xllvm -Xswiftc $(flag)) -Xswiftc -DALIGNED_CODE
DEBUG_FORMAT := -Xswiftc -g -Xswiftc -dwarf-version=4 -Xcc -gdwarf-4
RELEASE := -c release $(ALIGN) $(DEBUG_FORMAT)
export RELEASE

# Most tests are compiled without optimisation (Package.swift); for every build, as a manifest that
# changes is planned again.
export CVBENCH_QUICK_TESTS := 1

# Real input that is the same on every machine: a directory tree and an edit history.
REAL ?= listing:datasets/debian-12-share.txt
HISTORY ?= updates:datasets/cvbench-history.jsonl

CVBENCH := .build/release/cvbench

all: build

bench: build
	$(CVBENCH) run --preset quick --dataset uniform-1000 --dataset $(REAL) --dataset $(HISTORY)

# The base to gate against, and further options.
BASE ?= origin/main
GATE ?=

gate: build
	$(CVBENCH) gate --base-ref $(BASE) $(GATE)

# In release: what is tested is what is measured, a debug build is thirty times as slow, and the
# modules are those of the build. Tests see what is `package`, hence none is compiled for testing.
#
# Reports in a browser leave a core to instruction counts, which do not depend on what else runs, and
# then to the examples. Their build replaces the link to the folder of executables, hence the real path.
# What measures comes alone behind them.
test: setup lint build faults smoke results-check
	$(MAKE) --no-print-directory -j2 --output-sync=target -o build \
	  CVBENCH="$$(readlink -f $(CVBENCH))" report-check hot-paths examples
	$(MAKE) --no-print-directory -o build ci-page
	CVBENCH_STRESS_SECONDS=$${CVBENCH_STRESS_SECONDS:-10} Scripts/run-tests $(RELEASE) --disable-testable-imports

# For the inner loop: the engine, records and reports. What starts programs, writes databases or plays
# generated operations for long is left to make test.
SLOW_TESTS := CommandsTests BenchmarkingTests BenchmarksTests GatesTests StressTestingTests \
  AllocationsTests SQLiteDataSourcesTests FuzzingTests TortureTests

check: lint build faults
	CVBENCH_STRESS_SECONDS=1 Scripts/run-tests $(RELEASE) --disable-testable-imports \
	  $(foreach tests,$(SLOW_TESTS),--skip '$(tests)\.')

setup:
	@Scripts/setup

lint: setup
	swift format lint --strict --recursive Package.swift Sources Benchmarks Tests Examples

# Where a source is newer and the code is the same, as after a change of branch and back, nothing is
# linked, and a record names no commit: it cannot tell that from an executable of older sources.
build: setup
	@if [ -n "$$(find Package.swift Sources Benchmarks -newer $(CVBENCH) -print -quit 2>/dev/null)" ]; then rm $(CVBENCH); fi
	swift build $(RELEASE) --product cvbench
	swift build $(RELEASE) --product AllocationInterposer

smoke: build
	Scripts/smoke $(CVBENCH)

# docs/results.md, from the records here.
results: build
	Scripts/results $(CVBENCH)

results-check: build
	Scripts/results $(CVBENCH) --check

# docs/images: the report of results/quick.json at 1,400 and 390 px, in light and dark colours.
screenshots: build
	@Scripts/setup browser
	$(CVBENCH) report results/quick.json -o .build/report.html
	Scripts/report-check --screenshots docs/images .build/report.html

# The site under .build/docs: the guides, and the reference of all public declarations.
docs:
	@Scripts/setup docs
	Scripts/docs

# Reports of the records here, in a browser.
report-check: build
	@Scripts/setup browser
	Scripts/report-check --from $(CVBENCH)

hot-paths: build
	Scripts/hot-paths $(CVBENCH)

examples: build
	Scripts/examples $(CVBENCH)

# Follows docs/ci-setup.md in a package outside of this repository; Scripts/ci-page alone builds
# both sides as the page says.
ci-page: build
	Scripts/ci-page quick

# Checks the job files of run --print-job against published schemas, with programs from PyPI.
job-files: build
	Scripts/job-files $(CVBENCH)

# Four parts under a real Slurm of one node, one requeued, the node drained and back, merged, and equal
# to an unsharded run: 40 s. Installs Slurm if it is missing, so it is not a part of make test.
slurm-test: build
	Scripts/slurm-test $(CVBENCH)

# dist/: the executable for machines without Swift, its checksums and bill of materials.
dist: setup
	Scripts/dist

# A container image of the archive in dist/, by podman, buildah or docker; BASE_IMAGE is another base.
image:
	Scripts/image

# Adds runs of earlier commits to the history here: make past COMMITS="$(git rev-list ...)".
COMMITS ?=
HISTORY_OF_RUNS ?= results/history

past: build
	Scripts/past-runs $(CVBENCH) $(HISTORY_OF_RUNS) $(COMMITS)

# Feeds changed examples to each reader of files and messages, for SECONDS or until it has had INPUTS,
# for ten seconds without either, and prints a table; an input that goes wrong is kept as a file. FUZZ
# takes further options, as in FUZZ='--seed 7 record'. With GUIDED=1, libFuzzer chooses the inputs by the
# code that they execute, in a build of its own below .build-guided.
SECONDS ?=
INPUTS ?=
FUZZ ?=
GUIDED ?=
FUZZ_OPTIONS = $(if $(SECONDS),--seconds $(SECONDS)) $(if $(INPUTS),--inputs $(INPUTS)) $(FUZZ)
# SwiftPM's --sanitize=fuzzer would also link libFuzzer's own main: the archive without one is linked by
# hand.
LIBFUZZER = $(shell swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/clang/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a
GUIDED_FLAGS = -Xswiftc -DGUIDED -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer -Xlinker $(LIBFUZZER) -Xlinker -lstdc++

ifneq ($(GUIDED),1)
fuzz: setup
	swift build $(RELEASE) --product Fuzzing
	.build/release/Fuzzing $(FUZZ_OPTIONS)
else
fuzz: setup
	swift build $(RELEASE) $(GUIDED_FLAGS) --scratch-path .build-guided --product Fuzzing
	.build-guided/release/Fuzzing --guided $(FUZZ_OPTIONS)
endif

# The library that makes calls fail, which nothing else links.
faults: setup
	swift build $(RELEASE) --product FaultInterposer

# Makes calls of each command to the system fail, one in each run, and prints a table; then kills
# a run at random moments and resumes it. Not a part of make test. POINTS is the
# most calls of a kind to try for each command: POINTS=0 tries every one, for hours. TORTURE takes
# further options, as in TORTURE='--column sync report' or '--jobs 4'.
POINTS ?= 1
KILLS ?= 10
TORTURE ?=

torture: build faults
	swift build $(RELEASE) --product Torture
	.build/release/Torture --points $(POINTS) $(TORTURE)
	Scripts/torture $(CVBENCH) $(KILLS)

# Changes one line of a module at a time, in a copy below .build, and prints what no test notices: so
# many mutants of each of MODULES, chosen by SEED, or all of them; each module is compiled first, which
# takes minutes for Layouts, CollectionViews or ItemStores. MUTATE takes further options.
MUTANTS ?= 10
SEED ?= 1
MODULES ?= Statistics
MUTATE ?=

mutants: setup
	swift build $(RELEASE) --product MutationTesting
	.build/release/MutationTesting $(MODULES) --sample $(MUTANTS) --seed $(SEED) \
	  --results .build/mutants.jsonl $(MUTATE)

# Performs OPERATIONS generated operations of each kind under AddressSanitizer, then as many under
# ThreadSanitizer; with TESTS=all also every test, in a debug build, for hours. jemalloc and sanitizers
# do not mix, hence the traits without it, in separate scratch paths. SwiftPM passes the names of two
# traits in a random order, so a second call may compile everything again.
OPERATIONS ?= 10k
TESTS ?=
SANITIZED_TRAITS := --traits Tool,SQLite

sanitize: sanitize-address sanitize-thread

sanitize-%: export ASAN_OPTIONS = detect_leaks=0
sanitize-%: setup
	swift build -c release --sanitize $* $(SANITIZED_TRAITS) --scratch-path .build-$* --product cvbench
	.build-$*/release/cvbench stress --operations $(OPERATIONS)
	$(if $(TESTS),swift test --sanitize $* $(SANITIZED_TRAITS) --scratch-path .build-$*-tests)

clean:
	swift package clean
	rm -rf .build-address .build-thread .build-address-tests .build-thread-tests .build-guided
