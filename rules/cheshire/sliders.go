package cheshire

// A line's occupation is gathered into the eight bits of its inner squares (the
// outermost two never matter) by a multiplication, and looked up: kindergarten
// bitboards, after Gerd Isenberg. On a rank or a diagonal each file holds one
// square at most, so both words of a line may be laid over each other, the ranks
// are summed into the topmost one, and the answer, once for all ranks, needs
// only the line's mask. A file is gathered rank by rank, the upper half beside
// the lower.

// lines are the lines through a square, without the square itself.
type lines struct {
	rank, diag, anti Set   // diag runs up to the right, anti up to the left
	file, row        uint8 // the square's coordinates from 0
	_                [14]uint8
}

const (
	toTopRank = fileA                            // sums a word's ranks in its topmost, bits 40 to 49
	toRow     = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 // turns a file into bits 36 to 40
	innerFile = 41                               // the shift that leaves files b to i
	innerRow  = 37                               // the shift that leaves ranks 2 to 9
	beside    = 5                                // what the upper half is shifted by
)

var through = makeLines()

// across holds, for a file and the inner files occupied, the files that a
// slider reaches, repeated in each rank of a word. along holds, for a rank and
// the inner ranks occupied, the squares of the a-file that a slider reaches in
// the lower half, and those in the upper half beside them.
var across, along = makeFills()

func makeLines() (t [128]lines) {
	for sq := range cells {
		l := &t[sq]
		l.file, l.row = uint8(sq%width), uint8(sq/width)
		for other := range cells {
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

// reaches tells whether a slider gets from one place on a line of ten to
// another, given the places that are occupied.
func reaches(from, to, occupied int) bool {
	if from == to {
		return false
	}
	lo, hi := min(from, to), max(from, to)
	return occupied&(1<<hi-1)&^(1<<(lo+1)-1) == 0
}

// BishopAttacks returns the squares that a bishop sees. Vanished squares are
// empty ones to it (R1).
func BishopAttacks(sq uint8, occ Set) Set {
	l := &through[sq&127]
	row := &across[l.file&15]
	d := row[uint8((occ.lo&l.diag.lo|occ.hi&l.diag.hi)*toTopRank>>innerFile)]
	a := row[uint8((occ.lo&l.anti.lo|occ.hi&l.anti.hi)*toTopRank>>innerFile)]
	return Set{d&l.diag.lo | a&l.anti.lo, d&l.diag.hi | a&l.anti.hi}
}

// RookAttacks returns the squares that a rook sees.
func RookAttacks(sq uint8, occ Set) Set {
	l := &through[sq&127]
	f := l.file & 15
	r := across[f][uint8((occ.lo&l.rank.lo|occ.hi&l.rank.hi)*toTopRank>>innerFile)]
	v := along[l.row&15][uint8((occ.lo>>f&fileA|occ.hi>>f&fileA<<beside)*toRow>>innerRow)]
	return Set{r&l.rank.lo | v&fileA<<f, r&l.rank.hi | v>>beside&fileA<<f}
}

// QueenAttacks returns the squares that a queen sees.
func QueenAttacks(sq uint8, occ Set) Set {
	return BishopAttacks(sq, occ).Or(RookAttacks(sq, occ))
}
