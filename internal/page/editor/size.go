package editor

import (
	"fmt"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// size gives the board that many files and ranks. Lines come at the far ends. Those
// that go are empty ones first, as in the game, the farthest from a1 before the
// others; then the farthest, with their pieces.
func (t *table) size(e DraftEdit) error {
	o, err := t.sizes()
	if err != nil {
		return err
	}
	if len(e.Numbers) != 2 || e.Numbers[0] < 1 || e.Numbers[0] > o.MaxFiles || e.Numbers[1] < 1 || e.Numbers[1] > o.MaxRanks {
		return fmt.Errorf("the size %v: expected files from 1 to %d and ranks from 1 to %d", e.Numbers, o.MaxFiles, o.MaxRanks)
	}
	files, ranks := e.Numbers[0], e.Numbers[1]
	for t.Board.Ranks > ranks {
		_, empty := t.emptyLines()
		t.drop(game.CollapseRank, farthest(empty, t.Board.Ranks))
	}
	for t.Board.Files > files {
		empty, _ := t.emptyLines()
		t.drop(game.CollapseFile, farthest(empty, t.Board.Files))
	}
	t.grow(files, ranks)
	return nil
}

// close takes all empty lines off the board.
func (t *table) close(DraftEdit) error {
	if _, err := t.sizes(); err != nil {
		return err
	}
	files, ranks := t.emptyLines()
	for _, rank := range slices.Backward(ranks) {
		t.drop(game.CollapseRank, rank)
	}
	for _, file := range slices.Backward(files) {
		t.drop(game.CollapseFile, file)
	}
	return nil
}

// sizes returns the options of a game whose board can have several sizes.
func (t *table) sizes() (game.SetupOptions, error) {
	o := t.game.SetupOptions(t.Setup)
	if o.MaxFiles == 0 {
		return o, fmt.Errorf("the board of %s has one size only", t.game.Title())
	}
	return o, nil
}

// farthest returns the last of some lines, or of all n if there are none.
func farthest(lines []int, n int) int {
	if len(lines) > 0 {
		return lines[len(lines)-1]
	}
	return n - 1
}

// emptyLines returns the files and ranks on which no one stands, in order; none if
// no one stands anywhere.
func (t *table) emptyLines() (files, ranks []int) {
	var onFile, onRank [16]int
	pieces := 0
	for i := range t.Board.Cells {
		if c := &t.Board.Cells[i]; t.Pieces[c.ID] != game.NoPiece {
			onFile[c.Col]++
			onRank[c.Row]++
			pieces++
		}
	}
	if pieces == 0 {
		return nil, nil
	}
	for file := range t.Board.Files {
		if onFile[file] == 0 {
			files = append(files, file)
		}
	}
	for rank := range t.Board.Ranks {
		if onRank[rank] == 0 {
			ranks = append(ranks, rank)
		}
	}
	return files, ranks
}

// drop takes a line off the board, as the rules do it, and keeps the picture of
// what it leaves.
func (t *table) drop(kind game.EffectKind, line int) {
	old, keys := t.View, t.keys
	passed := t.Board.SquareByName(t.EnPassant.Text)
	t.View = old.Apply([]game.Effect{{Kind: kind, Index: line}})
	t.Turn = old.Turn
	t.keys = boardview.Keys{}
	t.EnPassant.Text = "-"
	for i := range old.Board.Cells {
		c := &old.Board.Cells[i]
		row, col := c.Row, c.Col
		at := &row
		if kind == game.CollapseFile {
			at = &col
		}
		if *at == line {
			continue
		}
		if *at > line {
			*at--
		}
		to := row*old.Board.Stride + col
		t.keys.Cell[to], t.keys.Piece[to] = keys.Cell[c.ID], keys.Piece[c.ID]
		if passed == c {
			t.EnPassant.Text = t.Board.Name(to)
		}
	}
	s := boardview.Still(t.View, t.keys, nil)
	t.steps = append(t.steps, boardview.Step{Kind: "collapse", Pieces: s.Pieces, Box: &s.Box, Cells: s.Cells, Shapes: s.Shapes})
}

// grow adds lines at the far ends.
func (t *table) grow(files, ranks int) {
	old := t.Board
	if files == old.Files && ranks == old.Ranks {
		return
	}
	t.Board = geom.Rect(files, ranks, old.Stride)
	for i := range t.Board.Cells {
		if id := t.Board.Cells[i].ID; old.Cell(id) == nil {
			t.keys.Cell[id] = t.fresh()
		}
	}
}
