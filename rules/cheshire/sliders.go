package cheshire

import "github.com/wane-chess/wane/game"

// A multiplication gathers the occupancy of a line into the eight bits of its inner
// squares (the outer two never matter), which index a table: kindergarten bitboards,
// after Gerd Isenberg. A rank or a diagonal has at most one square on each file, so
// both words of a line can be combined, their ranks summed into the top one, and the
// entry, which is the same for all ranks, masked by the line. A file is gathered rank
// by rank, with its upper half beside the lower.

// lines are the lines through a square, without the square itself.
type lines struct {
	rank, diag, anti     Set   // diag runs up to the right, anti up to the left
	fileIndex, rankIndex uint8 // the square's coordinates from 0
	_                    [14]uint8
}

const (
	toTopRank = fileA                            // sums a word's ranks in its topmost, bits 40 to 49
	toTopFile = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 // turns a file into bits 36 to 40
	innerFile = 41                               // the shift that leaves files b to i
	innerRank = 37                               // the shift that leaves ranks 2 to 9
	beside    = 5                                // what the upper half is shifted by
)

var through = makeLines()

// across holds, by file and occupied inner files, the files that a slider attacks,
// repeated in each rank of a word. along holds, by rank and occupied inner ranks, the
// squares of the a-file that a slider attacks in the lower half, and beside them those
// in the upper half.
var across, along = makeFills()

func makeLines() (t [128]lines) {
	for sq := range squares {
		l := &t[sq]
		l.fileIndex, l.rankIndex = uint8(sq%width), uint8(sq/width)
		for other := range squares {
			df, dr := other%width-sq%width, other/width-sq/width
			switch {
			case other == sq:
			case dr == 0:
				l.rank = l.rank.Or(single[other])
			case df == dr:
				l.diag = l.diag.Or(single[other])
			case df == -dr:
				l.anti = l.anti.Or(single[other])
			}
		}
	}
	return t
}

func makeFills() (across, along [16][256]uint64) {
	for from := range width {
		for inner := range 256 {
			for to := range width {
				if reaches(from, to, inner<<1) {
					across[from][inner] |= fileA << to
					along[from][inner] |= 1 << (to%5*width + to/5*beside)
				}
			}
		}
	}
	return across, along
}

// reaches reports whether a slider gets from one place on a line of ten to another,
// given the occupied places.
func reaches(from, to, occupied int) bool {
	if from == to {
		return false
	}
	lo, hi := min(from, to), max(from, to)
	return occupied&(1<<hi-1)&^(1<<(lo+1)-1) == 0
}

// BishopAttacks returns the squares that a bishop attacks. Vanished squares do not stop
// it (R1).
func BishopAttacks(sq game.Square, occupied Set) Set {
	l := &through[sq&127]
	fills := &across[l.fileIndex&15]
	d := fills[uint8((occupied.lo&l.diag.lo|occupied.hi&l.diag.hi)*toTopRank>>innerFile)]
	a := fills[uint8((occupied.lo&l.anti.lo|occupied.hi&l.anti.hi)*toTopRank>>innerFile)]
	return Set{d&l.diag.lo | a&l.anti.lo, d&l.diag.hi | a&l.anti.hi}
}

// RookAttacks returns the squares that a rook attacks.
func RookAttacks(sq game.Square, occupied Set) Set {
	l := &through[sq&127]
	f := l.fileIndex & 15
	r := across[f][uint8((occupied.lo&l.rank.lo|occupied.hi&l.rank.hi)*toTopRank>>innerFile)]
	v := along[l.rankIndex&15][uint8((occupied.lo>>f&fileA|occupied.hi>>f&fileA<<beside)*toTopFile>>innerRank)]
	return Set{r&l.rank.lo | v&fileA<<f, r&l.rank.hi | v>>beside&fileA<<f}
}

// QueenAttacks returns the squares that a queen attacks.
func QueenAttacks(sq game.Square, occupied Set) Set {
	return BishopAttacks(sq, occupied).Or(RookAttacks(sq, occupied))
}
