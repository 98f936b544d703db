# Tasks of wane. 'make help' lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GAME      ?=            # the variant that 'make play' starts; none: a menu
FUZZTIME  ?= 5m         # how long 'make fuzz' runs each target
GAMES     ?= 60         # games of each pairing in 'make features' and 'make rating'
NODES     ?= 3000       # nodes for each move in 'make features'
POSITIONS ?= 100000     # positions that 'make twins' compares in each variant
PUZZLES   ?= 1020       # puzzles of each variant that 'make puzzles' makes
FOR       ?= 1m         # how long 'make chaos' makes faults
SEED      ?= 1          # of their schedule
VERSION   ?= 0.0.0      # of what 'make npm' packs and 'make dist' makes
DIR       ?= bin/site   # where 'make site' writes
ARGS      ?=            # more options for 'make serve', such as --addr :9000

# Builds do not depend on the folder they are made in, so a fresh clone uses the caches.
export GOFLAGS := -trimpath $(GOFLAGS)

# The page's two programs share their packages, so they are built with one profile.
PROFILE := cmd/wane-engine-wasm/profile.pgo
WASM    := GOOS=js GOARCH=wasm go build -buildvcs=false -pgo $(PROFILE) -ldflags '-s -w'

# Remove a target that failed half-way.
.DELETE_ON_ERROR:

.PHONY: help
help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: serve
serve: build ## Build everything and serve wane at localhost:8080 (ARGS='--addr :9000' for more)
	@bin/wane serve $(ARGS)

.PHONY: play
play: program ## Build wane and play in the terminal (GAME=shrink chooses a variant)
	@bin/wane play $(GAME)

.PHONY: build
build: web program ## Build the page and bin/wane with the page in it

.PHONY: program
program: ## Build bin/wane without rebuilding the page
	@go build -o bin/wane ./cmd/wane

# The profile of the browser engine serves here, too. With it the engine executes fewer
# instructions; for processors with AVX2 (x86-64-v3) it is also 3-6 % faster. All packages
# are compiled again for each.
RELEASE := go build -pgo $(PROFILE) -ldflags '-s -w'

.PHONY: site
site: build ## Write the page for a host without a server to bin/site (DIR=folder for another)
	@bin/wane site "$(strip $(DIR))"

.PHONY: release
release: web ## Build optimized programs in bin/release: wane and, for newer x86-64 processors, wane-v3
	@mkdir -p bin/release
	$(RELEASE) -o bin/release/wane ./cmd/wane
	@[ "$$(go env GOARCH)" != amd64 ] || (set -x; GOAMD64=v3 $(RELEASE) -o bin/release/wane-v3 ./cmd/wane)

.PHONY: dist
dist: web ## Make the files of a release in dist/release (VERSION=1.2.3; PLATFORMS=linux/amd64 for some)
	@scripts/dist.sh "$(strip $(VERSION))"

# A clone has another path and no caches, so the files must not depend on them.
.PHONY: dist-check
dist-check: dist ## Make the files of a release again in a clone, from nothing, and compare them (VERSION=1.2.3)
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; git clone -q . $$folder/wane; \
	GOCACHE=$$folder/cache $(MAKE) -s -C $$folder/wane dist VERSION=$(VERSION) >/dev/null; \
	diff dist/release/SHA256SUMS $$folder/wane/dist/release/SHA256SUMS && echo "The files are the same."

.PHONY: web
web: web/dist/page/index.html ## Build the web page

# Go generates the page's rules and pieces, Vite the rest. Each step runs only if
# its inputs have changed.
# sources lists what a build of folders depends on, embedded files included.
sources = $(shell find $(1) -type f -not -name '*_test.go' -not -path '*/testdata/*') go.mod

