package lessons

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// counts are the kinds of goals that count effects.
var counts = map[string]func(effects []game.Effect) int{
	"collapse":   of(game.CollapseRank, game.CollapseFile),
	"vanish":     of(game.Vanish),
	"capture":    of(game.Capture),
	"promote":    of(game.Promote),
	"drop":       of(game.Drop),
	"expel":      of(game.Expel),
	"demote":     of(game.Demote),
	"drop-check": of(game.DropCheck),
	"castle":     func(effects []game.Effect) int { return of(game.Slide)(effects) / 2 },
	"en-passant": passing,
}

// states are the kinds of goals that are seen in the position after the move, in
// which it is the opponent's turn.
var states = map[string]func(pos game.Position) bool{
	"check":     func(pos game.Position) bool { return pos.InCheck() },
	"mate":      func(pos game.Position) bool { return pos.InCheck() && pos.LegalCount() == 0 },
	"stalemate": func(pos game.Position) bool { return !pos.InCheck() && pos.LegalCount() == 0 },
	"win":       func(pos game.Position) bool { return pos.Outcome().Result == game.WinFor(pos.Turn().Other()) },
	"draw":      func(pos game.Position) bool { return pos.Outcome().Result == game.Draw },
}

// of counts the effects of some kinds.
func of(kinds ...game.EffectKind) func([]game.Effect) int {
	return func(effects []game.Effect) int {
		n := 0
		for _, e := range effects {
			for _, k := range kinds {
				if e.Kind == k {
					n++
				}
			}
		}
		return n
	}
}

// passing counts the pieces that are taken elsewhere than where their taker goes.
func passing(effects []game.Effect) int {
	n, to := 0, game.NoSquare
	for _, e := range effects {
		switch {
		case e.Kind == game.Slide:
			to = e.To
		case e.Kind == game.Capture && e.To != to:
			n++
		}
	}
	return n
}

// counted returns how much of what the goal counts a move does.
func (g *Goal) counted(effects []game.Effect) int {
	if count, ok := counts[g.Kind]; ok {
		return count(effects)
	}
	return 0
}

// reached reports whether the goal is reached by a line that has led to a position,
// in which so much of what it counts has happened.
func (g *Goal) reached(pos game.Position, line []string, count int) bool {
	if len(g.Moves) > 0 {
		return matches(g.Moves, line)
	}
	if is, ok := states[g.Kind]; ok {
		return is(pos)
	}
	return count >= max(g.Count, 1)
}

// Check returns an error about a goal that no one could reach, or that would be
// reached by anything.
func (g *Goal) Check() error {
	_, counted := counts[g.Kind]
	_, seen := states[g.Kind]
	switch {
	case len(g.Moves) > 0 && g.Kind != "", len(g.Moves) == 0 && g.Kind == "":
		return errors.New("a goal has either moves or a kind")
	case g.Kind != "" && !counted && !seen:
		return message.Errorf("unknown goal %q: expected one of %s", g.Kind, strings.Join(kinds(), ", "))
	case g.Count != 0 && !counted || g.Count < 0:
		return message.Errorf("a goal %q cannot have the count %d", g.Kind, g.Count)
	case g.Within < 0 || g.Within > 0 && g.Within%2 == 0:
		return message.Errorf("within %d plies: expected an odd number, since the learner begins and ends", g.Within)
	}
	return nil
}

// kinds lists what a goal can be.
func kinds() []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(counts)), maps.Keys(states))
	slices.Sort(all)
	return all
}
