package notation

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestRefusal(t *testing.T) {
	var (
		chess     = shrink.NewChess()
		shrinking = shrink.New()
		royal     = convergent.New()
		cat       = cheshire.New()
		hexagons  = diminuendoGame(t, "diminuendo")
	)
	for _, tt := range []struct {
		g         game.Game
		fen       string
		from, to  string
		want      string
		noFurther bool // the piece has no legal move
	}{
		{chess, "", "e2", "e4", "", false},
		{chess, "", "e4", "e5", "No piece on e4.", false},
		{chess, "", "e9", "e5", "No such square: the board has files a to h and ranks 1 to 8.", false},
		{chess, "", "e7", "e7", "The black pawn on e7 cannot move: White is to move.", false},
		{chess, "", "a1", "a2", "The white rook on a1 cannot go to a2: the white pawn is there", true},
		{chess, "", "a1", "a5", "The white rook on a1 cannot go to a5: another piece is in the way", true},
		{chess, "", "c1", "e3", "The white bishop on c1 cannot go to e3: another piece is in the way", true},
		{chess, "", "d1", "b3", "The white queen on d1 cannot go to b3: another piece is in the way", true},
		{chess, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1", "c1",
			"The white rook on a1 cannot go to c1: another piece is in the way", false},
		{chess, "", "a1", "b3", "The white rook on a1 cannot go to b3: a rook does not move like that", true},
		{chess, "", "g1", "g3",
			"The white knight on g1 cannot go to g3: a knight does not move like that. It can go to f3 and h3", false},
		{chess, "", "e2", "d3",
			"The white pawn on e2 cannot go to d3: a pawn goes there only to capture. It can go to e3 and e4", false},
		{chess, "", "e2", "e5",
			"The white pawn on e2 cannot go to e5: a pawn does not move like that. It can go to e3 and e4", false},
		{chess, "", "e1", "g1", "The white king on e1 cannot go to g1: the white knight is there", true},
		{chess, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2", "e4",
			"The white pawn on e2 cannot go to e4: a pawn does not capture that way. It can go to e3", false},
		{chess, "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2", "e4",
			"The white pawn on e2 cannot go to e4: another piece is in the way", true},
		{chess, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1",
			"The white king on e1 cannot go to g1: castling is not possible now. It can go to d1, d2 and e2", false},
		{chess, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1", "g1",
			"The white king on e1 cannot go to g1: a king does not move like that. It can go to d1, f1, d2, e2 and f2", false},
		{chess, "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "d2",
			"The white rook on e2 cannot go to d2: White would be in check", false},
		{chess, "4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1", "a1", "a2",
			"The white rook on a1 cannot go to a2: White would still be in check", true},
		{chess, "3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "d1",
			"The white king on e1 cannot go to d1: it would be in check there. It can go to f1, e2 and f2", false},
		{chess, "4k3/8/8/1b6/8/3P4/4K3/8 w - - 0 1", "d3", "d4",
			"The white pawn on d3 cannot go to d4: White would be in check", true},
		{chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8", "g8", "The game is over (White wins: checkmate).", false},
		{shrinking, "3k4/8/8/8/8/8/R7/3K3r w - - 0 1", "a2", "a5",
			"The white rook on a2 cannot go to a5: White would still be in check", true},
		{royal, "", "d1", "d3", "The white queen on d1 cannot go to d3: the white pawn is there", true},
		{royal, "", "c3", "b4", "", false},
		{royal, "", "d1", "d4", "The white queen on d1 cannot go to d4: a queen does not move like that", true},
		{cat, "", "e1", "e4", "The white queen on e1 cannot go to e4: another piece is in the way", true},
		{hexagons, "", "d2", "z", "The white bishop on d2 cannot go to z: a bishop does not move like that", true},
	} {
		p := position(t, tt.g, tt.fen)
		want := tt.want
		if want != "" && want[len(want)-1] != '.' {
			if tt.noFurther {
				want += "; it has no legal move"
			}
			want += "."
		}
		if got := Refusal(p, tt.from, tt.to); got != want {
			t.Errorf("%s %s %s%s:\n%q, want\n%q", tt.g.Name(), tt.fen, tt.from, tt.to, got, want)
		}
	}
}

// A route is refused exactly if it is not legal, a reason is given in every position, and
// what "would be in check" is, once the piece stands there.
func TestRefusalOfAll(t *testing.T) {
	hexagons := diminuendoGame(t, "diminuendo")
	for _, g := range []game.Game{shrink.New(), shrink.NewChess(), convergent.New(), hexagons, cheshire.NewSmall()} {
		p := g.Start()
		for range 4 {
			legal := map[[2]game.Square]bool{}
			for _, m := range p.Legal(nil) {
				legal[[2]game.Square{m.From(), m.To()}] = true
			}
			v := p.View()
			b := v.Board
			for i := range b.Squares {
				if v.Pieces[b.Squares[i].ID] == game.NoPiece {
					continue
				}
				for j := range b.Squares {
					from, to := &b.Squares[i], &b.Squares[j]
					legal := legal[[2]game.Square{game.Square(from.ID), game.Square(to.ID)}]
					if why := Refusal(p, from.Name, to.Name); (why == "") != legal {
						t.Fatalf("%s: %s%s: %q", p, from.Name, to.Name, why)
					} else if strings.Contains(why, "in check") && !checked(p, from.ID, to.ID) {
						t.Errorf("%s: %s%s: %q, but it is not", p, from.Name, to.Name, why)
					}
				}
			}
			for range 5 {
				moves := p.Legal(nil)
				p.Make(moves[len(moves)/3])
			}
		}
	}
}

// checked reports whether the side to move is in check once a piece stands on another
// square, or cannot be asked there.
func checked(p game.Position, from, to int) bool {
	v, us := p.View(), p.Turn()
	v.Pieces[from], v.Pieces[to] = game.NoPiece, v.Pieces[from]
	after, err := p.Game().Parse(rulekit.JoinFEN(rulekit.BoardFEN(v), us, "-", "-", 0, 1))
	return err != nil || after.InCheck()
}
