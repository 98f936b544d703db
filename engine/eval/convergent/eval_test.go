package convergent

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval/evaltest"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// Left and right are the same to the evaluation, as they are to the rules.
func TestEvalLeftRight(t *testing.T) {
	for seed := range uint64(6) {
		w := gametest.Walk{Game: convergent.New(), FEN: append(rich, startFEN)[seed%4], Seed: seed, Plies: 80}
		w.Run(t, func(p game.Position) {
			q := parse(t, swapFiles(p.String()))
			if eval(p) != eval(q) {
				t.Errorf("%s: eval %d, with left and right swapped %d", p, eval(p), eval(q))
			}
		})
	}
}

func swapFiles(fen string) string {
	board, rest, _ := strings.Cut(fen, " ")
	var rows []string
	for row := range strings.SplitSeq(board, "/") {
		var turned string
		for _, c := range row {
			turned = string(c) + turned
		}
		rows = append(rows, turned)
	}
	return strings.Join(rows, "/") + " " + rest
}

// Who could go to a royal square and who guards it.
func TestContest(t *testing.T) {
	for _, c := range []struct {
		name, fen, square string
		enter, guard      int
	}{
		{"no piece", "***2***/*k5*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 0},
		{"the king guards", "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"a pawn goes straight to an empty square", "***2***/*1kP3*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 1, 1},
		{"but not to one that is held", "***r1***/*1kP3*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"two rooks, one behind the other", "***1k***/*2R3*/*2R3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 2, 1},
		{"a rook behind a piece in its way", "***1k***/*2p3*/*2R3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"a rook four squares off", "***1k***/*6*/*6*/*6*/*2R3*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"bishops and knights on both sides", "***1k***/*NB1b2*/*6*/*1n4*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 2, 2},
		{"a queen behind any piece", "***1k***/*2n3*/*2Q3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 1, 1},
		{"at White's end", "***1k***/*6*/*6*/*6*/*6*/*2r3*/*1Kp3*/***2*** b - - 0 1", "d1", 2, 1},
	} {
		s := parse(t, c.fen).(*convergent.Position).State()
		sq := game.Square(c.square[0]-'a') + 8*game.Square(c.square[1]-'1')
		attacker := game.White
		if sq < 8 {
			attacker = game.Black
		}
		pieces := contest(s, sq, attacker, s.Occupied())
		enter, guard := bitboard.Count(pieces&s.Of(attacker)), bitboard.Count(pieces&s.Of(attacker.Other()))
		if enter != c.enter || guard != c.guard {
			t.Errorf("%s: %s: %d enter and %d guard %s, want %d and %d", c.name, c.fen, enter, guard, c.square, c.enter, c.guard)
		}
	}
}

// Pinned pieces do not count in the race.
func TestPin(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"by a rook", "***1k***/*3b2*/*3R2*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "e7"},
		{"too far off", "***1k***/*3b2*/*6*/*6*/*3R2*/*6*/*6*/***1K*** b - - 0 1", ""},
		{"two between", "***1k***/*3b2*/*3n2*/*3R2*/*6*/*6*/*6*/***1K*** b - - 0 1", ""},
		{"by a bishop and a rook", "***1k***/*2qr2*/*1B1R2*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "d7 e7"},
		{"in check", "***1k***/*6*/*3R2*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", ""},
	} {
		s := parse(t, c.fen).(*convergent.Position).State()
		a := side{own: s.Of(game.Black), king: s.King(game.Black)}
		New().pin(s, &a, s.Occupied())
		var pinned []string
		for sq := range game.Square(64) {
			if a.pinned>>sq&1 != 0 {
				pinned = append(pinned, parse(t, c.fen).View().Board.Name(int(sq)))
			}
		}
		if got := strings.Join(pinned, " "); got != c.want {
			t.Errorf("%s: %s: pinned are [%s], want [%s]", c.name, c.fen, got, c.want)
		}
	}
}

// Changed weights count at once, also on boards made before, and not in another
// evaluator.
func TestReweigh(t *testing.T) {
	e, other := New(), New()
	p := parse(t, "***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPPP*/*RNB2R*/***QK*** w - - 0 1")
	b := e.NewNode(p)
	before, pawn, knight := b.Eval(), e.worth[game.Pawn], e.worth[game.Knight]
	for phase := range 2 {
		e.weights.Piece[game.Knight][phase] += 40
		e.weights.Piece[game.Pawn][phase] += 40
	}
	e.Reweigh()
	if got := b.Eval(); got != before-40 {
		t.Errorf("a knight down, of which each is worth 40 more: eval %d, was %d", got, before)
	}
	if e.worth[game.Knight] != knight+40 || e.worth[game.Pawn] != pawn+40 {
		t.Errorf("in SEE a knight counts %d and a pawn %d, were %d and %d",
			e.worth[game.Knight], e.worth[game.Pawn], knight, pawn)
	}
	if got := other.NewNode(p).Eval(); got != before {
		t.Errorf("another evaluator's eval is %d, was %d", got, before)
	}
}

// However many pieces there are, no evaluation looks like a mate.
func TestEvalBounded(t *testing.T) {
	p := parse(t, "***QQ***/*kQQQQQ*/*QQQQQQ*/*QQQQQQ*/*QQQQQQ*/*QQQQQQ*/*QQQQQQ*/***QK*** b - - 0 1")
	if e := eval(p); e < -maxEval || e > -5000 {
		t.Errorf("eval %d", e)
	}
}

func TestWeights(t *testing.T) {
	e := New()
	evaltest.CheckNames(t, e, &e.weights)
	evaltest.CheckWeights(t, e, convergent.New(), rich...)
}

func TestConform(t *testing.T) { evaltest.Conform(t, New().NewNode, convergent.New(), rich...) }

func TestNoAllocations(t *testing.T) {
	evaltest.NoAllocations(t, New().NewNode(convergent.New().Start()))
	evaltest.NoAllocations(t, New().NewNode(parse(t, rich[0])))
}

// The evaluation is the same for both colors.
func TestMirror(t *testing.T) {
	for seed := range uint64(10) {
		w := gametest.Walk{Game: convergent.New(), FEN: rich[seed%3], Seed: seed, Plies: 80}
		w.Run(t, func(p game.Position) {
			if q := parse(t, gametest.Mirror(p.String())); eval(p) != eval(q) {
				t.Errorf("%s: eval %d; mirrored %d", p, eval(p), eval(q))
			}
		})
	}
}

// A pawn on an enemy royal square guards nothing at the other end of the board.
func TestIntruderSeesNothing(t *testing.T) {
	s := parse(t, "***P1***/*k5*/*6*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1").(*convergent.Position).State()
	var a side
	New().pawns(s, &a, game.White, s.Of(game.White), s.Occupied())
	if a.attacks != 0 {
		t.Errorf("it attacks %x, want none", a.attacks)
	}
}

// BenchmarkEval evaluates the positions after each first move.
func BenchmarkEval(b *testing.B) {
	p := New().NewNode(convergent.New().Start())
	moves := p.Position().Legal(nil)
	n := 0
	for b.Loop() {
		p.Make(moves[n%len(moves)])
		p.Eval()
		p.Unmake()
		n++
	}
}
