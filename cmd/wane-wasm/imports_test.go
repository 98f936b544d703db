package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// heavy are packages that would make the page's programs much larger.
var heavy = []string{
	"compress/flate", "encoding/json", "fmt", "log", "log/slog", "net/url", "os", "reflect", "regexp", "runtime/debug",
	"text/template", "testing",
}

// partly are packages that import heavy ones for functions that the page's programs do not call.
var partly = []string{"encoding/binary"}

// TestImports keeps heavy packages out of the page's programs.
func TestImports(t *testing.T) {
	for _, program := range []string{"../wane-wasm", "../wane-engine-wasm", "../wane-js-wasm"} {
		c := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", program)
		c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		imports := map[string][]string{}
		for _, line := range lines {
			words := strings.Fields(line)
			imports[words[0]] = words[1:]
		}
		root := strings.Fields(lines[len(lines)-1])[0]
		seen := map[string]bool{root: true}
		for next := []string{root}; len(next) > 0; next = next[1:] {
			if slices.Contains(partly, next[0]) {
				continue
			}
			for _, p := range imports[next[0]] {
				if slices.Contains(heavy, p) {
					t.Errorf("%s: %s imports %s", program, next[0], p)
				}
				if !seen[p] {
					seen[p] = true
					next = append(next, p)
				}
			}
		}
		if len(seen) < 50 {
			t.Errorf("%s: only %d packages were found", program, len(seen))
		}
	}
}
