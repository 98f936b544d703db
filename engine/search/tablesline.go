package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

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

// follow returns how the tables continue the game, until the mate or as far as they
// know.
func (w *worker) follow() (line []game.Move) {
	if w.tables.Tables == nil || w.tables.most == never && !w.s.drawn {
		return nil
	}
	defer func() {
		for range line {
			w.board.Unmake()
		}
	}()
	for {
		m := w.bestKnown()
		if m == game.NoMove {
			return line
		}
		w.board.Make(m)
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
