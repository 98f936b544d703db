package livegame

import (
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
)

// doBerserk halves the time of a player, who wants the point more that a tournament gives for it.
func (g *Game) doBerserk(_ Command, _ Arrival, color game.Color) (Event, error) {
	return Event{Kind: Berserk, Color: color}, g.mayBerserk(color)
}

// mayBerserk returns an error if a player cannot halve the own time now.
func (g *Game) mayBerserk(color game.Color) error {
	switch {
	case !g.header.MayBerserk:
		return errorf(NotAllowed, "Only an arena that allows it lets players halve their time.")
	case g.seats[color].Berserk:
		return errorf(NotAllowed, "You have halved your time already.")
	case len(g.moves) > int(color):
		return errorf(NotAllowed, "You can halve your time only before your first move.")
	}
	return nil
}

// berserk halves the time of a player who has not moved.
func (g *Game) berserk(color game.Color) {
	g.seats[color].Berserk = true
	g.clocks = slices.Clone(g.clocks)
	for i := range g.clocks {
		g.clocks[i][color] = g.header.TimeControl.Initial().Truncate(2*time.Millisecond) / 2
	}
}

// increment returns what a move adds to the clock of a player.
func (g *Game) increment(color game.Color) time.Duration {
	if g.seats[color].Berserk {
		return 0
	}
	return g.header.TimeControl.Increment
}
