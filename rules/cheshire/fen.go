package cheshire

import (
	"strconv"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Parse implements game.Game. It rejects positions that no game can reach: a color
// without exactly one king, a pawn on the first or last rank, a right for a king that
// is not on its start square, an en passant square that no pawn can have crossed, and
// a side not to move in check. Errors are *game.FENError.
func (g *Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	s, faults := g.check(d)
	if err := game.FirstError(unread, faults); err != nil {
		return nil, err
	}
	return newPosition(g, s, d.Fullmove), nil
}

// ParseSetup implements game.SetupParser.
func (g *Game) ParseSetup(fen string) (*game.Setup, []*game.FENError) {
	f, unread := game.SplitFEN(fen)
	grid, wrong := f.Board.ReadGrid(g.files, g.ranks)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(f.Board, g.files, g.ranks); wrong != nil {
		unread = append(unread, wrong)
	}
	d := game.NewSetup(f, g.board)
	d.Fill(grid)
	unknown := func(f game.Field, i int) *game.FENError {
		return f.Errorf(i, "K, k, Kk or -, for the kings that have not moved", "unknown castling rights %.24q", f.Text)
	}
	unread = append(unread, d.ReadRights("Kk", unknown, unknown)...)
	if f := &d.EnPassant; f.Text != "-" && g.board.SquareByName(f.Text) == nil {
		unread = append(unread, f.Errorf(0, "- or a square of the board", "unknown square %.24q", f.Text))
		f.Text = "-"
	}
	return d, unread
}

// Faults implements game.SetupParser.
func (g *Game) Faults(d *game.Setup) []game.Fault { _, faults := g.check(d); return faults }

// SetupOptions implements game.SetupParser.
func (g *Game) SetupOptions(d *game.Setup) game.SetupOptions {
	c := g.begin(d)
	o := game.SetupOptions{Vanished: true}
	for _, color := range []game.Color{game.White, game.Black} {
		o.Rights = append(o.Rights, game.Right{
			Letter: game.King.Of(color).Letter(), Label: message.Sprintf("%v’s king has not moved yet", color),
			Possible: c.state.Kings[color] == g.home[color],
		})
	}
	for i := range d.Board.Squares {
		sq := game.Square(d.Board.Squares[i].ID)
		if c.wantForEnPassant(sq) == "" && c.capturable(sq) {
			o.EnPassant = append(o.EnPassant, sq)
		}
	}
	return o
}

// name returns the name of a square, such as "j10".
func name(sq uint8) string {
	return string(rune('a'+sq%width)) + strconv.Itoa(int(sq/width)+1)
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.State()
	enPassant := ""
	if s.EnPassant != none {
		enPassant = name(s.EnPassant)
	}
	rights := [4]string{"", "K", "k", "Kk"}[s.unmoved&3]
	return game.JoinFEN(p.View().BoardFEN(), s.Turn, rights, enPassant, p.Halfmoves(), p.Fullmove())
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := p.game.board.Name(int(m.From())) + p.game.board.Name(int(m.To()))
	if p.promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}
