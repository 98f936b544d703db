package shrink

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// sumOf adds up pieces: "+r-n" is a rook won and a knight lost.
func sumOf(t *testing.T, pieces string, worth *[8]int32) engine.Score {
	t.Helper()
	var sum int32
	for i := 0; i+1 < len(pieces); i += 2 {
		w := worth[game.PieceTypeOf(pieces[i+1])]
		if pieces[i] == '-' {
			w = -w
		}
		sum += w
	}
	return engine.Score(sum)
}

func TestSEE(t *testing.T) {
	chess, shrink := chessGame, shrinkGame
	for _, c := range []struct {
		why  string
		g    game.Game
		fen  string
		move string
		want string // what is won and lost
	}{
		{"nothing guards the pawn", chess, "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", "+p"},
		{"knight and queen behind bishop and rook", chess,
			"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", "+p-n"},
		{"a rook supports a rook, without gain", chess, "4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "+p-r+p"},
		{"the king may not take back", chess, "8/8/8/3k4/4p3/4R3/8/4R1K1 w - - 0 1", "e3e4", "+p"},
		{"the king takes back", chess, "8/8/8/3k4/4p3/4R3/8/6K1 w - - 0 1", "e3e4", "+p-r"},
		{"the king takes", chess, "8/8/8/8/4k3/4p3/3K4/8 w - - 0 1", "d2e2", ""},
		{"en passant", chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "+p"},
		{"en passant, and a pawn takes back", chess, "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "+p-p"},
		{"en passant opens a file", chess, "3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "+p-p"},
		{"a quiet move to a guarded square", chess, "4k3/8/8/3p4/8/8/5N2/4K3 w - - 0 1", "f2e4", "-n"},
		{"a quiet move to a safe square", chess, "4k3/8/8/3p4/8/8/5N2/4K3 w - - 0 1", "f2g4", ""},
		{"castling", chess, kiwipete, "e1g1", ""},
		{"a bishop behind a pawn", chess, "4k3/5b2/4p3/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", "+p-p"},
		{"a promotion", chess, "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8q", "+q-p"},
		{"a promotion to a knight", chess, "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8n", "+n-p"},
		{"a promotion that is taken", chess, "1r6/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8q", "-p"},
		{"a promotion that takes", chess, "1r6/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7b8q", "+r+q-p"},
		{"queens behind rooks", chess, "3qk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", "+p-r"},
		{"Black moves", chess, "4k3/8/8/3r4/8/2N5/8/3RK3 b - - 0 1", "d5d1", "+r-r"},

		{"nothing collapses", shrink, "4k3/8/4p3/3p4/8/8/3R3P/3RK3 w - - 0 1", "d2d5", "+p-r+p"},
		{"the queen leaves row 1 and Black's pawns promote", shrink, "k7/4P3/8/8/8/7K/pppp4/4Q3 w - - 0 1",
			"e1e5nnnn", "-n-n-n-n+p+p+p+p"},
		{"and a new knight takes the queen", shrink, "k7/4P3/8/8/8/7K/pppp4/4Q3 w - - 0 1", "e1e4nnnn", "-n-n-n-n+p+p+p+p-q"},
		{"the row between the bishop and a pawn goes", shrink, "k4/5/2p2/4B/5/K4 w - - 0 1", "e3d2", "-b"},
	} {
		b := boardAt(t, c.g, c.fen)
		m, ok := find(b.Position(), c.move)
		if !ok {
			t.Errorf("%s: %s is not legal in %s", c.why, c.move, c.fen)
			continue
		}
		want := sumOf(t, c.want, &evaluators[c.g].terms.worth)
		if !b.SEE(m, want) || b.SEE(m, want+1) {
			t.Errorf("%s: SEE of %s is not worth %s, %d", c.why, c.move, c.want, want)
		}
	}
}

// slowSEE returns what a move gains in the captures that it begins, each found
// again on the board after the move before.
func slowSEE(p game.Position, m game.Move, worth *[8]int32) engine.Score {
	at, color := m.To(), p.Turn()
	for _, e := range p.Effects(m) {
		switch {
		case e.Kind == game.CollapseRank && at>>3 > game.Square(e.Index):
			at -= 8
		case e.Kind == game.CollapseFile && at&7 > game.Square(e.Index): // the last file comes first
			at--
		}
	}
	before := piecesOf(p)
	p.Make(m)
	after := piecesOf(p)
	p.Unmake()
	gain := int32(0)
	for sq := range game.Square(64) {
		gain += colorWorth(before.Piece(sq), worth) - colorWorth(after.Piece(sq), worth)
	}
	if color == game.White {
		gain = -gain
	}
	return engine.Score(gain - slowAnswer(after, at, color.Other(), worth))
}

// piecesOf returns the pieces of a position of either game.
func piecesOf(p game.Position) bitboard.Pieces {
	return p.(interface{ State() *shrink.State }).State().Pieces
}

// attackers returns the pieces of a color that attack a square.
func attackers(m bitboard.Pieces, sq game.Square, by game.Color) uint64 {
	occupied := m.Occupied()
	a := shrink.PawnAttacks(by.Other(), sq)&m.Pawns() | shrink.KnightAttacks(sq)&m.Knights() |
		shrink.KingAttacks(sq)&m.Kings()
	a |= shrink.BishopAttacks(sq, occupied)&m.Diagonal() | shrink.RookAttacks(sq, occupied)&m.Straight()
	return a & m.Of(by)
}

// colorWorth is what a piece counts for White, kings aside.
func colorWorth(pc game.Piece, t *[8]int32) int32 {
	switch {
	case pc.Type() == game.King:
		return 0
	case pc.Color() == game.Black:
		return -t[pc.Type()]
	}
	return t[pc.Type()]
}

// slowAnswer returns what a side gains by taking on a square, or by not doing so.
func slowAnswer(m bitboard.Pieces, sq game.Square, color game.Color, t *[8]int32) int32 {
	takers := attackers(m, sq, color)
	for _, pt := range []game.PieceType{game.Pawn, game.Knight, game.Bishop, game.Rook, game.Queen, game.King} {
		for from := range game.Square(64) {
			if bitboard.Bit(from)&takers == 0 || m.Piece(from) != pt.Of(color) {
				continue
			}
			taken := m.PieceType(sq)
			if taken == game.King || pt == game.King && attackers(m, sq, color.Other()) != 0 {
				return 0
			}
			return max(0, t[taken]-slowAnswer(m.Moved(from, sq), sq, color.Other(), t))
		}
	}
	return 0
}

// TestSEESlow compares SEE in random games with captures that are played out.
func TestSEESlow(t *testing.T) {
	for _, c := range []struct {
		g    game.Game
		fens []string
	}{{chessGame, ordinary}, {shrinkGame, rare}} {
		worth := &evaluators[c.g].terms.worth
		for i, fen := range append(c.fens, startFEN) {
			w := gametest.Walk{Game: c.g, FEN: fen, Seed: uint64(i), Plies: 60}
			w.Run(t, func(p game.Position) {
				b := boardOf(p)
				list := b.AppendMoves(nil)
				for _, r := range list[:min(len(list), 300)] {
					want := slowSEE(p, r.Move, worth)
					if !b.SEE(r.Move, want) || b.SEE(r.Move, want+1) {
						t.Fatalf("%s: %s in %s gains %d when played out; SEE grants that: %v, one more: %v", c.g.Name(),
							p.UCI(r.Move), p, want, b.SEE(r.Move, want), b.SEE(r.Move, want+1))
					}
				}
			})
		}
	}
}

func BenchmarkSEE(b *testing.B) {
	for _, g := range []game.Game{chessGame, shrinkGame} {
		b.Run(g.Name(), func(b *testing.B) {
			p := boardAt(b, g, kiwipete)
			moves := p.Position().Legal(nil)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				p.SEE(moves[i], 0)
				if i++; i == len(moves) {
					i = 0
				}
			}
		})
	}
}
