package mate

import (
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

func parse(t *testing.T, name, fen string) game.Position {
	t.Helper()
	g, err := rules.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen string
		most, moves        int
		keys               string
	}{
		{"a back rank", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, 1, "a1a8"},
		{"two keys", "chess", "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1", 3, 1, "a1a8 b1b8"},
		{"two rooks", "chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3, 2, "a2a7 b1b7"},
		{"too far away", "chess", "8/8/8/8/3k4/8/8/R3K3 w - - 0 1", 2, 0, ""},
		{"beyond the limit", "chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 1, 0, ""},
		{"stalemate is no mate", "chess", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 1, 0, ""},
		{"stalemate wins", "convergent", "***2***/*k5*/*6*/*1Q4*/*6*/*6*/*6*/***K1*** w - - 0 1", 1, 1,
			"d1e1 d1c2 d1d2 d1e2 c5d6"},
		{"the game is over", "chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", 3, 0, ""},
		{"the move count ends it", "chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 98 80", 3, 0, ""},
		{"the move count comes too late", "chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 97 80", 3, 2, "a2a7 b1b7"},
		{"the board of 3×3", "shrink", "2k/1R1/K2 w - - 0 1", 3, 2, "b2c2 b2b3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.variant, c.fen)
			before := p.String()
			moves, keys, err := new(Solver).Solve(t.Context(), p, c.most, 0)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, k := range keys {
				texts = append(texts, p.UCI(k))
			}
			if got := strings.Join(texts, " "); moves != c.moves || got != c.keys {
				t.Errorf("mate in %d by %q; want %d by %q", moves, got, c.moves, c.keys)
			}
			if p.String() != before {
				t.Errorf("the position became %s", p)
			}
		})
	}
}

func TestLimit(t *testing.T) {
	s := Solver{Limit: 500}
	_, _, err := s.Solve(t.Context(), parse(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 4, 1)
	if !errors.Is(err, ErrLimit) || s.Made() < 500 || s.Made() > 600 {
		t.Errorf("%d moves made, %v; want a little over 500 and ErrLimit", s.Made(), err)
	}
}
