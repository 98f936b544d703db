package game

import (
	"strings"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
)

// Info describes a game to pages, servers and pictures. The zero value is enough for
// a new game.
type Info struct {
	// Family is shared by games that belong together, such as all the rankings of
	// Diminuendo Chess. Lessons and suites are filed under it. Empty: the game's
	// name.
	Family string
	// Summary says in a sentence what is special about the game.
	Summary string
	// Look names the colors and ornaments of the board: "classic", "court", "trio" or
	// "mist". Empty: "trio" for hexagons, otherwise "classic".
	Look string
	// Minor marks a game that is much like another of the list. Short lists omit it.
	Minor bool
	// Collapses says that moves can make ranks or files of the board disappear.
	Collapses bool
}

// InfoOf returns what a game says about itself, with the family and the look filled in.
func InfoOf(g Game) Info {
	i := g.Info()
	if i.Family == "" {
		i.Family = g.Name()
	}
	switch {
	case i.Look != "":
	case g.Start().Board().Shape == geom.Hexagonal:
		i.Look = "trio"
	default:
		i.Look = "classic"
	}
	return i
}

// Family is a Game that stands for a family: one of its games is in the list, the
// others are known by name.
type Family interface {
	Game
	// Variant returns the game of the family with that name. The error says what is
	// wrong with the name.
	Variant(name string) (Game, error)
	// Names describes the names of the family's games, for errors.
	Names() string
}

// Games is a list of games, in the order in which to offer them. Programs and
// servers are given one, so that a game can be added without changing them.
type Games []Game

// ByName returns the game with that name, such as "shrink" or
// "diminuendo:pbnrqk+qk". A name belongs to a Family in the list if it is the
// family's, followed by ":" or "+" and more. The error lists the names.
func (games Games) ByName(name string) (Game, error) {
	base := name
	if i := strings.IndexAny(name, ":+"); i >= 0 {
		base = name[:i]
	}
	var names, more []string
	for _, g := range games {
		if f, ok := g.(Family); ok {
			if InfoOf(g).Family == base {
				return f.Variant(name)
			}
			more = append(more, f.Names())
		}
		if g.Name() == name {
			return g, nil
		}
		names = append(names, g.Name())
	}
	list := strings.Join(names, ", ")
	if len(more) > 0 {
		list += ", and " + strings.Join(more, ", and ")
	}
	return nil, message.Errorf("unknown game %.40q: the games are %s", name, list)
}
