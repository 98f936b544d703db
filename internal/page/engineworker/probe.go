package engineworker

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/tablebase"
)

// probe looks a position up in the built-in tablebases.
func (s *Session) probe(c *Command) Answer {
	p, err := s.board.set(notation.Line{Variant: c.Variant, FEN: c.FEN, Moves: c.Moves})
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	tables := tablebase.Builtin()
	result, err := tables.Probe(p)
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	moves, err := tables.Moves(p)
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	t := Table{Result: wordOf(result.Outcome), DTM: result.DTM, Moves: []TableMove{}}
	for _, m := range moves {
		t.Moves = append(t.Moves, TableMove{UCI: p.UCI(m.Move), SAN: notation.SAN(p, m.Move),
			Result: wordOf(m.Result.Outcome), DTM: m.Result.DTM})
	}
	return Answer{T: "probe", ID: c.ID, Table: &t}
}

func wordOf(r game.WDL) string {
	switch r {
	case game.WDLWin:
		return "win"
	case game.WDLLoss:
		return "loss"
	}
	return "draw"
}
