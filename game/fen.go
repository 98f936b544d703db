package game

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FENError tells what is wrong in a FEN, where, and what would be right.
type FENError struct {
	Field   string // "board", "side", "rights", "en passant", "halfmove clock", "move number", or "" for the whole
	Column  int    // in the text, in bytes from 1
	Problem string // what stands there
	Want    string // what was expected
}

// Error implements error.
func (e *FENError) Error() string {
	where := "FEN"
	if e.Field != "" {
		where += ", " + e.Field
	}
	return fmt.Sprintf("%s, column %d: %s; expected %s", where, e.Column, e.Problem, e.Want)
}

// Field is one field of a FEN, with its place in the text.
type Field struct {
	Name   string
	Text   string
	Column int // of its first byte, from 1
}

// Errorf makes an error about the field's byte at the given offset.
func (f Field) Errorf(offset int, want, problem string, args ...any) error {
	return &FENError{f.Name, f.Column + offset, fmt.Sprintf(problem, args...), want}
}

// Fields are the six fields of a FEN, the simple ones already read.
type Fields struct {
	Board, Rights, EnPassant Field
	Turn                     Side
	Halfmoves                int // 0 to MaxCount
	Fullmove                 int // 1 to MaxCount
}

// MaxCount is the largest count that a FEN may have in its last two fields.
const MaxCount = 9999

// SplitFEN splits a FEN into its fields, which spaces separate.
func SplitFEN(fen string) (Fields, error) {
	names := [6]string{"board", "side", "rights", "en passant", "halfmove clock", "move number"}
	var f [6]Field
	n := 0
	for i := 0; i < len(fen); {
		if fen[i] == ' ' {
			i++
			continue
		}
		end := i
		for end < len(fen) && fen[end] != ' ' {
			end++
		}
		if n == len(f) {
			return Fields{}, &FENError{"", i + 1, fmt.Sprintf("more text %q", clip(fen[i:end])), "the end after six fields"}
		}
		f[n] = Field{names[n], fen[i:end], i + 1}
		n++
		i = end
	}
	if n < len(f) {
		return Fields{}, &FENError{names[n], len(fen) + 1, "the field is missing",
			"six fields: board, side, rights, en passant square, halfmove clock, move number"}
	}
	out := Fields{Board: f[0], Rights: f[2], EnPassant: f[3]}
	switch f[1].Text {
	case "w":
	case "b":
		out.Turn = Black
	default:
		return Fields{}, f[1].Errorf(0, "w or b", "unknown side %q", clip(f[1].Text))
	}
	var err error
	if out.Halfmoves, err = f[4].count(0); err != nil {
		return Fields{}, err
	}
	if out.Fullmove, err = f[5].count(1); err != nil {
		return Fields{}, err
	}
	return out, nil
}

func (f Field) count(least int) (int, error) {
	n, err := strconv.ParseUint(f.Text, 10, 32)
	if err != nil || int(n) < least || n > MaxCount || f.Text != strconv.Itoa(int(n)) {
		return 0, f.Errorf(0, fmt.Sprintf("a whole number from %d to %d", least, MaxCount), "bad count %q", clip(f.Text))
	}
	return int(n), nil
}

// JoinFEN writes the six fields. Empty texts become "-".
func JoinFEN(board string, turn Side, rights, enPassant string, halfmoves, fullmove int) string {
	if rights == "" {
		rights = "-"
	}
	if enPassant == "" {
		enPassant = "-"
	}
	return fmt.Sprintf("%s %s %s %s %d %d", board, turn.Letter(), rights, enPassant, halfmoves, fullmove)
}

// firstRune returns the first character of a text that has one.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// clip keeps texts that are quoted in errors short.
func clip(s string) string {
	const most = 24
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// Grid is the board field of a rectangular board: Cells[rank][file], both from
// 0 at White's left, holds FEN letters, ' ' for an empty square and '*' for a
// square that does not exist.
type Grid struct {
	Files, Ranks int
	Cells        [16][16]byte
	column       [16][16]int // in the field, from 0
}

// ReadGrid reads the board field: rows from the top with "/" between, letters
// of men, numbers of one or two digits for empty squares, "*" for squares that
// do not exist. Every row must have as many squares as the first; sizes beyond
// the maximum are refused.
func (f Field) ReadGrid(maxFiles, maxRanks int) (*Grid, error) {
	rows := strings.Split(f.Text, "/")
	if len(rows) > maxRanks {
		return nil, f.Errorf(0, fmt.Sprintf("at most %d rows", maxRanks), "%d rows", len(rows))
	}
	g := &Grid{Ranks: len(rows)}
	offset := 0
	for i, row := range rows {
		rank := len(rows) - 1 - i
		files, err := f.readRow(g, row, rank, offset, maxFiles)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			g.Files = files
		} else if files != g.Files {
			return nil, f.Errorf(offset, fmt.Sprintf("%d, as in the top row", g.Files), "row %d from the top has %d squares", i+1, files)
		}
		offset += len(row) + 1
	}
	return g, nil
}

func (f Field) readRow(g *Grid, row string, rank, offset, maxFiles int) (int, error) {
	file := 0
	for i := 0; i < len(row); {
		c, n, width := row[i], 1, 1
		switch {
		case c >= '1' && c <= '9':
			n = int(c - '0')
			if i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' {
				n, width = 10*n+int(row[i+1]-'0'), 2
			}
			c = ' '
		case c == '*':
		case PieceOf(c) != NoPiece:
		default:
			return 0, f.Errorf(offset+i, "a letter of KQRBNP or kqrbnp, a number of empty squares, or *", "unknown letter %q", firstRune(row[i:]))
		}
		if file+n > maxFiles {
			return 0, f.Errorf(offset+i, fmt.Sprintf("at most %d", maxFiles), "a row of at least %d squares", file+n)
		}
		for range n {
			g.Cells[rank][file], g.column[rank][file] = c, offset+i
			file++
		}
		i += width
	}
	if file == 0 {
		return 0, f.Errorf(offset, "at least one square", "the row is empty")
	}
	return file, nil
}

// Errorf makes an error about what stands on a square of the grid, read from f.
func (g *Grid) Errorf(f Field, rank, file int, want, problem string, args ...any) error {
	return f.Errorf(g.column[rank][file], want, problem, args...)
}

// MustBe returns an error about the grid, read from f, unless it has that size.
func (g *Grid) MustBe(f Field, files, ranks int) error {
	if g.Files == files && g.Ranks == ranks {
		return nil
	}
	return f.Errorf(0, fmt.Sprintf("%d wide and %d high", files, ranks), "the board is %d wide and %d high", g.Files, g.Ranks)
}

// String writes the grid as a board field.
func (g *Grid) String() string {
	var b strings.Builder
	for rank := g.Ranks - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
		}
		for file := range g.Files {
			c := g.Cells[rank][file]
			if c == ' ' {
				empty++
				continue
			}
			flush()
			b.WriteByte(c)
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
