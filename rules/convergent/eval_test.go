package convergent

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// Left and right are the same to the evaluation, as they are to the rules.
func TestEvalLeftRight(t *testing.T) {
	for seed := range uint64(6) {
		w := gametest.Walk{Game: New(), FEN: append(rich, startFEN)[seed%4], Seed: seed, Plies: 80}
		w.Run(t, func(p game.Position) {
			q := parse(t, swapFiles(p.String()))
			if p.Eval() != q.Eval() {
				t.Errorf("%s: eval %d, with left and right swapped %d", p, p.Eval(), q.Eval())
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
		{"nobody", "***2***/*k5*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 0},
		{"the king guards", "***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"a pawn goes straight to an empty square", "***2***/*1kP3*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 1, 1},
		{"but not to one that is held", "***r1***/*1kP3*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"two rooks, one behind the other", "***1k***/*2R3*/*2R3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 2, 1},
		{"a rook behind a man in its way", "***1k***/*2p3*/*2R3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"a rook four squares off", "***1k***/*6*/*6*/*6*/*2R3*/*6*/*6*/***1K*** w - - 0 1", "d8", 0, 1},
		{"bishops and knights on both sides", "***1k***/*NB1b2*/*6*/*1n4*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 2, 2},
		{"a queen behind anybody", "***1k***/*2n3*/*2Q3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d8", 1, 1},
		{"at White's end", "***1k***/*6*/*6*/*6*/*6*/*2r3*/*1Kp3*/***2*** b - - 0 1", "d1", 2, 1},
	} {
		s := parse(t, c.fen).(*Position).top()
		sq := int(c.square[0]-'a') + 8*int(c.square[1]-'1')
		attacker := game.White
		if sq < 8 {
			attacker = game.Black
		}
		pieces := s.contest(sq, attacker, s.Occupied())
		if enter, guard := count(pieces&s.Of(attacker)), count(pieces&s.Of(attacker.Other())); enter != c.enter || guard != c.guard {
			t.Errorf("%s: %s: %d enter and %d guard %s, want %d and %d", c.name, c.fen, enter, guard, c.square, c.enter, c.guard)
		}
	}
}

// Pinned men do not count in the race.
func TestPin(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"by a rook", "***1k***/*3b2*/*3R2*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "e7"},
		{"too far off", "***1k***/*3b2*/*6*/*6*/*3R2*/*6*/*6*/***1K*** b - - 0 1", ""},
		{"two between", "***1k***/*3b2*/*3n2*/*3R2*/*6*/*6*/*6*/***1K*** b - - 0 1", ""},
		{"by a bishop and a rook", "***1k***/*2qr2*/*1B1R2*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "d7 e7"},
		{"in check", "***1k***/*6*/*3R2*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", ""},
	} {
		s := parse(t, c.fen).(*Position).top()
		a := army{own: s.Of(game.Black), king: s.king(game.Black)}
		s.pin(&a, s.Occupied())
		var pinned []string
		for sq := range game.Square(64) {
			if a.pinned>>sq&1 != 0 {
				pinned = append(pinned, squareName(sq))
			}
		}
		if got := strings.Join(pinned, " "); got != c.want {
			t.Errorf("%s: %s: pinned are [%s], want [%s]", c.name, c.fen, got, c.want)
		}
	}
}

func TestTapered(t *testing.T) {
	for _, c := range []struct {
		middle, ending game.Score
		times          tapered
		phase          int
		want           game.Score
	}{
		{100, -40, 1, fullPhase, 100},
		{100, -40, 1, 0, -40},
		{-100, 40, 1, fullPhase / 2, -30},
		{-7, -3, 5, fullPhase, -35},
		{-7, -3, 5, 0, -15},
		{3, -20_000, -1, fullPhase, -3},
	} {
		if got := (taper([2]game.Score{c.middle, c.ending}) * c.times).mix(c.phase); got != c.want {
			t.Errorf("%d times (%d, %d) at phase %d is %d, want %d", c.times, c.middle, c.ending, c.phase, got, c.want)
		}
	}
}

// Changed weights count at once, also in positions made before.
func TestReweigh(t *testing.T) {
	p := parse(t, "***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPPP*/*RNB2R*/***QK*** w - - 0 1")
	before, pawn, knight := p.Eval(), value(game.Pawn), value(game.Knight)
	saved := live
	defer func() {
		live = saved
		Game{}.Reweigh()
	}()
	for phase := range 2 {
		live.Piece[game.Knight][phase] += 40
		live.Piece[game.Pawn][phase] += 40
	}
	Game{}.Reweigh()
	if got := p.Eval(); got != before-40 {
		t.Errorf("a knight down, of whom each is worth 40 more: eval %d, was %d", got, before)
	}
	if value(game.Knight) != knight+40 || value(game.Pawn) != pawn+40 {
		t.Errorf("in exchanges a knight counts %d and a pawn %d, were %d and %d", value(game.Knight), value(game.Pawn), knight, pawn)
	}
}

// However many men there are, no evaluation looks like a mate.
func TestEvalBounded(t *testing.T) {
	p := parse(t, "***QQ***/*kQQQQQ*/*QQQQQQ*/*QQQQQQ*/*QQQQQQ*/*QQQQQQ*/*QQQQQQ*/***QK*** b - - 0 1")
	if e := p.Eval(); e < -highest || e > -5000 {
		t.Errorf("eval %d", e)
	}
}

func TestWeights(t *testing.T) { gametest.Weights(t, Game{}, rich...) }
