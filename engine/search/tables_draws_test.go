package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/tablebase"
)

// Where the draw by the move count may come before the mate, the engine makes
// moves that win without the fifty-move rule, and with the tables' help restarts the
// count as soon as it must, if it can.
func TestTablesAndTheMoveCount(t *testing.T) {
	s := withTables(tablebase.Builtin())
	restarted := 0
	for _, fresh := range endings(t, 25, func(s engine.Score) bool { return s > 0 && s <= engine.Mate-5 }) {
		p := shrink(t, counted(fresh, 97))
		if _, known := tablebase.Builtin().Score(p, p.Halfmoves()); known {
			t.Fatalf("%s is known", p)
		}
		info := mustSearch(t, s, p, engine.Limits{Depth: 6})
		if truth := truthOf(t, fresh, info.Best()); truth <= 0 {
			t.Errorf("%s: %s gives the win away: %d", p, p.UCI(info.Best()), truth)
		}
		if info.Score > engine.MateBound {
			q := p.Clone()
			reset := false
			for _, m := range info.PV {
				q.Make(m)
				reset = reset || q.Halfmoves() == 0
			}
			if !reset || q.LegalCount() > 0 || !q.InCheck() {
				t.Errorf("%s: %+v is no mate in time", p, info)
			}
			restarted++
		}
	}
	if restarted == 0 {
		t.Error("the count never restarted")
	}
}

// counted is the FEN of a position with so many halfmoves counted.
func counted(p game.Position, halfmoves int) string {
	return fmt.Sprintf("%s %d 90", strings.Join(strings.Fields(p.String())[:4], " "), halfmoves)
}

// A win that the third repetition would spoil is won in another way.
func TestTablesAndRepetition(t *testing.T) {
	s := withTables(tablebase.Builtin())
	tried := 0
	for _, p := range endings(t, 300, won) {
		best := mustSearch(t, s, p, engine.Limits{Nodes: 100}).Best()
		if !backAndForth(p, best) {
			continue
		}
		truth, known := tablebase.Builtin().Score(p, p.Halfmoves())
		if !known || truth <= 0 {
			t.Fatalf("%s: %d, %v", p, truth, known)
		}
		info := mustSearch(t, s, p, engine.Limits{Nodes: 3000})
		q := p.Clone()
		q.Make(info.Best())
		if _, over := q.Terminal(); over && info.Score != 0 {
			t.Errorf("%s: %s repeats the position a third time, yet scores %d", p, p.UCI(info.Best()), info.Score)
		}
		if info.Best() != best && info.Score > 0 {
			tried++
		}
	}
	if tried == 0 {
		t.Error("there was no other way to win in any position")
	}
}

// backAndForth plays moves that come back to the position twice, so that a move
// made in it now would lead to a position for the third time. It returns
// false if there are none, with the position changed.
func backAndForth(p game.Position, m game.Move) bool {
	key := p.Key()
	for range 2 {
		p.Make(m)
		if !circle(p, key, 3) {
			return false
		}
	}
	return true
}

// circle plays so many plies that lead to the position with that key.
func circle(p game.Position, key uint64, plies int) bool {
	if plies == 0 {
		return p.Key() == key
	}
	for _, m := range p.Legal(nil) {
		p.Make(m)
		if circle(p, key, plies-1) {
			return true
		}
		p.Unmake()
	}
	return false
}

// A win that an answer would spoil by a third repetition is no win.
func TestTablesAndAnswersThatRepeat(t *testing.T) {
	s := withTables(tablebase.Builtin())
	tried := 0
	for _, p := range endings(t, 300, won) {
		best := mustSearch(t, s, p, engine.Limits{Nodes: 100}).Best()
		at := p.Clone()
		at.Make(best)
		for _, answer := range at.Legal(nil) {
			at.Make(answer)
			// What this answer leads to has been twice before the position comes.
			q := shrink(t, counted(at, 0))
			comes := circle(q, q.Key(), 4) && circle(q, p.Key(), 2) && q.Halfmoves() == 6 && q.Repetitions() < 2
			at.Unmake()
			if !comes {
				continue
			}
			info := mustSearch(t, s, q, engine.Limits{Nodes: 3000})
			if info.Best() != best {
				tried++
			}
			if info.Score > 0 && spoilt(q, info.Best()) {
				t.Errorf("%s: %s for %d can be answered by a repetition", q, q.UCI(info.Best()), info.Score)
			}
		}
	}
	if tried == 0 {
		t.Error("no position came again")
	}
}

// spoilt reports whether some answer to a move draws at once.
func spoilt(p game.Position, m game.Move) bool {
	p.Make(m)
	defer p.Unmake()
	for _, answer := range p.Legal(nil) {
		p.Make(answer)
		score, over := p.Terminal()
		p.Unmake()
		if over && score == 0 {
			return true
		}
	}
	return false
}
