package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wane-chess/wane/internal/testing/flagwords"
)

// Each idea has one word in the flags of all commands, and a word has one letter or none.
func TestFlagWords(t *testing.T) { flagwords.Check(t, newRoot(), flagwords.Program) }

// runnable returns every command that runs, as the words of its call.
func runnable(cmd *cobra.Command) (calls [][]string) {
	if cmd.Runnable() {
		calls = append(calls, strings.Fields(cmd.CommandPath())[1:])
	}
	for _, sub := range cmd.Commands() {
		calls = append(calls, runnable(sub)...)
	}
	return calls
}

// Every command exits with 2 for an unknown flag, and for a flag whose value is not of
// its type.
func TestBadFlags(t *testing.T) {
	for _, call := range runnable(newRoot()) {
		cmd, _, err := newRoot().Find(call)
		if err != nil {
			t.Fatal(err)
		}
		flags := []string{"--bogus"}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind != "string" && kind != "stringSlice" && kind != "stringArray" {
				flags = append(flags, "--"+f.Name+"=x")
			}
		})
		for _, flag := range flags {
			args := append(slices.Clone(call), flag)
			code, out, errs := wane(t, "", args...)
			if code != 2 || out != "" || !strings.Contains(errs, "See 'wane "+strings.Join(call, " ")) {
				t.Errorf("%v: exit code %d, want 2: %s%s", args, code, out, errs)
			}
		}
	}
}

// An unknown variant is a usage error in every command.
func TestUnknownVariants(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	tested := map[string]bool{}
	for _, call := range []string{
		"play go", "replay - -v go", "rules go", "show -v go", "gif -v go", "gif - -v go", "moves -v go", "import - -v go",
		"perft 1 -v go", "analyze -v go", "analyze --pgn - -v go", "solve -v go", "bot -v go", "loadtest -v go",
		"match -v go -e wane -e baseline",
		"openings -v go", "bench -v go", "show -v diminuendo:x", "play chess+qk",
		"admin games list --variant go", "admin games export --variant go",
		"admin openings list --variant go", "admin openings set X --variant go --moves e4",
		"tablebase build -v go", "tablebase probe -v go x",
		"book show go", "book lines go", "puzzle solve -v go", "puzzle show -v go", "puzzle check -v go x",
	} {
		args := strings.Fields(call)
		cmd, _, err := newRoot().Find(args)
		if err != nil {
			t.Fatal(err)
		}
		tested[cmd.CommandPath()] = true
		code, out, errs := wane(t, "1. e4", args...)
		if code != 2 || out != "" || !strings.Contains(errs, "See 'wane "+args[0]) {
			t.Errorf("%s: exit code %d, want 2: %s%s", call, code, out, errs)
		}
	}
	for _, call := range runnable(newRoot()) {
		cmd, _, err := newRoot().Find(call)
		if err != nil {
			t.Fatal(err)
		}
		if (strings.Contains(cmd.Use, "VARIANT") || cmd.Flags().Lookup("variant") != nil) && !tested[cmd.CommandPath()] {
			t.Errorf("the test lacks %v", call)
		}
	}
}

// A value that a flag or an argument cannot have is a usage error in every command.
func TestBadValues(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	for _, call := range []string{
		"play shrink --color pink", "play shrink --level 9", "play shrink --clock x",
		"show -v chess --size 1", "show -v chess --svg --png", "show -v chess --ply 1", "gif -v chess --delay 0s",
		"gif -v chess --loops -1",
		"perft x -v chess", "perft 1 -v chess --threads -1",
		"analyze -v chess --lines 0", "analyze -v chess --depth -1", "analyze -v chess --movetime -1s",
		"analyze -v chess --hash 0",
		"analyze -v chess --threads 0", "analyze -v chess --pgn - --level x", "analyze -v chess --pgn - --game 2",
		"solve -v cheshire8 --time -1s", "solve -v cheshire8 --hash 0",
		"tablebase x", "tablebase build --pieces 2", "tablebase build --concurrency 0", "tablebase build KXvK",
		"tablebase verify --concurrency 0",
		"serve --addr nowhere", "serve --addr localhost:0 --db mysql://x", "serve --addr localhost:0 --db sqlite:",
		"serve --addr localhost:0 --db postgres://%", "serve --addr localhost:0 --nats foo",
		"serve --addr localhost:0 --base-url x",
		"serve --concurrency -1", "serve --log x", "worker", "worker --url https://wane.example",
		"worker --url foo --token x",
		"worker --url https://wane.example --token x --concurrency 0",
		"worker --url https://wane.example --token x --log x",
		"admin users token",
		"book x", "book show", "book show x", "book show chess", "book show shrink e2e5", "book lines", "book lines chess",
		"atlas x", "atlas show", "atlas show x", "atlas show pbnrqk+qk",
		"loadtest --concurrency 0", "loadtest --every -1s", "loadtest --for 0s", "loadtest --kill -1", "loadtest --url x",
		"uci --without x", "xboard --without x",
		"match -v chess -e wane -e baseline --nodes 1 --games -1", "match -v chess -e x -e wane --nodes 1",
		"match -v chess -e wane -e baseline --time x",
		"match -v chess -e wane -e baseline --nodes 1 --sprt x", "match -v chess -e wane -e baseline --nodes 1 --margin -1s",
		"openings -v chess --count 0", "openings -v chess --max-score -1", "openings -v chess --nodes 0",
		"puzzle solve --rating 1", "puzzle solve --theme x", "puzzle show x", "puzzle check",
		"bench --depth -1", "bench --movetime -1s", "bench --hash 0", "bench --threads -1", "bench --without x",
	} {
		code, out, errs := wane(t, "1. e4", strings.Fields(call)...)
		if code != 2 || out != "" || !strings.Contains(errs, "See 'wane ") {
			t.Errorf("%s: exit code %d, want 2: %s%s", call, code, out, errs)
		}
	}
}

// An empty argument or flag is an error that says what is expected.
func TestEmptyArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"show", ""}, "expected a FEN"},
		{[]string{"show", " ", "-v", "chess"}, "expected a FEN"},
		{[]string{"show", "-v", "chess", "--fen="}, "expected a FEN"},
		{[]string{"show", small, "--variant="}, "expected a variant"},
		{[]string{"gif", "--fen=", "-v", "chess"}, "expected a FEN"},
		{[]string{"moves", "", "-v", "chess"}, "expected a FEN"},
		{[]string{"perft", "1", "-v", "chess", "--fen="}, "expected a FEN"},
		{[]string{"analyze", "", "-v", "chess"}, "expected a FEN"},
		{[]string{"solve", "", "-v", "cheshire8"}, "expected a FEN"},
		{[]string{"tablebase", "probe", ""}, "expected a FEN"},
		{[]string{"import", "-", "--fen="}, "expected a FEN"},
		{[]string{"import", "-", "--variant="}, "expected a variant"},
		{[]string{"play", ""}, "the VARIANT is empty"},
		{[]string{"play", "chess", "--fen="}, "expected a FEN"},
		{[]string{"rules", ""}, `unknown game ""`},
		{[]string{"import", ""}, "the name of the FILE is empty"},
		{[]string{"replay", ""}, "the name of the FILE is empty"},
		{[]string{"perft", "", "-v", "chess"}, "expected plies"},
		{[]string{"tablebase", "verify", ""}, "expected a file or directory"},
		{[]string{"tablebase", "build", ""}, "expected something like KQvKR"},
	} {
		code, out, errs := wane(t, "1. e4", c.args...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit code %d, want 2; %s%s; want %q", c.args, code, out, errs, c.want)
		}
	}
}
