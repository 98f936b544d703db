// Package wane_test holds the module's layering, the documents' links and the
// README's example.
package wane_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers says which packages of the module a package may import. After the name of
// a group stand the groups that its packages may import from. Within a group a
// package may import from the lines above its own, and never from its own line. A
// line "only" lists all packages that may import what stands before it. Tests may
// import anything. The table of groups in ARCHITECTURE.md says the same.
const layers = `
base:
	internal/atomicfile internal/swiss
games:
	geom internal/message
	game
	game/gametest internal/bitboard
	rules/shrink rules/convergent rules/diminuendo rules/cheshire
	rules notation render
	notation/notationtest
player: base games
	engine
	engine/tt
	engine/clock engine/solver engine/mate engine/eval/weights tablebase
	engine/eval/generic engine/eval/shrink engine/eval/convergent engine/eval/diminuendo engine/eval/cheshire
	engine/eval
	engine/eval/evaltest engine/mate/matetest
	engine/search engine/book
	puzzle
	puzzle/collection
page: games player
	internal/page/boardview internal/page/rankings internal/page/atlastable
	internal/page/engineworker internal/page/lessons internal/page/study internal/page/assets web/routes web docs
	internal/page/frames internal/page/editor
testing: live
	internal/testing/flagwords internal/testing/pgtest
	internal/testing/dbtest
	internal/testing/browser internal/testing/chaos internal/testing/crash
	internal/testing/toygame
live: base games player page
	internal/live/livegame internal/server/job internal/server/eventlog internal/live/observe
	internal/live/names internal/server/job/jobtest internal/live/mail internal/server/db
	internal/live/account internal/live/studies internal/live/websock internal/live/archive
	internal/live/publictext
	internal/live/manager internal/live/review internal/live/rating
	internal/live/admin internal/live/pairing
	internal/live/adopt internal/live/channels
	internal/live/sharedstudy internal/live/tournament
	internal/live/notify internal/live/protocol
	internal/server/bus internal/server/queue internal/server/queue/queuetest
	internal/live/manager/managertest
	internal/live/server/problem internal/live/server/guests
	internal/live/server/limits internal/live/server/views
	internal/server/web
	internal/server/feature
	internal/server/chat
	internal/server/vacation internal/server/plan internal/server/opening internal/server/social internal/server/moderation
	internal/server/puzzle internal/server/challenge
	internal/live/store internal/live/store/storetest
	internal/live/server/lines internal/live/server/sockets
	internal/live/server/pictures internal/live/server/pages
	internal/live/server/lichess
	internal/live/server/api
	internal/live/server internal/live/worker
	internal/live/server/servertest
	internal/live/node
cli: base games player live
	internal/cli/engineio internal/cli/tui internal/cli/analysis internal/cli/engines internal/cli/engines/enginestest
	internal/cli/engineio/engineiotest internal/cli/uci internal/cli/xboard internal/cli/bot
lab: base games player live cli
	internal/tablebuild
	internal/lab/baseline internal/lab/arena internal/lab/bench
	internal/lab/bench/benchtest internal/lab/loadtest
programs: base games player page live cli lab
	cmd/wane-wasm cmd/wane-engine-wasm cmd/wane/internal/usage
	cmd/wane/internal/output
	cmd/wane/internal/input
	cmd/wane

only rules/*: rules engine/eval engine/eval/* internal/page/rankings internal/page/atlastable
only rules: notation/notationtest cmd/* cmd/wane/internal/input internal/live/node internal/live/server/servertest
only web: internal/live/node
only docs: internal/live/server/pages cmd/wane
`

const module = "github.com/wane-chess/wane/"

// A layer is a package's place in the table.
type layer struct {
	group string
	row   int
}

// table is layers, parsed.
type table struct {
	place map[string]layer
	below map[string][]string // the groups that a group may import from
	only  map[string][]string // patterns of packages to those of their importers
}

func parseLayers() table {
	t := table{map[string]layer{}, map[string][]string{}, map[string][]string{}}
	group := ""
	for row, line := range strings.Split(layers, "\n") {
		name, list, found := strings.Cut(line, ":")
		words := strings.Fields(list)
		switch pattern, only := strings.CutPrefix(name, "only "); {
		case only:
			t.only[pattern] = words
		case found:
			group = name
			t.below[group] = words
		default:
			for _, pkg := range strings.Fields(line) {
				t.place[pkg] = layer{group, row}
			}
		}
	}
	return t
}

// allows reports whether a package may import another.
func (t table) allows(pkg, imported string) bool {
	from, to := t.place[pkg], t.place[imported]
	for pattern, importers := range t.only {
		if matches(pattern, imported) && !slices.ContainsFunc(importers, func(p string) bool { return matches(p, pkg) }) {
			return false
		}
	}
	if from.group == to.group {
		return to.row < from.row
	}
	return slices.Contains(t.below[from.group], to.group)
}

func matches(pattern, pkg string) bool {
	ok, err := path.Match(pattern, pkg)
	return ok && err == nil
}

