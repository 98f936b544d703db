package livegame

import "github.com/wane-chess/wane/game"

// doAdopt gives the seats of a guest to an account. The name at the board stays: the opponent does not learn which
// account the guest has. If the account has the other seat, it plays both colors from then on.
func (g *Game) doAdopt(c Command) (Event, error) {
	colors := g.ColorsOf(c.Guest)
	color := game.White
	switch {
	case g.over:
		return Event{}, g.requireLive()
	case colors.None():
		return Event{}, errorf(NotYourSeat, "You have no seat in this game; you can watch it.")
	case c.As.Guest == c.Guest:
		return Event{}, errorf(NotAllowed, "The seat needs another player.")
	case !colors.Has(game.White):
		color = game.Black
	}
	e := Event{Kind: Adopt, Color: color, Player: g.seats[color]}
	e.Player.Guest = c.As.Guest
	if err := g.mayAdopt(color, e.Player); err != nil {
		return Event{}, err
	}
	return e, nil
}

// mayAdopt returns an error unless a player can take over a seat. It permits what remains of an event whose player
// was forgotten.
func (g *Game) mayAdopt(color game.Color, p Player) error {
	if was := g.seats[color]; was.Guest == "" || was.Account || p.Guest == "" || p.Account || g.header.Rated {
		return errorf(NotAllowed, "Only a guest's seat can become an account's.")
	}
	return checkPlayer(p)
}

// adopt gives all seats of the guest who plays a color to a player.
func (g *Game) adopt(color game.Color, p Player) {
	guest := g.seats[color].Guest
	for c := range g.seats {
		if g.seats[c].Guest == guest {
			g.seats[c] = p
		}
	}
}
