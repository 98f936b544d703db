package convergent

import (
	_ "embed"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/internal/message"
)

//go:embed weights.txt
var tunedText string

// tuned returns the weights that are part of the program.
var tuned = sync.OnceValue(func() values {
	var w values
	weights.MustRead(tunedText, w.list())
	return w
})

// Weights implements engine.Evaluator.
func (e *Evaluator) Weights() []engine.Weight { return e.w.list() }

// list lists the weights.
func (w *values) list() []engine.Weight {
	var l weights.List
	l.Pairs("Piece", w.Piece[:])
	for pt := range w.Square {
		for row := range w.Square[pt] {
			l.Pairs(message.Sprintf("Square[%d][%d]", pt, row), w.Square[pt][row][:])
		}
	}
	for pt := range w.Mobility {
		l.Pairs(message.Sprintf("Mobility[%d]", pt), w.Mobility[pt][:])
	}
	for turn := range w.Siege {
		for enter := range w.Siege[turn] {
			l.Scores(message.Sprintf("Siege[%d][%d]", turn, enter), w.Siege[turn][enter][:])
		}
	}
	for turn := range w.Storm {
		for enter := range w.Storm[turn] {
			l.Scores(message.Sprintf("Storm[%d][%d]", turn, enter), w.Storm[turn][enter][:])
		}
	}
	for pt := range w.Near {
		l.Pairs(message.Sprintf("Near[%d]", pt), w.Near[pt][:])
	}
	for pt := range w.Aid {
		l.Pairs(message.Sprintf("Aid[%d]", pt), w.Aid[pt][:])
	}
	l.Pairs("Ring", w.Ring[:])
	l.Pairs("RingPieces", w.RingPieces[:])
	l.Pairs("Room", w.Room[:])
	l.Pairs("Check", w.Check[:])
	l.Pairs("Pinned", w.Pinned[:])
	l.Pair("Pair", &w.Pair)
	l.Pairs("Backed", w.Backed[:])
	l.Pair("Pushes", &w.Pushes)
	l.Pair("Grip", &w.Grip)
	l.Pairs("Propped", w.Propped[:])
	l.Pairs("Abreast", w.Abreast[:])
	l.Pairs("ByPawn", w.ByPawn[:])
	l.Pairs("ByMinor", w.ByMinor[:])
	l.Pair("ByRook", &w.ByRook)
	l.Pairs("Loose", w.Loose[:])
	l.Pair("Tempo", &w.Tempo)
	return l
}
