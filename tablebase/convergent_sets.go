package tablebase

import (
	mathbits "math/bits"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// placePossible finds the possible positions with a color to move.
func (s *convergentSolver) placePossible(c game.Color) error {
	var at squares
	for pair := range kingsOf {
		for w := pair * s.each; w < (pair+1)*s.each; w++ {
			s.squaresOf(w, &at)
			set := s.possible(c, pair, &at)
			s.open[c][w], s.held[c][w] = set, set
		}
		s.step(0)
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
	}
	return nil
}

// possible returns the possible positions of a word: the opponent's king is not attacked,
// and none of the color's pieces is on the opponent's royal squares (R3).
func (l *lineup) possible(c game.Color, pair int, at *squares) uint64 {
	intrusions := homes[c^1]
	if l.game == withoutRoyals {
		intrusions = 0
	}
	kings := kingsOf[pair]
	occupied := uint64(1)<<frameOf[kings[0]] | 1<<frameOf[kings[1]]
	king := uint64(1) << frameOf[kings[c&1^1]]
	if intrusions>>frameOf[kings[c&1]]&1 != 0 {
		return 0
	}
	for i := range l.mids() {
		sq := uint64(1) << frameOf[at[i]]
		if occupied&sq != 0 || l.pieces[i].Color() == c && intrusions&sq != 0 {
			return 0
		}
		occupied |= sq
	}
	set := convergentBoard &^ occupied
	for i := range l.mids() {
		if l.pieces[i].Color() != c {
			continue
		}
		for _, step := range pieceSteps[l.pieces[i]][at[i]] {
			if 1<<frameOf[step.to] == king && !step.quiet && step.path&occupied == 0 {
				set &= step.path // only the last piece can block
			}
		}
	}
	switch last := l.last(); {
	case last == game.NoPiece:
		return 1
	case last.Color() == c:
		return set &^ intrusions &^ inverse(last, 0, king, convergentBoard&^occupied)
	}
	return set
}

// capture loads the positions after the capture of one piece.
func (s *convergentSolver) capture(i int, known *Tables) (*capture, error) {
	out := &capture{lineup: newLineup(s.game, slices.Delete(slices.Clone(s.pieces), i, i+1))}
	found := known.tables[s.ix.key-keyOf(s.pieces[i])]
	var at squares
	for c := game.White; c <= game.Black; c++ {
		out.lost[c], out.held[c] = make(plane, out.words), make(plane, out.words)
		for w := range out.words {
			if w%out.each == 0 {
				s.step(0)
				if s.ctx.Err() != nil {
					return nil, s.ctx.Err()
				}
			}
			out.squaresOf(w, &at)
			set := out.possible(c, w/out.each, &at)
			if out.held[c][w] = set; set == 0 {
				continue
			}
			pieces := out.place(kingsOf[w/out.each], &at)
			for ; set != 0; set &= set - 1 {
				bit := mathbits.TrailingZeros64(set)
				all := pieces
				if len(out.pieces) > 0 {
					all = pieces.With(game.Square(bit), out.last())
				}
				n, _ := found.find(all, 8, 8, c, found.swapped)
				v, err := found.at(n)
				if err != nil {
					return nil, err
				}
				if v >= decided {
					out.events[c][v] = append(out.events[c][v], uint32(64*w+bit))
				}
			}
		}
	}
	return out, nil
}

// place returns the kings and the pieces but the last.
func (l *lineup) place(kings [2]uint8, at *squares) bitboard.Pieces {
	pieces := placeKings(kings)
	for i := range l.mids() {
		pieces = pieces.With(game.Square(frameOf[at[i]]), l.pieces[i])
	}
	return pieces
}

// placeKings returns the kings, White's first.
func placeKings(kings [2]uint8) (pieces bitboard.Pieces) {
	pieces = pieces.With(game.Square(frameOf[kings[0]]), game.King.Of(game.White))
	return pieces.With(game.Square(frameOf[kings[1]]), game.King.Of(game.Black))
}

// catchUp adds the positions after captures that are decided in that many plies, and
// notes their kings.
func (s *convergentSolver) catchUp(ply int, fresh *[2][]bool) {
	if ply > maxPlies { // longer than any entry
		return
	}
	for _, c := range s.captures {
		for color := range c.events {
			for _, at := range c.events[color][decided+ply] {
				w, bit := int(at/64), uint64(1)<<(at%64)
				if ply%2 == 0 {
					c.lost[color][w] |= bit
				} else {
					c.held[color][w] &^= bit
				}
				fresh[color][w/c.each] = true
			}
		}
	}
}

// lastEvent is the largest entry after a capture.
func (s *convergentSolver) lastEvent() (last int) {
	for _, c := range s.captures {
		for color := range c.events {
			for v, list := range c.events[color] {
				if len(list) > 0 {
					last = max(last, v)
				}
			}
		}
	}
	return last
}
