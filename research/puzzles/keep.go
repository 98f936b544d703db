package puzzles

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/puzzle"
)

// shares bounds the part that puzzles of a kind have in a collection, in percent, so that no
// kind crowds out the others.
var shares = map[puzzle.Theme]int{
	puzzle.MateIn1: 15, puzzle.MateIn2: 30, puzzle.MateIn3: 30, puzzle.MateIn4: 20, puzzle.MateIn5: 15,
	puzzle.WonEnding: 25, puzzle.Defense: 20, puzzle.Advantage: 40,
}

// least is the least rating of puzzles with a goal: easier gains are captures of hanging pieces,
// easier endings have one reasonable move, unless it makes something of a pawn of the opponent.
var least = map[puzzle.Goal]int{puzzle.Gain: 700, puzzle.Win: 600, puzzle.Draw: 600}

// keeper keeps good puzzles, of which no two share a solution or a position.
type keeper struct {
	lookup    puzzle.Lookup
	count     int
	theme     puzzle.Theme // that all must have; empty: any
	kinds     map[puzzle.Theme]int
	solutions map[string]bool
	keys      map[uint64]bool // of positions that are to be solved, in the middle of a line, too
	list      []puzzle.Puzzle
}

func newKeeper(lookup puzzle.Lookup, count int) *keeper {
	return &keeper{lookup: lookup, count: count, kinds: map[puzzle.Theme]int{}, solutions: map[string]bool{},
		keys: map[uint64]bool{}}
}

func (k *keeper) full() bool { return len(k.list) >= k.count }

// add keeps a puzzle if it is good and new, and there is room for its kind. The error says that
// it cannot be replayed.
func (k *keeper) add(z puzzle.Puzzle) error {
	kind := z.Themes[0] // the goal comes first
	p, moves, err := z.Replay(k.lookup)
	if err != nil {
		return err
	}
	keys := []uint64{}
	for i, m := range moves {
		if i%2 == 0 {
			keys = append(keys, p.Key())
		}
		p.Make(m)
	}
	switch {
	case k.full(), k.solutions[z.Solution()], slices.ContainsFunc(keys, func(key uint64) bool { return k.keys[key] }):
		return nil
	case k.theme != "" && !z.Has(k.theme):
		return nil
	case k.theme == "" && k.kinds[kind] >= (k.count*shares[kind]+99)/100,
		z.Rating < least[z.Goal] && !z.Has(puzzle.OpponentsPawn):
		return nil
	}
	for _, key := range keys {
		k.keys[key] = true
	}
	k.solutions[z.Solution()] = true
	k.kinds[kind]++
	k.list = append(k.list, z)
	return nil
}

// sorted returns the puzzles, the easiest first.
func (k *keeper) sorted() []puzzle.Puzzle {
	list := slices.Clone(k.list)
	slices.SortFunc(list,
		func(a, b puzzle.Puzzle) int { return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID, b.ID)) })
	return list
}
