package shrink

import "github.com/wane-chess/wane/game"

// Parse implements game.Game.
func (g shrinkGame) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	s, faults := g.check(d)
	if err := game.FirstError(unread, faults); err != nil {
		return nil, err
	}
	p := &shrinkPosition{}
	p.start(s, d.Fullmove)
	return p, nil
}

// Parse implements game.Game.
func (g chessGame) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	s, faults := g.check(d)
	if err := game.FirstError(unread, faults); err != nil {
		return nil, err
	}
	p := &chessPosition{}
	p.start(s, d.Fullmove)
	return p, nil
}

// ParseSetup implements game.SetupParser. The board has the size that the text gives it.
func (shrinkGame) ParseSetup(fen string) (*game.Setup, []*game.FENError) {
	fields, unread := game.SplitFEN(fen)
	grid, wrong := fields.Board.ReadGrid(8, 8)
	return draft(fields, grid, append(unread, wrong...))
}

// ParseSetup implements game.SetupParser.
func (chessGame) ParseSetup(fen string) (*game.Setup, []*game.FENError) {
	fields, unread := game.SplitFEN(fen)
	grid, wrong := fields.Board.ReadGrid(8, 8)
	unread = append(unread, wrong...)
	if wrong := grid.MustBe(fields.Board, 8, 8); wrong != nil {
		unread = append(unread, wrong)
	}
	return draft(fields, grid, unread)
}

// letters are those of the rights, White's first, each side's towards the h-file
// first.
const letters = "KQkq"

// draft reads what is left of a FEN whose board field is read.
func draft(fields game.Fields, grid *game.Grid, unread []*game.FENError) (*game.Setup, []*game.FENError) {
	d := game.NewSetup(fields, drawn[grid.Ranks][grid.Files]())
	d.Fill(grid)
	for i := range d.Board.Cells {
		if sq := game.Square(d.Board.Cells[i].ID); d.Vanished[sq] {
			d.Vanished[sq] = false
			unread = append(unread, d.SquareErrorf(sq, "a man or empty squares", "a square that does not exist"))
		}
	}
	const want = "- or some of KQkq, each at most once"
	unread = append(unread, d.ReadRights(letters,
		func(f game.Field, i int) *game.FENError {
			return f.Errorf(i, want, "unknown right %q", []rune(f.Text[i:])[0])
		},
		func(f game.Field, i int) *game.FENError { return f.Errorf(i, want, "%q stands here twice", f.Text[i]) })...)
	if f := &d.EnPassant; f.Text != "-" && d.Board.SquareByName(f.Text) == nil {
		unread = append(unread, f.Errorf(0, "- or the name of a square of the board", "unknown square %.24q", f.Text))
		f.Text = "-"
	}
	return d, unread
}
