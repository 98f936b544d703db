package search

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/internal/message"
)

// features is a set of features of the search.
type features uint32

const (
	nullMove features = 1 << iota
	reverseFutility
	razoring
	futility
	lateMovePruning
	seePruning
	lateMoveReductions
	singularExtensions
	checkExtensions
	internalReductions
	killerMoves
	quietHistory
	captureHistory
	continuationHistory
	correctionHistory
	aspiration
	transpositions
	seeOrder
	improving
	provenResults
	hindsight
	captureFutility
	structureCorrection
)

// names holds the names of the features, in the order of their bits.
var names = []string{
	"null-move",
	"reverse-futility",
	"razoring",
	"futility",
	"late-move-pruning",
	"see-pruning",
	"late-move-reductions",
	"singular-extensions",
	"check-extensions",
	"internal-reductions",
	"killers",
	"history",
	"capture-history",
	"continuation-history",
	"correction-history",
	"aspiration",
	"table",
	"see-order",
	"improving",
	"proven-results",
	"hindsight",
	"capture-futility",
	"structure-correction",
}

// Features returns the names that SetWithout knows.
func Features() []string { return slices.Clone(names) }

// SetWithout switches features of the search off, and all others on, to measure
// their strength. The error for an unknown name lists the features.
func (s *Searcher) SetWithout(off ...string) error {
	var set features
	for _, name := range off {
		i := slices.Index(names, name)
		if i < 0 {
			return message.Errorf("unknown search feature %.40q: expected one of %s", name, strings.Join(names, ", "))
		}
		set |= 1 << i
	}
	s.without = set
	return nil
}

// has reports whether a feature is on.
func (w *worker) has(f features) bool { return w.off&f == 0 }
