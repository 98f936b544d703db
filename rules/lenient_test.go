package rules_test

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/rules"
)

// Whatever a FEN says of castling and en passant, the pieces and the side to move are
// read, and the rights that are possible stay.
func TestParseLenient(t *testing.T) {
	for _, g := range rules.All() {
		w := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: 5, Plies: 40}
		w.Run(t, func(p game.Position) {
			fields, _ := rulekit.SplitFEN(p.String())
			fen := rulekit.JoinFEN(fields.Board.Text, fields.Turn, "KQkq", "e3", fields.Halfmoves, fields.Fullmove)
			q, dropped, err := rulekit.ParseLenient(g, fen)
			if err != nil {
				t.Fatalf("%s: %v", fen, err)
			}
			if !q.View().Equal(p.View()) || q.Turn() != p.Turn() {
				t.Errorf("%s is read as %s", fen, q)
			}
			strict, err := g.Parse(fen)
			if (err == nil) != (len(dropped) == 0) || err == nil && strict.String() != q.String() {
				t.Errorf("%s: %v is dropped, but Parse says %v", fen, dropped, err)
			}
			for _, letter := range strings.Trim(fields.Rights.Text, "-") {
				if got := strings.Fields(q.String())[2]; !strings.ContainsRune(got, letter) {
					t.Errorf("%s: the rights are %s, without %c", fen, got, letter)
				}
			}
		})
	}
}

// A FEN with other faults is rejected with the error of the first.
func TestParseLenientRejects(t *testing.T) {
	for _, c := range []struct{ variant, fen, want string }{
		{"chess", "4k3/8/8/8/8/8/8/8 w K - 0 1", "no white king"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "unknown castling right 'X'"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 x", `invalid move number "x"`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w 0 1", `unknown castling right '0'`},
		{"convergent", "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w 12 - 0 1", `castling rights "12"`},
		{"convergent", "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - ep 0 1", `en passant square "ep"`},
	} {
		g, err := rules.ByName(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		p, dropped, err := rulekit.ParseLenient(g, c.fen)
		if p != nil || dropped != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, %v; want %s", c.fen, p, dropped, err, c.want)
		}
	}
}
