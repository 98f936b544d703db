package game

import "slices"

// History is a position that remembers the moves that led to it. Make moves on it
// with Play and Back only: a Position keeps no moves of its own.
type History struct {
	pos   Position
	moves []Move
}

// NewHistory begins a history in a position, of which it makes a copy.
func NewHistory(p Position) *History { return &History{pos: p.Clone()} }

// Position returns the position after the moves. The caller must leave it as it is.
func (h *History) Position() Position { return h.pos }

// Moves returns a copy of the moves made so far, first to last.
func (h *History) Moves() []Move { return slices.Clone(h.moves) }

// Play makes a legal move. For any other move it returns an error and changes
// nothing.
func (h *History) Play(m Move) error {
	err := Play(h.pos, m)
	if err == nil {
		h.moves = append(h.moves, m)
	}
	return err
}

// Back takes back the last move and returns it, or NoMove if there is none.
func (h *History) Back() Move {
	if len(h.moves) == 0 {
		return NoMove
	}
	last := h.moves[len(h.moves)-1]
	h.moves = h.moves[:len(h.moves)-1]
	h.pos.Unmake()
	return last
}
