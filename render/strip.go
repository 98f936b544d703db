package render

import "github.com/wane-chess/wane/game"

// drawStrips writes the players' names above and below the board, where they
// sit, each with a disc in the color of their pieces, and the caption beside the
// lower one.
func (s *studio) drawStrips(d *painter, caption string) {
	above, below := game.Black, game.White
	if s.o.Flip {
		above, below = below, above
	}
	top, foot := s.strip*.62, float64(s.height)-s.strip*.38
	s.drawName(d, above, top, s.stage.w)
	size := .56 * s.strip
	room := s.stage.w - 2*s.strip
	caption = regular.shorten(legible(caption, ""), .5*room/size)
	taken := regular.width(caption) * size
	s.drawName(d, below, foot, s.stage.w-taken-.6*s.strip)
	ink := d.pal.ink()
	d.fill(regular.write(caption, s.stage.w-.5*s.strip-taken, foot+.06*s.strip, size), ink)
}

// drawName writes a name in the strip whose middle is at y, up to x.
func (s *studio) drawName(d *painter, color game.Color, y, x float64) {
	r := .24 * s.strip
	pieces := d.pal.pieces[color&1]
	d.add(shape{path: disc(.5*s.strip+r, y-.12*s.strip, r), fill: pieces.body, stroke: d.pal.ink(), width: .05 * s.strip}, "", "")
	left, size := .5*s.strip+2*r+.3*s.strip, .6*s.strip
	name := bold.shorten(s.names[color&1], (x-left-.3*s.strip)/size)
	d.fill(bold.write(name, left, y+.06*s.strip, size), d.pal.ink())
}
