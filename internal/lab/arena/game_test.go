package arena

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
)

func TestClock(t *testing.T) {
	var b gameRun
	b.Config = &Config{Margin: 5 * time.Millisecond, Timeout: time.Minute}
	c := engines.Control{Time: time.Second, Increment: 10 * time.Millisecond, Moves: 2}
	clock := &b.clocks[game.Black]
	clock.Remaining, clock.MovesToGo = c.Time, c.Moves
	for _, step := range []struct {
		took, left time.Duration
		moves      int
	}{
		{300e6, 710e6, 1},
		{712e6, 10e6 + time.Second, 2}, // within the margin; then the next time control begins
		{500e6, 520e6, 1},
	} {
		if got := b.allowed(c, game.Black); got != clock.Remaining+5e6 {
			t.Errorf("%v are allowed, with %v on the clock", got, clock.Remaining)
		}
		b.tick(game.Black, c, step.took)
		if clock.Remaining != step.left || clock.MovesToGo != step.moves {
			t.Errorf("after %v: %+v, want %v and %d moves", step.took, *clock, step.left, step.moves)
		}
	}
	if b.clocks[game.White].Remaining != 0 {
		t.Error("the other clock runs too")
	}
	for control, want := range map[engines.Control]time.Duration{
		{Nodes: 5}:                            time.Minute,
		{MoveTime: 100e6}:                     300e6,
		{Time: 1, MoveTime: 100e6, Depth: 77}: 300e6,
	} {
		clock.Remaining = time.Hour
		if got := b.allowed(control, game.Black); got != want {
			t.Errorf("%v: %v are allowed, want %v", control, got, want)
		}
	}
}

func TestReferee(t *testing.T) {
	const none = -1 << 20 // no score
	rules := Adjudication{DrawMoves: 2, DrawAfter: 3, DrawScore: 10, ResignMoves: 2, ResignScore: 500, MaxMoves: 10}
	for _, c := range []struct {
		name   string
		rules  Adjudication
		scores []engine.Score // of each move, for the color that plays it
		want   game.Outcome
		plies  int
	}{
		{"level", rules, []engine.Score{5, -5, 10, -10, 0, 0, 0}, game.Drawn(AgreedDraw), 6},
		{"level for too short a time", rules, []engine.Score{5, 5, 11, 0, 0, 0}, game.Outcome{}, 6},
		{"White wins", rules, []engine.Score{0, 0, 500, -600, 700, -800, 900}, game.Win(game.White, AgreedWin), 6},
		{"Black wins", rules, []engine.Score{0, 0, -500, 600, -700, engine.Mate - 5, 900}, game.Win(game.Black, AgreedWin),
			6},
		{"only one sees it", rules, []engine.Score{500, -100, 500, -100, 500, -100, 500}, game.Outcome{}, 7},
		{"both think that they win", rules, []engine.Score{500, 500, 500, 500, 500, 500, 500}, game.Outcome{}, 7},
		{"no scores", rules, []engine.Score{0, 0, none, none, none, 0, 0, 0}, game.Outcome{}, 8},
		{"too long", Adjudication{MaxMoves: 3}, []engine.Score{0, 0, 0, 0, 0, 0, 0}, game.Drawn(TooLong), 6},
		{"off", Adjudication{}, make([]engine.Score, 900), game.Outcome{}, 900},
	} {
		r := referee{Adjudication: c.rules}
		var got game.Outcome
		plies := 0
		for i, s := range c.scores {
			r.add(game.Color(i%2), engines.Answer{Score: s, Scored: s != none})
			plies++
			if got = r.verdict(); got.Over() {
				break
			}
		}
		if got != c.want || plies != c.plies {
			t.Errorf("%s: %q after %d plies, want %q after %d", c.name, got, plies, c.want, c.plies)
		}
	}
}
