package tui

import (
	"math"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// cursor is the square that the keys act on. aim is the height of the cursor at its
// last move up or down. On hexagons, steps to the side go up and down in turn and must
// not drift away from it.
type cursor struct {
	at  int
	aim float64
}

// set puts the cursor on a square.
func (c *cursor) set(b *geom.Board, id int) {
	if sq := b.Square(id); sq != nil {
		c.at, c.aim = id, sq.Center.Y
	}
}

// keep moves the cursor if its square has vanished, to the square nearest to its place
// on the old board.
func (c *cursor) keep(old, now *geom.Board) {
	if now.Square(c.at) != nil {
		return
	}
	from := geom.Point{}
	if sq := old.Square(c.at); sq != nil {
		from = sq.Center
	}
	best, least := 0, math.Inf(1)
	for i := range now.Squares {
		p := now.Squares[i].Center
		if d := math.Hypot(p.X-from.X, p.Y-from.Y); d < least {
			best, least = now.Squares[i].ID, d
		}
	}
	c.set(now, best)
}

// move moves to the nearest square in a direction of the board's plane. Distance
// across the direction counts more than along it; squares more than 60° off do not
// count.
func (c *cursor) move(b *geom.Board, dx, dy float64) {
	from := b.Square(c.at)
	if from == nil {
		return
	}
	best, least := -1, math.Inf(1)
	for i := range b.Squares {
		p := b.Squares[i].Center
		x, y := p.X-from.Center.X, p.Y-from.Center.Y
		along, across := x*dx+y*dy, math.Abs(x*dy-y*dx)
		if along < 0.1 || across > 1.8*along {
			continue
		}
		cost := along*along + 2*across*across
		if dy == 0 { // of equal squares, the one at the height aimed at
			cost += 0.01 * math.Abs(p.Y-c.aim)
		}
		if cost < least {
			best, least = b.Squares[i].ID, cost
		}
	}
	if best < 0 {
		return
	}
	c.at = best
	if dx == 0 {
		c.aim = b.Square(best).Center.Y
	}
}

// steps are the keys that move the cursor, with their directions on the screen. No
// letters: h and j begin moves.
var steps = map[string][2]float64{"left": {-1, 0}, "right": {1, 0}, "up": {0, 1}, "down": {0, -1}}

// press moves the cursor if the key is an arrow key, and reports whether it is.
func (c *cursor) press(key string, b *geom.Board, flip bool) bool {
	d, ok := steps[key]
	if !ok {
		return false
	}
	if flip {
		d[0], d[1] = -d[0], -d[1]
	}
	c.move(b, d[0], d[1])
	return true
}

// home returns the square where a color's cursor begins: its king's, or the first.
func home(v *game.View, color game.Color) int {
	for i := range v.Board.Squares {
		if id := v.Board.Squares[i].ID; v.Pieces[id] == game.King.Of(color) {
			return id
		}
	}
	return v.Board.Squares[0].ID
}
