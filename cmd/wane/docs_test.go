package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every call of wane in the documentation has an existing command, flags and
// arguments.
func TestDocumentedCalls(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, file := range append(files, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, script := range shellBlocks(strings.ReplaceAll(string(text), "\\\n", " ")) {
			for _, args := range calledWith(t, script) {
				calls++
				t.Run(filepath.Base(file)+": "+strings.Join(args, " "), func(t *testing.T) { checkCall(t, args) })
			}
		}
	}
	if calls < 40 {
		t.Errorf("%d calls found, expected at least 40", calls)
	}
}

// shellBlocks returns the lines of the sh blocks of a Markdown text that call wane.
func shellBlocks(text string) (scripts []string) {
	shell := false
	for line := range strings.Lines(text) {
		if after, fence := strings.CutPrefix(line, "```"); fence {
			shell = strings.TrimSpace(after) == "sh"
		} else if shell && strings.Contains(line, "wane ") {
			scripts = append(scripts, line)
		}
	}
	return scripts
}

// calledWith makes a shell split a script and returns the arguments of each call of
// wane. Other programs do nothing.
func calledWith(t *testing.T, script string) (calls [][]string) {
	t.Helper()
	const stub = `wane() { printf 'call\0' >&3; printf '%s\0' "$@" >&3; printf '\0' >&3; }
for f in xboard curl make cd go git install pg_dump pg_restore; do eval "$f() { :; }"; done
`
	out := filepath.Join(t.TempDir(), "calls")
	cmd := exec.Command("sh", "-c", stub+script, "sh")
	cmd.Dir = t.TempDir()
	file, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{file}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", script, err, text)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for call := range strings.SplitSeq(string(data), "call\x00") {
		if call = strings.TrimSuffix(call, "\x00\x00"); call != "" {
			calls = append(calls, strings.Split(call, "\x00"))
		}
	}
	return calls
}

// The page about servers has every flag of its commands.
func TestDocumentedFlags(t *testing.T) {
	text, err := os.ReadFile("../../docs/server.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"serve", "worker", "backup", "restore"} {
		cmd, _, err := newRoot().Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range flagNames(cmd) {
			if flag != "help" && !strings.Contains(string(text), "`--"+flag) {
				t.Errorf("docs/server.md lacks --%s of wane %s", flag, name)
			}
		}
	}
}

func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// The page of commands has every command.
func TestDocumentedCommands(t *testing.T) {
	text, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range newRoot().Commands() {
		if name := cmd.Name(); name != "help" && !cmd.Hidden && !strings.Contains(string(text), "`wane "+name+"`") {
			t.Errorf("docs/commands.md lacks wane %s", name)
		}
	}
}
