package diminuendo

import (
	"fmt"
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bits"
)

// Parse implements game.Game. It refuses what no game can come to: numbers of
// kings that the ranking does not allow, a pawn on the last cell of its file,
// and a side not to move that is attacked other than from z, where it may be a
// drop check (R4), whatever the counts say. Its errors are *game.FENError.
func (g Game) Parse(fen string) (game.Position, error) {
	f, err := game.SplitFEN(fen)
	if err != nil {
		return nil, err
	}
	s := state{turn: f.Turn, halfmoves: int32(f.Halfmoves), fullmove: int32(f.Fullmove), key: turnKey * uint64(f.Turn)}
	r := reader{field: f.Board, state: &s, single: g.ranking[0] == game.King}
	if err := r.board(); err != nil {
		return nil, err
	}
	for _, unused := range []game.Field{f.Rights, f.EnPassant} {
		if unused.Text != "-" {
			return nil, unused.Errorf(0, "-, since the game has neither castling nor en passant", "the field is not empty")
		}
	}
	if err := r.kings(); err != nil {
		return nil, err
	}
	p := newPosition(g, s)
	if err := r.notAttacked(&p.rules); err != nil {
		return nil, err
	}
	return p, nil
}

// zFile is the file of z.
const zFile = 3

// reader reads the board field: the files a to g with "/" between, each from
// rank 1 upwards, z once. A number of one or two digits stands for empty cells.
type reader struct {
	field  game.Field
	state  *state
	single bool          // K leads the ranking, so that no side can have two kings
	offset [numCells]int // in the field, of what stands on each cell
}

func (r *reader) board() error {
	at, cell := 0, 0
	for file := range len(geom.HexFiles) {
		var err error
		if at, err = r.file(file, at, cell); err != nil {
			return err
		}
		cell += geom.HexFiles[file]
		more := at < len(r.field.Text)
		switch last := file == len(geom.HexFiles)-1; {
		case !last && !more:
			return r.field.Errorf(at, "7, a to g, with / between", "the board ends after %d of its files", file+1)
		case last && more:
			return r.field.Errorf(at, "the end after file g", "more text %q", clip(r.field.Text[at:]))
		case more:
			at++ // the slash
		}
	}
	return nil
}

// file reads one file, which begins at an offset and with a cell. It returns
// the offset at which the file ends.
func (r *reader) file(file, at, cell int) (int, error) {
	text, start := r.field.Text, at
	size, note := geom.HexFiles[file], ""
	if file == zFile {
		size, note = size-1, ", z counted once"
	}
	n := 0
	for at < len(text) && text[at] != '/' {
		man, count, width := game.ManOf(text[at]), 1, 1
		switch digit := text[at]; {
		case man != game.NoMan:
		case digit >= '1' && digit <= '9':
			if count = int(digit - '0'); at+1 < len(text) && text[at+1] >= '0' && text[at+1] <= '9' {
				count, width = 10*count+int(text[at+1]-'0'), 2
			}
		default:
			return 0, r.field.Errorf(at, "a letter of KQRBNP or kqrbnp, a number of empty cells, or /",
				"unknown letter %q", []rune(text[at:])[0])
		}
		if n += count; n > size {
			return 0, r.field.Errorf(at, fmt.Sprintf("%d%s", size, note),
				"file %s has at least %d cells", geom.FileName(file), n)
		}
		if man != game.NoMan {
			r.offset[cell] = at
			r.state.put(game.Square(cell), man)
			if man.Piece() == game.Pawn && lastCells[man.Side()]>>cell&1 != 0 {
				return 0, r.field.Errorf(at, "no pawn there, since pawns promote on the last cell of their file",
					"a %v on %s", man, name(game.Square(cell)))
			}
		}
		for range count {
			if cell++; cell == upper {
				cell++
			}
		}
		at += width
	}
	if n < size {
		return 0, r.field.Errorf(start, fmt.Sprintf("%d%s", size, note), "file %s has %d cells", geom.FileName(file), n)
	}
	return at, nil
}

// kings checks how many kings each side has, and where. When the ranking begins
// with K, no man ever becomes one. Otherwise there may be any number, and the
// side to move may have lost its last (R7).
func (r *reader) kings() error {
	for _, who := range []game.Side{game.White, game.Black} {
		king := game.King.Of(who)
		set := r.state.Kings() & r.state.Of(who)
		switch {
		case set == 0 && r.single:
			return r.field.Errorf(0, "one", "no %v", king)
		case set == 0 && who != r.state.turn:
			return r.field.Errorf(0, fmt.Sprintf("one at least, with %v to move", r.state.turn), "no %v", king)
		case set&(set-1) != 0 && r.single:
			return r.errorAt(second(set), "one, since no man becomes a king in this ranking", "a second %v", king)
		case set&z != 0 && r.single:
			return r.errorAt(double, "another cell, since no man becomes a king in this ranking", "a %v on z", king)
		}
	}
	return nil
}

// second returns the second cell of a set.
func second(set uint64) int { return mathbits.TrailingZeros64(set & (set - 1)) }

// notAttacked checks that the side to move attacks no king, but for a drop
// check: from z it may (R4).
func (r *reader) notAttacked(g *rules) error {
	s := r.state
	other := s.turn.Other()
	for kings := s.Kings() & s.Of(other); kings != 0; {
		king := bits.Pop(&kings)
		if s.attacked(g, king, other, s.Occupied(), s.Of(s.turn)&^z) {
			return r.errorAt(king, "a king that no man attacks, unless a man on z by a drop check",
				"%v has left its king on %s attacked, with %v to move", other, shape.Name(king), s.turn)
		}
	}
	return nil
}

// errorAt makes an error about what stands on a cell.
func (r *reader) errorAt(cell int, want, problem string, args ...any) error {
	return r.field.Errorf(r.offset[cell], want, problem, args...)
}
