package convergent

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestOutcome(t *testing.T) {
	const knights = "c2b4 c7b5 b4c2 b5c7 "
	for _, c := range []struct{ name, fen, moves, want string }{
		{"the start", startFEN, "", "In progress"},
		{"R5: a lone king mates by entering",
			"***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 0 1", "e7d8", "White wins: checkmate"},
		{"R5: Black's king, too",
			"***2***/*6*/*K5*/*6*/*6*/*6*/*3k2*/***2*** b - - 0 1", "e2e1", "Black wins: checkmate"},
		{"R3: a pawn mates by entering",
			"***1r***/*2P3*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "d7d8", "In progress"},
		{"R3: a pawn that cannot be captured",
			"***2***/*2P3*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "d7d8", "White wins: checkmate"},
		{"R4: no legal move, not in check",
			"***1k***/*6*/*2Q3*/*5N*/*6*/*6*/*6*/***K1*** b - - 0 1", "", "White wins: stalemate"},
		{"threefold repetition", startFEN, knights + knights, "Draw: threefold repetition"},
		{"only twice", startFEN, knights + "c2b4 c7b5 b4c2", "In progress"},
		{"the hundredth quiet ply",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 99 80", "e1d1", "Draw: the fifty-move rule"},
		{"a pawn move begins the count again",
			"***1k***/*6*/*6*/*6*/*6*/*P5*/*6*/***1K*** w - - 99 80", "b3c4", "In progress"},
		{"a capture begins it again",
			"***1k***/*6*/*6*/*6*/*6*/*n5*/*Q5*/***1K*** w - - 99 80", "b2b3", "In progress"},
		{"a mate on the hundredth ply",
			"***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 99 80", "e7e8", "White wins: checkmate"},
		{"a stalemate on the hundredth ply",
			"***1k***/*6*/*6*/*5N*/*2Q3*/*6*/*6*/***K1*** w - - 99 80", "d4d6", "White wins: stalemate"},
		{"two bare kings play on",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "", "In progress"},
	} {
		p := parse(t, c.fen)
		play(t, p, c.moves)
		if got := p.Outcome().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if score, over := p.Terminal(); over != (p.Outcome().Result == game.Draw) || score != 0 {
			t.Errorf("%s: Over is %d %v", c.name, score, over)
		}
	}
}

func TestStalemateLoses(t *testing.T) {
	if r := New().Start().Stalemate(); r != game.WDLLoss {
		t.Errorf("Stalemate is a %v, want a loss (R4)", r)
	}
}

func TestTimeoutOutcome(t *testing.T) {
	p := parse(t, "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***QK*** w - - 0 1")
	if o := p.TimeoutOutcome(game.White); o != game.Win(game.Black, game.TimeOut) {
		t.Errorf("with a lone king left to Black: %v", o)
	}
}

// Counts stop at the largest that a FEN can hold.
func TestCountsStop(t *testing.T) {
	p := parse(t, "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** b - - 9999 9999")
	play(t, p, "e8d8 e1d1")
	if want := "***k1***/*6*/*6*/*6*/*6*/*6*/*6*/***K1*** b - - 9999 9999"; p.String() != want {
		t.Errorf("got %s, want %s", p, want)
	}
}

// A clone keeps the moves made and goes its own way.
func TestClone(t *testing.T) {
	p := New().Start()
	play(t, p, "c2b4 c7b5 b4c2 b5c7 c2b4 c7b5 b4c2")
	q := p.Clone()
	play(t, q, "b5c7")
	if !q.Outcome().Over() || p.Outcome().Over() || p.Ply() != 7 || q.Ply() != 8 {
		t.Errorf("original: %v after %d plies, clone: %v after %d", p.Outcome(), p.Ply(), q.Outcome(), q.Ply())
	}
	for q.Ply() > 0 {
		q.Unmake()
	}
	if q.String() != startFEN {
		t.Errorf("all taken back the clone is %s", q)
	}
}

func TestUnmakePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Unmake without a move should panic")
		}
	}()
	New().Start().Unmake()
}