// goList returns what go list says. It reads the folders of the packages, too, so that go test does not
// take results from before a file came, went or changed.
func goList(t *testing.T, args ...string) string {
	t.Helper()
	for folder := range parseLayers().place {
		_, _ = os.ReadDir(folder) // TestLayers names those that are not there
	}
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output() //nolint:gosec // a test
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return string(out)
}

func TestLayers(t *testing.T) {
	out := goList(t, "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	table := parseLayers()
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		pkg, own := strings.CutPrefix(words[0], module)
		if !own { // the root, which has only this test
			continue
		}
		if _, ok := table.place[pkg]; !ok {
			t.Errorf("%s stands in no layer: give it a place in the table", pkg)
			continue
		}
		seen[pkg] = true
		for _, imported := range words[1:] {
			if name, own := strings.CutPrefix(imported, module); own && !table.allows(pkg, name) {
				t.Errorf("%s may not import %s", pkg, name)
			}
		}
	}
	for pkg := range table.place {
		if !seen[pkg] {
			t.Errorf("the table names %s, but there is no such package", pkg)
		}
	}
}

// The rules know no evaluation and no engine.
func TestRulesAlone(t *testing.T) {
	out := goList(t, "-deps", "./rules")
	if !strings.Contains(out, module+"rules/shrink") {
		t.Fatalf("go list names no games:\n%s", out)
	}
	if strings.Contains(out, module+"engine") {
		t.Errorf("the rules depend on the engine:\n%s", out)
	}
}

// A server and a worker start no programs.
func TestServersStartNoPrograms(t *testing.T) {
	out := goList(t, "-deps", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./internal/live/node")
	if !strings.Contains(out, module+"internal/live/worker ") {
		t.Fatalf("go list names no worker:\n%s", out)
	}
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); strings.HasPrefix(words[0], module) && slices.Contains(words, "os/exec") {
			t.Errorf("%s can start programs", words[0])
		}
	}
}

// The API takes the compiler a quarter of a minute. Go compiles it once more for the tests of each package that it
// imports, if some of them are in that package (package x) and others (package x_test) need the API. So
// tests that need a whole server belong to the server.
func TestAPICompiledForNoOtherTests(t *testing.T) {
	const api = module + "internal/live/server/api"
	again := 0
	for line := range strings.Lines(goList(t, "-test", "-deps", "-f",
		`{{with .ForTest}}{{.}} compiles {{$.ImportPath}}{{end}}`, "./...")) {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		again++
		if words[2] == api && words[0] != api {
			t.Errorf("the tests of %s compile the API again: move those that need a server to internal/live/server", words[0])
		}
	}
	if again == 0 {
		t.Error("go list names no package that is compiled for tests")
	}
}

// The table in ARCHITECTURE.md has a row for each group, with its packages and the
// groups that they may import from, and no other row.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	table := parseLayers()
	packages := map[string][]string{}
	for pkg, l := range table.place {
		packages[l.group] = append(packages[l.group], pkg)
	}
	code := regexp.MustCompile("`([^`]+)`")
	rows := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(line, "|")
		if len(columns) != 6 || !strings.Contains(columns[2], "`") {
			continue
		}
		group := strings.TrimSpace(columns[1])
		want, known := packages[group]
		if !known {
			t.Errorf("ARCHITECTURE.md has a row for %q, which is no group", group)
			continue
		}
		rows[group] = true
		var got []string
		for _, found := range code.FindAllStringSubmatch(columns[2], -1) {
			got = append(got, found[1])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("ARCHITECTURE.md, group %s: the packages are\n%v, want\n%v", group, got, want)
		}
		below := table.below[group]
		imports := strings.Fields(strings.ReplaceAll(strings.Trim(columns[3], " –"), ",", " "))
		if !slices.Equal(imports, below) {
			t.Errorf("ARCHITECTURE.md, group %s: it may import %v, want %v", group, imports, below)
		}
	}
	for group := range packages {
		if !rows[group] {
			t.Errorf("ARCHITECTURE.md has no row for the group %s", group)
		}
	}
}

// TestLinks: the files and headings that the documents point to exist.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]*)(#[^):]*)?\)`)
	seen := 0
	for _, file := range append(append(files, more...), "deploy/README.md", "research/README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			seen++
			target, anchor := file, found[2]
			if found[1] != "" {
				target = filepath.Join(filepath.Dir(file), found[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s points to %s, which is not there", file, target)
			} else if anchor != "" && !slices.Contains(anchors(t, target), anchor) {
				t.Errorf("%s points to %s%s, but there is no such heading", file, target, anchor)
			}
		}
	}
	if seen == 0 {
		t.Error("no links were found")
	}
}

// anchors lists the links to the headings of a document, as GitHub makes them.
func anchors(t *testing.T, file string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dropped := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	for _, found := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, "#"+strings.ReplaceAll(strings.ToLower(dropped.ReplaceAllString(found[1], "")), " ", "-"))
	}
	return all
}
