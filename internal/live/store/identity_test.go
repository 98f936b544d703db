package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIdentityChecked looks for transactions that do not check whose they are.
func TestIdentityChecked(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range []string{".plainly(", ".inTurn("} {
			n := strings.Count(string(text), run)
			found += n
			if n > 0 && name != "identity.go" && !strings.HasSuffix(name, "_test.go") {
				t.Errorf("%s runs a transaction without transact, chore or changeAccount", name)
			}
		}
	}
	if found == 0 {
		t.Error("no transactions were found")
	}
}
