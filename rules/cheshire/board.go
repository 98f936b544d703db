package cheshire

// Attacks of pieces that do not slide, by square of the ten-wide board; those of pawns
// by color.
var (
	knightSteps = stepTable([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingSteps   = stepTable([][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
	pawnAttacks = [2][128]Set{stepTable([][2]int{{-1, 1}, {1, 1}}), stepTable([][2]int{{-1, -1}, {1, -1}})}
)

// Attacks of sliders on an empty board, and the squares strictly between two on one
// line.
var (
	bishopLines = emptyBoard(BishopAttacks)
	rookLines   = emptyBoard(RookAttacks)
	between     = makeBetween()
)

func stepTable(steps [][2]int) (t [128]Set) {
	for sq := range squares {
		for _, step := range steps {
			t[sq] = t[sq].Or(beyond(sq, step[0], step[1]))
		}
	}
	return t
}

func emptyBoard(attacks func(uint8, Set) Set) (t [128]Set) {
	for sq := range squares {
		t[sq] = attacks(uint8(sq), Set{})
	}
	return t
}

func makeBetween() (t [squares][128]Set) {
	for a := range squares {
		for b := range squares {
			from, to := uint8(a), uint8(b)
			switch {
			case bishopLines[a].Has(to):
				t[a][b] = BishopAttacks(from, single[b]).And(BishopAttacks(to, single[a]))
			case rookLines[a].Has(to):
				t[a][b] = RookAttacks(from, single[b]).And(RookAttacks(to, single[a]))
			}
		}
	}
	return t
}

// beyond returns the square that many files and ranks away, if there is one.
func beyond(sq, files, ranks int) Set {
	file, rank := sq%width+files, sq/width+ranks
	if file < 0 || file >= width || rank < 0 || rank >= width {
		return Set{}
	}
	return single[rank*width+file]
}

// lineOf returns the line through a and b, without b. They must share one.
func lineOf(a, b uint8) Set {
	l := &through[b&127]
	for _, line := range [3]*Set{&l.rank, &l.diag, &l.anti} {
		if line.Has(a) {
			return *line
		}
	}
	f := l.fileIndex & 15
	return Set{fileA << f, fileA << f}.AndNot(single[b&127])
}
