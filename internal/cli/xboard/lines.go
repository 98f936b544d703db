package xboard

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// infoLine reports what a search of p knows: depth, score, centiseconds, nodes,
// selective depth, nodes per second, hits in tablebases, a tab, moves.
func infoLine(p game.Position, i engine.Info) string {
	mark := ""
	switch i.Bound {
	case engine.LowerBound:
		mark = "!"
	case engine.UpperBound:
		mark = "?"
	case engine.Exact:
	}
	return fmt.Sprintf("%d %d %d %d %d %d %d\t%s%s", i.Depth, scoreOf(i.Score), i.Time.Milliseconds()/10, i.Nodes,
		max(i.SelDepth, i.Depth), i.NodesPerSecond(), i.TBHits, lineText(p, i.PV), mark)
}

// scoreOf is a score as thinking lines have it: mates beyond 100000.
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

// lineText writes moves played one after the other from p in UCI notation.
func lineText(p game.Position, moves []game.Move) string {
	var texts []string
	for _, m := range moves {
		text := p.UCI(m)
		p.Make(m)
		texts = append(texts, text)
	}
	for range texts {
		p.Unmake()
	}
	return strings.Join(texts, " ")
}

// status answers "." while analyzing: what the search has come to.
func (s *session) status() {
	i := s.info.Load()
	if !s.analyzing || !s.thinker.Busy() || i == nil {
		return
	}
	n := s.at.LegalCount()
	s.out.Printf("stat01: %d %d %d %d %d", i.Time.Milliseconds()/10, i.Nodes, i.Depth, 0, n)
}

// looksLikeMove tells a bare move, as the first version of the protocol has it,
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
