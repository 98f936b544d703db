package rulekit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Grid is the board field of a rectangular board: Squares[rank][file], both from
// 0 at White's left, holds FEN letters, ' ' for an empty square and '*' for a
// square that does not exist.
type Grid struct {
	Files, Ranks int
	Squares      [16][16]byte
	column       [16][16]int // in the field, from 0
}

// ReadGrid reads the board field: ranks from the top with "/" between, letters
// of pieces, numbers of one or two digits for empty squares, "*" for squares that
// do not exist. Every rank must have as many squares as the first; sizes beyond
// the maximum are rejected. It returns all errors, and the grid as far as the text
// can be read: what cannot be read is an empty square, and short ranks end with
// empty squares.
func (f Field) ReadGrid(maxFiles, maxRanks int) (*Grid, []*game.FENError) {
	var wrong []*game.FENError
	ranks := strings.Split(f.Text, "/")
	if len(ranks) > maxRanks {
		wrong = append(wrong, f.Errorf(0, message.Sprintf("at most %d", maxRanks), "%d ranks", len(ranks)))
		ranks = ranks[:maxRanks]
	}
	g := &Grid{Files: 1, Ranks: len(ranks)}
	offset, top := 0, 0
	for i, row := range ranks {
		files, bad := f.readRank(g, row, len(ranks)-1-i, offset, maxFiles)
		if i == 0 {
			top = files
		} else if bad == nil && files != top {
			want := message.Sprintf("%d as on the top rank", top)
			bad = append(bad, f.Errorf(offset, want, "rank %d has %s", len(ranks)-i, message.Plural(files, "square")))
		}
		wrong = append(wrong, bad...)
		g.Files = max(g.Files, files)
		offset += len(row) + 1
	}
	return g, wrong
}

// readRank reads one rank and returns how many squares it has.
func (f Field) readRank(g *Grid, row string, rank, offset, maxFiles int) (file int, wrong []*game.FENError) {
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
		case game.PieceTypeOf(c) != game.NoPieceType:
		default:
			wrong = append(wrong, f.Errorf(offset+i, "a piece (KQRBNP or kqrbnp), a number of empty squares, or *",
				"unknown letter %q", firstRune(row[i:])))
			_, width = utf8.DecodeRuneInString(row[i:])
			c = ' '
		}
		if file+n > maxFiles {
			want, have := message.Sprintf("at most %d", maxFiles), message.Plural(file+n, "square")
			wrong = append(wrong, f.Errorf(offset+i, want, "rank %d has at least %s", rank+1, have))
			n, width = maxFiles-file, len(row)
		}
		for range n {
			g.set(rank, file, c, offset+i)
			file++
		}
		i += width
	}
	if file == 0 {
		wrong = append(wrong, f.Errorf(offset, "at least one", "rank %d has no squares", rank+1))
	}
	for end := file; end < len(g.Squares[rank]); end++ {
		g.set(rank, end, ' ', offset+len(row))
	}
	return file, wrong
}

// set puts what was read at an offset on a square.
func (g *Grid) set(rank, file int, c byte, offset int) {
	g.Squares[rank][file], g.column[rank][file] = c, offset
}

// Errorf makes an error about what stands on a square of the grid, read from f.
func (g *Grid) Errorf(f Field, rank, file int, want, problem string, args ...any) *game.FENError {
	return f.Errorf(g.column[rank][file], want, problem, args...)
}

// MustBe returns an error about the grid, read from f, unless it has that size, and
// gives it that size: ranks are kept from the top, squares from the left.
func (g *Grid) MustBe(f Field, files, ranks int) *game.FENError {
	if g.Files == files && g.Ranks == ranks {
		return nil
	}
	wrong := f.Errorf(0, message.Sprintf("%d×%d", files, ranks), "the board has %d×%d squares", g.Files, g.Ranks)
	old := *g
	*g = Grid{Files: files, Ranks: ranks}
	for down := range ranks {
		for file := range files {
			g.set(ranks-1-down, file, ' ', len(f.Text))
			if down < old.Ranks && file < old.Files {
				g.set(ranks-1-down, file, old.Squares[old.Ranks-1-down][file], old.column[old.Ranks-1-down][file])
			}
		}
	}
	return wrong
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
			c := g.Squares[rank][file]
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
