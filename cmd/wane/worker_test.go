package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Tablebases stay in the directory with the former name until one with the present
// name exists.
func TestCachedTables(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	for _, c := range []struct{ make, want string }{
		{"", "tablebases"},
		{"endings", "endings"},
		{"tablebases", "tablebases"},
	} {
		if c.make != "" {
			if err := os.MkdirAll(filepath.Join(cache, "wane", c.make), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := cachedTables(); err != nil || got != filepath.Join(cache, "wane", c.want) {
			t.Errorf("with %q: %s, %v; want %s", c.make, got, err, c.want)
		}
	}
}
