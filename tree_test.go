package wane_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
)

// faults are what no file of the tree may contain.
var faults = []struct {
	what    string
	pattern *regexp.Regexp
	files   *regexp.Regexp // nil: every text file
}{
	{"a conflict marker", regexp.MustCompile(`(?m)^(<{7} |>{7} |\|{7} |={7}$)`), nil},
	{"a space at the end of a line", regexp.MustCompile(`(?m)[ \t]$`), regexp.MustCompile(`\.(go|md|ts|svelte|css|sh)$`)},
	{"a path of a developer's machine", regexp.MustCompile(`((^|[^.\w])/home/|/Users/|C:\\Users\\)[a-z]`),
		regexp.MustCompile(`\.(go|md|ts|svelte|sh)$|Makefile$`)},
	{"an old name of a package",
		regexp.MustCompile(`internal/(bus|host|play|scene|thought|wire|lastphase|almanac|yardstick|e2e|draw)\b`),
		regexp.MustCompile(`\.(go|sh|ts)$|Makefile$|^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs/`)},
	{"an old word for UCI", regexp.MustCompile(`engine form`), nil},
	{"a word of no chess book",
		regexp.MustCompile(
			`(?i)\b(men|told|somebody|whoever|anew|for ever|in vain|mends?|thousand million)(\PL|$)`), written},
	{"a name that is gone",
		regexp.MustCompile(`\b(DoubleCell|CellHeight|CellWidth|TestOnTime|AppendCaptures|an ImportError)\b`), written},
}

// written are the files with code and prose of our own.
var written = regexp.MustCompile(`\.(go|md|ts|svelte|css|html|sh|mjs|json|yml)$|Makefile$`)

// allowed are the few places that contain such a thing on purpose.
var allowed = map[string]bool{"tree_test.go": true}

// Faults that have been committed before are found by a machine.
func TestTree(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("no git checkout: %v", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(names) < 100 {
		t.Fatalf("git names only %d files", len(names))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) || allowed[name] || strings.Contains(name, "testdata/") ||
			strings.ContainsRune(string(text), 0) {
			continue // removed but not committed, on purpose, data, or binary
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faults {
			if f.files != nil && !f.files.MatchString(name) {
				continue
			}
			if at := f.pattern.FindIndex(text); at != nil {
				t.Errorf("%s:%d: %s", name, 1+strings.Count(string(text[:at[0]]), "\n"), f.what)
			}
		}
	}
}

// The patterns find what they are for.
func TestFaultsAreFound(t *testing.T) {
	for i, text := range []string{
		"a\n<<<<<<< HEAD\nb", "a \n", "see /home/ann/wane", "internal/bus is a queue", "a move in engine form",
		"black men", "see DoubleCell",
	} {
		if !faults[i].pattern.MatchString(text) {
			t.Errorf("%q is not found as %s", text, faults[i].what)
		}
	}
}

// The Makefile rebuilds the page's programs when any of their packages changes.
func TestMakefileSources(t *testing.T) {
	makefile := readText(t, "Makefile")
	t.Setenv("GOOS", "js")
	t.Setenv("GOARCH", "wasm")
	for variable, program := range map[string]string{
		"RULES": "./cmd/wane-wasm", "ENGINE": "./cmd/wane-engine-wasm", "JS": "./cmd/wane-js-wasm",
	} {
		m := regexp.MustCompile(`(?m)^` + variable + `\s*:= \$\(call sources,(.*)\)$`).FindStringSubmatch(makefile)
		if m == nil {
			t.Fatalf("the Makefile has no line for %s", variable)
		}
		folders := strings.Fields(m[1])
		for _, imported := range strings.Fields(goList(t, "-deps", program)) {
			name, ours := strings.CutPrefix(imported, module)
			under := func(f string) bool { return name == f || strings.HasPrefix(name, f+"/") }
			if ours && !slices.ContainsFunc(folders, under) {
				t.Errorf("%s in the Makefile lacks %s", variable, name)
			}
		}
	}
}

// The script that measures features finds their names in the error of an unknown one.
func TestFeaturesScript(t *testing.T) {
	pattern := regexp.MustCompile(`sed -n 's/\.\*(.*)//p'`).FindStringSubmatch(readText(t, "scripts/features.sh"))
	if pattern == nil {
		t.Fatal("the script has no pattern for the names")
	}
	err := search.New(eval.NewNode).SetWithout("?")
	if err == nil {
		t.Fatal("an unknown feature is accepted")
	}
	_, names, _ := strings.Cut(err.Error(), pattern[1])
	if got := strings.Split(names, ", "); !slices.Equal(got, search.Features()) {
		t.Errorf("the script finds %q, want %q", got, search.Features())
	}
}
