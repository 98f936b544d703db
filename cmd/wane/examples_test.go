package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// asIs defines a shell function that prints a call of wane: each argument with a zero
// byte after it, another zero byte, and the standard input.
const asIs = `wane() { printf '%s\0' "$@"; printf '\0'; cat; }; less() { cat; }; `

// Every example in the help works as it is, and fits a terminal of 80 columns.
func TestExamples(t *testing.T) {
	list := append(newRoot().Commands(), newRoot())
	for _, cmd := range newRoot().Commands() {
		list = append(list, cmd.Commands()...)
	}
	for _, cmd := range list {
		if cmd.Example == "" && cmd.Name() != "help" {
			t.Errorf("%s has no example", cmd.Name())
		}
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			if len(line) > 72 {
				t.Errorf("%s: the example is cut off: %s", cmd.Name(), line)
			}
		}
		for example := range strings.SplitSeq(strings.ReplaceAll(cmd.Example, "|\n", "|"), "\n") {
			if example != "" {
				t.Run(example, func(t *testing.T) { runExample(t, cmd, example) })
			}
		}
	}
}

// The help capitalizes the first word of a description and lowers the rest of that
// word, so no description begins with an abbreviation such as NATS.
func TestHelpWords(t *testing.T) {
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		texts := []string{cmd.Short}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { texts = append(texts, f.Usage) })
		for _, text := range texts {
			word, _, _ := strings.Cut(text, " ")
			if word == "" || word[1:] != strings.ToLower(word[1:]) {
				t.Errorf("%s: %q begins with an abbreviation", cmd.CommandPath(), text)
			}
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}

// campaigns are the commands whose examples run for minutes or hours, or until they
// are stopped. This test only checks their flags and arguments; their own tests run
// them with small numbers.
var campaigns = map[string]bool{"match": true, "openings": true, "selfplay": true, "tune": true, "bench": true, "loadtest": true, "serve": true, "worker": true, "solve": true, "build": true}

// checkCall checks the flags and the number of arguments of a call.
func checkCall(t *testing.T, args []string) {
	t.Helper()
	cmd, rest, err := newRoot().Find(args)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Fatal(err)
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Error(err)
	}
	if err := cmd.ValidateRequiredFlags(); err != nil {
		t.Error(err)
	}
}

func runExample(t *testing.T, cmd *cobra.Command, example string) {
	t.Chdir(t.TempDir())
	called, err := exec.Command("sh", "-c", asIs+example).Output()
	if err != nil {
		t.Fatal(err)
	}
	args, stdin, _ := strings.Cut(string(called), "\x00\x00")
	if campaigns[cmd.Name()] || testing.Short() && cmd.Name() == "verify" {
		checkCall(t, strings.Split(args, "\x00"))
		return
	}
	noTerminal := strings.HasPrefix(args, "play") || cmd.Name() == "replay"
	if cmd.Name() == "replay" {
		for _, name := range []string{"game.pgn", "score.txt"} {
			if err := os.WriteFile(name, []byte("1. c4 a4"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	code, out, errs := wane(t, stdin, strings.Split(args, "\x00")...)
	files, _ := os.ReadDir(".")
	switch {
	case noTerminal && (code != 1 || !strings.Contains(errs, errNoTerminal.Error())):
		t.Errorf("exit code %d, %s; all but the terminal should be well", code, errs)
	case !noTerminal && code != 0, out == "" && len(files) == 0 && !noTerminal:
		t.Errorf("exit code %d, %d bytes and %d files written, %s", code, len(out), len(files), errs)
	}
}
