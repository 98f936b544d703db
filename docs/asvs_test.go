package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// known are the tests of packages that were looked at.
type known map[string]map[string]bool

// testsOf returns the tests of a package, whose path begins at the server's packages or at the repository's root.
func (k known) testsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	if k[pkg] != nil {
		return k[pkg]
	}
	dir := filepath.Join("..", "internal", "server", pkg)
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Join("..", "internal", pkg)
	}
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Join("..", strings.TrimPrefix(pkg, "root"))
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	k[pkg] = map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllSubmatch(text, -1) {
			k[pkg][string(found[1])] = true
		}
	}
	return k[pkg]
}

// check returns what is wrong with the last cell of a row: it has names of tests that exist, or says why there is none.
func (k known) check(t *testing.T, cell string) error {
	t.Helper()
	if why, none := strings.CutPrefix(cell, "no test: "); none && why != "" {
		return nil
	}
	for part := range strings.SplitSeq(cell, ", ") {
		name := strings.Trim(part, "`")
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 || "`"+name+"`" != part {
			return fmt.Errorf("%q: expected `package.TestName`, or no test and the reason", part)
		}
		if !k.testsOf(t, name[:dot])[name[dot+1:]] {
			return fmt.Errorf("there is no test %s", name)
		}
	}
	return nil
}

// requirements is how many the levels 1 and 2 have, beside those of OAuth and WebRTC.
const requirements = 217

// Each requirement of the standard stands in one row, which names tests that exist or says why there is none.
func TestASVS(t *testing.T) {
	text, err := os.ReadFile("asvs.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, rows, places := known{}, 0, map[string]int{}
	number := regexp.MustCompile(`\d+\.\d+\.\d+(–(\d+\.\d+\.\d+))?`)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 || !strings.HasPrefix(line, "|") || strings.HasPrefix(cells[0], " ---") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if cells[0] == "Requirements" || strings.HasPrefix(cells[0], "**") && cells[1] == "" { // a heading
			continue
		}
		if err := tests.check(t, cells[3]); err != nil {
			t.Errorf("%s: %v", cells[0], err)
		}
		rows++
		for _, found := range number.FindAllString(cells[0], -1) {
			for _, one := range between(strings.Split(found, "–")) {
				if places[one]++; places[one] > 1 {
					t.Errorf("%s stands in two rows", one)
				}
			}
		}
	}
	if rows < 80 || len(places) != requirements {
		t.Errorf("%d rows with %d requirements, want %d", rows, len(places), requirements)
	}
	for cell, want := range map[string]string{
		"": "expected", "no test: ": "expected", "`gamestore.TestConform`": "",
		"`gamestore.TestNothing`":               "no test gamestore.TestNothing",
		"`gamestore.TestConform`, TestAccounts": "expected", "`nowhere.TestConform`": "no test", "no test: a document": "",
	} {
		if err := tests.check(t, cell); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", cell, err, want)
		}
	}
}

// between returns the numbers from the first to the last of some, which differ in their last part.
func between(ends []string) (list []string) {
	var chapter, section, from, to int
	if _, err := fmt.Sscanf(ends[0], "%d.%d.%d", &chapter, &section, &from); err != nil {
		return nil
	}
	to = from
	if len(ends) > 1 {
		_, _ = fmt.Sscanf(ends[1], "%d.%d.%d", &chapter, &section, &to)
	}
	for n := from; n <= to; n++ {
		list = append(list, fmt.Sprintf("%d.%d.%d", chapter, section, n))
	}
	return list
}

// The keys that the database keeps are all in the list of those.
func TestKeys(t *testing.T) {
	page, err := os.ReadFile("threats.md")
	if err != nil {
		t.Fatal(err)
	}
	key := regexp.MustCompile(`\.Secret\(ctx, "(\w+)"\)|SecretName = "(\w+)"`)
	found := 0
	err = filepath.WalkDir("../internal/server", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, names := range key.FindAllSubmatch(text, -1) {
			name := string(names[1]) + string(names[2])
			if found++; !strings.Contains(string(page), "\n| `"+name+"` | ") {
				t.Errorf("%s: threats.md does not list the key %q", path, name)
			}
		}
		return err
	})
	if err != nil || found < 4 {
		t.Errorf("%d keys are found, %v", found, err)
	}
}
