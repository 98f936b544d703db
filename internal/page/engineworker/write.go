package engineworker

import (
	"slices"
	"strconv"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// scoreOf is a score of the side to move as White sees it.
func scoreOf(p game.Position, s engine.Score) Score {
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

// lineOf writes what a search told of one line. The position is the same
// afterwards.
func lineOf(p game.Position, i engine.Info) Line {
	l := Line{Score: scoreOf(p, i.Score), PV: []string{}, SAN: []string{}, Numbers: []string{}}
	for _, m := range i.PV {
		names := notation.NewMoves(p)
		if !slices.Contains(names.Legal(), m) {
			break // the table mistook another position for this one
		}
		l.PV = append(l.PV, p.UCI(m))
		l.SAN = append(l.SAN, names.SAN(m))
		l.Numbers = append(l.Numbers, number(p, len(l.PV) == 1))
		p.Make(m)
	}
	for range l.PV {
		p.Unmake()
	}
	return l
}

// number is what stands before a move of the side to move.
func number(p game.Position, first bool) string {
	switch n := strconv.Itoa(p.Fullmove()); {
	case p.Turn() == game.White:
		return n + "."
	case first:
		return n + "..."
	}
	return ""
}
