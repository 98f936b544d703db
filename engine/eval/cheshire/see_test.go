package cheshire

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/cheshire"
)

// rays are the directions in which lines run.
var rays = [8][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}

// slowBoard is a board to play an exchange out on: pieces by square, and the kings
// that have not moved.
type slowBoard struct {
	pieces  [100]game.Piece
	unmoved [2]bool
}

// attacks reports whether the piece on one square attacks another, which holds
// whatever it likes.
func (b *slowBoard) attacks(from, to int) bool {
	pc := b.pieces[from]
	files, ranks := to%10-from%10, to/10-from/10
	forward := 1 - 2*int(pc.Color())
	near := max(files, -files, ranks, -ranks) == 1
	slides := false
	for i, ray := range rays {
		for n := 1; n < 10; n++ {
			if n*ray[0] != files || n*ray[1] != ranks {
				continue
			}
			queenly := pc.Type() == game.Queen || pc.Type() == game.King && b.unmoved[pc.Color()]
			slides = queenly || i < 4 && pc.Type() == game.Rook || i >= 4 && pc.Type() == game.Bishop
			for k := 1; k < n; k++ {
				if b.pieces[from+k*(ray[0]+10*ray[1])] != game.NoPiece {
					slides = false
				}
			}
		}
	}
	switch pc.Type() {
	case game.Pawn:
		return ranks == forward && files*files == 1
	case game.Knight:
		return files*files+ranks*ranks == 5
	case game.King:
		return near || slides
	}
	return slides
}

// best returns what the side gains by capturing on a square, or by not doing so:
// it uses its least piece, and its king only if nothing takes back.
func (b *slowBoard) best(color game.Color, to int) engine.Score {
	taker := -1
	for _, pt := range []game.PieceType{game.Pawn, game.Knight, game.Bishop, game.Rook, game.Queen, game.King} {
		for from := range 100 {
			if taker < 0 && from != to && b.pieces[from] == pt.Of(color) && b.attacks(from, to) {
				taker = from
			}
		}
	}
	if taker < 0 {
		return 0
	}
	after := *b
	after.pieces[to], after.pieces[taker] = after.pieces[taker], game.NoPiece
	if b.pieces[taker].Type() == game.King {
		for from := range 100 {
			if from != to && after.pieces[from] != game.NoPiece &&
				after.pieces[from].Color() != color && after.attacks(from, to) {
				return 0
			}
		}
	}
	return max(0, shared.worth[b.pieces[to].Type()]-after.best(color.Other(), to))
}

// slowSEE returns what a move wins in the captures that it begins.
func slowSEE(p *cheshire.Position, m engine.ScoredMove) engine.Score {
	s := p.State()
	b := slowBoard{unmoved: [2]bool{s.KingUnmoved(game.White), s.KingUnmoved(game.Black)}}
	for sq := range 100 {
		b.pieces[sq] = s.Piece(game.Square(sq))
	}
	from, to := int(m.Move.From()), int(m.Move.To())
	if m.Captured != game.NoPiece && b.pieces[to] == game.NoPiece {
		b.pieces[cheshire.Behind(s.Turn, m.Move.To())] = game.NoPiece
	}
	gain := shared.worth[m.Captured.Type()]
	if m.Piece.Type() == game.King && s.KingUnmoved(s.Turn) {
		gain -= shared.unmovedWorth
	}
	b.pieces[to], b.pieces[from] = b.pieces[from], game.NoPiece
	if m.Piece.Type() == game.Pawn && p.Game().(*cheshire.Game).LastRank(s.Turn).Has(m.Move.To()) {
		b.pieces[to] = m.Move.Promotion(0).Of(s.Turn)
		gain += shared.worth[m.Move.Promotion(0)] - shared.worth[game.Pawn]
	}
	return gain - b.best(s.Turn.Other(), to)
}

// TestSEE compares every move of random games with captures played out one
// by one.
func TestSEE(t *testing.T) {
	lost := 0
	for _, c := range []struct {
		game game.Game
		fens []string
	}{{large, largeFENs}, {small, smallFENs}} {
		for n, fen := range append(c.fens, c.game.Start().String()) {
			w := gametest.Walk{Game: c.game, FEN: fen, Seed: uint64(n), Plies: 60}
			w.Run(t, func(p game.Position) {
				b := shared.NewNode(p)
				for _, m := range b.AppendMoves(nil) {
					want := slowSEE(p.(*cheshire.Position), m)
					if want < 0 {
						lost++
					}
					for _, least := range []engine.Score{want - 300, want - 1, want, want + 1, want + 90, 0, 1} {
						if got := b.SEE(m.Move, least); got != (want >= least) {
							t.Fatalf("%s in %s: gains %d: %v, but it gains %d", p.UCI(m.Move), p, least, got, want)
						}
					}
				}
			})
		}
	}
	if lost < 1000 {
		t.Errorf("only %d moves lost something", lost)
	}
}

func BenchmarkSEE(b *testing.B) {
	p := shared.NewNode(parse(b,
		"*r*bqk*n*r/*p*pp*p***/r1pn1Q1*rp/p4**p1b/3*1p4/2*1*1*2P/7*1*/2B2P4/PPPPP*PPP*/RRNB*K*NRR b Kk - 3 12"))
	for _, c := range []struct {
		name  string
		moves []engine.ScoredMove
	}{{"noisy", p.AppendNoisy(nil)}, {"all", p.AppendMoves(nil)}} {
		moves := c.moves
		b.Run(c.name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if p.SEE(moves[n%len(moves)].Move, 0) {
					scores++
				}
			}
		})
	}
}
