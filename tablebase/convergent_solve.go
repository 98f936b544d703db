package tablebase

import (
	"context"
	"math"

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

// capture is the positions after the capture of one piece.
type capture struct {
	*lineup
	lost [2]plane // by the side to move: lost so far
	held [2]plane // possible and not won so far
	// events lists positions by their entries, as 64 times the word plus the bit.
	events [2][256][]uint32
}

// convergentSolver finds the entries of one material.
type convergentSolver struct {
	*lineup
	ctx      context.Context
	step     func(entries int)
	done     int // entries that step was called with
	ix       *convergentIndex
	values   []byte
	captures []*capture // by the piece that is captured

	open [2]plane // possible, and without an entry so far
	lost [2]plane
	held [2]plane // possible and not won so far
	// fresh says for which kings a plane has changed since the last step; stale is the
	// same for the step before.
	fresh [2][]bool
}

// solveConvergent returns the entries of a material.
func solveConvergent(ctx context.Context, ix *convergentIndex, known *Tables, step func(entries int)) ([]byte, error) {
	fillPieceSteps()
	l := newLineup(ix.Game(), ix.pieces)
	s := &convergentSolver{lineup: l, ctx: ctx, step: step, ix: ix, values: make([]byte, ix.size())}
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
	if err := s.solvePlies(); err != nil {
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

// solvePlies finds entries ply by ply.
func (s *convergentSolver) solvePlies() error {
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
			n, err := s.solvePly(ply, c, before[c.Other()])
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

// solvePly finds the positions with a color to move that are won or lost in that many
// plies. before says for which kings the positions of the opponent have changed.
func (s *convergentSolver) solvePly(ply int, c game.Color, before []bool) (found int, err error) {
	entry, err := entryOf(s.game, ply)
	if err != nil {
		return 0, err
	}
	for pair := range kingsOf {
		if !s.touched(pair, c, before) {
			continue
		}
		words, entries := s.solveKings(pair, c, ply%2 == 1, entry)
		found += words
		s.done += entries
		s.step(entries)
		if s.ctx.Err() != nil {
			return 0, s.ctx.Err()
		}
	}
	return found, nil
}

// solveKings gives an entry to the positions with these kings that a move decides now. It
// returns how many words have such positions, and how many entries it set.
func (s *convergentSolver) solveKings(pair int, c game.Color, win bool, entry byte) (words, entries int) {
	var at squares
	for w := pair * s.each; w < (pair+1)*s.each; w++ {
		set := s.decidedNow(pair, w, c, win, &at)
		if set == 0 {
			continue
		}
		words++
		s.open[c][w] &^= set
		if win {
			s.held[c][w] &^= set
		} else {
			s.lost[c][w] |= set
		}
		if s.ix.colors == 2 || c == game.White {
			entries += s.assign(c, w, set, entry)
		}
	}
	if words > 0 {
		s.fresh[c][pair] = true
	}
	return words, entries
}

// decidedNow returns the open positions of a word that are won, because some move leads to
// a lost position, or that are lost, because no move leads to one that is not won.
func (s *convergentSolver) decidedNow(pair, w int, c game.Color, win bool, at *squares) uint64 {
	need := s.open[c][w]
	if need == 0 {
		return 0
	}
	s.squaresOf(w, at)
	if win {
		return s.reach(c, pair, w, at, s.lost[c^1], true, need) & need
	}
	return need &^ s.reach(c, pair, w, at, s.held[c^1], false, need)
}

// entryOf returns the entry of a position that is won or lost in that many plies. Without royal squares
// there are mates too long for an entry. They have the longest that fits: statistics need their
// result, and that they are longer than with royal squares.
func entryOf(g Game, ply int) (byte, error) {
	switch v := decided + ply; {
	case v <= math.MaxUint8:
		return byte(v), nil
	case g == withoutRoyals:
		return math.MaxUint8 - byte(1-v%2), nil
	}
	return 0, message.Errorf("a mate in more than %d plies does not fit in an entry", maxPlies)
}

// touched reports whether some position after a move by a color may have changed, given
// the kings' squares.
func (s *convergentSolver) touched(pair int, c game.Color, before []bool) bool {
	if before[pair] {
		return true
	}
	kings := kingsOf[pair]
	for _, step := range pieceSteps[game.King.Of(c)][kings[c]] {
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

// assign sets the entries of positions of a word, and returns how many there are.
func (s *convergentSolver) assign(c game.Color, w int, set uint64, value byte) (count int) {
	var at squares
	s.squaresOf(w, &at)
	s.visit(s.ix, c, w/s.each, &at, set, func(n, _ int) {
		s.values[n] = value
		count++
	})
	return count
}
