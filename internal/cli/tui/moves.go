package tui

import "github.com/wane-chess/wane/game"

// choices are the legal moves of a position by origin and destination. The promotions
// of one route can be tens of thousands; they stay numbers.
type choices struct {
	routes map[game.Move][]game.Move // by Move.Route
	from   [128][]game.Square        // destinations, in the order of the legal moves
}

// choicesOf sorts legal moves. It keeps the slice.
func choicesOf(legal []game.Move) *choices {
	c := &choices{routes: map[game.Move][]game.Move{}}
	for i := 0; i < len(legal); {
		route := legal[i].WithoutPromotions()
		j := i + 1
		for j < len(legal) && legal[j].WithoutPromotions() == route {
			j++
		}
		if had, again := c.routes[route]; again {
			c.routes[route] = append(had[:len(had):len(had)], legal[i:j]...)
		} else {
			c.routes[route] = legal[i:j]
			c.from[route.From()] = append(c.from[route.From()], route.To())
		}
		i = j
	}
	return c
}

// between returns the moves from one square to another: none, one, or one for each
// choice of promotions.
func (c *choices) between(from, to game.Square) []game.Move {
	if from > 127 || to > 127 {
		return nil
	}
	return c.routes[game.NewMove(from, to)]
}
