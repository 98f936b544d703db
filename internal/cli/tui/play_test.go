package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

// A game against the engine: fool's mate, with moves by cursor, by mouse and by
// typing.
func TestWholeGame(t *testing.T) {
	e := &fakeEngine{script: []string{"f2f3", "g2g4"}}
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Engine: e, Seat: SeatBlack})
	if !m.flip {
		t.Error("Black's person should see the board from Black's side")
	}
	d.shows("1. f3", "Your move.", "Black, you", "White, wane level 3")
	// The cursor begins on the king: go to the pawn before it and beyond.
	d.keys("up enter")
	if got := d.at("e7"); got != "[p]" {
		t.Fatalf("e7 looks %q", got)
	}
	d.keys("up")
	if got := d.at("e7") + d.at("e6") + d.at("e5"); got != "(p)[·] · " {
		t.Fatalf("the pawn's targets look %q", got)
	}
	d.shows("This move: e7–e6")
	d.keys("up enter")
	d.shows("1. f3", "e5", "2. g4")
	d.send(left(d.place("d8")))
	d.send(release(d.place("d8")))
	d.send(left(d.place("h4")))
	d.shows("White is checkmated", "Black wins: checkmate", "2. g4", "Qh4#", "rematch")
	if m.match.outcome != game.Win(game.Black, game.Checkmate) {
		t.Errorf("outcome %v", m.match.outcome)
	}
	if d.at("e1") != " K+" {
		t.Errorf("the mated king looks %q", d.at("e1"))
	}
	d.keys("p") // a rematch with colors swapped
	if m.flip || m.match.outcome.Over() || e.resets != 2 {
		t.Errorf("the second game: flip %v, outcome %v, %d resets", m.flip, m.match.outcome, e.resets)
	}
}

func TestTyping(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.keys("m")
	d.text("Nf3")
	d.shows("Move: Nf3", "This move: g1–f3")
	if d.at("g1") != "(N)" || d.at("f3") != " · " {
		t.Errorf("the typed move is marked %q %q", d.at("g1"), d.at("f3"))
	}
	d.keys("enter")
	d.shows("1. Nf3", "Black to move.")
	d.typed("e7e5")
	d.shows("e5", "White to move.")
	d.keys("m")
	d.text("Kd5")
	d.keys("enter")
	d.shows("Illegal move", "Kd5")
	d.keys("backspace backspace backspace")
	d.lacks("Illegal move")
	d.send(tea.PasteMsg{Content: "b1c3\n"})
	d.keys("enter")
	d.shows("2. Nc3")
	if got := len(m.match.plies); got != 3 {
		t.Errorf("%d plies, want 3", got)
	}
}

func TestMouse(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: convergent.New().Start()})
	// A click on each square finds the square.
	for i := range m.match.view.Board.Squares {
		sq := &m.match.view.Board.Squares[i]
		if id, ok := m.squareAt(d.place(sq.Name)); !ok || id != sq.ID {
			t.Errorf("the place of %s is that of %d", sq.Name, id)
		}
	}
	if _, ok := m.squareAt(0, 0); ok {
		t.Error("the corner of the window is a square")
	}
	move := m.match.pos.Legal(nil)[0]
	from, to := m.match.view.Board.Name(int(move.From())), m.match.view.Board.Name(int(move.To()))
	d.send(left(d.place(from)))
	d.send(motion(d.place(to)))
	d.shows("This move: " + from)
	d.send(left(d.place(to)))
	if len(m.match.plies) != 1 {
		t.Fatalf("two clicks made %d moves", len(m.match.plies))
	}
	// A drag does the same.
	move = m.match.pos.Legal(nil)[0]
	from, to = m.match.view.Board.Name(int(move.From())), m.match.view.Board.Name(int(move.To()))
	d.send(left(d.place(from)))
	d.send(release(d.place(to)))
	if len(m.match.plies) != 2 {
		t.Fatalf("a drag made no move: %d plies", len(m.match.plies))
	}
	// Keys in the last line can be clicked.
	x := strings.Index(strings.Split(d.screen(), "\n")[23], "flip")
	d.send(left(x-2, 23))
	if !m.flip {
		t.Error("a click on F at the foot should flip the board")
	}
	d.send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseRight})
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	if m.scroll != 1 {
		t.Errorf("the wheel scrolled by %d", m.scroll)
	}
}

