package editor

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// size resizes the board. New files and ranks are added at the far ends. Empty ones are
// removed first, as in the game, those farthest from a1 before others; then the farthest
// with their pieces.
func (t *table) size(e DraftEdit) error {
	o, err := t.sizes()
	if err != nil {
		return err
	}
	if len(e.Numbers) != 2 || e.Numbers[0] < 1 || e.Numbers[0] > o.MaxFiles ||
		e.Numbers[1] < 1 || e.Numbers[1] > o.MaxRanks {
		return message.Errorf("the size is %v, expected files (1–%d) and ranks (1–%d)", e.Numbers, o.MaxFiles, o.MaxRanks)
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

// close removes all empty files and ranks.
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

// sizes returns the options of a game whose board can be resized.
func (t *table) sizes() (rulekit.SetupOptions, error) {
	o := t.game.SetupOptions(t.Setup)
	if o.MaxFiles == 0 {
		return o, message.Errorf("the board of %s has a fixed size", t.game.Title())
	}
	return o, nil
}

// farthest returns the last of the lines, or of all n if the list is empty.
func farthest(lines []int, n int) int {
	if len(lines) > 0 {
		return lines[len(lines)-1]
	}
	return n - 1
}

// emptyLines returns the files and ranks without pieces, in order; none on an empty board.
func (t *table) emptyLines() (files, ranks []int) {
	var onFile, onRank [16]int
	pieces := 0
	for i := range t.Board.Squares {
		if sq := &t.Board.Squares[i]; t.Pieces[sq.ID] != game.NoPiece {
			onFile[sq.Col]++
			onRank[sq.Row]++
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

// drop removes a file or rank as the rules do, and adds a step to the animation.
func (t *table) drop(kind game.EffectKind, line int) {
	old, keys := t.View, t.keys
	enPassant := t.Board.SquareByName(t.EnPassant.Text)
	t.View = old.Apply([]game.Effect{{Kind: kind, Index: line}})
	t.Turn = old.Turn
	t.keys = boardview.Keys{}
	t.EnPassant.Text = "-"
	for i := range old.Board.Squares {
		sq := &old.Board.Squares[i]
		row, col := sq.Row, sq.Col
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
		t.keys.Square[to], t.keys.Piece[to] = keys.Square[sq.ID], keys.Piece[sq.ID]
		if enPassant == sq {
			t.EnPassant.Text = t.Board.Name(to)
		}
	}
	s := boardview.New(t.game, t.View, t.keys, nil)
	t.steps = append(t.steps,
		boardview.Step{Kind: "collapse", Pieces: s.Pieces, Box: &s.Box, Squares: s.Squares, Shapes: s.Shapes})
}

// grow adds files and ranks at the far ends.
func (t *table) grow(files, ranks int) {
	old := t.Board
	if files == old.Files && ranks == old.Ranks {
		return
	}
	t.Board = geom.Rect(files, ranks, old.Stride)
	for i := range t.Board.Squares {
		if id := t.Board.Squares[i].ID; old.Square(id) == nil {
			t.keys.Square[id] = t.fresh()
		}
	}
}
