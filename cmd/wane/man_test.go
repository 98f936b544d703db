package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command has a man page with its flags and its examples.
func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man", "man1")
	if code, _, errs := wane(t, "", "man", "--output", dir); code != 0 {
		t.Fatal(errs)
	}
	// roff escapes hyphens, backslashes, and periods and quotes at the start of a
	// line.
	unescape := strings.NewReplacer(`\-`, "-", `\\`, `\`, `\&`, "", `\(cq`, "'", `\(en`, "–")
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		text, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Fatal(err)
		}
		page := unescape.Replace(string(text))
		for _, flag := range flagNames(cmd) {
			if !strings.Contains(page, "--"+flag) {
				t.Errorf("the page of %s lacks --%s", cmd.CommandPath(), flag)
			}
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.Contains(page, strings.TrimSpace(line)) {
				t.Errorf("the page of %s lacks the example %s", cmd.CommandPath(), line)
			}
		}
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
				check(sub)
			}
		}
	}
	check(newRoot())

	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := wane(t, "", "man", "--output", file); code != 1 || !strings.Contains(errs, file) {
		t.Errorf("a file as directory: exit code %d, %s", code, errs)
	}
}