// A click without a mouse movement before it shows a collapse first and does not play
// it.
func TestClickShowsFirst(t *testing.T) {
	g := shrink.New()
	d, m := newPlay(t, PlayOptions{Start: parse(t, g, "k7/8/8/8/8/8/4P3/K7 w - - 0 1")})
	d.send(left(d.place("e2")))
	d.send(left(d.place("e3")))
	d.shows("Rank 2 disappears", "Click again")
	if len(m.match.plies) != 0 {
		t.Fatal("the first click should only show the move")
	}
	if got := d.at("b2") + d.at("e2"); got != "////P/" {
		t.Errorf("the rank that goes looks %q", got)
	}
	d.send(left(d.place("e3")))
	if len(m.match.plies) != 1 || m.match.view.Board.Ranks != 7 {
		t.Fatalf("%d plies, %d ranks", len(m.match.plies), m.match.view.Board.Ranks)
	}
	d.shows("Rank 2 disappears", "White’s last move: e3")
	if m.match.view.Board.Square(m.cur.at) == nil {
		t.Error("the cursor is off the board")
	}
}

func TestSmallWindow(t *testing.T) {
	d, _ := newPlay(t, PlayOptions{Start: convergent.New().Start()})
	for _, s := range []struct{ w, h int }{{79, 24}, {80, 23}, {20, 10}, {5, 3}, {1, 1}, {0, 0}} {
		d.send(size(s.w, s.h))
		if s.w > 40 {
			d.shows("wane needs at least 80×24")
		}
	}
	d.keys("m")
	d.send(left(3, 3))
	d.send(size(80, 24))
	d.shows("Convergent")
	d.send(size(1, 1))
	d.keys("q")
	if !d.quit {
		t.Error("q should quit in a small window")
	}
}

func TestUndo(t *testing.T) {
	e := &fakeEngine{}
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Engine: e, Seat: SeatWhite})
	d.keys("u")
	d.shows("no move to take back")
	d.typed("e4")
	if len(m.match.plies) != 2 {
		t.Fatalf("%d plies", len(m.match.plies))
	}
	d.keys("u")
	if len(m.match.plies) != 0 || !m.personToMove() {
		t.Fatalf("undo left %d plies", len(m.match.plies))
	}
	if got, want := m.match.pos.String(), m.match.start.String(); got != want {
		t.Errorf("after undo %s, want %s", got, want)
	}
	// During the engine's search, undo takes back the user's move only.
	d.hold = true
	d.typed("e4")
	d.keys("u")
	if len(m.match.plies) != 0 || m.think.busy() {
		t.Errorf("%d plies, thinking %v", len(m.match.plies), m.think.busy())
	}
	d.hold = false
	for _, cmd := range d.asked { // the stopped search's answer is ignored
		d.run(cmd)
	}
	if len(m.match.plies) != 0 {
		t.Error("a stopped search made a move")
	}
	// Between two players it takes back one move.
	d, m = newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.typed("e4")
	d.typed("e5")
	d.keys("u")
	if len(m.match.plies) != 1 {
		t.Errorf("%d plies, want 1", len(m.match.plies))
	}
}

func TestFlagFall(t *testing.T) {
	now := newFakeNow()
	d, m := newPlay(t, PlayOptions{
		Start: shrink.NewChess().Start(), Time: TimeControl{time.Minute, 2 * time.Second}, Now: now.now,
	})
	now.pass(time.Hour) // the clocks start at White's first move
	d.send(tickMsg{m.ticks})
	d.typed("e4")
	d.shows("1:00", "1:02", "1+2")
	now.pass(50 * time.Second)
	d.send(tickMsg{m.ticks})
	d.shows("0:10.0")
	d.typed("e5")
	d.shows("0:12.0")
	now.pass(62 * time.Second)
	d.send(tickMsg{m.ticks - 1}) // an outdated tick
	if m.over() {
		t.Fatal("an old tick ended the game")
	}
	d.send(tickMsg{m.ticks})
	d.shows("Black wins: time ran out", "0:00.0")
	d.typed("d4")
	if len(m.match.plies) != 2 {
		t.Error("a move after the flag fell")
	}
}

// A move after the end of the time is not played.
func TestFlagBeforeMove(t *testing.T) {
	now := newFakeNow()
	d, m := newPlay(t, PlayOptions{
		Start: parse(t, shrink.NewChess(), "k7/8/8/8/8/8/4P3/K7 w - - 0 1"), Time: TimeControl{Base: time.Minute},
		Now: now.now,
	})
	d.typed("e4")
	now.pass(2 * time.Minute)
	d.typed("Kb8")
	if len(m.match.plies) != 1 || m.match.outcome.Result != game.WhiteWins {
		t.Errorf("%d plies, %v", len(m.match.plies), m.match.outcome)
	}
	d, m = newPlay(t, PlayOptions{
		Start: parse(t, shrink.NewChess(), "k7/8/8/8/8/8/4P3/K7 w - - 0 1"), Time: TimeControl{Base: time.Minute},
		Now: now.now,
	})
	d.typed("e4")
	d.typed("Kb8")
	now.pass(2 * time.Minute)
	d.send(tickMsg{m.ticks})
	if m.match.outcome != game.Drawn(game.TimeOutDraw) {
		t.Errorf("against a lone king: %v", m.match.outcome)
	}
}

