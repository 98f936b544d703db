package gamestore_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// plainly finds what reaches the database without the guard of transactions, which checks whose they are.
var plainly = regexp.MustCompile(`\b(?:db|DB|d)(?:\(\))?\.(?:Group|Pool|Bun)\(`)

// TestIdentityChecked looks for writes that do not check whose they are: only moves and a search may pass by the guard,
// in files of the store that are named here.
func TestIdentityChecked(t *testing.T) {
	may := map[string]bool{"sqlite_commit.go": true, "postgres_commit.go": true, "search.go": true}
	found := 0
	for _, root := range []string{"../..", "../../../cmd"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(path, "../../server/db/") || strings.HasPrefix(path, "../../testing/") {
				return err
			}
			text, err := os.ReadFile(path)
			if plainly.Match(text) {
				found++
				if !may[filepath.Base(path)] {
					t.Errorf("%s: %s passes by the guard of transactions", path, plainly.Find(text))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found != len(may) {
		t.Errorf("%d files reach the database without the guard, want %d", found, len(may))
	}
}
