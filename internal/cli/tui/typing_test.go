package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules/shrink"
)

// Typing a move needs no key before it, whatever its first letter.
func TestTypedStraightAway(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.shows("move, such as c4.")
	for i, move := range []string{"d4", "Nf6", "c4", "g6", "f3", "Bg7", "Qa4", "O-O", "a3", "Re8"} {
		d.text(move)
		d.shows("Move: "+move, "This move: ")
		d.keys("enter")
		if len(m.match.plies) != i+1 {
			t.Fatalf("%s was not made", move)
		}
	}
	if m.flip || m.glyphs || m.pager != nil || m.ask != nil {
		t.Error("a letter of a move did something else")
	}
	d.keys("e backspace") // the line closes with its only letter
	d.lacks("Move:")
	d.keys("k")
	d.shows("k does nothing here", "type moves as in ")
	d.send(tea.PasteMsg{Content: "e4\n"})
	d.shows("Move: e4", "This move: e2–e4")
	d.keys("enter F G")
	if len(m.match.plies) != 11 || !m.flip || !m.glyphs {
		t.Errorf("%d plies, flip %v, glyphs %v", len(m.match.plies), m.flip, m.glyphs)
	}
}

// Every move of every game begins with a key that opens the input line.
func TestBeginsMove(t *testing.T) {
	for _, g := range allGames() {
		p := g.Start()
		for range 40 {
			names := notation.NewMoves(p)
			legal := names.Legal()
			if len(legal) == 0 {
				break
			}
			for _, move := range legal {
				for _, text := range []string{names.SAN(move), p.UCI(move)} {
					if !beginsMove(text[:1]) {
						t.Errorf("%s: nothing begins %s", g.Name(), text)
					}
				}
			}
			p.Make(legal[len(legal)/3])
		}
	}
}

// After a flag has fallen, the rest of a typed move does nothing.
func TestFlagWhileTyping(t *testing.T) {
	now := newFakeNow()
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Time: TimeControl{Base: time.Minute}, Now: now.now})
	d.text("e4")
	d.keys("enter R")
	now.pass(2 * time.Minute)
	d.send(tickMsg{m.ticks})
	d.text("axb3")
	d.shows("White wins: time")
	if m.ask != nil || !m.over() {
		t.Errorf("question %v, outcome %v", m.ask, m.match.outcome)
	}
	d.send(tea.PasteMsg{Content: "e5"})
	d.shows("p for a rematch")
	d.keys("p")
	if m.over() || len(m.match.plies) != 0 {
		t.Error("p should begin another game")
	}
}

// Enter plays a hint. A click on its square shows it first if it has unusual effects.
func TestHintPlayed(t *testing.T) {
	e := &fakeEngine{script: []string{"g1f3"}}
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Engine: e})
	d.keys("t")
	d.shows("Enter plays it")
	d.keys("enter")
	if len(m.match.plies) == 0 || m.match.plies[0].san != "Nf3" {
		t.Errorf("Enter made %v", m.match.plies)
	}
	e = &fakeEngine{script: []string{"e2e3"}}
	d, m = newPlay(t,
		PlayOptions{Start: parse(t, shrink.New(), "k7/8/8/8/8/8/4P3/K7 w - - 0 1"), Engine: e, Seat: SeatBoth})
	d.keys("t up")
	d.send(left(d.place("e3")))
	d.shows("Click again")
	d.send(left(d.place("e3")))
	if len(m.match.plies) != 1 {
		t.Errorf("%d plies", len(m.match.plies))
	}
}
