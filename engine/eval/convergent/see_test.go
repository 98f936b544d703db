package convergent

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/convergent"
)

// What exchanges gain, by the weights in use.
func TestSEE(t *testing.T) {
	q, r, b, n, p := value(game.Queen), value(game.Rook), value(game.Bishop), value(game.Knight), value(game.Pawn)
	for _, c := range []struct {
		name, fen, move string
		want            engine.Score
	}{
		{"a free pawn", "***1k***/*6*/*6*/*3p2*/*6*/*3R2*/*6*/***K1*** w - - 0 1", "e3e5", p},
		{"a guarded pawn", "***1k***/*6*/*4p1*/*3p2*/*6*/*3R2*/*6*/***K1*** w - - 0 1", "e3e5", p - r},
		{"a rook behind the rook", "***1k***/*6*/*3q2*/*3p2*/*6*/*3R2*/*3R2*/***K1*** w - - 0 1", "e3e5", p},
		{"a rook four squares off takes no part",
			"***1k***/*4p1*/*3p2*/*6*/*3R2*/*6*/*3R2*/***K1*** w - - 0 1", "e4e6", p - r},
		{"the queen leaps in", "***1k***/*6*/*4p1*/*3p2*/*3P2*/*3Q2*/*6*/***K1*** w - - 0 1", "e3e5", p - q},
		{"a knight for a rook", "***1k***/*4p1*/*3r2*/*6*/*4N1*/*6*/*6*/***K1*** w - - 0 1", "f4e6", r - n},
		{"a quiet move to a square that a pawn guards",
			"***1k***/*4p1*/*6*/*6*/*4N1*/*6*/*6*/***K1*** w - - 0 1", "f4e6", -n},
		{"the king may take what is not guarded",
			"***1k***/*2p3*/*6*/*2R3*/*6*/*6*/*6*/***K1*** w - - 0 1", "d5d7", p - r},
		{"the king may not take what is guarded",
			"***1k***/*2p3*/*2R3*/*2R3*/*6*/*6*/*6*/***K1*** w - - 0 1", "d6d7", p},
		{"an intruder that stays wins", "***2***/*2P3*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "d7d8", conquest},
		{"an intruder that is thrown out", "***1r***/*2P3*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "d7d8", -p},
		{"capturing its way in", "***r1***/*1P4*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "c7d8", conquest},
		{"one piece more than the guards", "***1r***/*1PP3*/*6*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "d7d8", conquest},
		{"a rook behind the other wins through", "***1k***/*2R3*/*2R3*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "d7d8", conquest},
		{"as many guards as pieces", "***1k***/*1PR3*/*3n2*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "c7d8", -p},
		{"going on gains more than stopping",
			"***1q***/*1P2n1*/*4B1*/*6*/*k5*/*6*/*6*/***1K*** w - - 0 1", "c7d8", max(-p, n-b-p)},
		{"the king goes in", "***2***/*2K3*/*6*/*6*/*k5*/*6*/*6*/***2*** w - - 0 1", "d7d8", conquest},
		{"throwing an intruder out", "***N1***/*1k4*/*6*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "c7d8", n},
		{"going to an own square that is not worth taking",
			"***1k***/*3b2*/*2R3*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "e7d8", 0},
		{"throwing it out with no piece left", "***N1***/*k1r3*/*1N4*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "d7d8", -conquest},
	} {
		pos := parse(t, c.fen)
		m := move(pos, c.move)
		if m == game.NoMove {
			t.Errorf("%s: %s is not legal in %s", c.name, c.move, c.fen)
			continue
		}
		if got := slowSEE(pos, m); got != c.want {
			t.Errorf("%s: the slow reference has %d, want %d", c.name, got, c.want)
		}
		for _, least := range []engine.Score{c.want - 1, c.want, c.want + 1} {
			if got, want := shared.NewNode(pos).SEE(m, least), least <= c.want; got != want {
				t.Errorf("%s: %s %s gains %d: %v, want %v", c.name, c.fen, c.move, least, got, want)
			}
		}
	}
}

// SEE finds what a plain recursion finds, in positions of random games.
func TestSEESlow(t *testing.T) {
	royalMoves := 0
	for seed := range uint64(12) {
		fen := append(rich, startFEN)[seed%4]
		(&gametest.Walk{Game: convergent.New(), FEN: fen, Seed: seed, Plies: 120}).Run(t, func(p game.Position) {
			b := shared.NewNode(p)
			for _, m := range p.Legal(nil) {
				gain := slowSEE(p, m)
				if (convergent.RoyalSquares(game.White)|convergent.RoyalSquares(game.Black))>>m.To()&1 != 0 {
					royalMoves++
				}
				leasts := []engine.Score{gain, gain + 1, 0, 1, -200, 200}
				for _, least := range leasts {
					if got, want := b.SEE(m, least), gain >= least; got != want {
						t.Fatalf("%s: %s gains %d: %v, want %v: it gains %d", p, p.UCI(m), least, got, want, gain)
					}
				}
			}
		})
	}
	if royalMoves < 100 {
		t.Errorf("only %d moves to royal squares were compared", royalMoves)
	}
}

// slowSEE returns what SEE compares, by trying every capture again.
func slowSEE(p game.Position, m game.Move) engine.Score {
	pieces := p.View().Pieces
	to := int(m.To())
	gain := value(pieces[to].Type())
	pieces[to], pieces[m.From()] = pieces[m.From()], game.NoPiece
	gain -= slowRun(pieces, to, p.Turn().Other())
	switch {
	case gain > everything/2:
		return conquest
	case gain < -everything/2:
		return -conquest
	}
	return gain
}

// everything is more than any pieces are worth.
const everything engine.Score = 1 << 20

// slowRun returns what the side gains by capturing on a square or not.
func slowRun(pieces [128]game.Piece, to int, color game.Color) engine.Score {
	best := engine.Score(0)
	if convergent.RoyalSquares(color)>>to&1 != 0 {
		best = -everything // it must capture
	}
	for _, pt := range []game.PieceType{game.Pawn, game.Bishop, game.Knight, game.Rook, game.Queen, game.King} {
		for sq := range 64 {
			if pieces[sq] != pt.Of(color) || !slowSees(pieces, sq, to) {
				continue
			}
			after := pieces
			after[sq], after[to] = game.NoPiece, pieces[sq]
			if pt == game.King {
				for other := range 64 {
					if pc := after[other]; pc != game.NoPiece && pc.Color() != color && slowSees(after, other, to) {
						return best
					}
				}
			}
			gain := value(pieces[to].Type()) - slowRun(after, to, color.Other())
			return max(best, gain)
		}
	}
	return best
}

// slowSees reports whether the piece on a square could capture on another.
func slowSees(pieces [128]game.Piece, sq, to int) bool {
	dx, dy := to&7-sq&7, to>>3-sq>>3
	pc := pieces[sq]
	far := max(dx, -dx, dy, -dy)
	line := dx == 0 || dy == 0 || dx == dy || dx == -dy
	switch pc.Type() {
	case game.King:
		return far == 1
	case game.Queen:
		return far == 1 || far == 2 && line
	case game.Knight:
		return dx*dx+dy*dy == 5
	case game.Pawn:
		return far == 1 && dx != 0 && dy == 1-2*int(pc.Color())
	}
	if far > 3 || far == 0 || !line || (pc.Type() == game.Rook) != (dx == 0 || dy == 0) {
		return false
	}
	for i := 1; i < far; i++ {
		between := sq + i*(dx/far) + 8*i*(dy/far)
		if convergent.Squares>>between&1 == 0 || pieces[between] != game.NoPiece {
			return false
		}
	}
	return true
}

// move finds a legal move by its text.
func move(p game.Position, text string) game.Move {
	for _, m := range p.Legal(nil) {
		if p.UCI(m) == text {
			return m
		}
	}
	return game.NoMove
}

// BenchmarkSEE asks about every move of a middle game, as a search does.
func BenchmarkSEE(b *testing.B) {
	p, err := convergent.New().Parse("***1k***/*1npb2*/*pq1q1p*/*2P3*/*3p2*/*PQ1Q1P*/*2BPN1*/***QK*** w - - 0 15")
	if err != nil {
		b.Fatal(err)
	}
	board := shared.NewNode(p)
	moves := p.Legal(nil)
	n := 0
	for b.Loop() {
		board.SEE(moves[n%len(moves)], 0)
		n++
	}
}
