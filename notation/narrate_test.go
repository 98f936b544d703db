package notation

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestNarrate(t *testing.T) {
	chess, shrinking := shrink.NewChess(), shrink.New()
	tests := []struct {
		game            game.Game
		fen, move, says string
	}{
		{chess, "", "Nf3", "The white knight goes from g1 to f3."},
		{chess, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O",
			"Black castles: the king goes from e8 to g8, the rook from h8 to f8."},
		{chess, "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "exd6",
			"The white pawn goes from e5 to d6 and captures the pawn on d5 en passant."},
		{chess, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "axb8=R",
			"The white pawn goes from a7 to b8 and captures the knight there. The white pawn on b8 becomes a rook."},
		{chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "The white rook goes from a1 to a8. Black is checkmated."},
		{chess, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Kf7",
			"The white king goes from f6 to f7. Black has no legal move: stalemate, a draw."},
		{chess, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "The white rook goes from a1 to a8. Black is in check."},
		{shrinking, "k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "Kd2=BN",
			"The white king goes from e1 to d2. Rank 1 is empty and disappears. File e is empty and disappears. " +
				"The black pawn on a1 becomes a bishop. The black pawn on c1 becomes a knight."},
		{shrinking, "2k/1R1/K2 w - - 0 1", "Ra2",
			"The white rook goes from b2 to a2. File b is empty and disappears. Black has no legal move: stalemate, a draw."},
		{convergent.New(), "***2***/*k5*/*4N1*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "Ne8",
			"The white knight goes from f6 to e8. The white knight stands on Black's royal square: check. Black is checkmated."},
		{convergent.New(), "***2***/*k5*/*4N1*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "Nd7",
			"The white knight goes from f6 to d7."},
		{convergent.New(), "***2***/*3k2*/*4N1*/*6*/*6*/*6*/*3R2*/***K1*** w - - 0 1", "Ne8",
			"The white knight goes from f6 to e8. The white knight stands on Black's royal square: check."},
		{convergent.New(), "***2***/*k5*/*2Q3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "Kd2",
			"The white king goes from e1 to d2. Black has no legal move: stalemate, a loss for Black."},
		{cheshire.NewSmall(), "", "Nf3", "The white knight goes from g1 to f3. The square g1 vanishes."},
	}
	for _, tt := range tests {
		p := position(t, tt.game, tt.fen)
		m, err := ParseSAN(p, tt.move)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := strings.Join(Narrate(p, m), " "); got != tt.says {
			t.Errorf("%s:\n got %s\nwant %s", tt.move, got, tt.says)
		}
	}
}

// Every effect of every move leads to a sentence with nothing left open.
func TestNarrateAll(t *testing.T) {
	walkAll(t, 40, func(p game.Position) {
		for _, m := range sample(p.Legal(nil), 60) {
			lines := Narrate(p, m)
			if len(lines) == 0 {
				t.Errorf("%s: nothing describes %s", p, p.UCI(m))
			}
			for _, s := range lines {
				if strings.ContainsAny(s, "{}?") || strings.Contains(s, "nothing") {
					t.Errorf("%s: %s: %q", p, p.UCI(m), s)
				}
			}
		}
	})
}
