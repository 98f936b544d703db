# Tasks of wane. 'make help' lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GAME      ?=            # the game that 'make play' starts; none: a menu
FUZZTIME  ?= 5m         # how long 'make fuzz' runs each target
GAMES     ?= 60         # how many games 'make features' plays for each idea in each game
NODES     ?= 3000       # how many positions a move they are played with
POSITIONS ?= 100000     # how many positions 'make twins' compares in each game

.PHONY: help
help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: build ## Build wane and play in the terminal (GAME=shrink for a game of choice)
	@bin/wane play $(GAME)

.PHONY: build
build: ## Build bin/wane
	@go build -trimpath -o bin/wane ./cmd/wane

.PHONY: test
test: ## Run every test
	go vet ./...
	go test -timeout 10m ./...
	cd internal/yardstick && go vet ./... && go test ./...

.PHONY: short
short: ## Run the quick part of the tests
	go test -short ./...

.PHONY: check
check: fmt lint short ## What every commit must pass: format, lint, quick tests

.PHONY: fmt
fmt: ## Complain about files that are not gofmt's
	@files=$$(gofmt -l .); [ -z "$$files" ] || { echo "not formatted: $$files"; exit 1; }

.PHONY: lint
lint: ## Run golangci-lint (built from source the first time, which takes minutes)
	go tool -modfile=tools/go.mod golangci-lint run ./...

.PHONY: bench
bench: ## Measure move generation, alone and against another Go library
	go test -run '^$$' -bench . -benchtime 2s ./rules/...
	cd internal/yardstick && go test -run '^$$' -bench . -benchtime 5s

.PHONY: features
features: build ## Measure what each idea of the search is worth (half an hour; GAMES=60 NODES=3000)
	@scripts/features.sh $(GAMES) $(NODES)

.PHONY: fuzz
fuzz: ## Fuzz every parser and every twin (FUZZTIME=5m each)
	@scripts/fuzz.sh $(FUZZTIME)

.PHONY: twins
twins: ## Compare each game with its slow twin (POSITIONS=100000 each)
	go test -timeout 0 -v -run '^TestTwin' ./rules/... -twin.positions=$(POSITIONS)

.PHONY: pictures
pictures: build ## Draw the boards of the README anew
	@scripts/pictures.sh

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin
