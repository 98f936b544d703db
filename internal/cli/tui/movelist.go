package tui

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/render"
)

// moveList is a list of moves to draw.
type moveList struct {
	start  game.Position
	plies  []ply
	at     int  // number of moves played at the position shown
	scroll int  // lines scrolled up from there
	click  bool // a click on a move stands for the key "ply n"
}

// drawMoves draws moves in two columns. Unless it is scrolled away, the current move
// is visible.
func drawMoves(c *canvas, r render.Rect, l moveList, t *theme) {
	if len(l.plies) == 0 {
		c.put(r.X+1, r.Y, "none yet", t.dim)
		return
	}
	skip := int(l.start.Turn()) // if Black begins, White's place stays empty
	rows := (len(l.plies) + skip + 1) / 2
	top := max(l.at-1+skip, 0)/2 - r.H/2
	top = max(min(top, rows-r.H)-l.scroll, 0)
	numbers := len(fmt.Sprint(l.start.Fullmove()+rows-1)) + 2
	half := (r.W - numbers - 1) / 2
	for i := 0; i < r.H && top+i < rows; i++ {
		c.putRight(r.X+numbers, r.Y+i, fmt.Sprintf("%d.", l.start.Fullmove()+top+i), t.dim)
		for color := range 2 {
			n := 2*(top+i) + color - skip
			x := r.X + numbers + 1 + color*half
			if n < 0 {
				c.put(x, r.Y+i, "…", t.dim)
				continue
			}
			if n >= len(l.plies) {
				continue
			}
			s, text := t.text, ansi.Truncate(l.plies[n].san, half-1, "…")
			if n == l.at-1 {
				s = t.accent
				if t.depth == plain && l.click {
					text = ansi.Truncate("*"+text, half-1, "…")
				}
			}
			if l.click {
				c.button(x, r.Y+i, text, fmt.Sprintf("ply %d", n+1), s)
			} else {
				c.put(x, r.Y+i, text, s)
			}
		}
	}
}
