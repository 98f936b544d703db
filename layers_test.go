// Package wane_test tests Board, and holds the module's layering, the documents' links
// and the README's example.
package wane_test

import (
	"flag"
	"fmt"
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
// import anything. The tables of packages in ARCHITECTURE.md are made from it.
const layers = `
base:
	internal/atomicfile internal/glicko internal/swiss
games:
	geom internal/message
	game
	game/rulekit
	game/gametest internal/bitboard
	rules/shrink rules/convergent rules/diminuendo rules/cheshire
	rules notation render
	.
	notation/notationtest
player: base games
	engine
	engine/tt
	engine/clock engine/solver engine/mate engine/eval/weights tablebase
	engine/eval/generic engine/eval/shrink engine/eval/convergent engine/eval/diminuendo engine/eval/cheshire
	engine/eval/network
	engine/eval
	engine/eval/evaltest engine/mate/matetest
	engine/search engine/book
	puzzle
	puzzle/collection
page: base games player
	internal/page/pagejson
	internal/page/boardview internal/page/rankings internal/page/atlastable
	internal/page/engineworker internal/page/lessons internal/page/study internal/page/assets web/routes web docs
	internal/page/frames internal/page/editor
testing: server
	internal/testing/flagwords internal/testing/pgtest
	internal/testing/dbtest
	internal/testing/browser internal/testing/chaos internal/testing/crash
	internal/testing/toygame
server: base games player page
	internal/server/livegame internal/server/job internal/server/eventlog internal/server/observe
	internal/server/observe/otlp
	internal/server/names internal/server/job/jobtest internal/server/db
	internal/server/auth
	internal/server/websock
	internal/server/publictext
	internal/server/manager
	internal/server/admin internal/server/pairing internal/server/problem
	internal/server/feed
	internal/server/bus internal/server/queue internal/server/queue/queuetest
	internal/server/manager/managertest
	internal/server/guests
	internal/server/limits internal/server/gameview
	internal/server/web
	internal/server/feature
	internal/server/mail internal/server/archive
	internal/server/account
	internal/server/adopt
	internal/server/notify
	internal/server/vacation internal/server/plan internal/server/opening internal/server/social
	internal/server/rating internal/server/studies internal/server/review
	internal/server/puzzle internal/server/challenge internal/server/tournament
	internal/server/sharedstudy internal/server/channels internal/server/profile
	internal/server/chat
	internal/server/moderation
	internal/server/gamestore internal/server/gamestore/gamestoretest
	internal/server/lines internal/server/sockets
	internal/server/pictures internal/server/pages
	internal/server/lichess
	internal/server/site
	internal/server internal/server/worker
	internal/server/servertest
	internal/server/node
	internal/server/static
cli: base games player server
	internal/cli/engineio internal/cli/tui internal/cli/analysis internal/cli/engines internal/cli/engines/enginestest
	internal/cli/engineio/engineiotest internal/cli/uci internal/cli/xboard internal/cli/bot
lab: base games player server cli
	internal/tablebuild
	internal/lab/baseline internal/lab/arena internal/lab/bench
	internal/lab/bench/benchtest internal/lab/loadtest
programs: base games player page server cli lab
	cmd/wane-wasm cmd/wane-engine-wasm cmd/wane-js-wasm cmd/wane/internal/usage
	cmd/wane/internal/output
	cmd/wane/internal/input
	cmd/wane

only rules/*: rules engine/eval engine/eval/* internal/page/rankings internal/page/atlastable
only rules: notation/notationtest cmd/* cmd/wane/internal/input internal/server/node internal/server/servertest
only web: internal/server/node
only docs: internal/server/pages cmd/wane
`

const module = "github.com/wane-chess/wane/"

// A layer is a package's place in the table.
type layer struct {
	group string
	row   int
}

// table is layers, parsed.
type table struct {
	place    map[string]layer
	groups   []string            // in the order of the text
	packages map[string][]string // of each group, likewise
	below    map[string][]string // the groups that a group may import from
	only     map[string][]string // patterns of packages to those of their importers
}

func parseLayers() table {
	t := table{
		place: map[string]layer{}, packages: map[string][]string{}, below: map[string][]string{}, only: map[string][]string{},
	}
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
			t.groups = append(t.groups, group)
		default:
			for _, pkg := range strings.Fields(line) {
				t.place[pkg] = layer{group, row}
				t.packages[group] = append(t.packages[group], pkg)
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
		if !own { // the root
			pkg = "."
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
	out := goList(t, "-deps", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./internal/server/node")
	if !strings.Contains(out, module+"internal/server/worker ") {
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
	const api = module + "internal/server/site"
	again := 0
	for line := range strings.Lines(goList(t, "-test", "-deps", "-f",
		`{{with .ForTest}}{{.}} compiles {{$.ImportPath}}{{end}}`, "./...")) {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		again++
		if words[2] == api && words[0] != api {
			t.Errorf("the tests of %s compile the API again: move those that need a server to internal/server", words[0])
		}
	}
	if again == 0 {
		t.Error("go list names no package that is compiled for tests")
	}
}

var update = flag.Bool("update", false, "write the table of packages in ARCHITECTURE.md")

// The tables between the marks in ARCHITECTURE.md say what layers says: for each group what its packages may import,
// and each package with the first sentence of its documentation.
func TestArchitecture(t *testing.T) {
	synopses := map[string]string{}
	const format = "{{.ImportPath}} {{if .GoFiles}}{{.Doc}}{{else}}Package x has only tests.{{end}}"
	for line := range strings.Lines(goList(t, "-f", format, "./...")) {
		pkg, synopsis, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, module)), " ")
		if pkg+"/" == module {
			pkg = "."
		}
		synopses[pkg] = synopsis
	}
	table := parseLayers()
	var b strings.Builder
	for _, group := range table.groups {
		may := "nothing else of wane"
		if below := table.below[group]; len(below) > 0 {
			may = strings.Join(below, ", ")
		}
		fmt.Fprintf(&b, "\n**%s**, which may import %s:\n\n| Package | |\n| --- | --- |\n", group, may)
		for _, pkg := range table.packages[group] {
			if synopses[pkg] == "" {
				t.Errorf("%s does not say what it is", pkg)
			}
			_, says, _ := strings.Cut(strings.TrimPrefix(synopses[pkg], "Package "), " ")
			if strings.HasPrefix(synopses[pkg], "Command ") {
				_, says, _ = strings.Cut(says, " ")
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", pkg, strings.ReplaceAll(says, "|", "\\|"))
		}
	}
	const file, end = "ARCHITECTURE.md", "\n<!-- end -->"
	const start = "<!-- packages: go test . -run TestArchitecture -update -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), start)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no place for the table of packages", file)
	}
	want := before + start + b.String() + end + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("the table of packages in %s is old: run go test . -run TestArchitecture -update", file)
	}
	if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
		t.Fatal(err)
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
