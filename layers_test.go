// Package wane_test holds the module's layering, the documents' links and the
// README's example.
package wane_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// layers says which packages of the module a package may import. A line with a
// pattern stands for every package that it matches; the first line that matches
// counts. Tests may import anything.
const layers = `
geom:
internal/bits:       game
game:                geom
game/gametest:       geom game
rules/*:             geom game internal/bits
rules:               game rules/shrink rules/convergent rules/diminuendo rules/cheshire
notation:            geom game
tablebase:           game internal/bits
engine:              game
engine/tt:           game engine
engine/clock:        game engine
engine/proof:        game
engine/first:        game engine
engine/search:       game engine engine/tt engine/clock engine/proof
internal/arena:      game notation engine
internal/bench:      game engine
internal/loadtest:   game internal/protocol
internal/crash:
internal/selfplay:   game engine
internal/tune:       game internal/selfplay
internal/draw:       geom game
internal/draw/forpage: internal/draw
internal/scene:      geom game notation
internal/learn:      game notation
internal/study:      geom game notation
internal/setup:      geom game internal/scene
internal/almanac:    game notation tablebase internal/draw
internal/pictures:   geom game notation internal/draw internal/scene
internal/analysis:   game notation engine tablebase internal/review
internal/thought:    game notation engine
internal/rankings:   game rules/diminuendo
internal/mates:      game
internal/mates/make: game rules internal/mates
internal/lastphase:  game engine engine/proof
internal/lastphase/make: game rules engine/search internal/lastphase
internal/wire:       game engine
internal/wire/wiretest: game engine
internal/uci:        game notation engine internal/draw internal/wire
internal/xboard:     game notation engine internal/wire
internal/tui:        geom game notation engine internal/draw
internal/play:       game notation
internal/pgtest:
internal/review:     game notation engine internal/play
internal/reviews:    internal/play internal/review
internal/archive:    game notation internal/play
internal/starter:    game internal/archive internal/selfplay
internal/store:      game internal/archive internal/play internal/review
internal/store/storetest: game internal/archive internal/play internal/review
internal/bus:        game internal/endings internal/play internal/review
internal/bus/queuetest: game internal/play internal/review
internal/endings:    tablebase
internal/worker:     game notation engine internal/endings internal/play internal/review
internal/protocol:
internal/host:      game internal/play
internal/host/hosttest: game internal/host internal/play internal/review
internal/server:    game notation internal/draw internal/host internal/learn internal/play internal/protocol internal/review internal/reviews internal/scene internal/pictures internal/rankings internal/archive internal/setup tablebase
docs:
web:
internal/node:      engine engine/search rules tablebase web internal/archive internal/bus internal/host internal/reviews internal/server internal/starter internal/store internal/worker
internal/e2e:
cmd/wane-wasm:       internal/learn internal/scene internal/setup internal/study rules
cmd/wane-engine-wasm: engine/search internal/thought rules tablebase
cmd/wane:            geom game rules notation tablebase engine engine/first engine/search internal/almanac internal/analysis internal/arena internal/bench internal/bus internal/draw internal/endings internal/loadtest internal/selfplay internal/tui internal/tune internal/uci internal/xboard internal/node internal/server internal/worker internal/review internal/pictures engine/proof internal/lastphase
`

const module = "github.com/wane-chess/wane/"

func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg, own := strings.CutPrefix(words[0], module)
		if !own { // the root, which has only this test
			continue
		}
		pattern, allowed := layerOf(pkg)
		if pattern == "" {
			t.Errorf("%s stands in no layer: give it a line in the table", pkg)
			continue
		}
		known[pattern] = true
		for _, imported := range words[1:] {
			name, own := strings.CutPrefix(imported, module)
			if own && !allowed[name] {
				t.Errorf("%s may not import %s", pkg, name)
			}
		}
	}
	for line := range strings.Lines(layers) {
		if pattern, _, found := strings.Cut(line, ":"); found && !known[pattern] {
			t.Errorf("the table has a line for %s, but there is no such package", pattern)
		}
	}
}

// layerOf returns the pattern that a package matches, and what it may import.
func layerOf(pkg string) (pattern string, allowed map[string]bool) {
	for line := range strings.Lines(layers) {
		pattern, list, found := strings.Cut(line, ":")
		if !found {
			continue
		}
		if ok, err := path.Match(pattern, pkg); err != nil || !ok {
			continue
		}
		allowed := map[string]bool{}
		for _, name := range strings.Fields(list) {
			allowed[name] = true
		}
		return pattern, allowed
	}
	return "", nil
}

// TestArchitectureNamesAll: whoever reads the table of packages finds all of them.
func TestArchitectureNamesAll(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(layers) {
		pkg, _, found := strings.Cut(line, ":")
		if found && !strings.Contains(pkg, "*") && !strings.Contains(string(text), "`"+pkg+"`") {
			t.Errorf("ARCHITECTURE.md does not mention %s", pkg)
		}
	}
}

// TestLinks: what the documents point to is there.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)[^):]*\)`)
	seen := 0
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			seen++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), found[1])); err != nil {
				t.Errorf("%s points to %s, which is not there", file, found[1])
			}
		}
	}
	if seen == 0 {
		t.Error("no links were found")
	}
}
