package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

// asIs defines a shell function that prints a call of wane: each argument with a zero
// byte after it, another zero byte, and the standard input.
const asIs = `wane() { printf '%s\0' "$@"; printf '\0'; cat; }; less() { cat; }; `

// Every example in the help works as it is, and fits a terminal of 80 columns.
func TestExamples(t *testing.T) {
	list := []*cobra.Command{newRoot()}
	for i := 0; i < len(list); i++ {
		list = append(list, list[i].Commands()...)
	}
	for _, cmd := range list {
		if cmd.Hidden {
			continue
		}
		if cmd.Example == "" && cmd.Name() != "help" {
			t.Errorf("%s has no example", cmd.Name())
		}
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			if len(line) > 72 {
				t.Errorf("%s: the example is wider than 72 columns: %s", cmd.Name(), line)
			}
		}
		for example := range strings.SplitSeq(strings.ReplaceAll(cmd.Example, "|\n", "|"), "\n") {
			if example != "" {
				t.Run(example, func(t *testing.T) { runExample(t, cmd, example) })
			}
		}
	}
}

// The help fits any terminal, has the whole text of everything, and no blanks at the ends
// of its lines.
func TestHelp(t *testing.T) {
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		words := strings.Fields(cmd.Short + " " + cmd.Long)
		if cmd.Long != "" {
			words = strings.Fields(cmd.Long)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { words = append(words, strings.Fields("--"+f.Name+" "+f.Usage)...) })
		for _, width := range []int{34, 40, 80, 100} {
			text := usage.HelpText(cmd, width)
			kept := " " + strings.Join(strings.Fields(text), " ") + " "
			for _, word := range words {
				if len(word) < width/2 && !strings.Contains(kept, word) {
					t.Errorf("%s, %d columns: the help lacks %q:\n%s", cmd.CommandPath(), width, word, text)
				}
			}
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if line != strings.TrimRight(line, " ") {
					t.Errorf("%s: %q ends in blanks", cmd.CommandPath(), line)
				}
				if example := strings.Contains(cmd.Example+cmd.Long+cmd.UseLine(), strings.TrimSpace(line)); !example &&
					ansi.StringWidth(line) >= width {
					t.Errorf("%s: %q is wider than %d columns", cmd.CommandPath(), line, width-1)
				}
			}
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}

// campaigns are the commands whose examples run for minutes or hours, or until they
// are stopped, or need the data of a server, as those of 'wane admin' do. This test only checks
// their flags and arguments; their own tests run them with small numbers.
var campaigns = map[string]bool{
	"match": true, "openings": true, "bench": true, "loadtest": true, "serve": true,
	"worker": true, "bot": true, "solve": true, "backup": true, "restore": true, "site": true,
	"tablebase build": true,
}

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
	if campaigns[strings.TrimPrefix(cmd.CommandPath(), "wane ")] || strings.HasPrefix(cmd.CommandPath(), "wane admin") ||
		testing.Short() && cmd.Name() == "verify" {
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
