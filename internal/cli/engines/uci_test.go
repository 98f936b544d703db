package engines

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/rules/cheshire"
)

// started starts the fake UCI engine.
func started(t *testing.T, mode, options string) *uci {
	t.Helper()
	p, err := processOf(t, mode, options).New(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p.(*uci)
}

func TestUCIRefused(t *testing.T) {
	for _, c := range []struct{ mode, options, want string }{
		{"good", ",option.Haste=1", `it has no option "Haste": expected one of Hash, Play Style, UCI_Variant`},
		{"good", ",option.Play Style=mild", "expected one of calm, very wild"},
		{"good", ",option.Hash=2048", `its option Hash cannot be "2048": expected an integer (1–1024)`},
		{"good", ",option.Hash=much", `its option Hash cannot be "much": expected an integer (1–1024)`},
	} {
		if _, err := processOf(t, c.mode, c.options).New(context.Background()); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s%s: error %v, want %q", c.mode, c.options, err, c.want)
		}
	}
	for _, c := range []struct{ mode, options, want string }{
		{"orthodox", "", "it plays only chess"},
		{"good", ",variant=shogi", "it does not play the game shogi"},
		{"good", "", ""},
		{"good", ",variant=diminuendo:pbnrqk", ""},
	} {
		err := started(t, c.mode, c.options).Begin(context.Background(), testGame())
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s%s: error %v, want %q", c.mode, c.options, err, c.want)
		}
	}
	if err := started(t, "good", "").Begin(context.Background(), cheshire.New()); err == nil {
		t.Error("an engine that does not list the big board is let play on it")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if _, err := processOf(t, "mute", "").New(ctx); err == nil ||
		!strings.Contains(err.Error(), "does not answer to uci") {
		t.Errorf("mute: error %v", err)
	}
	c := Contestant{}
	if err := Command(&c, Spec{Kind: "cmd", Command: []string{"/no/such/engine"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.New(context.Background()); err == nil {
		t.Error("a program that does not exist was started")
	}
	if err := Command(&c, Spec{Options: []Option{{"threads", "2"}}}); err == nil ||
		!strings.Contains(err.Error(), "option.NAME") {
		t.Errorf("error %v", err)
	}
}

// However a process behaves, it has ended after Close.
func TestUCIClose(t *testing.T) {
	for _, mode := range []string{"good", "stubborn", "hang"} {
		u := started(t, mode, "")
		if err := u.Begin(context.Background(), testGame()); err != nil {
			t.Fatal(err)
		}
		u.Close()
		u.Close() // the second call does nothing
		if u.p.cmd.ProcessState == nil {
			t.Errorf("%s still runs", mode)
		}
	}
}

func TestProcessThatDoesNotRead(t *testing.T) {
	u := started(t, "hang", "")
	_ = u.p.in.SetWriteDeadline(time.Time{})
	u.p.cmd.Process.Kill() //nolint:errcheck,gosec // the test checks it
	<-u.p.ended
	_, err := u.Move(context.Background(), Turn{Position: testGame().Start(), FEN: testGame().Start().String()})
	if err == nil || u.Alive() {
		t.Errorf("error %v, alive %t", err, u.Alive())
	}
}

func TestParseUCIOption(t *testing.T) {
	for line, want := range map[string]uciOption{
		"option name Hash type spin default 16 min 1 max 1024": {"Hash", "spin", nil, "1", "1024"},
		"option name Clear Hash type button":                   {name: "Clear Hash", kind: "button"},
		"option name Style type combo default a b var a b var c": {name: "Style", kind: "combo",
			choices: []string{"a b", "c"}},
		"option name UCI_Variant type combo default chess var chess var x8": {name: "UCI_Variant", kind: "combo",
			choices: []string{"chess", "x8"}},
		"option name Log File type string default": {name: "Log File", kind: "string"},
		"option name Odd type spin default 1 min":  {name: "Odd", kind: "spin"},
	} {
		if got, ok := parseUCIOption(line); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %t", line, got, ok)
		}
	}
	for _, line := range []string{"", "option", "option name type", "option name a type", "info name a type check",
		"id name Fish"} {
		if got, ok := parseUCIOption(line); ok {
			t.Errorf("%q was read as %+v", line, got)
		}
	}
}

func TestOptionValues(t *testing.T) {
	for _, c := range []struct {
		option   uciOption
		value    string
		expected string
	}{
		{uciOption{kind: "check"}, "true", ""},
		{uciOption{kind: "check"}, "yes", "true or false"},
		{uciOption{kind: "spin", least: "-5", most: "5"}, "-5", ""},
		{uciOption{kind: "spin", least: "-5", most: "5"}, "6", "an integer (-5–5)"},
		{uciOption{kind: "spin"}, "6", ""},
		{uciOption{kind: "spin"}, "x", "an integer"},
		{uciOption{kind: "button"}, "", ""},
		{uciOption{kind: "string"}, "x y", ""},
	} {
		if got := c.option.expected(c.value); got != c.expected {
			t.Errorf("%+v, %q: %q, want %q", c.option, c.value, got, c.expected)
		}
	}
}

func TestGoCommand(t *testing.T) {
	black := testGame().Start()
	black.Make(black.Legal(nil)[0])
	clocks := [2]engine.Clock{{Remaining: 1500e6, Increment: 50e6, MovesToGo: 3}, {Remaining: 0.2e6, MovesToGo: 40}}
	for want, turn := range map[string]Turn{
		"go nodes 10000":                             {Control: Control{Nodes: 10000}},
		"go movetime 100 depth 5":                    {Control: Control{MoveTime: 100e6, Depth: 5}},
		"go wtime 1500 winc 50 btime 1 movestogo 3":  {Control: Control{Time: 1}, Clocks: clocks},
		"go wtime 1500 winc 50 btime 1 movestogo 40": {Control: Control{Time: 1}, Clocks: clocks, Position: black},
	} {
		if turn.Position == nil {
			turn.Position = testGame().Start()
		}
		if got := goCommand(turn); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestInfo(t *testing.T) {
	var a Answer
	for _, c := range []struct {
		line  string
		score engine.Score
		depth int
	}{
		{"depth 7 seldepth 9 multipv 1 score cp -35 nodes 99 pv e2e4", -35, 7},
		{"depth 8 multipv 2 score cp 500", -35, 7},
		{"depth 8 currmove e2e4 currmovenumber 3", -35, 7},
		{"string score cp 9 depth 1", -35, 7},
		{"depth 9 score mate 3", engine.Mate - 5, 9},
		{"depth 9 score mate -2", -engine.Mate + 4, 9},
		{"depth 9 score mate 0", -engine.Mate, 9},
		{"depth 10 score cp 99999999999", engine.MateBound, 10},
		{"depth 11 score cp", 0, 11},
		{"depth", 0, 11},
	} {
		a.info(strings.Fields(c.line))
		if !a.Scored || a.Score != c.score || a.Depth != c.depth {
			t.Errorf("after %q: %+v", c.line, a)
		}
	}
	for _, moves := range []int64{1, 5, -1, -7} {
		if n, ok := engine.MateIn(mateScore(moves)); !ok || int64(n) != moves {
			t.Errorf("mate in %d reads back as %d, %t", moves, n, ok)
		}
	}
}
