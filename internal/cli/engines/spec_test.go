package engines

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"wane": {Kind: "wane"},
		"wane,name=A B, hash=16,without=null-move+lmr": {Kind: "wane", Name: "A B",
			Options: []Option{{"hash", "16"}, {"without", "null-move+lmr"}}},
		"baseline,nodes=500,depth=3,movetime=100ms": {Kind: "baseline",
			Control: Control{Nodes: 500, Depth: 3, MoveTime: 100 * time.Millisecond}},
		"wane,time=5+0.05": {Kind: "wane",
			Control: Control{Time: 5 * time.Second, Increment: 50 * time.Millisecond}},
		"cmd=/usr/games/stockfish,option.Hash=64": {Kind: "cmd", Command: []string{"/usr/games/stockfish"},
			Options: []Option{{"option.Hash", "64"}}},
		"cmd=bin/wane  uci,name=B": {Kind: "cmd", Name: "B", Command: []string{"bin/wane", "uci"}},
		`cmd='"my engine" -x "a,b"',option.Log File=`: {Kind: "cmd", Command: []string{"my engine", "-x", "a,b"},
			Options: []Option{{"option.Log File", ""}}},
		`cmd=e,option.Path="a,b=c"`: {Kind: "cmd", Command: []string{"e"},
			Options: []Option{{"option.Path", "a,b=c"}}},
	} {
		got, err := ParseSpec(text)
		if want.Text = text; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                   "no engine:",
		",hash=1":            "no engine:",
		"hash=16":            "expected the engine first",
		"cmd=":               "no command:",
		"cmd=''":             "no command:",
		"cmd='a":             "not closed",
		"wane,hash":          "expected NAME=VALUE",
		"wane,=3":            "expected NAME=VALUE",
		"wane,name=":         "name is empty",
		"wane,nodes=0":       "integer from 1",
		"wane,nodes=-1":      "integer from 1",
		"wane,depth=x":       "integer from 1",
		"wane,movetime=100":  "a time such as 100ms",
		"wane,movetime=-1s":  "a time such as 100ms",
		"wane,time=5:00":     "expected seconds",
		"wane,movetime=9e9h": "a time such as 100ms",
		"wane,rating=x":      "an Elo rating from 1",
		"wane,rating=-5":     "an Elo rating from 1",
		"wane,rating=NaN":    "an Elo rating from 1",
	} {
		if s, err := ParseSpec(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, error %v, want one with %q", text, s, err, want)
		}
	}
}

// A match resumes with other ratings: they are no part of the description.
func TestRatingOfSpec(t *testing.T) {
	got, err := ParseSpec("cmd=a b,rating=2600,option.Hash=64, rating=2700.5,name=C")
	if err != nil || got.Rating != 2700.5 || got.Text != "cmd=a b,option.Hash=64,name=C" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string]Control{
		"5+0.05":    {Time: 5e9, Increment: 50e6},
		"60":        {Time: 60e9},
		"0+1":       {Increment: 1e9},
		"40/60+0.5": {Time: 60e9, Increment: 500e6, Moves: 40},
	} {
		got, err := ParseClock(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if again, err := ParseClock(got.String()); err != nil || again != want {
			t.Errorf("%s is written %s, which reads as %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "0", "0+0", "-1", "5+", "+5", "5+-1", "NaN", "Inf", "1e99", "0/5", "x/5", "5/",
		"40/60/5"} {
		if c, err := ParseClock(text); err == nil || !strings.Contains(err.Error(), "5+0.05") {
			t.Errorf("%q: %+v, error %v", text, c, err)
		}
	}
	if s := (Control{Nodes: 5, Depth: 3, MoveTime: 100e6}).String(); s != "movetime=100ms nodes=5 depth=3" {
		t.Error(s)
	}
}
