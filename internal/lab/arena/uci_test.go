package arena

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
)

// A match with an engine in this process and one with the same engine by UCI have the
// same games.
func TestUCIPlays(t *testing.T) {
	inside := entrant("good", func(_ context.Context, p game.Position, _ engine.Limits) (engine.Report, error) {
		return engine.Report{Depth: 3, Score: 31, PV: p.Legal(nil)}, nil
	})
	var games [2][]Record
	for i, c := range []engines.Contestant{inside, processOf(t, "good", ",option.hash=32,option.Play Style=very wild")} {
		config := newMatch(t, 6, entrant("dice", dice), c)
		config.Concurrency = 1 + i
		_, games[i] = gather(t, config)
		for _, r := range games[i] {
			if r.Fault != engines.NoFault {
				t.Error(r.Detail)
			}
			for j, note := range r.notes {
				p, _ := testGame().Parse(r.FEN)
				if (j%2 == int(p.Turn())) != (r.White == 0) && note != "+0.31/3" {
					t.Errorf("game %d, ply %d: noted %q", r.Game, j, note)
				}
			}
		}
		timeless(games[i])
	}
	if !reflect.DeepEqual(games[0], games[1]) {
		t.Errorf("inside:\n%+v\nby command:\n%+v", games[0], games[1])
	}
}

func TestUCIFaults(t *testing.T) {
	for _, c := range []struct {
		mode    string
		control engines.Control
		fault   engines.Fault
		detail  string
	}{
		{"crash", engines.Control{Nodes: 1}, engines.Crash, `the program ended: exit status 3; it wrote "out of cheese"`},
		{"illegal", engines.Control{Nodes: 1}, engines.Illegal, "e1e1"},
		{"none", engines.Control{Nodes: 1}, engines.Illegal, "(none)"},
		{"slow", engines.Control{Time: 400e6, Increment: 1e6}, engines.TimeLoss, "it took"},
		{"slow", engines.Control{Nodes: 1}, engines.Hang, "no move after"},
		{"hang", engines.Control{Time: 400e6}, engines.TimeLoss, "did not stop"},
		{"hang", engines.Control{Depth: 1}, engines.Hang, "no move after"},
		{"crash", engines.Control{Time: 1e9}, engines.Crash, "exit status 3"},
	} {
		t.Run(c.mode+" "+c.control.String(), func(t *testing.T) {
			t.Parallel()
			bad := processOf(t, c.mode, "")
			bad.Control = c.control
			config := newMatch(t, 3, bad, entrant("dice", dice))
			config.Timeout = 400 * time.Millisecond
			report, records := gather(t, config)
			// It fails in each game after two moves, and after a restart plays two
			// moves again.
			if n := report.Tally.Faults[0][c.fault]; n != 3 || report.Tally.Losses != 3 || len(report.Tally.Faults[1]) > 0 {
				t.Errorf("%d faults: %+v", n, report.Tally)
			}
			for _, r := range records {
				if !strings.Contains(r.Detail, c.detail) || !strings.Contains(r.Detail, "in \"") {
					t.Errorf("game %d: %q does not say %q", r.Game, r.Detail, c.detail)
				}
			}
			if n := len(records[0].Moves); n < 4 {
				t.Errorf("it failed after %d plies already", n)
			}
			restarted := c.fault == engines.Crash || c.mode == "hang"
			if n := len(records[1].Moves); restarted != (n >= 4) {
				t.Errorf("the next game has %d plies", n)
			}
		})
	}
}

// A program that does not speak UCI gets the match's Timeout to start, not longer.
func TestUCIMute(t *testing.T) {
	spec, err := engines.ParseSpec("cmd=cat")
	if err != nil {
		t.Fatal(err)
	}
	mute := engines.Contestant{Name: "cat", Control: engines.Control{Nodes: 1}}
	if err := engines.Command(&mute, spec); err != nil {
		t.Fatal(err)
	}
	config := newMatch(t, 1, mute, entrant("dice", dice))
	config.Timeout = time.Millisecond
	ctx, cancel := context.WithCancelCause(t.Context())
	defer time.AfterFunc(maxStart-time.Second, func() { cancel(errFake) }).Stop()
	if _, err := Run(ctx, config); err == nil ||
		!strings.Contains(err.Error(), "cat does not start: it does not answer to uci: hang: no answer in time") {
		t.Errorf("error %v", err)
	}
}
