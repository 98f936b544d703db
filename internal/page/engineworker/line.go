package engineworker

import (
	"slices"
	"strconv"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// newLine formats a line of a search. It leaves the position as it was.
func newLine(p game.Position, i engine.Report) Line {
	l := Line{Score: NewScore(p, i.Score), PV: []string{}, SAN: []string{}, Numbers: []string{}}
	for _, m := range i.PV {
		names := notation.NewMoves(p)
		if !slices.Contains(names.Legal(), m) {
			break // the transposition table mistook another position for this one
		}
		l.PV = append(l.PV, p.UCI(m))
		l.SAN = append(l.SAN, names.SAN(m))
		l.Numbers = append(l.Numbers, moveNumber(p, len(l.PV) == 1))
		p.Make(m)
	}
	for range l.PV {
		p.Unmake()
	}
	return l
}

// NewScore converts a score for the side to move.
func NewScore(p game.Position, s engine.Score) Score {
	sign := 1
	if p.Turn() == game.Black {
		sign = -1
	}
	if n, ok := engine.MateIn(s); ok {
		n *= sign
		return Score{Mate: &n}
	}
	cp := sign * int(s)
	return Score{CP: &cp}
}

// moveNumber returns what is printed before the next move, which may be the first of
// its line.
func moveNumber(p game.Position, first bool) string {
	switch n := strconv.Itoa(p.Fullmove()); {
	case p.Turn() == game.White:
		return n + "."
	case first:
		return n + "..."
	}
	return ""
}
