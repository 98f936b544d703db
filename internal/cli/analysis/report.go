package analysis

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

// Report is an engine's report about one line, as JSON. Scores are for the side to
// move.
type Report struct {
	Depth    int          `json:"depth"`    // completed plies
	SelDepth int          `json:"seldepth"` // plies of the longest line searched
	Line     int          `json:"line"`     // 1 for the best
	Score    review.Score `json:"score"`
	Bound    string       `json:"bound"` // "exact"; "lower" or "upper" if the score is only a bound
	Nodes    uint64       `json:"nodes"`
	NPS      uint64       `json:"nps"`              // nodes per second
	Time     int64        `json:"time"`             // milliseconds since the start of the search
	HashFull int          `json:"hashfull"`         // full thousandths of the transposition table
	TBHits   uint64       `json:"tbhits,omitempty"` // positions found in tablebases
	PV       []string     `json:"pv"`               // the line in UCI notation
	SAN      []string     `json:"san"`              // the line in SAN
	// Final marks the last report of a search, which repeats the best line.
	Final bool `json:"final,omitempty"`
}

var boundNames = [...]string{engine.Exact: "exact", engine.LowerBound: "lower", engine.UpperBound: "upper"}

// NewReport converts an engine's report about a position.
func NewReport(p game.Position, i engine.Report) Report {
	r := Report{
		Depth: i.Depth, SelDepth: i.SelDepth, Line: max(i.MultiPV, 1), Bound: boundNames[i.Bound],
		Score: review.ScoreOf(i.Score, false),
		Nodes: i.Nodes, NPS: i.NodesPerSecond(), Time: i.Time.Milliseconds(), HashFull: i.HashFull, TBHits: i.TBHits,
	}
	r.PV, r.SAN = notation.MoveTexts(p, i.PV)
	return r
}

// numbered adds move numbers to a line in SAN, as in "12... Nf6 13. e5".
func numbered(p game.Position, san []string) []string {
	out := make([]string, len(san))
	number, color := p.Fullmove(), p.Turn()
	for i, s := range san {
		switch {
		case color == game.White:
			s = fmt.Sprintf("%d. %s", number, s)
		case i == 0:
			s = fmt.Sprintf("%d... %s", number, s)
		}
		if color == game.Black {
			number++
		}
		out[i], color = s, color.Other()
	}
	return out
}

// ScoreText formats a score in pawns with its sign, "+0.34", or as a mate, "#3" or
// "#-3".
func ScoreText(s engine.Score) string {
	if n, ok := engine.MateIn(s); ok {
		return fmt.Sprintf("#%d", n)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// boundText marks a score that is only a bound.
func boundText(i engine.Report) string {
	return [...]string{engine.Exact: "", engine.LowerBound: ">", engine.UpperBound: "<"}[i.Bound] + ScoreText(i.Score)
}

// countText formats a large number in at most six characters: "532", "12.4 k", "3.07
// M", "1.20 G".
func countText(n uint64) string {
	units := []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}
	for _, u := range units {
		if v := float64(n) / u.size; v >= 0.9995 {
			digits := 2
			if v >= 99.95 {
				digits = 0
			} else if v >= 9.995 {
				digits = 1
			}
			return fmt.Sprintf("%.*f %s", digits, v, u.name)
		}
	}
	return fmt.Sprint(n)
}

// title returns the variant and the side to move, whose scores these are.
func title(p game.Position) string {
	return fmt.Sprintf("%s, %v to move; scores for %v", p.Game().Title(), p.Turn(), p.Turn())
}
