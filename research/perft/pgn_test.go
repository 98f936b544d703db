package perft

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/corentings/chess/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/lab/arena"
	"github.com/wane-chess/wane/internal/lab/baseline"
	"github.com/wane-chess/wane/rules"
)

// The other library reads the PGN of a tournament: all games, to their last positions.
func TestPGNOfMatch(t *testing.T) {
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	suite, err := arena.Suite(g)
	if err != nil {
		t.Fatal(err)
	}
	var finals []string
	c := arena.Config{
		Game: g, Games: 2, Concurrency: 1, Book: arena.NewBook(suite, 1, nil), PGN: filepath.Join(t.TempDir(), "match.pgn"),
		Watch: func(r arena.Report) {
			p, err := g.Parse(r.Last.FEN)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range r.Last.Moves {
				for _, m := range p.Legal(nil) {
					if p.UCI(m) == text {
						p.Make(m)
						break
					}
				}
			}
			finals = append(finals, r.Last.Result+" "+p.String())
		},
	}
	for _, name := range []string{"one", "two", "three"} {
		c.Contestants = append(c.Contestants, engines.Contestant{
			Name: name, Control: engines.Control{Depth: 1},
			New: engines.InProcess(func() (engine.Engine, error) { return baseline.New(eval.NewNode), nil }, nil),
		})
	}
	c.MaxMoves = 30
	if _, err := arena.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(c.PGN)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	games := 0
	for s := chess.NewScanner(f); s.HasNext(); games++ {
		theirs, err := s.ParseNext()
		if err != nil {
			t.Fatalf("game %d: %v", games+1, err)
		}
		if games >= len(finals) {
			t.Fatalf("there are more than %d games", len(finals))
		}
		// They write the en passant square after every double step, so the boards are compared.
		want, got := finals[games], theirs.GetTagPair("Result")+" "+theirs.FEN()
		if board(want) != board(got) {
			t.Errorf("game %d: the other library ends with %s, want %s", games+1, got, want)
		}
	}
	if games != 6 || games != len(finals) {
		t.Errorf("the other library reads %d games, want 6 of %d", games, len(finals))
	}
}

// board returns a result, the pieces and the side to move.
func board(s string) string {
	spaces := 0
	for i, r := range s {
		if r == ' ' {
			if spaces++; spaces == 3 {
				return s[:i]
			}
		}
	}
	return s
}
