package rulekit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Field is one field of a FEN, with its place in the text.
type Field struct {
	Name   string
	Text   string
	Column int // of its first byte, from 1
}

// Errorf makes an error about the field's byte at the given offset.
func (f Field) Errorf(offset int, want, problem string, args ...any) *game.FENError {
	return &game.FENError{
		Field: f.Name, Column: f.Column + offset, Problem: message.Sprintf(problem, args...), Want: want,
	}
}

// Fields are the fields of a FEN, the simple ones already read.
type Fields struct {
	Board, Rights, EnPassant Field
	Turn                     game.Color
	Halfmoves                int // 0 to MaxCount
	Fullmove                 int // 1 to MaxCount
}

// MaxCount is the largest count that a FEN may have in its last two fields.
const MaxCount = 9999

// fieldNames are the names of the six fields, in their order.
var fieldNames = [6]string{
	"board", "side to move", "castling rights", "en passant square", "halfmove clock", "move number",
}

// needed is how many fields a FEN has at least: EPD leaves out the two counts.
const needed = 4

// SplitFEN splits a FEN into its fields, which spaces separate, and reads the simple ones. The last
// two, the counts, may be missing: they are then 0 and 1. The operations of EPD may follow, such as
// bm Nf3; they are checked, and of them hmvc and fmvn set the counts. SplitFEN returns all errors,
// and the fields as far as it can read them. A missing or invalid field has a default: White to
// move, the counts 0 and 1, otherwise "-".
func SplitFEN(fen string) (Fields, []*game.FENError) {
	f, n, operations, wrong := splitFields(fen)
	for i := n; i < len(f); i++ {
		f[i] = Field{fieldNames[i], "-", len(fen) + 1}
	}
	out := Fields{Board: f[0], Rights: f[2], EnPassant: f[3], Fullmove: 1}
	if n > 1 {
		switch f[1].Text {
		case "w":
		case "b":
			out.Turn = game.Black
		default:
			wrong = append(wrong, f[1].Errorf(0, "w or b", "unknown side to move %q", message.Clip(f[1].Text, 24)))
		}
	}
	for i, count := range []*int{&out.Halfmoves, &out.Fullmove} {
		if f := f[4+i]; n > 4+i {
			if err := f.count(count, i); err != nil {
				if i == 0 && isLetter(f.Text[0]) {
					err.Want += " or operations that end with ;"
				}
				wrong = append(wrong, err)
			}
		}
	}
	if _, err := out.operate(operations); err != nil {
		wrong = append(wrong, err)
	}
	return out, wrong
}

// splitFields returns the first n fields, the operations behind them, and whether
// there are too few fields or something else behind them.
func splitFields(fen string) (f [6]Field, n int, operations Field, wrong []*game.FENError) {
	operations = Field{Name: "operations", Column: len(fen) + 1}
	for i := 0; i < len(fen); {
		if fen[i] == ' ' {
			i++
			continue
		}
		if n >= needed && isLetter(fen[i]) && strings.IndexByte(fen[i:], ';') >= 0 {
			operations.Text, operations.Column = fen[i:], i+1
			break
		}
		end := i
		for end < len(fen) && fen[end] != ' ' {
			end++
		}
		if n == len(f) {
			wrong = append(wrong, &game.FENError{
				Column: i + 1, Problem: message.Sprintf("unexpected text %q", message.Clip(fen[i:end], 24)),
				Want: "the end after six fields",
			})
			break
		}
		f[n] = Field{fieldNames[n], fen[i:end], i + 1}
		n++
		i = end
	}
	if n < needed {
		wrong = append(wrong, &game.FENError{
			Field: fieldNames[n], Column: len(fen) + 1, Problem: "no " + fieldNames[n],
			Want: "four to six fields: " + strings.Join(fieldNames[:], ", "),
		})
	}
	return f, n, operations, wrong
}

// count reads a count from least on into n.
func (f Field) count(n *int, least int) *game.FENError {
	v, err := strconv.ParseUint(f.Text, 10, 32)
	if err != nil || int(v) < least || v > MaxCount || f.Text != strconv.Itoa(int(v)) {
		want := message.Sprintf("a whole number (%d–%d)", least, MaxCount)
		return f.Errorf(0, want, "invalid %s %q", f.Name, message.Clip(f.Text, 24))
	}
	*n = int(v)
	return nil
}

// JoinFEN writes the six fields. Empty texts become "-".
func JoinFEN(board string, turn game.Color, rights, enPassant string, halfmoves, fullmove int) string {
	if rights == "" {
		rights = "-"
	}
	if enPassant == "" {
		enPassant = "-"
	}
	return message.Sprintf("%s %s %s %s %d %d", board, turn.Letter(), rights, enPassant, halfmoves, fullmove)
}

// firstRune returns the first character of a text that has one.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
