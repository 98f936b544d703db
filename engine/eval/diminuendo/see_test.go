package diminuendo

import (
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// slowBoard plays exchanges out on a plain list of pieces, walking step by step.
type slowBoard struct {
	pieces [diminuendo.NumSquares]game.Piece
	game   diminuendo.Game
}

func (b *slowBoard) next(pc game.Piece) game.Piece {
	ranking := b.game.Ranking()
	for i, pt := range ranking[:5] {
		if pt == pc.Type() {
			return ranking[i+1].Of(pc.Color())
		}
	}
	return game.NoPiece
}

func (b *slowBoard) value(pc game.Piece) engine.Score {
	return shared(b.game).termsOf(b.game).value[pc.Type()]
}

// onZ is what a piece is worth on z.
func (b *slowBoard) onZ(pc game.Piece) engine.Score {
	return shared(b.game).termsOf(b.game).onZ[pc.Type()]
}

func (b *slowBoard) loss(pc game.Piece) engine.Score { return b.value(pc) - b.onZ(b.next(pc)) }

// sees reports whether the piece on a square attacks another.
func (b *slowBoard) sees(sq, target int) bool {
	pc := b.pieces[sq]
	both := slices.Concat(rookSteps, bishopSteps)
	lists := [][]step{nil, rookSteps, both, rookSteps, bishopSteps, knightSteps, pawnSteps[pc.Color()]}
	list, far := lists[pc.Type()], false
	switch pc.Type() {
	case game.King:
		if b.game.QueenishKing() {
			list = append(append([]step{}, rookSteps...), bishopSteps...)
		}
	case game.Queen, game.Rook, game.Bishop:
		far = true
	}
	found := false
	for _, h := range halves(sq) {
		for _, d := range list {
			walk(h, d, func(at int) bool {
				found = found || at == target
				return far && b.pieces[at] == game.NoPiece
			})
		}
	}
	return found
}

func (b *slowBoard) attacked(target int, by game.Color, except int) bool {
	for sq, pc := range b.pieces {
		if pc != game.NoPiece && pc.Color() == by && sq != except && b.sees(sq, target) {
			return true
		}
	}
	return false
}

// play makes a move by R2, R3 and R5 and returns what the mover gains.
func (b *slowBoard) play(from, to int, promotion game.PieceType) engine.Score {
	pc, taken := b.pieces[from], b.pieces[to]
	color, gain := pc.Color(), engine.Score(0)
	b.pieces[from], b.pieces[to] = game.NoPiece, game.NoPiece
	if to == diminuendo.ZSquare {
		b.pieces[to] = b.next(pc)
		return b.onZ(taken) - b.loss(pc)
	}
	b.pieces[to] = pc
	if taken != game.NoPiece {
		gain = b.loss(taken)
		if old := b.pieces[diminuendo.ZSquare]; old != game.NoPiece {
			value := b.onZ(old)
			if old.Type() == game.King && b.kings(old.Color()) == 1 {
				value = lastKing
			}
			if old.Color() == color {
				value = -value
			}
			gain += value
		}
		b.pieces[diminuendo.ZSquare] = b.next(taken)
	}
	if pc.Type() == game.Pawn && diminuendo.LastSquares(color)>>to&1 != 0 {
		b.pieces[to] = promotion.Of(color)
		gain += b.value(b.pieces[to]) - b.value(pc)
	}
	return gain
}

func (b *slowBoard) kings(color game.Color) (n int) {
	for _, pc := range b.pieces {
		if pc == game.King.Of(color) {
			n++
		}
	}
	return n
}

// taker finds the piece that takes next, as nextTaker says.
func (b *slowBoard) taker(color game.Color, to int) int {
	best, king := -1, -1
	for sq, pc := range b.pieces {
		switch {
		case pc == game.NoPiece || pc.Color() != color || !b.sees(sq, to):
		case pc.Type() == game.King:
			if king < 0 {
				king = sq
			}
		case best < 0 || b.loss(pc) < b.loss(b.pieces[best]):
			best = sq
		}
	}
	for sq, pc := range b.pieces { // the piece on z goes first, wherever it is in the list
		if sq == diminuendo.ZSquare && pc != game.NoPiece && pc.Color() == color &&
			pc.Type() != game.King && b.sees(sq, to) {
			return sq
		}
	}
	if best < 0 && king >= 0 && to != diminuendo.ZSquare {
		after := *b
		after.play(king, to, game.Queen)
		if !after.attacked(to, color.Other(), diminuendo.ZSquare) {
			best = king
		}
	}
	return best
}

// answer is what a side gains by taking on a square, or not.
func (b *slowBoard) answer(color game.Color, to int) engine.Score {
	if pt := b.pieces[to].Type(); pt == game.NoPieceType || pt == game.King {
		return 0
	}
	from := b.taker(color, to)
	if from < 0 {
		return 0
	}
	gain := b.play(from, to, shared(b.game).termsOf(b.game).best)
	return max(0, gain-b.answer(color.Other(), to))
}

// crowded are positions with several kings, kings on z and promotions ahead.
var crowded = map[string][]string{
	plain: {
		"1p1P1/1p2P1/1p3P1/Kp3Pk/1p3P1/1p2P1/1p1P1 w - - 0 40",
		"P4/3pr1/1R2pq1/3r1p1/7/1QPNk1/K4 b - - 0 40",
	},
	crescendo: {
		"P3p/bn1Np1/Q3Bnr/3K1Nk/KB2p2/1nP1pr/P3p w - - 0 17",
		"PB1p1/6/2r2K1/b2K2k/K2p1k1/6/4p w - - 0 35",
		"K4/1K4/Q5q/3K3/6k/6/n3k b - - 0 1",
	},
	"diminuendo:qkrbnp+qk": {
		"P1Q2/R1B2n/3PN2/2Kkrbb/2P1p2/6/4k b - - 0 13",
		"P3Q/R1b1Nn/3P1r1/2KP3/2P1pk1/6/4k b - - 3 16",
	},
}

// TestSEE compares SEE with the exchanges played out slowly, for every
// move of positions from random games.
func TestSEE(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 25
	}
	for i, name := range sampleNames {
		g := named(t, name)
		fens := []string{g.Start().String()}
		fens = append(fens, crowded[name]...)
		for j, fen := range fens {
			walk := gametest.Walk{Game: g, FEN: fen, Seed: uint64(10*i + j), Plies: plies}
			walk.Run(t, func(p game.Position) { checkSEE(t, p) })
		}
	}
}