GEN   := $(addprefix web/src/gen/,wane.wasm wasm_exec.js pieces.svg look.css icon-192.png icon-512.png icon-mask.png)
RULES := $(call sources,cmd/wane-wasm internal/page/boardview internal/page/lessons internal/page/rankings internal/page/editor internal/page/study internal/page/pagejson internal/bitboard internal/message game geom notation rules)
DRAW  := $(filter-out %_test.go,$(wildcard render/*.go internal/page/assets/*.go game/*.go geom/*.go)) web/public/favicon.svg
PAGE  := $(shell find web/src web/public web/scripts -type f -not -path 'web/src/gen/*' -not -name '*.test.ts') \
	$(addprefix web/,index.html embed.html package.json vite.config.ts tsconfig.json routes/routes.json routes/menu.json routes/server.json)

web/node_modules/.package-lock.json: web/package-lock.json
	@command -v npm >/dev/null || { echo "The page is built with Node.js 20.19, 22.12 or newer: install it, and npm with it. ('make play' needs none.)"; exit 1; }
	cd web && npm ci --no-audit --no-fund
	@touch $@

web/src/gen/wane.wasm: $(RULES) $(PROFILE)
	@mkdir -p $(@D)
	$(WASM) -o $@ ./cmd/wane-wasm

web/src/gen/wasm_exec.js: web/src/gen/wane.wasm
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $@
	@touch $@

web/src/gen/pieces.svg: $(DRAW)
	go run ./internal/page/assets web/public/favicon.svg $(@D)

web/src/gen/look.css web/src/gen/icon-192.png web/src/gen/icon-512.png web/src/gen/icon-mask.png: web/src/gen/pieces.svg
	@touch $@

# Go builds the engine for the page's worker, too.
GEN    += web/src/gen/wane-engine.wasm
ENGINE := $(call sources,cmd/wane-engine-wasm internal/glicko internal/page/engineworker internal/page/pagejson engine tablebase puzzle internal/bitboard internal/message game geom notation rules)

web/src/gen/wane-engine.wasm: $(ENGINE) $(PROFILE)
	@mkdir -p $(@D)
	$(WASM) -o $@ ./cmd/wane-engine-wasm

NETWORKS := $(wildcard engine/eval/networks/*.nnue)

web/dist/page/index.html: web/node_modules/.package-lock.json $(GEN) $(PAGE) $(NETWORKS)
	cd web && npm run --silent build
	@touch $@

# The npm package: the rules in a program of their own, which has no lessons and no editor, and the page's engine.
JS := $(call sources,cmd/wane-js-wasm internal/page/boardview internal/page/pagejson internal/bitboard internal/message game geom notation rules)

bin/wane-js.wasm: $(JS) $(PROFILE)
	@mkdir -p $(@D)
	$(WASM) -o $@ ./cmd/wane-js-wasm

dist/npm/package.json: bin/wane-js.wasm web/src/gen/wane-engine.wasm web/src/gen/wasm_exec.js web/src/gen/look.css \
	$(wildcard js/*.js js/*.ts js/*.json js/scripts/*) docs/javascript.md $(NETWORKS)
	node js/scripts/pack.mjs $(VERSION)

js/node_modules/.package-lock.json: js/package-lock.json
	cd js && npm ci --no-audit --no-fund
	@touch $@

.PHONY: npm
npm: ## Pack the npm package in dist (VERSION=1.2.3)
	@rm -f dist/npm/package.json
	@$(MAKE) --no-print-directory dist/npm/package.json
	cd dist && npm pack --silent ./npm

.PHONY: npm-test
npm-test: dist/npm/package.json js/node_modules/.package-lock.json testdeps ## Test the npm package in Node and Chromium, beside ffish (GAMES=100 with it)
	cd js && npm run --silent test

# The linters run go vet, so the tests do not.
.PHONY: test
test: testdeps ## Run every test; browser tests that fail leave screenshots in bin/screenshots
	@$(MAKE) --no-print-directory -j 2 all-tests

# The browser tests take the longest and wait a third of their time, so everything
# else runs beside them.
.PHONY: all-tests
all-tests: browser-tests other-tests

BROWSER := ./internal/testing/browser

.PHONY: browser-tests
browser-tests: web warm
	go test -vet=off -timeout 40m $(BROWSER)

.PHONY: other-tests
other-tests: web warm
	cd web && npm run --silent check && npm run --silent test
	@$(MAKE) --no-print-directory npm-test
	@echo "go test -vet=off -timeout 15m ./... # without $(BROWSER)"
	@packages=$$(go list ./... | grep -v '$(BROWSER:.%=%)$$'); go test -vet=off -timeout 15m $$packages
	cd research && go test -vet=off -short ./...

# The page's tools leave a processor idle, which builds the packages that do not
# contain the page.
.PHONY: warm
warm:
	@go build ./engine/... ./internal/server/queue ./internal/server ./internal/server/gamestore ./internal/cli/tui ./internal/cli/uci

.PHONY: testdeps
testdeps: ## Install missing tools for the tests: a browser, PostgreSQL, Python
	@scripts/testdeps.sh

.PHONY: short
short: ## Run the quick tests
	go test -vet=off -short ./...

.PHONY: research
research: ## Build bin/research, the makers of findings and data (research/README.md)
	@cd research && go build -o ../bin/research .

.PHONY: research-test
research-test: ## Run every test of research/, the long ones too
	cd research && go test -vet=off ./...

.PHONY: check
check: fmt ## Run what every commit must pass: format, lint, quick tests
	@$(MAKE) --no-print-directory -j 2 lint short

# The linters take all processors, so the tests, some of which wait only so long, come after them.
.PHONY: ci
ci: fmt testdeps ## What continuous integration runs: format, linters, audit, every test
	@$(MAKE) --no-print-directory -j 2 lint audit
	@$(MAKE) --no-print-directory -j 2 all-tests

.PHONY: fmt
fmt: ## Check that all files are formatted
	@files=$$(gofmt -l .); [ -z "$$files" ] || { echo "not formatted: $$files"; exit 1; }

.PHONY: lint
lint: page-lint deadcode ## Run golangci-lint (built from source the first time, which takes minutes), deadcode and page-lint
	go tool -modfile=tools/go.mod golangci-lint run ./...
	cd research && go tool -modfile=../tools/go.mod golangci-lint run ./...
	GOOS=js GOARCH=wasm go vet -buildvcs=false -pgo $(PROFILE) ./cmd/wane-wasm ./cmd/wane-engine-wasm ./cmd/wane-js-wasm

# What is exported outside of cmd and internal is for other programs.
.PHONY: deadcode
deadcode: ## Look for functions that nothing calls
	@dead=$$(go tool -modfile=tools/go.mod deadcode -test ./...); \
	! grep -E '^(cmd|internal)/|func: (\w+\.)?[a-z]' <<< "$$dead"
	@cd research && dead=$$(go tool -modfile=../tools/go.mod deadcode -test ./...); [ -z "$$dead" ] || { echo "$$dead"; exit 1; }

.PHONY: page-lint
page-lint: web/node_modules/.package-lock.json ## Run ESLint and Prettier on the page ('npm run format' formats it)
	cd web && npm run --silent lint

.PHONY: audit
audit: ## Look for known vulnerabilities of dependencies, in databases on the network
	@scripts/audit.sh

.PHONY: bench
bench: ## Measure move generation, alone and against another Go library
	go test -run '^$$' -bench . -benchtime 2s ./rules/...
	cd research && go test -run '^$$' -bench . -benchtime 5s ./perft

.PHONY: bench-browser
bench-browser: web ## Compare the engine in Node and in Chromium with the native one
	go test -run '^$$' -bench '^BenchmarkNode$$' -benchtime 5x ./cmd/wane-engine-wasm
	go test -run '^TestEngineSpeed$$' -v ./internal/testing/browser -engine.rounds 5

.PHONY: profile
profile: ## Record a new profile for the build of the browser engine
	go test -run '^TestSignatureTwice$$' -count 12 -o /dev/null -cpuprofile $(CURDIR)/$(PROFILE) ./internal/lab/bench

.PHONY: features
features: program ## Measure the Elo of each search feature (half an hour; GAMES=60 NODES=3000)
	@scripts/features.sh $(GAMES) $(NODES)

.PHONY: rating
rating: program ## Play free engines at long time controls (GAMES=60 with each: ten hours)
	@scripts/rating.sh $(GAMES)

.PHONY: lichess-client
lichess-client: ## Play with a client made for Lichess on a server (URL=http://localhost:8080)
	cd scripts/lichess && npm ci --silent && node try.mjs $(or $(URL),http://localhost:8080)

.PHONY: upgrade
upgrade: testdeps ## Play through a rolling update from the last release, or change of a message, to this version (OLD=v1.0 for another)
	WANE_OLD='$(or $(OLD),release)' go test -count 1 -vet=off -timeout 30m -v -run '^TestRollingUpgrade$$' ./internal/testing/crash

.PHONY: fuzz
fuzz: ## Fuzz every decoder and slow twin (FUZZTIME=5m each; FUZZ=notation for some)
	@scripts/fuzz.sh $(FUZZTIME) $(FUZZ)

.PHONY: chaos
chaos: testdeps ## Play on two nodes while every part fails in every way (FOR=10m SEED=7)
	go test -count 1 -vet=off -timeout 80m -v -run '^TestChaos$$' ./internal/testing/chaos -chaos.for=$(FOR) -chaos.seed=$(SEED)

.PHONY: twins
twins: ## Compare each game with its slow twin (POSITIONS=100000 each)
	go test -timeout 0 -v -run '^TestTwin' ./rules/... -twin.positions=$(POSITIONS)

.PHONY: starter
starter: research ## Generate the starter games of the opening explorer (15 minutes)
	@scripts/starter.sh 300 5000

.PHONY: books
books: research ## Make the opening books (half an hour of processor time)
	@for v in shrink convergent diminuendo cheshire cheshire8; do \
		bin/research books $$v --output bin/$$v.book.gz && cp bin/$$v.book.gz engine/book/data/ || exit 1; done

.PHONY: puzzles
puzzles: research ## Make the puzzles of the program (PUZZLES=1020 of each variant; two hours)
	@research/puzzles/all.sh $(PUZZLES)

.PHONY: atlas
atlas: research ## Measure the games of 'research atlas run' and write docs/rankings.md (DATA=, DEEPER=other files)
	bin/research atlas report $(or $(DATA),research/atlas/rankings.atlas) $(DEEPER)

.PHONY: endings
endings: program research ## Build and verify tablebases and write docs/shrink-endings.md and docs/convergent-endings.md (five minutes)
	[ -e bin/tables/shrink-5.wtb ] || bin/wane tablebase build --pieces 5 --output bin/tables
	bin/wane tablebase verify bin/tables
	bin/research tables stats --tables bin/tables --pieces 5 --markdown > bin/endings.md
	mv bin/endings.md docs/shrink-endings.md
	[ -e bin/tables/convergent-4.wtb ] || bin/wane tablebase build -v convergent --pieces 4 --output bin/tables
	bin/wane tablebase verify bin/tables/convergent-4.wtb
	bin/research tables stats -v convergent --tables bin/tables --pieces 4 --markdown > bin/endings.md
	mv bin/endings.md docs/convergent-endings.md

.PHONY: endings-5
endings-5: program research ## Build and verify the tablebases of Convergent Chess with 5 pieces and write docs/convergent-endings-5.md (70 minutes of processor time, 0.8 GB)
	bin/wane tablebase build -v convergent --pieces 5 --output bin/tables-5
	bin/wane tablebase verify bin/tables-5
	bin/research tables stats -v convergent --tables bin/tables-5 --from 5 --pieces 5 --markdown > bin/endings.md
	mv bin/endings.md docs/convergent-endings-5.md

.PHONY: endings-6
endings-6: program research ## Build and verify the tablebases of 6 pieces and write docs/shrink-endings-6.md (two hours of processor time, 0.9 GB)
	bin/wane tablebase build --pieces 6 --output bin/tables-6
	bin/wane tablebase verify bin/tables-6
	bin/research tables stats --tables bin/tables-6 --from 6 --pieces 6 --markdown > bin/endings.md
	mv bin/endings.md docs/shrink-endings-6.md

# The tests of the main paths, which know no browser.
MAIN := ^(TestRemoteErrors|TestPages|TestWholeGames|TestLessons|TestEngineInTheBrowser)$$

.PHONY: browsers
browsers: web ## Play games, learn and analyze in Firefox and WebKit too; on Debian it installs them
	@scripts/testdeps.sh browsers
	WANE_BROWSER=firefox go test -count 1 -vet=off -timeout 40m -run '$(MAIN)' $(BROWSER)
	WANE_BROWSER=WebKitWebDriver go test -count 1 -vet=off -timeout 40m -run '$(MAIN)' $(BROWSER)

.PHONY: screenshots
screenshots: testdeps web ## Run the browser tests and leave screenshots of all pages in bin/screenshots
	WANE_SHOTS=$(CURDIR)/bin/screenshots go test -count 1 -vet=off -timeout 40m $(BROWSER)

.PHONY: pictures
pictures: program ## Draw the pictures of the README
	@scripts/pictures.sh

.PHONY: clean
clean: ## Remove build outputs
	rm -rf bin web/dist/page web/src/gen
