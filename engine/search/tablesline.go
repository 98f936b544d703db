package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// drawLength returns how many moves of a line from a drawn position come before one that
// loses.
func (w *worker) drawLength(pv []game.Move) int {
	n := 0
	defer func() {
		for range n {
			w.node.Unmake()
		}
	}()
	for _, m := range pv {
		w.node.Make(m)
		n++
		if _, over := w.node.Terminal(); over {
			break
		}
		if score, known := w.tables.Score(w.node.Position(), w.node.Halfmoves()); known && score != 0 && n > 1 {
			return n - 1 // the move that has been made is taken back with the others
		}
	}
	return n
}

// tableLine returns how the tables continue the game, to the mate or to the last position
// that they contain.
func (w *worker) tableLine() (line []game.Move) {
	if w.tables.Tables == nil || w.tables.maxPieces == noTables && !w.s.drawn {
		return nil
	}
	defer func() {
		for range line {
			w.node.Unmake()
		}
	}()
	for {
		m := w.bestKnown()
		if m == game.NoMove {
			return line
		}
		w.node.Make(m)
		line = append(line, m)
	}
}

// bestKnown returns the move that the tables score best in a position that is won or
// lost. It returns NoMove if the position is drawn or over, or the tables lack it.
func (w *worker) bestKnown() game.Move {
	truth, known := w.tables.Score(w.node.Position(), w.node.Halfmoves())
	if _, over := w.node.Terminal(); !known || over || abs(truth) <= engine.MateBound {
		return game.NoMove
	}
	for _, r := range w.node.AppendMoves(nil) {
		w.node.Make(r.Move)
		score, known := w.tables.Score(w.node.Position(), w.node.Halfmoves())
		w.node.Unmake()
		if known && -scoreBefore(score, 1) == truth {
			return r.Move
		}
	}
	return game.NoMove
}