func checkSEE(t *testing.T, p game.Position) {
	t.Helper()
	view, board := p.View(), boardOf(p)
	for _, m := range board.AppendMoves(nil) {
		b := slowBoard{game: p.Game().(diminuendo.Game)}
		copy(b.pieces[:], view.Pieces[:diminuendo.NumSquares])
		to := int(m.Move.To())
		want := b.play(int(m.Move.From()), to, m.Move.Promotion(0))
		want -= b.answer(p.Turn().Other(), to)
		if !board.SEE(m.Move, want) || board.SEE(m.Move, want+1) {
			t.Fatalf("%s: %s in %s gains %d when played out; SEE grants %d: %v, %d: %v", p.Game().Name(),
				p.UCI(m.Move), p, want, want, board.SEE(m.Move, want), want+1, board.SEE(m.Move, want+1))
		}
	}
}

// TestSEECases checks what some captures are worth, in letters: what steps
// down, and who is pushed off.
func TestSEECases(t *testing.T) {
	v := termsOf(diminuendo.Default, false).value
	q, r, b, n, pawn := game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn
	for _, c := range []struct {
		why, fen, move string
		want           engine.Score
	}{
		{"a loose rook becomes a knight", "K4/6/R3r2/7/7/6/4k w - - 0 1", "c1c5", v[r] - v[n]},
		{"the knights that two rooks become take each other", "K4/6/R5r/7/7/6/4k w - - 0 1", "c1c7", v[n] - v[b]},
		{"a loose pawn leaves", "K4/6/R5p/7/7/6/4k w - - 0 1", "c1c7", v[pawn]},
		{"an enemy queen is pushed off", "K4/6/R5p/3q3/7/6/4k w - - 0 1", "c1c7", v[pawn] + v[q]},
		{"an own bishop is pushed off", "K4/6/R5p/3B3/7/6/4k w - - 0 1", "c1c7", v[pawn] - v[b]},
		{"the piece on z pushes nothing off", "K4/6/7/3Rp2/7/6/4k w - - 0 1", "zd6", v[pawn]},
		{"on z a piece is lost, and the taker steps down", "K4/6/2R4/3q3/7/6/4k w - - 0 1", "c3z", v[q] - (v[r] - v[n])},
	} {
		p := parse(t, plain, c.fen)
		board, found := boardOf(p), false
		for _, m := range board.AppendMoves(nil) {
			if p.UCI(m.Move) != c.move {
				continue
			}
			found = true
			if !board.SEE(m.Move, c.want) || board.SEE(m.Move, c.want+1) {
				t.Errorf("%s: %s in %s does not gain %d", c.why, c.move, c.fen, c.want)
			}
		}
		if !found {
			t.Errorf("%s: %s is no move in %s", c.why, c.move, c.fen)
		}
	}
}

// BenchmarkSEE asks about the captures of a position with many.
func BenchmarkSEE(b *testing.B) {
	p := boardOf(parse(b, plain, "P3p/R4r/Q1P1pn1/BB1n2b/KNnb1nk/RP2pB/P3p w - - 0 8"))
	list := p.AppendNoisy(nil)
	n := 0
	for b.Loop() {
		p.SEE(list[n%len(list)].Move, 0)
		n++
	}
}
