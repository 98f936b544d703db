package xboard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestForceAndGo(t *testing.T) {
	k, e := fake(t)
	k.Send("force", "usermove e2e4", "usermove e7e5", "ping 1")
	k.Expect("pong 1")
	if len(e.Started) > 0 {
		t.Error("the engine searches in force mode")
	}
	k.Send("go") // White
	k.Expect("move a2a3")
	k.Send("e7e5") // no piece there
	k.Expect("Illegal move (no ", " on e7): e7e5")
	k.Send("b8c6")
	k.Expect("move ")
	k.Send("remove", "ping 2") // back to after a2a3
	k.Expect("pong 2")
	k.Send("force", "undo", "undo", "undo", "usermove d2d4", "playother", "usermove d7d5")
	k.Expect("move a2a3")
	k.Send("force", "undo", "remove", "undo")
	k.Expect("Error (no move to take back)")
}

// An analysis looks at no excluded move, until the position changes.
func TestExclude(t *testing.T) {
	k, e := fake(t)
	const one = "setboard 7k/8/8/8/8/8/8/K7 w - - 0 1" // three moves
	k.Send("force", one, "post", "analyze")
	searched := func(want string) {
		t.Helper()
		p := shrink.NewChess().Start()
		var moves []string
		for _, m := range (<-e.Started).SearchMoves {
			moves = append(moves, p.UCI(m))
		}
		if got := strings.Join(moves, " "); got != want {
			t.Errorf("the analysis is of %q, want %q", got, want)
		}
	}
	searched("")
	k.Expect("\ta1")
	k.Send("exclude a1a2")
	searched("a1b1 a1b2")
	k.Expect("\ta1b1")
	k.Send("exclude best")
	searched("a1b2")
	k.Send("exclude all", "ping 1")
	k.Expect("pong 1")
	if len(e.Started) > 0 {
		t.Error("the engine analyzes though all moves are excluded")
	}
	k.Send("include a1a2")
	searched("a1a2")
	k.Send("include all")
	searched("")
	k.Send("exclude a1a2")
	searched("a1b1 a1b2")
	k.Send("usermove a1b1", "undo")
	searched("")
	searched("")
}

// Programs that do not know setboard place pieces one by one.
func TestEdit(t *testing.T) {
	k, _ := fake(t)
	k.Send("force", "edit", "#", "Kf6", "Qg1", "Pa2", "xa2", "c", "Kh8", ".", "usermove g1g7")
	k.Send("playother")
	k.Expect("1-0 {White wins: checkmate}")
	k.Send("new", "force", "edit", "xf1", "xg1", ".", "usermove e1g1", "ping 1") // rights to castle stay
	k.Expect("pong 1")
	k.NotSkipped("Illegal")
	k.Send("variant convergent", "edit", "#", "Kd7", "Pg3", "Rg2", "c", "Kb2", "Pc3", ".", "usermove d7d8", "go")
	k.Expect("1-0 {White wins: checkmate}")
}

// Settings that need an idle engine interrupt its search; it still moves.
func TestSettingsWhileThinking(t *testing.T) {
	k, e := fake(t)
	k.Send("st 1000", "usermove e2e4")
	<-e.Started
	k.Send("ping 1", "memory 64", "cores 2", "option Clear Hash", "option Level=2", "draw", "hint", "time 100", "otim 100",
		"post", "nopost", "hard", "easy")
	k.Send("?")
	k.Expect("move a7a6")
	k.NotSkipped("pong")
	k.NotSkipped("Error")
	k.Expect("pong 1")
	if got := strings.Join(e.Log(), " "); !strings.Contains(got, "hash 64 threads 2 reset") {
		t.Errorf("the engine received %s", got)
	}
}

func TestPonder(t *testing.T) {
	k, e := fake(t)
	k.Send("hard", "post", "level 0 1 0", "usermove e2e4")
	k.Expect("1 0 100 1000 2 1000 0\ta7a6 a2a3")
	k.Expect("move a7a6")
	k.Expect("Hint: a2a3")
	if l := <-e.Started; l.Clock.Ponder {
		t.Error("the first search ponders")
	}
	if l := <-e.Started; !l.Clock.Ponder {
		t.Error("the second search does not ponder")
	}
	k.Send("ping 1")
	k.Expect("pong 1") // although it ponders
	k.Send("usermove a2a3")
	k.Expect("move a6a5") // by the search that pondered
	if l := <-e.Started; !l.Clock.Ponder {
		t.Errorf("a new search after a hit: %+v", l)
	}
	k.Send("usermove d2d4") // not expected
	k.Expect("move ")
	if l := <-e.Started; l.Clock.Ponder {
		t.Errorf("no new search after a miss: %+v", l)
	}
	<-e.Started
	k.Send("easy", "ping 2")
	k.Expect("pong 2")
	hits := strings.Count(strings.Join(e.Log(), " "), "hit")
	if hits != 1 {
		t.Errorf("%d hits, want 1", hits)
	}
	// With a fixed time for each move.
	k.Send("new", "hard", "st 0.04", "usermove e2e4")
	k.Expect("move a7a6")
	k.Send("usermove a2a3")
	k.Expect("move a6a5")
}

