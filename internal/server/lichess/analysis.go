package lichess

import (
	"math"
	"strings"

	"github.com/wane-chess/wane/notation"
)

// evaluated is the evaluation after a move, for White, in an exported game.
type evaluated struct {
	Eval      *int      `json:"eval,omitempty" doc:"centipawns"`
	Mate      *int      `json:"mate,omitempty" doc:"moves to a forced mate, negative if Black mates"`
	Best      string    `json:"best,omitempty" doc:"in place of a bad move, in UCI"`
	Variation string    `json:"variation,omitempty" doc:"from there, in SAN"`
	Judgment  *judgment `json:"judgment,omitempty"`
}

// judgment is what a review says of a bad move.
type judgment struct {
	Name    string `json:"name" enum:"Inaccuracy,Mistake,Blunder"`
	Comment string `json:"comment"`
}

// playerAnalysis sums up the moves of a player.
type playerAnalysis struct {
	Inaccuracy int  `json:"inaccuracy"`
	Mistake    int  `json:"mistake"`
	Blunder    int  `json:"blunder"`
	Loss       int  `json:"acpl" doc:"centipawns a move, on average"`
	Accuracy   *int `json:"accuracy,omitempty" doc:"0 to 100"`
}

// Review is what a finished review says of a game.
type Review struct {
	Moves        []ReviewedMove
	White, Black PlayerReview
}

// ReviewedMove is what a review says of a move. Scores are White's, after the move.
type ReviewedMove struct {
	CP, Mate  *int     // one of them, or none if the game is over
	Eval      string   // the same as the command %eval of PGN has it; "": none
	NAG       int      // 6 inaccuracy, 2 mistake, 4 blunder, 0 none of these
	Best, SAN []string // the engine's line from before the move, in UCI and SAN
}

// PlayerReview sums up the moves of a player.
type PlayerReview struct {
	Inaccuracies, Mistakes, Blunders int
	Loss                             int      // centipawns a move, on average
	Accuracy                         *float64 // 0 to 100; nil without moves
}

var judgments = map[int]string{6: "Inaccuracy", 2: "Mistake", 4: "Blunder"}

// judgment returns what there is to say of a bad move, and nil for others.
func (m *ReviewedMove) judgment() *judgment {
	name := judgments[m.NAG]
	if name == "" {
		return nil
	}
	text := name + "."
	if len(m.SAN) > 0 {
		text += " " + m.SAN[0] + " was best."
	}
	return &judgment{name, text}
}

// analysis adds a review to a game as JSON.
func (w *writer) analysis(out *exported, r *Review) {
	if w.Evals {
		for _, m := range r.Moves {
			e := evaluated{Eval: m.CP, Mate: m.Mate, Judgment: m.judgment()}
			if e.Judgment != nil && len(m.Best) > 0 {
				e.Best, e.Variation = m.Best[0], strings.Join(m.SAN, " ")
			}
			out.Analysis = append(out.Analysis, e)
		}
	}
	for to, p := range map[*exportPlayer]*PlayerReview{&out.Players.White: &r.White, &out.Players.Black: &r.Black} {
		to.Analysis = &playerAnalysis{p.Inaccuracies, p.Mistakes, p.Blunders, p.Loss, nil}
		if w.Accuracy && p.Accuracy != nil {
			n := int(math.Round(*p.Accuracy))
			to.Analysis.Accuracy = &n
		}
	}
}

// annotate writes a review into the comments of a game.
func (w *writer) annotate(tree *notation.Tree, r *Review) {
	i := 0
	for n := tree.Root.Next(); n != nil && i < len(r.Moves); n = n.Next() {
		m := &r.Moves[i]
		if w.Evals && m.Eval != "" {
			text := "[%eval " + m.Eval + "]"
			if len(n.Comments) == 0 {
				n.Comments = []string{text}
			} else {
				n.Comments[0] = text + " " + n.Comments[0]
			}
		}
		if j := m.judgment(); w.Literate && j != nil {
			n.NAGs = append(n.NAGs, m.NAG)
			n.Comments = append(n.Comments, j.Comment)
		}
		i++
	}
}
