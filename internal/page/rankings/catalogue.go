package rankings

import (
	"fmt"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Catalogue is all rankings, with what one can look for in them.
type Catalogue struct {
	Traits   []string         `json:"traits"` // such as "queen becomes pawn", "king first"
	Rankings []CatalogueEntry `json:"rankings"`
}

// CatalogueEntry is a ranking in the catalogue.
type CatalogueEntry struct {
	Order  string    `json:"order"`  // six letters in lower case
	Names  [4]string `json:"names"`  // identifiers: plain, queenish kings, flexible pawns, both
	Traits []int     `json:"traits"` // indices into the catalogue's, rising
}

// places are the words for where a type stands in a ranking.
var places = [6]string{"first", "second", "third", "fourth", "fifth", "last"}

// All returns the catalogue: the inventor's ranking first.
func All() *Catalogue {
	c := &Catalogue{}
	number := map[string]int{}
	for r := range diminuendo.Rankings() {
		e := CatalogueEntry{Order: r.String()}
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

// traits returns what one can look for in a ranking.
func traits(r diminuendo.Ranking) (all []string) {
	switch {
	case r == diminuendo.Default:
		all = append(all, "the inventor's")
	case r == diminuendo.Default.Reverse():
		all = append(all, "the inventor's backwards")
	}
	for i, rung := range r.Ladder() {
		all = append(all, fmt.Sprintf("%v %s", rung.Piece, places[i]))
		switch {
		case rung.Into != game.NoPieceType && rung.Piece == game.King && i == 0:
			// The king who leads becomes no one.
		case rung.Into != game.NoPieceType:
			all = append(all, fmt.Sprintf("%v becomes %v", rung.Piece, rung.Into))
		default:
			all = append(all, fmt.Sprintf("%v leaves the board", rung.Piece))
		}
		if rung.OnZ {
			all = append(all, fmt.Sprintf("%v can stand on z", rung.Piece))
		}
	}
	if r[0] == game.King {
		all = append(all, "one king each")
	} else {
		all = append(all, "several kings")
	}
	switch weaker, stronger := r.Direction(); {
	case len(stronger) == 0:
		all = append(all, "diminuendo: nobody grows stronger")
	case len(weaker) == 0:
		all = append(all, "crescendo: nobody grows weaker")
	}
	return all
}
