package node

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every package with a feature stands in all lists: a test server without one would not delete what it stores, and a
// fuzz target without one would not try its routes.
func TestEveryFeatureIsListed(t *testing.T) {
	files, err := filepath.Glob("../*/http.go")
	if err != nil {
		t.Fatal(err)
	}
	// The files of each list, and what they have of a package.
	lists := map[string]string{
		"features.go": "%s.Data", "node.go": "%s.New(", "../servertest/servertest.go": "%s.Data",
		"../fuzz*_test.go": `internal/server/%s"`,
	}
	found := 0
	for _, file := range files {
		if !strings.Contains(contents(t, file), "// Register implements feature.Feature.") {
			continue
		}
		found++
		name := filepath.Base(filepath.Dir(file))
		stores := strings.Contains(contents(t, "../"+name+"/*.go"), "\nvar Data = feature.Data{")
		for list, form := range lists {
			if form == "%s.Data" && !stores { // of accounts, guests and games
				continue
			}
			want := fmt.Sprintf(form, name)
			if !strings.Contains(contents(t, list), want) {
				t.Errorf("%s lacks %s", list, want)
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d features were found", found)
	}
}

// contents returns what is in the files of a pattern.
func contents(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
