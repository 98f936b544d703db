package search

import (
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// tail is how a line continues in the tables, kept because most lines stay the same
// from one depth to the next.
type tail struct {
	pv    []game.Move // the line that it belongs to
	moves []game.Move
}

// toTheEnd returns a line of the root for people: where it ends in a position
// whose end the tables know, it continues with best play to the mate; where the
// root is a draw, it ends before a move that would lose.
func (w *worker) toTheEnd(r *root) []game.Move {
	pv := slices.Clone(r.line())
	s := w.s
	if w.ply != 0 || w.tables.Tables == nil {
		return pv
	}
	score := r.shown()
	switch {
	case s.drawn && score >= -engine.MateBound:
		return pv[:w.held(pv)]
	case w.tables.most == never && !s.drawn, abs(score) <= engine.MateBound:
		return pv
	}
	if !slices.Equal(pv, r.tail.pv) {
		r.tail = tail{pv, w.follow(pv)}
	}
	return append(pv[:len(pv):len(pv)], r.tail.moves...)
}

// held is how many moves of a line of drawn positions are played before one that
// loses.
func (w *worker) held(pv []game.Move) int {
	n := 0
	defer func() {
		for range n {
			w.board.Unmake()
		}
	}()
	for _, m := range pv {
		w.board.Make(m)
		n++
		if _, over := w.board.Terminal(); over {
			break
		}
		if score, known := w.tables.Score(w.board.Position(), w.board.Halfmoves()); known && score != 0 && n > 1 {
			return n - 1 // the move that has been made is taken back with the others
		}
	}
	return n
}

// follow plays a line and returns how the tables continue it, until the mate or
// as far as they know.
func (w *worker) follow(pv []game.Move) (line []game.Move) {
	made := 0
	defer func() {
		for range made {
			w.board.Unmake()
		}
	}()
	for _, m := range pv {
		w.board.Make(m)
		made++
	}
	for {
		m := w.bestKnown()
		if m == game.NoMove {
			return line
		}
		w.board.Make(m)
		made++
		line = append(line, m)
	}
}

// bestKnown returns the move that the tables call best in a position that is won
// or lost, or NoMove if it is not, or ended, or they do not know.
func (w *worker) bestKnown() game.Move {
	truth, known := w.tables.Score(w.board.Position(), w.board.Halfmoves())
	if _, over := w.board.Terminal(); !known || over || abs(truth) <= engine.MateBound {
		return game.NoMove
	}
	for _, r := range w.board.AppendMoves(nil) {
		w.board.Make(r.Move)
		score, known := w.tables.Score(w.board.Position(), w.board.Halfmoves())
		w.board.Unmake()
		if known && -later(score, 1) == truth {
			return r.Move
		}
	}
	return game.NoMove
}
