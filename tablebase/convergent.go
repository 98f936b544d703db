package tablebase

import (
	mathbits "math/bits"
	"sync"

	"github.com/wane-chess/wane/game"
)

// The solver of Convergent Chess does not use the move generator of package convergent,
// which can so verify its results independently. The squares of the board are numbered from d1 upwards, rank
// by rank; sets of squares have one bit for each square of the 8×8 frame.
const (
	numSquares      = 40
	convergentBoard = 0x18<<56 | 0x007e7e7e7e7e7e00 | 0x18
	westCorner      = 1<<9 | 1<<49  // b2 b7
	eastCorner      = 1<<14 | 1<<54 // g2 g7
	slideReach      = 3             // of rooks and bishops, in squares
)

// homes holds the royal squares by color.
var homes = [2]uint64{0x18, 0x18 << 56}

// The squares by number, and the frame's squares.
var (
	frameOf  [numSquares]uint8 // a square's place in the frame
	numberOf [64]uint8         // the number of a square of the frame; noSquare off the board
	mirrorOf [numSquares]uint8 // the mirror image, left for right
	// kingPairs numbers the squares of the white king, which is on the left half, and of
	// the black king, which does not touch it; noPair for others.
	kingPairs [numSquares][numSquares]int16
	kingsOf   [][2]uint8 // by that number
)

const (
	noSquare = 0xff
	noPair   = -1
)

// choose holds binomial coefficients: choose[k][n] is the number of sets of k of n
// squares.
var choose [6][numSquares + 1]int

func init() {
	n := uint8(0)
	for sq := range 64 {
		numberOf[sq] = noSquare
		if convergentBoard>>sq&1 != 0 {
			numberOf[sq], frameOf[n] = n, uint8(sq)
			n++
		}
	}
	for i, sq := range frameOf {
		mirrorOf[i] = numberOf[sq^7]
	}
	for white := range frameOf {
		for black := range frameOf {
			kingPairs[white][black] = noPair
			w, b := frameOf[white], frameOf[black]
			if w&7 < 4 && max(apart(w>>3, b>>3), apart(w&7, b&7)) > 1 {
				kingPairs[white][black] = int16(len(kingsOf))
				kingsOf = append(kingsOf, [2]uint8{uint8(white), uint8(black)})
			}
		}
	}
	for n := range choose[0] {
		choose[0][n] = 1
		for k := 1; k < len(choose) && n > 0; k++ {
			choose[k][n] = choose[k-1][n-1] + choose[k][n-1]
		}
	}
}

func apart(a, b uint8) uint8 { return max(a, b) - min(a, b) }

// pieceStep is a move of a piece on the board without other pieces.
type pieceStep struct {
	to    uint8  // the square's number
	quiet bool   // it never captures: pawns straight forward and sideways
	path  uint64 // the squares between, which must be empty
}

// pieceSteps lists the moves of a piece, by the number of its square. Solvers fill it.
var pieceSteps [16][numSquares][]pieceStep

var fillPieceSteps = sync.OnceFunc(func() {
	for dr := -2; dr <= 2; dr++ {
		for df := -2; df <= 2; df++ {
			for from := range frameOf {
				addSteps(from, dr, df, game.White)
				addSteps(from, dr, df, game.Black)
			}
		}
	}
})

// addSteps adds the moves of the pieces of a color from a square in a direction, given in
// ranks and files.
func addSteps(from, dr, df int, color game.Color) {
	forward := dr == 1-2*int(color)
	switch dr*dr + df*df {
	case 1:
		addStep(game.King.Of(color), from, dr, df, 1, false)
		addStep(game.Queen.Of(color), from, dr, df, 1, false)
		addStep(game.Rook.Of(color), from, dr, df, slideReach, false)
		if forward || dr == 0 && (westCorner|eastCorner)>>frameOf[from]&1 != 0 {
			addStep(game.Pawn.Of(color), from, dr, df, 1, true)
		}
	case 2:
		addStep(game.King.Of(color), from, dr, df, 1, false)
		addStep(game.Queen.Of(color), from, dr, df, 1, false)
		addStep(game.Bishop.Of(color), from, dr, df, slideReach, false)
		if forward {
			addStep(game.Pawn.Of(color), from, dr, df, 1, false)
		}
	case 4, 8:
		addStep(game.Queen.Of(color), from, dr, df, 1, false)
	case 5:
		addStep(game.Knight.Of(color), from, dr, df, 1, false)
	}
}

// addStep adds the moves of a piece from a square in a direction, up to that many steps.
func addStep(pc game.Piece, from, dr, df, steps int, quiet bool) {
	rank, file := int(frameOf[from]/8), int(frameOf[from]%8)
	path := uint64(0)
	for i := 1; i <= steps; i++ {
		r, f := rank+i*dr, file+i*df
		if r < 0 || r > 7 || f < 0 || f > 7 || convergentBoard>>(8*r+f)&1 == 0 {
			return
		}
		pieceSteps[pc][from] = append(pieceSteps[pc][from], pieceStep{numberOf[8*r+f], quiet, path})
		path |= 1 << (8*r + f)
	}
}

// inverse returns the squares from which a piece reaches one of a set, where free are the
// squares without other pieces: those of takes also by a capture, those of moves
// otherwise.
func inverse(pc game.Piece, moves, takes, free uint64) (from uint64) {
	all := moves | takes
	switch pc.Type() {
	case game.Queen:
		near, far := all<<1|all>>1, all<<2|all>>2
		from = near | far | (all|near)<<8 | (all|near)>>8 | (all|far)<<16 | (all|far)>>16
	case game.Knight:
		from = all<<6 | all>>6 | all<<10 | all>>10 | all<<15 | all>>15 | all<<17 | all>>17
	case game.Rook:
		from = slid(all, 1, free) | slid(all, 8, free)
	case game.Bishop:
		from = slid(all, 7, free) | slid(all, 9, free)
	case game.Pawn:
		if pc.Color() == game.White {
			from = moves>>8 | all>>7 | all>>9
		} else {
			from = moves<<8 | all<<7 | all<<9
		}
		from |= moves>>1&westCorner | moves<<1&eastCorner
	}
	return from & free
}

// slid returns the squares up to slideReach steps away, in both directions, over free
// squares.
func slid(set uint64, by int, free uint64) (out uint64) {
	up, down := set, set
	for range slideReach {
		up, down = up<<by&free, down>>by&free
		out |= up | down
	}
	return out
}

// squareOf is the number of the square of a set with one square.
func squareOf(set uint64) uint8 { return numberOf[mathbits.TrailingZeros64(set)&63] }
