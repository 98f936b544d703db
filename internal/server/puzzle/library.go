package puzzle

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
)

// Library is the puzzles that a server has beside those that people compose. They do not change
// while it runs.
type Library interface {
	// Variants returns the names of the variants that have puzzles.
	Variants() []string
	// Of returns the puzzles of a variant, the easiest first. The caller must not change them.
	Of(variant string) []puzzle.Puzzle
	// ByID finds a puzzle.
	ByID(id string) (puzzle.Puzzle, bool)
	// Text returns the puzzles of a variant as a file that puzzle.Read reads.
	Text(variant string) []byte
	// Daily returns the puzzle of the day of a time, in UTC, or false if there are no puzzles.
	Daily(at time.Time) (puzzle.Puzzle, bool)
}

// Shipped is the puzzles that are part of the program.
type Shipped struct{}

// Variants implements Library.
func (Shipped) Variants() []string { return collection.Variants() }

// Of implements Library.
func (Shipped) Of(variant string) []puzzle.Puzzle { return collection.Of(variant) }

// ByID implements Library.
func (Shipped) ByID(id string) (puzzle.Puzzle, bool) { return collection.ByID(id) }

// Text implements Library.
func (Shipped) Text(variant string) []byte { return collection.Text(variant) }

// Daily implements Library.
func (Shipped) Daily(at time.Time) (puzzle.Puzzle, bool) { return collection.Daily(at) }

// List is a library of a few puzzles, the easiest of each variant first. Tests use it.
type List []puzzle.Puzzle

// Variants implements Library.
func (l List) Variants() (names []string) {
	for i := range l {
		names = append(names, l[i].Variant)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Of implements Library.
func (l List) Of(variant string) (list []puzzle.Puzzle) {
	for i := range l {
		if l[i].Variant == variant {
			list = append(list, l[i])
		}
	}
	slices.SortStableFunc(list, func(a, b puzzle.Puzzle) int { return cmp.Compare(a.Rating, b.Rating) })
	return list
}

// ByID implements Library.
func (l List) ByID(id string) (puzzle.Puzzle, bool) {
	if i := slices.IndexFunc(l, func(p puzzle.Puzzle) bool { return p.ID == id }); i >= 0 {
		return l[i], true
	}
	return puzzle.Puzzle{}, false
}

// Text implements Library.
func (l List) Text(variant string) []byte {
	var b strings.Builder
	_ = puzzle.Write(&b, l.Of(variant)) // a Builder does not fail
	return []byte(b.String())
}

// Daily implements Library: a puzzle after the other.
func (l List) Daily(at time.Time) (puzzle.Puzzle, bool) {
	if len(l) == 0 {
		return puzzle.Puzzle{}, false
	}
	return l[int(at.UTC().Unix()/(24*60*60))%len(l)], true
}

// PositionOf returns a FEN without halfmove clock and move number: two puzzles of a variant with
// the same position are one.
func PositionOf(fen string) string {
	fields := strings.Fields(fen)
	return strings.Join(fields[:min(4, len(fields))], " ")
}
