package tablebase

import (
	"context"
	"math"
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// The solver of Convergent Chess holds sets of positions as words. A word has the
// positions that differ in the square of the last piece of a material only, one bit for
// each square of the frame, so a step of the analysis works on up to forty positions at
// once. If there are bare kings only, the last piece is a ghost on a1, which is off the
// board.
//
// Ply by ply it finds the positions in which some move leads to a position that is lost,
// and those in which no move leads to one that is not yet won. So a side without a
// legal move has lost (R4), and a check counts by the legal moves that it leaves. The only
// other rule of royal squares is which positions are possible (R3).

// plane is a set of positions with one side to move: its words are ordered by the kings
// and by the squares of the other pieces but the last.
type plane []uint64

// lineup is the pieces of a material in the order of the words.
type lineup struct {
	game    Game
	pieces  []game.Piece // but the kings
	strides []int        // of words, by piece; those of the last are 0
	words   int          // of a plane
	each    int          // words for each squares of the kings
}

func newLineup(g Game, pieces []game.Piece) *lineup {
	l := &lineup{game: g, pieces: pieces, strides: make([]int, len(pieces)), each: 1}
	for i := len(pieces) - 2; i >= 0; i-- {
		l.strides[i] = l.each
		l.each *= forty
	}
	l.words = l.each * len(kingsOf)
	return l
}

// last is the piece whose squares are the bits of words; NoPiece: a ghost.
func (l *lineup) last() game.Piece {
	if len(l.pieces) == 0 {
		return game.NoPiece
	}
	return l.pieces[len(l.pieces)-1]
}

// mids is the number of pieces that are neither kings nor the last.
func (l *lineup) mids() int { return max(len(l.pieces)-1, 0) }

// squares are the squares of the pieces of a lineup, but the last, by number.
type squares [MaxPieces]uint8

// word returns the word of the squares of kings and pieces.
func (l *lineup) word(pair int, at *squares) int {
	w := pair * l.each
	for i := range l.mids() {
		w += int(at[i]) * l.strides[i]
	}
	return w
}

// capture is the positions after the capture of one piece.
type capture struct {
	*lineup
	lost [2]plane // by the side to move: lost so far
	held [2]plane // possible and not won so far
	// events lists positions by their entries, as 64 times the word plus the bit.
	events [2][256][]uint32
}

// fortySolver finds the entries of one material.
type fortySolver struct {
	*lineup
	ctx      context.Context
	step     func(entries int)
	done     int // entries that step was called with
	ix       *fortyIndex
	values   []byte
	captures []*capture // by the piece that is captured

	open [2]plane // possible, and without an entry so far
	lost [2]plane
	held [2]plane // possible and not won so far
	// fresh says for which kings a plane has changed since the last step; stale is the
	// same for the step before.
	fresh [2][]bool
}

// solveForty returns the entries of a material.
func solveForty(ctx context.Context, ix *fortyIndex, known *Tables, step func(entries int)) ([]byte, error) {
	fillFortySteps()
	l := newLineup(ix.Game(), ix.pieces)
	s := &fortySolver{lineup: l, ctx: ctx, step: step, ix: ix, values: make([]byte, ix.size())}
	for i := range ix.pieces {
		c, err := s.capture(i, known)
		if err != nil {
			return nil, err
		}
		s.captures = append(s.captures, c)
	}
	for c := range s.open {
		s.open[c], s.lost[c], s.held[c] = make(plane, s.words), make(plane, s.words), make(plane, s.words)
		s.fresh[c] = make([]bool, len(kingsOf))
		if err := s.placePossible(game.Color(c)); err != nil {
			return nil, err
		}
	}
	if err := s.plies(); err != nil {
		return nil, err
	}
	fill(s.values)
	return s.values, nil
}

// fill gives impossible positions the entry before, which packs best: no lookup asks for
// them.
func fill(values []byte) {
	last := byte(drawn)
	for i, v := range values {
		if v == impossible {
			values[i] = last
		}
		last = values[i]
	}
}

// plies finds entries ply by ply.
func (s *fortySolver) plies() error {
	last := s.lastEvent()
	for c := range s.fresh {
		for pair := range s.fresh[c] {
			s.fresh[c][pair] = true
		}
	}
	for ply := 0; ; ply++ {
		changed := 0
		before := s.fresh
		s.fresh = [2][]bool{make([]bool, len(kingsOf)), make([]bool, len(kingsOf))}
		if ply > 0 {
			s.catchUp(ply-1, &before)
		}
		for c := game.White; c <= game.Black; c++ {
			n, err := s.ply(ply, c, before[c.Other()])
			if err != nil {
				return err
			}
			changed += n
		}
		if changed == 0 && decided+ply > last+1 && ply > 0 {
			break
		}
	}
	for c := range s.ix.colors {
		for w, set := range s.open[c] {
			s.assign(game.Color(c), w, set, drawn)
		}
	}
	s.step(len(s.values) - s.done)
	return s.ctx.Err()
}

// ply finds the positions with a color to move that are won or lost in that many plies.
// before says for which kings the positions of the opponent have changed.
func (s *fortySolver) ply(ply int, c game.Color, before []bool) (found int, err error) {
	entry, err := entryOf(s.game, ply)
	if err != nil {
		return 0, err
	}
	win := ply%2 == 1
	to := s.held[c^1]
	if win {
		to = s.lost[c^1]
	}
	var at squares
	for pair := range kingsOf {
		if !s.touched(pair, c, before) {
			continue
		}
		count := 0
		for w := pair * s.each; w < (pair+1)*s.each; w++ {
			need := s.open[c][w]
			if need == 0 {
				continue
			}
			s.squaresOf(w, &at)
			hit := s.reach(c, pair, w, &at, to, win, need) & need
			if !win {
				hit ^= need
			}
			if hit == 0 {
				continue
			}
			s.open[c][w] &^= hit
			if win {
				s.held[c][w] &^= hit
			} else {
				s.lost[c][w] |= hit
			}
			if s.ix.colors == 2 || c == game.White {
				count += s.assign(c, w, hit, entry)
			}
			s.fresh[c][pair] = true
			found++
		}
		s.done += count
		s.step(count)
		if s.ctx.Err() != nil {
			return 0, s.ctx.Err()
		}
	}
	return found, nil
}

// entryOf returns the entry of a position that is won or lost in that many plies. Without royal squares
// there are mates too long for an entry. They have the longest that fits: statistics need their
// result, and that they are longer than with royal squares.
func entryOf(g Game, ply int) (byte, error) {
	switch v := decided + ply; {
	case v <= math.MaxUint8:
		return byte(v), nil
	case g == unroyal:
		return math.MaxUint8 - byte(1-v%2), nil
	}
	return 0, message.Errorf("a mate in more than %d plies does not fit in an entry", maxPlies)
}

// touched reports whether some position after a move by a color may have changed, given
// the kings' squares.
func (s *fortySolver) touched(pair int, c game.Color, before []bool) bool {
	if before[pair] {
		return true
	}
	kings := kingsOf[pair]
	for _, step := range fortySteps[game.King.Of(c)][kings[c]] {
		kings[c] = step.to
		if to := pairOf(kings); to != noPair && before[to] {
			return true
		}
	}
	return false
}

// pairOf returns the number of kings on these squares or their mirror images.
func pairOf(kings [2]uint8) int {
	if frameOf[kings[0]]&7 > 3 {
		kings[0], kings[1] = mirrorOf[kings[0]], mirrorOf[kings[1]]
	}
	return int(kingPairs[kings[0]][kings[1]])
}

// squaresOf returns the squares of the pieces of a word.
func (l *lineup) squaresOf(w int, at *squares) {
	w %= l.each
	for i := range l.mids() {
		at[i] = uint8(w / l.strides[i])
		w %= l.strides[i]
	}
}

// reach returns the positions of a word, with a color to move, in which a move leads to
// a set. It may stop when it has all that are needed.
func (s *fortySolver) reach(c game.Color, pair, w int, at *squares, to plane, win bool, need uint64) (from uint64) {
	m := mover{fortySolver: s, color: c, pair: pair, word: w, at: at, to: to, win: win}
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
	*fortySolver
	color    game.Color
	pair     int
	word     int
	at       *squares
	to       plane
	win      bool // the set is of lost positions
	sides    [2]uint64
	occupied uint64 // by pieces other than the last
}

// after returns the set among the positions after a capture.
func (m *mover) after(captured int) plane {
	if m.win {
		return m.captures[captured].lost[m.color^1]
	}
	return m.captures[captured].held[m.color^1]
}

// lastMoves is about the moves of the last piece.
func (m *mover) lastMoves() uint64 {
	p := m.last()
	if p == game.NoPiece || p.Color() != m.color {
		return 0
	}
	takes := uint64(0)
	for i := range m.mids() {
		if m.pieces[i].Color() != m.color {
			takes |= m.after(i)[m.wordAfter(i, m.pair, m.at)] & (1 << frameOf[m.at[i]])
		}
	}
	return inverse(p, m.to[m.word], takes, fortyBoard&^m.occupied)
}

// wordAfter returns the word of the position without a piece other than the last.
func (s *fortySolver) wordAfter(captured, pair int, at *squares) int {
	rest := squares{}
	n := copy(rest[:], at[:captured])
	copy(rest[n:], at[captured+1:])
	return s.captures[captured].word(pair, &rest)
}

// midMoves is about the moves of a piece that is neither king nor the last.
func (m *mover) midMoves(i int) (from uint64) {
	p, at, own, enemy := m.pieces[i], *m.at, m.sides[m.color&1], m.sides[m.color&1^1]
	king := uint64(1) << frameOf[kingsOf[m.pair][m.color&1^1]]
	square := int(at[i])
	takesLast := m.last().Color() != m.color
	for j := range fortySteps[p][square] {
		step := &fortySteps[p][square][j]
		to := uint64(1) << frameOf[step.to]
		if step.path&m.occupied != 0 || to&(own|king) != 0 || step.quiet && to&enemy != 0 {
			continue
		}
		at[i] = step.to
		if to&enemy != 0 {
			captured := m.pieceAt(step.to)
			from |= m.after(captured)[m.wordAfter(captured, m.pair, &at)] &^ step.path
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
	return m.after(i)[m.captures[i].word(pair, at)]&bit != 0
}

// kingMoves is about the moves of the king.
func (m *mover) kingMoves() (from uint64) {
	own, enemy := m.sides[m.color&1], m.sides[m.color&1^1]
	takesLast := m.last() != game.NoPiece && m.last().Color() != m.color
	for j := range fortySteps[game.King.Of(m.color)][kingsOf[m.pair][m.color&1]] {
		step := &fortySteps[game.King.Of(m.color)][kingsOf[m.pair][m.color&1]][j]
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
			set = m.after(captured)[m.wordAfter(captured, pair, &at)]
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

// assign sets the entries of positions of a word, and returns how many there are.
func (s *fortySolver) assign(c game.Color, w int, set uint64, value byte) (count int) {
	var at squares
	s.squaresOf(w, &at)
	s.visit(s.ix, c, w/s.each, &at, set, func(n, _ int) {
		s.values[n] = value
		count++
	})
	return count
}

// visit calls each with the numbers of positions of a word and the squares of the last
// piece. Of positions that differ by an exchange of equal pieces, it visits one.
func (l *lineup) visit(ix *fortyIndex, c game.Color, pair int, at *squares, set uint64, each func(n, sq int)) {
	if set == 0 {
		return
	}
	n, i := int(c)*len(kingsOf)+pair, 0
	for _, g := range ix.groups {
		n *= choose[g.count][forty]
		for k := 1; k <= g.count && i < l.mids(); k++ {
			if k > 1 && at[i] < at[i-1] {
				return
			}
			n += choose[k][at[i]]
			i++
		}
	}
	if len(l.pieces) == 0 {
		each(n, 0)
		return
	}
	k := ix.groups[len(ix.groups)-1].count
	if k > 1 { // the last of equal pieces is on the highest square
		set &^= 1<<frameOf[at[i-1]] - 1
	}
	for ; set != 0; set &= set - 1 {
		sq := mathbits.TrailingZeros64(set)
		each(n+choose[k][fortyOf[sq]], sq)
	}
}
