# The commands of Scrutineer; `make help` lists them with the comment that
# stands behind each target. All of them need Go alone, except where they say
# otherwise, and do their own set-up in a fresh clone.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := gate

GO ?= go
TOOL := $(GO) tool -modfile=tools/go.mod

.PHONY: gate verify test build mutants bench fmt fmt-check vet staticcheck short fetch clean help

gate: fmt-check vet staticcheck short ## the quick gate, under a minute when warm: format, vet, staticcheck, short tests

verify: fetch ## the main job: every case in TLA+, specification and implementation, one table
	@build/scrutineer verify -json build/verify.json

test: fetch ## all tests; with TLC_REQUIRED=1, as CI sets it, those that need TLC may not stay out
	@echo "== go test ./..."
	@$(GO) test -timeout 20m ./...

build: ## build/scrutineer, the command line
	@$(GO) build -o build/scrutineer ./cmd/scrutineer

mutants: ## sabotage: each mutant must be caught by the property that its row names
	@echo "== go test -run Sabotage ./..."
	@$(GO) test -count=1 -timeout 20m -run Sabotage ./...

bench: ## all benchmarks
	@$(GO) test -timeout 20m -run '^$$' -bench . ./...

fmt: ## format all Go files
	@$(TOOL) gofumpt -l -w .

fmt-check: ## name the Go files that are not formatted, and fail if there are any
	@echo "== gofumpt"
	@files=$$($(TOOL) gofumpt -l .) || exit 1; \
	if [[ -n "$$files" ]]; then \
		echo "not formatted (make fmt does it):" >&2; echo "$$files" >&2; exit 1; \
	fi

vet: ## what the go command finds suspicious
	@echo "== go vet ./..."
	@$(GO) vet ./...

staticcheck: ## what staticcheck finds wrong, unused or roundabout
	@echo "== staticcheck ./..."
	@$(TOOL) staticcheck ./...

short: ## unit tests, corpus and style, without the long runs
	@echo "== go test -short ./..."
	@$(GO) test -short -timeout 5m ./...

# Without Java or Maven there is nothing to fetch with, which is no failure: the
# rows that need TLC say "not run". Whether that is enough, TLC_REQUIRED decides.
# Nor is there anything to fetch if TLC_JAR names a jar.
fetch: build ## fetch TLC into its cache, if Java and Maven are there, and check its hash
	@[[ -z "$${TLC_JAR:-}" ]] || exit 0; \
	missing=""; \
	for tool in java mvn; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	if [[ -n "$$missing" ]]; then \
		echo "TLC: not in PATH:$$missing (it needs a JDK 11 or later, and Maven to fetch it)"; \
	fi; \
	if [[ -z "$$missing" || -n "$${TLC_REQUIRED:-}" ]]; then \
		build/scrutineer fetch; \
	fi

clean: ## remove what was built and written by the commands above
	@rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "make alone is make gate."