func TestHint(t *testing.T) {
	e := &fakeEngine{script: []string{"g1f3"}}
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Engine: e, Seat: SeatWhite})
	d.keys("t")
	d.shows("Hint: Nf3")
	if d.at("g1") != "?N?" {
		t.Errorf("the hinted piece looks %q", d.at("g1"))
	}
	if len(m.match.plies) != 0 {
		t.Error("a hint is not a move")
	}
	d.keys("esc")
	d.lacks("Hint:")
}

func TestEngineFails(t *testing.T) {
	e := &fakeEngine{err: errors.New("out of ideas")}
	d, _ := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Engine: e, Seat: SeatWhite})
	d.typed("e4")
	d.shows("out of ideas")
	d.keys("u")
	d.shows("Your move.")
}

// Quitting during the engine's search ends the search.
func TestQuitWhileThinking(t *testing.T) {
	e := &fakeEngine{hold: true}
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Engine: e, Seat: SeatWhite})
	d.hold = true
	d.typed("e4")
	d.shows("wane is thinking")
	done := make(chan tea.Msg)
	for _, cmd := range d.asked {
		go func() { done <- cmd() }()
	}
	d.hold = false
	d.keys("ctrl+c")
	if !d.quit {
		t.Fatal("ctrl+c should quit")
	}
	m.think.wait() // returns when the engine is idle
	<-done
}

func TestEngineMindsTheClock(t *testing.T) {
	now := newFakeNow()
	e := &fakeEngine{}
	d, _ := newPlay(t, PlayOptions{
		Start: shrink.NewChess().Start(), Engine: e, Seat: SeatWhite, Level: 8, Time: TimeControl{Base: 10 * time.Second},
		Now: now.now,
	})
	d.typed("e4")
	if e.limits.MoveTime > 500*time.Millisecond {
		t.Errorf("with ten seconds left the engine may take %v for a move", e.limits.MoveTime)
	}
}

func TestResignAndDraw(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.keys("x")
	d.shows("White resigns? (y/n)")
	d.keys("n")
	if m.over() {
		t.Fatal("no means no")
	}
	d.keys("D y")
	d.shows("Draw: agreement")
	d.keys("p x y")
	d.shows("Black wins: resignation")
	d.keys("u") // no move was played
	d.shows("no move to take back")
	d.keys("q")
	if !d.quit {
		t.Error("a game that is over needs no question to quit")
	}
}

func TestQuitAsks(t *testing.T) {
	d, _ := newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.typed("e4")
	d.keys("q")
	d.shows("Quit this game?")
	d.keys("n")
	if d.quit {
		t.Fatal("no means no")
	}
	d.keys("q y")
	if !d.quit {
		t.Error("yes means yes")
	}
}

func TestPages(t *testing.T) {
	d, _ := newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.keys("?")
	d.shows("Making a move", "(more)")
	d.keys("end")
	d.shows("Ctrl-C", "(end)")
	d.keys("esc r")
	d.shows("The rules of")
	d.keys("esc")
	d.shows("White to move.")
}

// The board marks what a move changes before it is played.
func TestPreviewMarks(t *testing.T) {
	hexes, err := rules.ByName("diminuendo")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		start  game.Position
		before []string // played moves
		typed  string
		marks  map[string]string
		text   string
	}{
		{"drop", hexes.Start(), []string{"Bxf5"}, "g5xf5", map[string]string{"z": ">P<", "f5": "xB ", "g5": "(p)"},
			"drops on z as a pawn"},
		{"vanish", cheshire.NewSmall().Start(), nil, "Nf3", map[string]string{"g1": "/N/", "f3": " · "},
			"Square g1 vanishes"},
		{"en passant", parse(t, shrink.NewChess(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), nil, "exd6",
			map[string]string{"d6": "x· ", "d5": "xp "}, "en passant"},
		{"collapse", parse(t, shrink.New(), "k7/8/8/8/8/8/4P3/K7 w - - 0 1"), nil, "e3",
			map[string]string{"a2": "///", "h2": "///", "e2": "/P/", "a1": " K "}, "Rank 2 disappears"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, _ := newPlay(t, PlayOptions{Start: c.start})
			for _, move := range c.before {
				d.typed(move)
			}
			d.keys("m")
			d.text(c.typed)
			for sq, want := range c.marks {
				if got := d.at(sq); got != want {
					t.Errorf("%s looks %q, want %q", sq, got, want)
				}
			}
			d.shows(c.text)
		})
	}
}
