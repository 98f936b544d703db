package xboard

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
)

// infoLine formats a report about a search of p: depth, score, centiseconds, nodes,
// selective depth, nodes per second, tablebase hits, a tab, moves.
func infoLine(p game.Position, i engine.Report) string {
	mark := ""
	switch i.Bound {
	case engine.LowerBound:
		mark = "!"
	case engine.UpperBound:
		mark = "?"
	case engine.Exact:
	}
	return fmt.Sprintf("%d %d %d %d %d %d %d\t%s%s", i.Depth, scoreOf(i.Score), i.Time.Milliseconds()/10, i.Nodes,
		max(i.SelDepth, i.Depth), i.NodesPerSecond(), i.TBHits, engineio.LineText(p, i.PV), mark)
}

// scoreOf returns a score as CECP has it: mates are beyond 100000.
func scoreOf(score engine.Score) int {
	moves, ok := engine.MateIn(score)
	switch {
	case !ok:
		return int(score)
	case score > 0:
		return 100000 + moves
	}
	return -100000 + moves
}

// status answers "." during an analysis with the state of the search.
func (s *session) status() {
	i := s.info.Load()
	if !s.analyzing || !s.task.Busy() || i == nil {
		return
	}
	n := s.at.LegalCount()
	s.out.Printf("stat01: %d %d %d %d %d", i.Time.Milliseconds()/10, i.Nodes, i.Depth, 0, n)
}

// looksLikeMove distinguishes a bare move, as in the first version of the protocol,
// from an unknown command.
func looksLikeMove(line string) bool {
	if len(line) < 4 || len(line) > 5 {
		return false
	}
	for i := range 4 {
		low, high := byte('a'), byte('h')
		if i%2 == 1 {
			low, high = '1', '8'
		}
		if line[i] < low || line[i] > high {
			return false
		}
	}
	return true
}
