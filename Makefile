# The commands of Scrutineer; `make help` lists them with the comment that
# stands behind each target. All of them need Go alone, except where they say
# otherwise, and do their own set-up in a fresh clone.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := gate

# What bash's time prints after the long targets, their children counted.
export TIMEFORMAT := CPU of all processes: %0U s user + %0S s system; %0R s passed
PARTS := $(MAKE) --no-print-directory

GO ?= go
# No folder's name is compiled in, so that one checkout finds what another has compiled.
export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS) -trimpath)
TOOL := $(GO) tool -modfile=tools/go.mod
# make vet looks for more than go test does. Without what debuggers read, linking a program takes half as long.
TEST := $(GO) test -vet=off -ldflags=-w

# How long make fuzz looks, such as 10m.
FUZZTIME ?= 30s

# What make campaign runs, and make replay replays. Without P make campaign takes the first
# protocol, make reproduce the first with experiments, and make plots and make fuzz each in turn.
P ?=
N ?= 10000
SEED ?= 1
FILE ?=

# The modules below this one. That of the tools has no code of its own; below it stand modules that have.
MODULES = $(sort $(patsubst %/go.mod,%,$(shell find engine examples impl live properties tools/*/ -name go.mod)))

# Tests that the quick gate leaves to make test, because each takes half a second or more of its minute, or opens files:
# then go test keeps no result of its package for another checkout. They are no less short: planted bugs and mutants are
# held against them. SHARED are tests that many packages have; rapid and the fuzzer look for files of failures.
empty :=
DEAR := ^($(subst $(empty) $(empty),|,$(strip \
	TestOneLineRegistersAProtocol TestProtocolsThatLackSomething TestOneLineBringsARelay TestCampaignsAtOnce TestScripts \
	TestCompare TestCompareAll TestPlanText \
	TestClaimsRanAndPinned TestChattyToysAgree TestFastAgreesWithSimpleInDiscreteTime TestColumnsAgreeInDiscreteTime \
	TestStatesByTime TestStepsOfDrawnConfigurations TestAtOnce TestStateThatRefersToItself \
	TestFastAgreesWithSimpleOnBase TestChangedNothing TestInputsAreNoCalls TestChangedHands \
	TestInterpretations TestUtilisation TestTwins TestIdleProcessesAreNoWitnesses TestBoundDrawn \
	TestCampaignOfManyProcesses TestReplanLarge TestPartition TestRepliesTravel TestEffectsThatCannotBe \
	TestWhatDoesNotReturn TestFirstStepThatDoesNotReturn TestRunWithoutEnd TestStepWithoutEnd TestEventsEndTheRuns \
	TestTimersInLoops TestDeterminism TestMeasuredChecksCanFail TestRisk \
	TestExperiments TestRefinedRunsArePlainOnes TestPathsAreEnacted TestWorlds TestShrinkRounds TestCampaignOfRounds \
	TestWhatHappensInAWorldMayHappenInTheAdapter TestFollowerDoesWhatDoDoes TestCauses \
	TestAssignedAreThoseOfTheAlgorithm TestCrashInsideACall TestHouse TestSelfLeaves TestLatency \
	TestExplicitPlansGoThroughFiles TestCanonical TestFirstStateDecides TestWorkersAgree \
	TestClaimChecksCanFail TestElectionChecksCanFail TestVerifyOfAProtocolAlone TestWorldsReplayLassos \
	TestSpreadWithoutFaults TestPinnedViolationsLetTimersRun TestFastAgreesWithSimpleInsideHandlers TestReducers TestHalves \
	TestLastingCrashes TestLaboratoriesAgree TestColumnsAgree TestSkewThatTheMarginAllows \
	TestHoldMany TestRunsFindDisagreement TestFirstStepDecides TestElsewhere TestElsewhereStops \
	TestCampaignOnEngine TestWindow TestInjected TestSnapshots TestDriven TestBeginning \
	TestRunIsProlonged TestCrashesComeBetweenEffects TestKilled \
	TestCorpusTells \
	TestCacheStale TestMerge TestReachBoundsMemory TestExplicitPlansRunTheSame TestExplorationsFindDifferences TestArrows \
	TestAssumptionsOfEachElection TestCampaignTells TestDiagramOfX1 TestPapersExamples TestSmallPlansHoldNothingIdle)))$$
SHARED := ^TestProtocol$$/^(Campaign|Keyed|PathsAreEnacted|ShrinkEnds)$$|^Fuzz

.PHONY: gate verify tlc test parts nightly live rabbitmq zookeeper build campaign replay reproduce plots mutants mutation rows batched bench fuzz fmt fmt-check tidy vet staticcheck short fetch clean help

gate: ## the quick gate, under a minute when warm: format, go.mod, vet, short tests
	@time { $(PARTS) fmt-check tidy vet short; }

verify: ## the main job: every case in TLA+, specification and implementation, corpora and short campaigns
	@time { $(PARTS) fetch; build/scrutineer verify -json build/verify.json; }

tlc: fetch ## the cases that are too long for make verify, through all columns
	@build/scrutineer verify -long -json build/long.json

# The timeout is for what hangs, on a machine that is busy with other things.
test: ## vet, staticcheck and all tests; with TLC_REQUIRED=1, as CI sets it, those that need TLC may not stay out
	@time { \
		$(PARTS) vet staticcheck fetch; \
		echo "== go test ./..."; \
		GOGC=$${GOGC:-400} $(TEST) -timeout 2h ./...; \
	}

# What their documents say runs here too. The tests of the main module do not enter the others.
parts: ## vet and test the modules below this one: examples, the engine, media, databases, plots, the mutation tester …
	@time { \
		echo "== make rabbitmq"; \
		if $(MAKE) --no-print-directory rabbitmq; then export RABBITMQ_REQUIRED=1; fi; \
		for module in $(MODULES); do \
			echo "== go vet and go test in $$module"; \
			time { $(GO) vet -C $$module ./...; $(GO) test -C $$module -count=1 -vet=off -ldflags=-w -timeout 1h ./...; }; \
		done; \
		echo "== the documents of these modules"; \
		time $(TEST) -timeout 1h ./internal/doctest -run '^TestDocuments$$' -parts; \
	}

# NIGHTLY is read by internal/nightly alone.
nightly: fetch ## all tests, with those that are too long for make test, and at the sizes of the night
	@echo "== NIGHTLY=1 go test ./..."
	@time NIGHTLY=1 $(TEST) -timeout 4h -skip '^TestLive(Kills|Once|Clocks)$$' ./...
	@echo "== real processes"
	@$(PARTS) live
	@echo "== the engine, brokers, providers and databases"
	@time { if $(MAKE) --no-print-directory rabbitmq; then export RABBITMQ_REQUIRED=1; fi; \
	for module in $(filter engine/% live/% properties/%,$(MODULES)); do \
		NIGHTLY=1 $(GO) test -C $$module -count=1 -vet=off -timeout 1h -v ./... || exit; \
	done; }
	@echo "== the textbook bugs, each by ten seeds"
	@time NIGHTLY=1 $(GO) test -C examples/textbook -count=1 -vet=off -timeout 2h -v .

live: ## real processes over sockets: leaders killed ten times in a row, every step judged, times beside derived bounds
	@NIGHTLY=1 $(GO) test -count=1 -vet=off -timeout 1h -v -run '^TestLive' ./internal/command

rabbitmq: ## fetch RabbitMQ into the cache without root, on Debian 12 for amd64, and print its version
	@$(GO) run -C live/media ./rabbitmq/fetch

# ONLY is an experiment or a pattern of them. What is measured stays in build/zookeeper, so that an interrupted run goes on:
# the program is the same after a commit.
ONLY ?= e1[4-9]|e20
zookeeper: ## the elections as processes, beside ZooKeeper: ONLY=E14 completion … E20 at equal detection; E17-long …
	@$(GO) build -C live/zookeeper -buildvcs=false -o ../../build/compared .
	@build/compared reproduce -only '$(shell tr A-Z a-z <<< '$(ONLY)')'

build: ## build/scrutineer, the command line
	@$(GO) build -o build/scrutineer ./cmd/scrutineer

campaign: build ## N drawn plans for protocol P from SEED (10000, the first, 1): failures shrunk below build/campaign
	@build/scrutineer campaign $(if $(P),-p $(P)) -n $(N) -seed $(SEED)

replay: build ## run the plan in FILE, held against the specification step by step
	@build/scrutineer replay "$(FILE)"

reproduce: build ## measure what the paper of protocol P measured, and write the tables below build/reproduce
	@build/scrutineer reproduce $(if $(P),-p $(P))

plots: reproduce ## reproduce, and draw the figures of P or of each protocol, a module of its own does, beside the tables
	@$(GO) build -C tools/plots -o ../../build/plots .
	@build/plots build/reproduce/$(or $(P),*)

MUTANTS := 'TestProtocol/Planted|TestProtocol/Sabotage|Sabotage'
mutants: ## sabotage and planted bugs alone, each caught as its row says, then hundreds of small changes: MUTANTS.md
	@echo "== go test -run $(MUTANTS) ./..."
	@$(GO) test -count=1 -timeout 2h -run $(MUTANTS) ./...
	@$(PARTS) mutation

# 90 % of what is drawn by SEED must be noticed, and what is not explained in tools/mutation/survivors.json.
# With AGAIN=build/mutants.json what that run has noticed is not run again.
mutation: ## the second part of make mutants alone
	@$(GO) build -C tools/mutation -o ../../build/mutation ./cmd
	@time build/mutation -seed $(SEED) $(if $(AGAIN),-again $(AGAIN))

rows: ## 20 planted rows, drawn by SEED: in the one program of all rows each gives what it gives in a build of its own
	@time $(GO) run ./internal/planted/cmd -seed $(SEED)

batched: fetch ## every case through TLC in a JVM of its own and, in orders drawn by SEED, in JVMs of many: what it says is equal
	@time $(GO) run ./internal/batched -seed $(SEED)

fuzz: ## let the fuzzer draw plans of P or of each protocol, for FUZZTIME (30s); a failure is shrunk below build/failures
	@files=$$(grep -l '^func FuzzCampaign' properties/$(or $(P),*)/*_test.go); \
	for file in $$files; do \
		echo "== go test -fuzz FuzzCampaign ./$${file%/*}"; \
		$(GO) test -run '^$$' -fuzz '^FuzzCampaign$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 1x "./$${file%/*}"; \
	done

bench: ## all benchmarks: the world beside its own queue, elections judged and refined, the explorer
	@$(GO) test -timeout 2h -run '^$$' -bench . ./...

fmt: ## format all Go files
	@$(TOOL) gofumpt -l -w .

fmt-check: ## name the Go files that are not formatted, and fail if there are any
	@echo "== gofumpt"
	@files=$$($(TOOL) gofumpt -l .) || exit 1; \
	if [[ -n "$$files" ]]; then \
		echo "not formatted (make fmt does it):" >&2; echo "$$files" >&2; exit 1; \
	fi

tidy: ## show how go.mod and go.sum are not tidy, and fail if they are not
	@echo "== go mod tidy -diff"
	@$(GO) mod tidy -diff

vet: ## what the go command finds suspicious
	@echo "== go vet ./..."
	@$(GO) vet ./...

staticcheck: ## what staticcheck finds wrong, unused or roundabout
	@echo "== staticcheck ./..."
	@GOGC=$${GOGC:-400} $(TOOL) staticcheck ./... # a fifth of its time was the garbage collector's

short: ## unit tests, corpus and style, without the long runs
	@echo "== go test -short ./..."
	@GOGC=$${GOGC:-400} $(TEST) -short -skip '$(DEAR)|$(SHARED)' -timeout 1h ./...

fetch: build ## fetch TLC into its cache, and say what is missing where that cannot be done
	@build/scrutineer fetch

clean: ## remove what was built and written by the commands above
	@rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "make alone is make gate."
