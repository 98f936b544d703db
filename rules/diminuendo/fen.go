package diminuendo

import (
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// Parse implements game.Game. It rejects positions that no game can reach: a number
// of kings that the ranking does not allow, a pawn on the last square of its file,
// and a side not to move in check, except from z, since that may be a drop check
// (R4). Errors are *game.FENError.
func (g Game) Parse(fen string) (game.Position, error) {
	d, unread := g.ParseSetup(fen)
	if err := rulekit.FirstError(unread, g.Faults(d)); err != nil {
		return nil, err
	}
	return newPosition(g, stateOf(d)), nil
}

// ParseSetup implements rulekit.SetupParser.
func (Game) ParseSetup(fen string) (*rulekit.Setup, []*game.FENError) {
	f, unread := rulekit.SplitFEN(fen)
	d := rulekit.NewSetup(f, shape)
	r := reader{field: f.Board, setup: d, unread: unread}
	r.board()
	return d, append(r.unread, d.ClearUnusedFields()...)
}

// zFile is the file of z.
const zFile = 3

// reader reads the board field: the files a to g with "/" between, each from rank 1
// upwards, z once. A number of one or two digits stands for empty squares.
type reader struct {
	field  rulekit.Field
	setup  *rulekit.Setup
	unread []*game.FENError
}

func (r *reader) fail(offset int, want, problem string, args ...any) {
	r.unread = append(r.unread, r.field.Errorf(offset, want, problem, args...))
}

func (r *reader) board() {
	text, at, foot := r.field.Text, 0, game.Square(0)
	for file, size := range geom.HexFiles {
		at = r.file(file, at, foot)
		foot += game.Square(size)
		more := at < len(text)
		switch last := file == len(geom.HexFiles)-1; {
		case !last && !more:
			r.fail(at, "7, from a to g, with / between", "the board has only %s", message.Plural(file+1, "file"))
			return
		case last && more:
			r.fail(at, "the end after file g", "unexpected text %q", message.Clip(text[at:], 40))
		case more:
			at++ // the slash
		}
	}
}

// file reads one file, which begins at an offset and with a square. It returns the
// offset where the file ends. What it cannot read becomes an empty square.
func (r *reader) file(file, at int, sq game.Square) int {
	text, start := r.field.Text, at
	size, note := geom.HexFiles[file], ""
	if file == zFile {
		size, note = size-1, " with z counted once"
	}
	n, valid := 0, true
	for at < len(text) && text[at] != '/' {
		pc, count, width := game.PieceOf(text[at]), 1, 1
		switch digit := text[at]; {
		case pc != game.NoPiece:
		case digit >= '1' && digit <= '9':
			if count = int(digit - '0'); at+1 < len(text) && text[at+1] >= '0' && text[at+1] <= '9' {
				count, width = 10*count+int(text[at+1]-'0'), 2
			}
		default:
			valid = false
			r.fail(at, "a piece (KQRBNP or kqrbnp), a number of empty squares, or /", "unknown letter %q", []rune(text[at:])[0])
			_, width = utf8.DecodeRuneInString(text[at:])
		}
		if n += count; n > size {
			r.fail(at, message.Sprintf("%d%s", size, note), "file %s has at least %s",
				geom.FileName(file), message.Plural(n, "square"))
			for at < len(text) && text[at] != '/' {
				at++
			}
			return at
		}
		if pc != game.NoPiece {
			r.setup.Set(sq, pc, at)
		}
		for range count {
			if sq++; sq == upper {
				sq++
			}
		}
		at += width
	}
	if n < size && valid {
		r.fail(start, message.Sprintf("%d%s", size, note), "file %s has %s", geom.FileName(file), message.Plural(n, "square"))
	}
	return at
}

// stateOf returns the state that a setup describes, legal or not.
func stateOf(d *rulekit.Setup) State {
	s := State{Turn: d.Turn, halfmoves: int32(d.Halfmoves), fullmove: int32(d.Fullmove), key: turnKey * uint64(d.Turn)}
	for i := range d.Board.Squares {
		sq := game.Square(d.Board.Squares[i].ID)
		s.put(sq, d.Pieces[sq])
	}
	return s
}

// String implements game.Position.
func (p *Position) String() string { return p.FEN() }

// FEN implements game.Position.
func (p *Position) FEN() string {
	s := p.State()
	return rulekit.JoinFEN(rulekit.BoardFEN(p.View()), s.Turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string {
	text := squareName(m.From()) + squareName(m.To())
	if p.State().promotes(m) {
		text += m.PromotionText(1)
	}
	return text
}

// squareName returns the name of a square, such as "c4" or "z".
func squareName(sq game.Square) string { return shape.Name(int(sq)) }
