package tablebase

import "github.com/wane-chess/wane/game"

// reach returns the positions of a word, with a color to move, in which a move leads to
// a set. It may stop when it has all that are needed.
func (s *convergentSolver) reach(
	c game.Color, pair, w int, at *squares, to plane, win bool, need uint64,
) (from uint64) {
	m := mover{convergentSolver: s, color: c, pair: pair, word: w, at: at, to: to, win: win}
	for i := range 2 {
		m.sides[i] = 1 << frameOf[kingsOf[pair][i]]
	}
	for i := range s.mids() {
		m.sides[s.pieces[i].Color()] |= 1 << frameOf[at[i]]
	}
	m.occupied = m.sides[0] | m.sides[1]
	from = m.lastMoves()
	for i := range s.mids() {
		if s.pieces[i].Color() == c && need&^from != 0 {
			from |= m.midMoves(i)
		}
	}
	if need&^from != 0 {
		from |= m.kingMoves()
	}
	return from
}

// mover finds the positions of a word from which a color can move to a set.
type mover struct {
	*convergentSolver
	color    game.Color
	pair     int
	word     int
	at       *squares
	to       plane
	win      bool // the set is of lost positions
	sides    [2]uint64
	occupied uint64 // by pieces other than the last
}

// afterCapture returns the set among the positions after a capture.
func (m *mover) afterCapture(captured int) plane {
	if m.win {
		return m.captures[captured].lost[m.color^1]
	}
	return m.captures[captured].held[m.color^1]
}

// lastMoves is about the moves of the last piece.
func (m *mover) lastMoves() uint64 {
	pc := m.last()
	if pc == game.NoPiece || pc.Color() != m.color {
		return 0
	}
	takes := uint64(0)
	for i := range m.mids() {
		if m.pieces[i].Color() != m.color {
			takes |= m.afterCapture(i)[m.wordAfter(i, m.pair, m.at)] & (1 << frameOf[m.at[i]])
		}
	}
	return inverse(pc, m.to[m.word], takes, convergentBoard&^m.occupied)
}

// wordAfter returns the word of the position without a piece other than the last.
func (s *convergentSolver) wordAfter(captured, pair int, at *squares) int {
	rest := squares{}
	n := copy(rest[:], at[:captured])
	copy(rest[n:], at[captured+1:])
	return s.captures[captured].word(pair, &rest)
}

// midMoves is about the moves of a piece that is neither king nor the last.
func (m *mover) midMoves(i int) (from uint64) {
	pc, at, own, enemy := m.pieces[i], *m.at, m.sides[m.color&1], m.sides[m.color&1^1]
	king := uint64(1) << frameOf[kingsOf[m.pair][m.color&1^1]]
	square := int(at[i])
	takesLast := m.last().Color() != m.color
	for j := range pieceSteps[pc][square] {
		step := &pieceSteps[pc][square][j]
		to := uint64(1) << frameOf[step.to]
		if step.path&m.occupied != 0 || to&(own|king) != 0 || step.quiet && to&enemy != 0 {
			continue
		}
		at[i] = step.to
		if to&enemy != 0 {
			captured := m.pieceAt(step.to)
			from |= m.afterCapture(captured)[m.wordAfter(captured, m.pair, &at)] &^ step.path
			continue
		}
		from |= m.to[m.word+(int(step.to)-square)*m.strides[i]] &^ step.path
		if takesLast && !step.quiet && m.takesLast(m.pair, &at) {
			from |= to
		}
	}
	return from &^ m.occupied
}

// pieceAt returns the piece other than kings and the last on a square.
func (m *mover) pieceAt(sq uint8) int {
	for i := range m.mids() {
		if m.at[i] == sq {
			return i
		}
	}
	panic("tablebase: no piece on the square")
}

// takesLast reports whether the position after the capture of the last piece is in the
// set.
func (m *mover) takesLast(pair int, at *squares) bool {
	i := m.mids()
	bit := uint64(1)
	if i > 0 {
		bit = 1 << frameOf[at[i-1]]
	}
	return m.afterCapture(i)[m.captures[i].word(pair, at)]&bit != 0
}

// kingMoves is about the moves of the king.
func (m *mover) kingMoves() (from uint64) {
	own, enemy := m.sides[m.color&1], m.sides[m.color&1^1]
	takesLast := m.last() != game.NoPiece && m.last().Color() != m.color
	for j := range pieceSteps[game.King.Of(m.color)][kingsOf[m.pair][m.color&1]] {
		step := &pieceSteps[game.King.Of(m.color)][kingsOf[m.pair][m.color&1]][j]
		to := uint64(1) << frameOf[step.to]
		if to&own != 0 {
			continue
		}
		kings, at := kingsOf[m.pair], *m.at
		kings[m.color&1] = step.to
		mirror := frameOf[kings[0]]&7 > 3
		if mirror {
			kings[0], kings[1] = mirrorOf[kings[0]], mirrorOf[kings[1]]
			for i := range m.mids() {
				at[i] = mirrorOf[at[i]]
			}
		}
		pair := int(kingPairs[kings[0]][kings[1]])
		if pair == noPair {
			continue
		}
		var set uint64
		if to&enemy != 0 {
			captured := m.pieceAt(step.to)
			set = m.afterCapture(captured)[m.wordAfter(captured, pair, &at)]
		} else {
			set = m.to[m.lineup.word(pair, &at)]
		}
		if mirror && m.last() != game.NoPiece {
			set = mirrored(set, 8)
		}
		from |= set
		if to&enemy == 0 && takesLast && m.takesLast(pair, &at) {
			from |= to
		}
	}
	return from &^ m.occupied
}
