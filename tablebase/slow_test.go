package tablebase

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// slow is a position as a plain array, for tests that must not lean on the code
// that they judge.
type slow struct {
	ranks, files int
	turn         game.Color
	squares      [MaxPieces * MaxPieces]game.Piece // rank·files + file
}

// mirror exchanges left and right.
func (s slow) mirror() slow {
	m := s
	for r := range s.ranks {
		for f := range s.files {
			m.squares[r*s.files+f] = s.squares[r*s.files+s.files-1-f]
		}
	}
	return m
}

// exchange turns the board upside down, with the colors and the turn exchanged.
func (s slow) exchange() slow {
	m := s
	m.turn = s.turn.Other()
	for r := range s.ranks {
		for f := range s.files {
			pc := s.squares[(s.ranks-1-r)*s.files+f]
			if pc != game.NoPiece {
				pc = pc.Type().Of(pc.Color().Other())
			}
			m.squares[r*s.files+f] = pc
		}
	}
	return m
}

// full reports whether every rank and every file is occupied.
func (s slow) full() bool {
	for r := range s.ranks {
		if !s.line(r*s.files, 1, s.files) {
			return false
		}
	}
	for f := range s.files {
		if !s.line(f, s.files, s.ranks) {
			return false
		}
	}
	return true
}

// pieces is the position as the package has it.
func (s slow) pieces() (m bitboard.Pieces) {
	for r := range s.ranks {
		for f := range s.files {
			m = m.With(game.Square(8*r+f), s.squares[r*s.files+f])
		}
	}
	return m
}

// String writes a FEN.
func (s slow) String() string {
	var rows []string
	for r := s.ranks - 1; r >= 0; r-- {
		row := ""
		for _, pc := range s.squares[r*s.files : (r+1)*s.files] {
			row += string(pc.Letter())
		}
		for n := s.files; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("-", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("%s %s - - 0 1", strings.Join(rows, "/"), s.turn.Letter())
}

// find is index.find.
func (s slow) find(ix *index) (n int, ok bool) {
	return ix.find(s.pieces(), s.ranks, s.files, s.turn, false)
}

// piecesOf lists the pieces of a material, those of a kind one behind the other.
func piecesOf(m Material) (pieces []game.Piece) {
	for _, color := range []game.Color{game.White, game.Black} {
		for pt := game.King; pt <= game.Pawn; pt++ {
			for range m.Count(pt.Of(color)) {
				pieces = append(pieces, pt.Of(color))
			}
		}
	}
	return pieces
}

// everyPosition visits every way of putting pieces on a board of any size whose every
// rank and file is then occupied, with either side to move: by trying them all.
func everyPosition(pieces []game.Piece, visit func(slow)) {
	var put func(s *slow, left []game.Piece, from int)
	put = func(s *slow, left []game.Piece, from int) {
		if len(left) == 0 {
			if s.full() {
				for _, s.turn = range []game.Color{game.White, game.Black} {
					visit(*s)
				}
			}
			return
		}
		for at := from; at < s.ranks*s.files; at++ {
			if s.squares[at] != game.NoPiece {
				continue
			}
			s.squares[at] = left[0]
			next := 0
			if len(left) > 1 && left[1] == left[0] {
				next = at + 1 // pieces of a kind in order, so that each way comes once
			}
			put(s, left[1:], next)
			s.squares[at] = game.NoPiece
		}
	}
	for ranks := 1; ranks <= len(pieces); ranks++ {
		for files := 1; files <= len(pieces); files++ {
			put(&slow{ranks: ranks, files: files}, pieces, 0)
		}
	}
}

// randomPosition puts pieces anywhere on a board of random size, and removes the empty ranks and
// files.
func randomPosition(r *rand.Rand, pieces []game.Piece) slow {
	for {
		ranks, files := 1+r.IntN(len(pieces)), 1+r.IntN(len(pieces))
		if ranks*files < len(pieces) {
			continue
		}
		s := slow{ranks: ranks, files: files, turn: game.Color(r.IntN(2))}
		for _, pc := range pieces {
			at := r.IntN(ranks * files)
			for s.squares[at] != game.NoPiece {
				at = r.IntN(ranks * files)
			}
			s.squares[at] = pc
		}
		return s.closed()
	}
}

// closed removes the empty ranks and files.
func (s slow) closed() slow {
	out := slow{turn: s.turn}
	for r := range s.ranks {
		if s.line(r*s.files, 1, s.files) {
			out.ranks++
		}
	}
	for f := range s.files {
		if s.line(f, s.files, s.ranks) {
			out.files++
		}
	}
	n := 0
	for at, pc := range s.squares[:s.ranks*s.files] {
		if r, f := at/s.files, at%s.files; s.line(r*s.files, 1, s.files) && s.line(f, s.files, s.ranks) {
			out.squares[n] = pc
			n++
		}
	}
	return out
}

// line reports whether a piece stands on one of n squares.
func (s slow) line(at, step, n int) bool {
	for ; n > 0; n-- {
		if s.squares[at] != game.NoPiece {
			return true
		}
		at += step
	}
	return false
}

// randomMaterial is a material of that many pieces with its colors as named or
// exchanged.
func randomMaterial(r *rand.Rand, pieces int) (m Material, placed []game.Piece) {
	list := listed()[pieces]
	m = list[r.IntN(len(list))]
	placed = piecesOf(m)
	if r.IntN(2) == 0 {
		for i, pc := range placed {
			placed[i] = pc.Type().Of(pc.Color().Other())
		}
	}
	return m, placed
}

// listed are the materials by their number of pieces.
var listed = sync.OnceValue(func() (all [MaxPieces + 1][]Material) {
	for pieces := range all {
		all[pieces] = Shrink.Materials(pieces)
	}
	return all
})

// dice makes random numbers that are the same in every run.
func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5a5a)) }

// TestSlow holds the tests' own boards to what one can count by hand: two kings
// fill boards of 1×2, 2×1 and 2×2, 8 ways, with either side to move.
func TestSlow(t *testing.T) {
	whiteKing, blackKing := game.King.Of(game.White), game.King.Of(game.Black)
	loose := slow{ranks: 3, files: 3, squares: [MaxPieces * MaxPieces]game.Piece{0: whiteKing, 2: blackKing}}
	if got, want := loose.closed().String(), "Kk w - - 0 1"; got != want {
		t.Errorf("without its empty lines it is %s, want %s", got, want)
	}
	n := 0
	everyPosition([]game.Piece{whiteKing, blackKing}, func(s slow) {
		n++
		if s.mirror().mirror() != s || s.exchange().exchange() != s || s.exchange() == s {
			t.Errorf("%v: its images are wrong", s)
		}
	})
	if n != 2*8 {
		t.Errorf("there are %d positions of two kings, want 16", n)
	}
	rook := game.Rook.Of(game.White)
	s := slow{ranks: 2, files: 3, squares: [MaxPieces * MaxPieces]game.Piece{0: whiteKing, 4: rook, 5: blackKing}}
	for _, c := range []struct{ got, want string }{
		{s.String(), "1Rk/K2 w - - 0 1"},
		{s.mirror().String(), "kR1/2K w - - 0 1"},
		{s.exchange().String(), "k2/1rK b - - 0 1"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
