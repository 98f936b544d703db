package db

import (
	"io/fs"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Migrations only add to the schema, so that nodes of the last release go on working while
// others are updated. What no release needs any more may be dropped: except such a statement
// here.
func TestMigrationsOnlyAdd(t *testing.T) {
	for statement, want := range map[string]bool{
		"ALTER TABLE games DROP COLUMN x": true, "DROP TABLE x": true, "ALTER TABLE x RENAME TO y": true,
		"ALTER TABLE games ADD COLUMN x TEXT NOT NULL":            true,
		"ALTER TABLE games ALTER COLUMN x DROP DEFAULT":           true,
		"ALTER TABLE games ADD COLUMN x TEXT NOT NULL DEFAULT ''": false, "CREATE TABLE x (y TEXT NOT NULL)": false,
		"DROP INDEX x": false,
	} {
		if breaksOlder(statement) != want {
			t.Errorf("%s breaks older nodes: %v", statement, !want)
		}
	}
	count := 0
	err := fs.WalkDir(migrations, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrations, path)
		if err != nil {
			return err
		}
		count++
		for statement := range strings.SplitSeq(uncommented(string(text)), ";") {
			statement = strings.Join(strings.Fields(statement), " ")
			if breaksOlder(statement) {
				t.Errorf("%s: %s", path, statement)
			}
		}
		return nil
	})
	if err != nil || count < 1 {
		t.Errorf("%d migrations: %v", count, err)
	}
}

// Databases of every release count: a step that a release has taken is never written again.
func TestReleasedMigrationsStay(t *testing.T) {
	git := func(args ...string) string {
		out, err := exec.Command("git", args...).Output() //nolint:gosec // a test
		if err != nil {
			t.Skipf("no git checkout: %v", err)
		}
		return strings.TrimSpace(string(out))
	}
	for tag := range strings.FieldsSeq(git("tag", "--list", "v*", "--merged", "HEAD")) {
		if changed := git("diff", "--name-only", "--diff-filter=a", tag, "--", "migrations"); changed != "" {
			t.Errorf("%s has other migrations than this version: %s; expected new files only", tag, changed)
		}
	}
}

var (
	removes  = regexp.MustCompile(`(?i)\b(DROP|RENAME|TRUNCATE|ALTER COLUMN|DELETE FROM)\b`)
	required = regexp.MustCompile(`(?i)\bADD COLUMN\b.*\bNOT NULL\b`)
)

// breaksOlder reports whether nodes that do not know of a statement may fail after it. Without an
// index they are only slower.
func breaksOlder(statement string) bool {
	return removes.MatchString(strings.TrimPrefix(statement, "DROP INDEX ")) ||
		required.MatchString(statement) && !strings.Contains(statement, " DEFAULT ")
}

// uncommented returns SQL without its comments.
func uncommented(text string) string { return regexp.MustCompile(`--.*`).ReplaceAllString(text, "") }
