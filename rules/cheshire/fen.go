package cheshire

import (
	"strconv"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// Parse implements game.Game. It rejects positions that no game can reach: a color
// without exactly one king, a pawn on the first or last rank, a right for a king that
// is not on its start square, an en passant square that no pawn can have crossed, and
// a side not to move in check. Errors are *game.FENError.
func (g *Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	s, faults := g.check(d)
	if err := rulekit.FirstError(unread, faults); err != nil {
		return nil, err
	}
	return newPosition(g, s, d.Fullmove), nil
}

// ParseSetup implements rulekit.SetupParser.
func (g *Game) ParseSetup(fen string) (*rulekit.Setup, []*game.FENError) {
	f, unread := rulekit.SplitFEN(fen)
	grid, wrong := f.Board.ReadGrid(g.files, g.ranks)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(f.Board, g.files, g.ranks); wrong != nil {
		unread = append(unread, wrong)
	}
	d := rulekit.NewSetup(f, g.board)
	d.Fill(grid)
	unknown := func(f rulekit.Field, i int) *game.FENError {
		return f.Errorf(i, "K, k, Kk or -, for the kings that have not moved", "unknown castling rights %.24q", f.Text)
	}
	unread = append(unread, d.ReadRights("Kk", unknown, unknown)...)
	return d, append(unread, d.ReadEnPassant()...)
}

// squareName returns the name of a square, such as "j10".
func squareName(sq game.Square) string {
	return string(rune('a'+sq%width)) + strconv.Itoa(int(sq/width)+1)
}

// String implements game.Position.
func (p *Position) String() string { return p.FEN() }

// FEN implements game.Position.
func (p *Position) FEN() string {
	s := p.State()
	enPassant := ""
	if s.EnPassant != game.NoSquare {
		enPassant = squareName(s.EnPassant)
	}
	rights := [4]string{"", "K", "k", "Kk"}[s.unmoved&3]
	return rulekit.JoinFEN(rulekit.BoardFEN(p.View()), s.Turn, rights, enPassant, p.Halfmoves(), p.Fullmove())
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := p.game.board.Name(int(m.From())) + p.game.board.Name(int(m.To()))
	if p.promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}