func TestAnalyze(t *testing.T) {
	k, e := fake(t)
	e.Score = engine.Mate - 3
	k.Send("post", "option MultiPV=2", "analyze")
	k.Expect("1 100002 100 1000 2 1000 0\ta2a3 a7a6")
	k.Send(".")
	k.Expect("stat01: 100 1000 1 0 20")
	k.Send("hint")
	k.Expect("Hint: a2a3")
	k.Send("usermove e2e4")
	k.Expect("\ta7a6 a2a3")
	k.Send("undo")
	k.Expect("\ta2a3 a7a6")
	k.Send("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ".", "ping 1") // nothing to analyze
	k.Expect("pong 1")
	k.NotSkipped("stat01")
	k.Send("new")
	k.Expect("\ta2a3 a7a6")
	k.Send("variant convergent")
	k.Expect("piece P&")
	k.NotSkipped("\tc2b4")
	k.Expect("\tc2b4 b6b5")
	k.Send("exit", "usermove b3b4", "ping 2")
	k.Expect("pong 2")
	k.NotSkipped("move")
	if l := <-e.Started; l.MultiPV != 2 || l.MoveTime != 0 || l.Clock.IsSet() {
		t.Errorf("%+v", l)
	}
}

func TestHint(t *testing.T) {
	k, e := fake(t)
	k.Send("hint")
	k.Expect("Hint: a2a3")
	if l := <-e.Started; l.Nodes == 0 {
		t.Errorf("a hint may take forever: %+v", l)
	}
	k.Send("usermove e2e4")
	k.Expect("move a7a6")
	k.Send("hint", "bk", "result 1-0 {White mates}", "usermove d2d4", "ping 1")
	k.Expect("Hint: a2a3") // the expected move
	k.Expect("pong 1")
	k.NotSkipped("move a")
}

// The book answers with OwnBook only, and bk lists its moves with scores.
func TestBook(t *testing.T) {
	g := convergent.New()
	moves := book.For(g).Moves(g.Start())
	if len(moves) < 2 {
		t.Fatalf("the book has %d moves at the start", len(moves))
	}
	var first []string
	for _, m := range moves {
		first = append(first, g.Start().UCI(m.Move))
	}
	k, e := fake(t)
	k.Send("bk")
	k.Expect(" There is no opening book of Chess.")
	k.Send("variant shrink", "bk")
	k.Expect(" Shrink Chess has a board that changes")
	k.Send("variant convergent")
	k.Expect("piece ")
	k.Send("bk", "ping 1")
	k.Expect("pong 1")
	said := strings.Join(k.Skipped(), "\n")
	want := fmt.Sprintf(" %-8s %+.2f\n", first[0], float64(moves[0].Score)/100)
	if lines := strings.Count(said, "+") + strings.Count(said, "-"); !strings.Contains(said, want) || lines != len(moves) {
		t.Errorf("bk answers %q, want %d moves, the first %q", said, len(moves), want)
	}
	k.Send("option OwnBook=x")
	k.Expect("Error (invalid value: expected 0 or 1): option OwnBook=x")
	k.Send("go")
	k.Expect("move ")
	if len(e.Started) != 1 {
		t.Error("without OwnBook, the engine does not search")
	}
	k.Send("option OwnBook=1", "new", "variant convergent", "hint")
	k.Expect("Hint: " + first[0])
	k.Send("go")
	if m := strings.TrimPrefix(k.Expect("move "), "move "); !slices.Contains(first, m) || len(e.Started) != 1 {
		t.Errorf("with OwnBook: %s after %d searches, want one of %v", m, len(e.Started), first)
	}
	// A weak level leaves the book after four plies, full strength does not.
	line := []string{}
	p := g.Start()
	for range 4 {
		m := book.For(g).Moves(p)[0].Move
		line = append(line, "usermove "+p.UCI(m))
		p.Make(m)
	}
	for _, level := range []int{8, 7} {
		searched := len(e.Started)
		k.Send("new", "variant convergent", "force", fmt.Sprintf("option Level=%d", level))
		k.Send(line...)
		k.Send("go")
		k.Expect("move ")
		if got := len(e.Started) > searched; got != (level == 7) {
			t.Errorf("level %d searches after four plies: %t", level, got)
		}
	}
}
