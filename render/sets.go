package render

import (
	"sync"

	"github.com/wane-chess/wane/game"
)

// PieceSet is a set of drawings of the pieces.
type PieceSet uint8

// The piece sets.
const (
	Staunton PieceSet = iota // turned pieces with fine lines
	Flat                     // plain shapes
	Letters                  // tokens with the letters of the notation
)

// pieceSets are the names and figures of the sets, by PieceSet.
var pieceSets = [...]struct {
	name    string
	figures func() map[game.PieceType]*figure
}{
	{"staunton", func() map[game.PieceType]*figure { return staunton }},
	{"flat", func() map[game.PieceType]*figure { return flatPieces }},
	{"letters", letterPieces},
}

// String returns the name of the set, such as "flat".
func (s PieceSet) String() string { return pieceSets[s.valid()].name }

// PieceSetByName returns the set with that name, or Staunton if there is none.
func PieceSetByName(name string) PieceSet {
	for s, set := range pieceSets {
		if set.name == name {
			return PieceSet(s)
		}
	}
	return Staunton
}

// figures returns the drawings of the set.
func (s PieceSet) figures() map[game.PieceType]*figure { return pieceSets[s.valid()].figures() }

func (s PieceSet) valid() PieceSet {
	if int(s) < len(pieceSets) {
		return s
	}
	return Staunton
}

// flatPieces are silhouettes of few straight lines.
var flatPieces = map[game.PieceType]*figure{
	game.King: {
		body:  half(`M 50 5 L 55.5 5 L 55.5 14 L 65 14 L 65 24.5 L 55.5 24.5 L 55.5 35 L 82 35 L 70.5 72 L 78 90 L 50 90`),
		lines: []path{parse(`M 31 72 L 69 72`)},
	},
	game.Queen: {
		body:  half(`M 50 10 L 60.5 44 L 84 20 L 71.5 72 L 78 90 L 50 90`),
		lines: []path{parse(`M 30 72 L 70 72`)},
	},
	game.Bishop: {
		body:  half(`M 50 10 C 62 20 72 35 72 49 C 72 58 67 65 60.5 68 L 72 90 L 50 90`),
		lines: []path{parse(`M 60 28 L 48 46`)},
	},
	game.Rook: {
		body:  half(`M 50 20 L 56.5 20 L 56.5 31 L 65 31 L 65 20 L 77 20 L 77 44 L 69 51 L 69 72 L 78 90 L 50 90`),
		lines: []path{parse(`M 31 51 L 69 51`), parse(`M 31 72 L 69 72`)},
	},
	game.Knight: {
		body: parse(`M 22 90 L 30 71 L 47 53 L 33 57 L 25 65 L 14 55 L 27 29 L 41 18 L 42 6 L 55 17
			C 72 24 80 40 78 62 L 76 72 L 80 90 Z`),
		eyes: []path{disc(39, 35, 3.4)},
	},
	game.Pawn: {
		body: half(`M 50 24 C 58.3 24 65 30.7 65 39 C 65 43.6 62.9 47.8 59.6 50.5 L 74 90 L 50 90`),
	},
}

// letterPieces are discs with a letter on each.
var letterPieces = sync.OnceValue(func() map[game.PieceType]*figure {
	const size = 58 // of the letters, from line to line
	all := map[game.PieceType]*figure{}
	for pt := game.King; pt <= game.Pawn; pt++ {
		letter := bold.glyph(rune(pt.Letter()))
		all[pt] = &figure{
			body: disc(50, 50, 40),
			// A capital's height is 0.72 of the size.
			eyes: []path{letter.path.place(50-letter.advance*size/2, 50+.36*size, size)},
		}
	}
	return all
})
