package diminuendo

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		why, name, fen string
		want           game.Outcome
	}{
		{"an ongoing game", plain, startBoard + " w - - 99 50", game.Outcome{}},
		{"king against king", plain, "K4/6/7/7/7/6/4k w - - 0 1", game.Drawn(game.DeadPosition)},
		{"a bishop more is not dead", plain, "K4/6/7/7/7/6/3bk w - - 0 1", game.Outcome{}},
		{"a second king more is not dead", crescendo, "K4/6/7/7/7/6/3kk w - - 0 1", game.Outcome{}},
		{"fifty moves", plain, startBoard + " w - - 100 51", game.Drawn(game.FiftyMoves)},
		{"R7: the last king is gone", crescendo, "K4/6/7/7/7/6/4R b - - 0 1", game.Win(game.White, game.KingLost)},
		{"R7: Black wins by it, too", crescendo, "4k/6/7/7/7/6/4R w - - 0 1", game.Win(game.Black, game.KingLost)},
		{"R6: stalemate", plain, "5/1q2r1/7/7/1k5/6/K4 w - - 0 1", game.Drawn(game.Stalemate)},
		{"checkmate", plain, "5/6/7/K5r/7/1q4/2k2 w - - 0 1", game.Win(game.Black, game.Checkmate)},
		{"checkmate on the hundredth halfmove", plain, "5/6/7/K5r/7/1q4/2k2 w - - 100 80",
			game.Win(game.Black, game.Checkmate)},
	} {
		p := parse(t, c.name, c.fen)
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s: %s: %v, want %v", c.why, c.fen, got, c.want)
		}
		score, over := p.Terminal()
		wantOver := c.want.Over() && c.want.Reason != game.Checkmate && c.want.Reason != game.Stalemate
		if over != wantOver || over && (score != 0) != (c.want.Reason == game.KingLost) {
			t.Errorf("%s: %s: Over is %v, %v", c.why, c.fen, score, over)
		}
	}
}

// R7: a capture pushes the last king off z, and the game is over.
func TestLastKingPushedOff(t *testing.T) {
	p := parse(t, crescendo, "K4/6/R5b/3k3/7/6/5 w - - 0 1")
	playMarked(t, p, "c1c7>N")
	lost := game.Win(game.White, game.KingLost)
	score, over := p.Terminal()
	if p.Outcome() != lost || p.LegalCount() != 0 || p.InCheck() || score != game.WDLLoss || !over {
		t.Errorf("%s: %v, %d moves, check %v, Over is %v, %v", p, p.Outcome(), p.LegalCount(), p.InCheck(), score, over)
	}
	if again := parse(t, crescendo, p.String()); again.Outcome() != lost {
		t.Errorf("%s, read back: %v", p, again.Outcome())
	}
}

// Pawn moves do not start the move count again; captures on z do.
func TestMoveCount(t *testing.T) {
	p := parse(t, plain, "K4/6/2P4/3n3/7/6/4k w - - 98 60")
	playMarked(t, p, "c3c4")
	if p.Halfmoves() != 99 {
		t.Errorf("after a pawn's move the count is %d, want 99", p.Halfmoves())
	}
	p.Unmake()
	playMarked(t, p, "c3z>-")
	if p.Halfmoves() != 0 || p.Outcome().Reason != game.DeadPosition {
		t.Errorf("after a capture on z the count is %d, the outcome %v", p.Halfmoves(), p.Outcome())
	}
}

func TestRepetition(t *testing.T) {
	p := parse(t, plain, "K4/6/R6/7/7/6/4k w - - 0 1")
	for n := range 3 {
		if score, over := p.Terminal(); p.Repetitions() != n || over != (n == 2) || score != 0 {
			t.Fatalf("after %d rounds: %d repetitions, Over is %v, %v", n, p.Repetitions(), score, over)
		}
		if n < 2 {
			playMarked(t, p, "c1c2", "g5g4", "c2c1", "g4g5")
		}
	}
	if p.Outcome() != game.Drawn(game.Repetition) {
		t.Errorf("the outcome is %v", p.Outcome())
	}
}

// The captured bishop returns as a pawn, which promotes to a bishop: a round
// with a capture and a promotion repeats the position, too.
func TestRepetitionAcrossCaptures(t *testing.T) {
	p := parse(t, plain, "K4/6/5r1/3P3/7/6/4k w - - 0 1")
	for n := range 3 {
		if score, over := p.Terminal(); p.Repetitions() != n || over != (n == 2) || score != 0 {
			t.Fatalf("after %d rounds, in %s: %d repetitions, Over is %v, %v", n, p, p.Repetitions(), score, over)
		}
		if n < 2 {
			playMarked(t, p, "zd6", "c6c7", "d6d7", "g5g4", "d7d8b", "g4g5", "d8c6+", "c7c6>P")
		}
	}
	if p.Outcome() != game.Drawn(game.Repetition) {
		t.Errorf("the outcome is %v", p.Outcome())
	}
}

func TestTimeoutOutcome(t *testing.T) {
	for _, c := range []struct {
		why, name, fen string
		want           game.Outcome
	}{
		{"a lone king cannot win", plain, "K4/6/7/7/7/6/3qk w - - 0 1", game.Drawn(game.TimeOutDraw)},
		{"a pawn more can", plain, "K4/1P4/7/7/7/6/3qk w - - 0 1", game.Win(game.White, game.TimeOut)},
		{"against several kings it can", crescendo, "K4/6/7/7/7/6/3kk w - - 0 1", game.Win(game.White, game.TimeOut)},
		{"two kings are not alone", crescendo, "K1K2/6/7/7/7/6/3nk b - - 0 1", game.Win(game.White, game.TimeOut)},
	} {
		if got := parse(t, c.name, c.fen).TimeoutOutcome(game.Black); got != c.want {
			t.Errorf("%s: %s: %v, want %v", c.why, c.fen, got, c.want)
		}
	}
}
