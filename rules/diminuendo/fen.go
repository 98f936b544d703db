package diminuendo

import (
	"fmt"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Parse implements game.Game. It refuses what no game can come to: numbers of
// kings that the ranking does not allow, a pawn on the last cell of its file,
// and a side not to move that is attacked other than from z, where it may be a
// drop check (R4), whatever the counts say. Its errors are *game.FENError.
func (g Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	if err := game.FirstError(unread, g.Faults(d)); err != nil {
		return nil, err
	}
	return newPosition(g, stateOf(d)), nil
}

// ParseSetup implements game.SetupParser.
func (Game) ParseSetup(fen string) (*game.Setup, []*game.FENError) {
	f, unread := game.SplitFEN(fen)
	d := game.NewSetup(f, shape)
	r := reader{field: f.Board, draft: d, unread: unread}
	r.board()
	return d, append(r.unread, d.ClearUnusedFields()...)
}

// zFile is the file of z.
const zFile = 3

// reader reads the board field: the files a to g with "/" between, each from
// rank 1 upwards, z once. A number of one or two digits stands for empty cells.
type reader struct {
	field  game.Field
	draft  *game.Setup
	unread []*game.FENError
}

func (r *reader) fail(offset int, want, problem string, args ...any) {
	r.unread = append(r.unread, r.field.Errorf(offset, want, problem, args...))
}

func (r *reader) board() {
	text, at, foot := r.field.Text, 0, 0
	for file, size := range geom.HexFiles {
		at = r.file(file, at, foot)
		foot += size
		more := at < len(text)
		switch last := file == len(geom.HexFiles)-1; {
		case !last && !more:
			r.fail(at, "7, a to g, with / between", "the board ends after %d of its files", file+1)
			return
		case last && more:
			r.fail(at, "the end after file g", "more text %q", clip(text[at:]))
		case more:
			at++ // the slash
		}
	}
}

// file reads one file, which begins at an offset and with a cell. It returns
// the offset at which the file ends. Of what it cannot read it makes empty cells.
func (r *reader) file(file, at, cell int) int {
	text, start := r.field.Text, at
	size, note := geom.HexFiles[file], ""
	if file == zFile {
		size, note = size-1, ", z counted once"
	}
	n, sound := 0, true
	for at < len(text) && text[at] != '/' {
		pt, count, width := game.PieceOf(text[at]), 1, 1
		switch digit := text[at]; {
		case pt != game.NoPiece:
		case digit >= '1' && digit <= '9':
			if count = int(digit - '0'); at+1 < len(text) && text[at+1] >= '0' && text[at+1] <= '9' {
				count, width = 10*count+int(text[at+1]-'0'), 2
			}
		default:
			sound = false
			r.fail(at, "a letter of KQRBNP or kqrbnp, a number of empty cells, or /", "unknown letter %q", []rune(text[at:])[0])
			_, width = utf8.DecodeRuneInString(text[at:])
		}
		if n += count; n > size {
			r.fail(at, fmt.Sprintf("%d%s", size, note), "file %s has at least %d cells", geom.FileName(file), n)
			for at < len(text) && text[at] != '/' {
				at++
			}
			return at
		}
		if pt != game.NoPiece {
			r.draft.Set(game.Square(cell), pt, at)
		}
		for range count {
			if cell++; cell == upper {
				cell++
			}
		}
		at += width
	}
	if n < size && sound {
		r.fail(start, fmt.Sprintf("%d%s", size, note), "file %s has %d cells", geom.FileName(file), n)
	}
	return at
}

// stateOf returns the state that a draft describes.
func stateOf(d *game.Setup) State {
	s := State{Turn: d.Turn, halfmoves: int32(d.Halfmoves), fullmove: int32(d.Fullmove), key: turnKey * uint64(d.Turn)}
	for i := range d.Board.Cells {
		sq := game.Square(d.Board.Cells[i].ID)
		s.put(sq, d.Pieces[sq])
	}
	return s
}

// String implements game.Position.
func (p *Position) String() string {
	s := p.State()
	return game.JoinFEN(p.View().BoardFEN(), s.Turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := name(m.From()) + name(m.To())
	if p.State().promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}

// promotes tells whether a move takes a pawn to the last cell of its file (R5).
func (s *State) promotes(m game.Move) bool {
	return s.Piece(m.From()).Type() == game.Pawn && lastCells[s.Turn&1]>>(m.To()&63)&1 != 0
}

// name returns a cell's name, such as "c4" or "z".
func name(sq game.Square) string { return shape.Name(int(sq)) }
