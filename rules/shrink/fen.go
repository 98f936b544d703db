package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Parse implements game.Game.
func (g shrinkGame) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	s, faults := g.check(d)
	if err := rulekit.FirstError(unread, faults); err != nil {
		return nil, err
	}
	return &Position{newPosition(s, d.Fullmove)}, nil
}

// Parse implements game.Game.
func (g chessGame) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	s, faults := g.check(d)
	if err := rulekit.FirstError(unread, faults); err != nil {
		return nil, err
	}
	return &ChessPosition{newPosition(s, d.Fullmove)}, nil
}

// ParseSetup implements rulekit.SetupParser. The text gives the size of the board.
func (shrinkGame) ParseSetup(fen string) (*rulekit.Setup, []*game.FENError) {
	fields, unread := rulekit.SplitFEN(fen)
	grid, wrong := fields.Board.ReadGrid(8, 8)
	return newSetup(fields, grid, append(unread, wrong...))
}

// ParseSetup implements rulekit.SetupParser.
func (chessGame) ParseSetup(fen string) (*rulekit.Setup, []*game.FENError) {
	fields, unread := rulekit.SplitFEN(fen)
	grid, wrong := fields.Board.ReadGrid(8, 8)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(fields.Board, 8, 8); wrong != nil {
		unread = append(unread, wrong)
	}
	return newSetup(fields, grid, unread)
}

// letters are those of the castling rights: White's first, of each color the one
// towards the h-file first.
const letters = "KQkq"

// newSetup reads the rest of a FEN whose board field is read.
func newSetup(fields rulekit.Fields, grid *rulekit.Grid, unread []*game.FENError) (*rulekit.Setup, []*game.FENError) {
	d := rulekit.NewSetup(fields, boardViews[grid.Ranks][grid.Files]())
	d.Fill(grid)
	for i := range d.Board.Squares {
		if sq := game.Square(d.Board.Squares[i].ID); d.Vanished[sq] {
			d.Vanished[sq] = false
			unread = append(unread, d.SquareErrorf(sq, "a piece or empty squares", "a missing square (*)"))
		}
	}
	const want = "- or some of KQkq, each at most once"
	unread = append(unread, d.ReadRights(letters,
		func(f rulekit.Field, i int) *game.FENError {
			return f.Errorf(i, want, "unknown castling right %q", []rune(f.Text[i:])[0])
		},
		func(f rulekit.Field, i int) *game.FENError {
			return f.Errorf(i, want, "duplicate castling right %q", f.Text[i])
		})...)
	return d, append(unread, d.ReadEnPassant()...)
}

// String implements game.Position.
func (p *position) String() string { return p.FEN() }

// FEN implements game.Position.
func (p *position) FEN() string {
	s := p.State()
	enPassant := ""
	if s.EnPassant != game.NoSquare {
		enPassant = bitboard.SquareName(s.EnPassant)
	}
	return rulekit.JoinFEN(rulekit.BoardFEN(p.View()), s.Turn, s.rightsText(), enPassant, p.Halfmoves(), p.Fullmove())
}

// rightsText returns the castling rights as a FEN has them: K for White's rook on
// the h-file's side of the king.
func (s *State) rightsText() string {
	var text []byte
	for _, color := range []game.Color{game.White, game.Black} {
		rooks := s.rights & s.Of(color)
		king := s.Kings() & s.Of(color)
		if rooks > king {
			text = append(text, game.King.Of(color).Letter())
		}
		if rooks&(king-1) != 0 {
			text = append(text, game.Queen.Of(color).Letter())
		}
	}
	return string(text)
}

// moveText returns a move as UCI, given how many pawns it promotes.
func moveText(m game.Move, pawns int) string {
	return bitboard.SquareName(m.From()) + bitboard.SquareName(m.To()) + m.PromotionText(pawns)
}

// UCI implements game.Position.
func (p *ChessPosition) UCI(m game.Move) string {
	var n State
	p.State().move(&n, m)
	return moveText(m, bitboard.Count(n.promoting()))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	var n State
	n.collapseAfter(p.State().move(&n, m))
	return moveText(m, bitboard.Count(n.promoting()))
}
