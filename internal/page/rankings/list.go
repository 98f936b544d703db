package rankings

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// RankingList is all rankings, with their traits.
type RankingList struct {
	Traits   []string       `json:"traits" doc:"such as: queen becomes pawn, king first"`
	Rankings []RankingEntry `json:"rankings"`
}

// RankingEntry is a ranking in the list.
type RankingEntry struct {
	Order  string    `json:"order" doc:"six letters in lower case"`
	Names  [4]string `json:"names" doc:"identifiers: plain, with queenish kings, with flexible pawns, with both"`
	Traits []int     `json:"traits" doc:"ascending indices into the traits of the list"`
}

// places name the places of a ranking.
var places = [6]string{"first", "second", "third", "fourth", "fifth", "last"}

// All returns every ranking, the inventor's first.
func All() *RankingList {
	c := &RankingList{}
	number := map[string]int{}
	for r := range diminuendo.Rankings() {
		e := RankingEntry{Order: r.String()}
		for i := range e.Names {
			e.Names[i] = diminuendo.New(r, i&1 != 0, i&2 != 0).Name()
		}
		for _, t := range traits(r) {
			n, known := number[t]
			if !known {
				n = len(c.Traits)
				number[t] = n
				c.Traits = append(c.Traits, t)
			}
			e.Traits = append(e.Traits, n)
		}
		slices.Sort(e.Traits)
		c.Rankings = append(c.Rankings, e)
	}
	return c
}

// traits returns the traits of a ranking.
func traits(r diminuendo.Ranking) (all []string) {
	switch {
	case r == diminuendo.Default:
		all = append(all, "the inventor's")
	case r == diminuendo.Default.Reverse():
		all = append(all, "the inventor's backwards")
	}
	for i, rung := range r.Ladder() {
		all = append(all, message.Sprintf("%v %s", rung.Piece, places[i]))
		switch {
		case rung.Into != game.NoPieceType && rung.Piece == game.King && i == 0:
			// A king at the head is never captured.
		case rung.Into != game.NoPieceType:
			all = append(all, message.Sprintf("%v becomes %v", rung.Piece, rung.Into))
		default:
			all = append(all, message.Sprintf("%v leaves the board", rung.Piece))
		}
		if rung.OnZ {
			all = append(all, message.Sprintf("%v can stand on z", rung.Piece))
		}
	}
	if r[0] == game.King {
		all = append(all, "one king each")
	} else {
		all = append(all, "several kings")
	}
	switch weaker, stronger := r.Direction(); {
	case len(stronger) == 0:
		all = append(all, "diminuendo: no piece becomes stronger")
	case len(weaker) == 0:
		all = append(all, "crescendo: no piece becomes weaker")
	}
	return all
}
