package opening

import (
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// shippedNames returns the names of the lines that come with wane, of the variants that lookup knows.
func shippedNames(lookup livegame.Lookup) []Named {
	var names []Named
	for _, variant := range book.BuiltIn() {
		g, err := lookup(variant)
		if err != nil {
			continue // another set of games
		}
		for _, l := range book.Lines(g) {
			p, _, err := notation.Line{Variant: variant, Moves: l.Moves}.Replay(lookup)
			if err != nil {
				continue // a test of package book plays all lines
			}
			names = append(names, Named{Variant: variant, Position: archive.HashOf(p), Name: l.Name})
		}
	}
	return names
}

// together adds the shipped names to those that people gave, by variant and position. A name of people comes first,
// both for its position and for the name itself.
func together(given, shipped []Named) map[string]map[archive.PositionHash]string {
	names := map[string]map[archive.PositionHash]string{}
	taken := map[[2]string]bool{}
	add := func(n Named) {
		if names[n.Variant] == nil {
			names[n.Variant] = map[archive.PositionHash]string{}
		}
		names[n.Variant][n.Position] = n.Name
	}
	for _, n := range given {
		add(n)
		taken[[2]string{n.Variant, Fold(n.Name)}] = true
	}
	for _, n := range shipped {
		if names[n.Variant][n.Position] == "" && !taken[[2]string{n.Variant, Fold(n.Name)}] {
			add(n)
		}
	}
	return names
}
