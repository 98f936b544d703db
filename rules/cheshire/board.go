package cheshire

// Where the men that do not slide go from each square of the ten-wide board;
// a pawn's captures by its side.
var (
	knightSteps = stepTable([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingSteps   = stepTable([][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
	pawnTakes   = [2][128]Set{stepTable([][2]int{{-1, 1}, {1, 1}}), stepTable([][2]int{{-1, -1}, {1, -1}})}
)

// What sliders see on an empty board, and the squares strictly between two of
// one line.
var (
	bishopLines = emptyBoard(BishopAttacks)
	rookLines   = emptyBoard(RookAttacks)
	between     = makeBetween()
)

func stepTable(steps [][2]int) (t [128]Set) {
	for sq := range cells {
		for _, step := range steps {
			t[sq] = t[sq].Or(beyond(sq, step[0], step[1]))
		}
	}
	return t
}

func emptyBoard(see func(uint8, Set) Set) (t [128]Set) {
	for sq := range cells {
		t[sq] = see(uint8(sq), Set{})
	}
	return t
}

func makeBetween() (t [cells][128]Set) {
	for a := range cells {
		for b := range cells {
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

// lineOf returns the whole line, without b itself, that runs through b and the
// king's square a, which must share one.
func lineOf(a, b uint8) Set {
	l := &through[b&127]
	for _, line := range [3]*Set{&l.rank, &l.diag, &l.anti} {
		if line.Has(a) {
			return *line
		}
	}
	f := l.file & 15
	return Set{fileA << f, fileA << f}.AndNot(single[b&127])
}
