package render

import (
	"errors"
	"image/color"
	"image/png"
	"io"
	"math"

	"github.com/wane-chess/wane/game"
)

// Size of a card, in pixels: what previews of links show best.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// Card is a picture for the preview of a link: a board or several, and beside
// them what they are about. Lines that are empty are left out.
type Card struct {
	Boards []Frame   // one, or up to four in a square
	Kind   string    // the game, such as "Shrink Chess"
	Names  [2]string // the players, by game.Color; Title stands in their place if both are empty
	Title  string
	Text   string // a sentence or two
	Foot   string // the address of the site
}

// Measures of a card, in pixels.
const (
	cardMargin = 44.0
	cardColumn = 660.0 // where the words begin
	cardGap    = 26.0
	kindSize   = 36.0
	titleSize  = 58.0
	smallTitle = 42.0
	smallName  = 36.0
	textSize   = 36.0
	smallText  = 30.0
	footSize   = 32.0
	discWide   = .9 // of a name's size
)

// PNG writes the card. It uses Look, Theme and Flip of Options. The error is
// about the card, or w's.
func (c *Card) PNG(w io.Writer, o Options) error {
	s, err := c.scene(o)
	if err != nil {
		return err
	}
	return png.Encode(w, rasterize(s))
}

func (c *Card) scene(o Options) (*scene, error) {
	if len(c.Boards) == 0 || len(c.Boards) > 4 {
		return nil, errors.New("render: a card has one to four boards")
	}
	o.Plain = len(c.Boards) > 1
	out := &scene{width: CardWidth, height: CardHeight}
	var pal *palette
	for i := range c.Boards {
		frame := &c.Boards[i]
		at := o
		at.Last, at.Check = frame.Last, frame.Check
		d, err := newUnscaled(frame.View, at)
		if err != nil {
			return nil, err
		}
		if pal == nil {
			pal = d.pal
			out.fill(roundRect(0, 0, CardWidth, CardHeight, 0), pal.page)
		}
		d.center(c.room(i))
		d.drawBoard()
		out.items = append(out.items, d.items...)
	}
	c.write(out, pal)
	return out, nil
}

// room is where a board lies.
func (c *Card) room(i int) room {
	const size = CardHeight - 28
	if len(c.Boards) == 1 {
		return room{14, 14, size, size}
	}
	return room{14 + float64(i%2)*size/2, 14 + float64(i/2)*size/2, size / 2, size / 2}
}

// cardLine is a line of words on a card.
type cardLine struct {
	face *typeface
	text string
	size float64
	gap  float64 // above it
	disc int     // the side whose color stands before it, or −1
	mild bool    // in a paler color
}

// cardWide is how wide the words can be.
const cardWide = CardWidth - cardColumn - cardMargin

// lines are the words beside the board but for the foot.
func (c *Card) lines() []cardLine {
	var lines []cardLine
	add := func(face *typeface, size, gap float64, most int, mild bool, text string) {
		for i, t := range face.wrap(text, cardWide/size, most) {
			if i > 0 {
				gap = 0
			}
			lines = append(lines, cardLine{face, t, size, gap, -1, mild})
		}
	}
	add(bold, kindSize, 0, 1, true, legible(c.Kind, ""))
	switch title := legible(c.Title, ""); {
	case c.Names != [2]string{}:
		lines = append(lines, c.players()...)
	case len(bold.wrap(title, cardWide/titleSize, 3)) > 2:
		add(bold, smallTitle, cardGap, 3, false, title)
	default:
		add(bold, titleSize, cardGap, 2, false, title)
	}
	if text := legible(c.Text, ""); len(regular.wrap(text, cardWide/textSize, 5)) > 4 {
		add(regular, smallText, cardGap, 5, true, text)
	} else {
		add(regular, textSize, cardGap, 4, true, text)
	}
	return lines
}

// players are the lines with the players' names. Long names are smaller.
func (c *Card) players() []cardLine {
	names := [2]string{
		legible(c.Names[game.White], game.White.String()), legible(c.Names[game.Black], game.Black.String()),
	}
	size := titleSize
	for _, n := range names {
		size = min(size, cardWide/(bold.width(n)+discWide))
	}
	size = max(size, smallName)
	var lines []cardLine
	for color, n := range names {
		name := bold.shorten(n, cardWide/size-discWide)
		lines = append(lines, cardLine{bold, name, size, cardGap * float64(1-color), color, false})
	}
	return lines
}

// write puts the words beside the board, in the middle of the height that the
// foot leaves.
func (c *Card) write(s *scene, pal *palette) {
	ink, quiet := pal.ink(), mix(pal.ink(), pal.page, .3)
	lines := c.lines()
	high := 0.0
	for _, l := range lines {
		high += l.gap + 1.25*l.size
	}
	y := (CardHeight - cardMargin - footSize - high) / 2
	for _, l := range lines {
		y += l.gap
		x := cardColumn
		base := y + .92*l.size
		if l.disc >= 0 {
			r := .29 * l.size
			s.add(shape{path: disc(x+r+2, base-.35*l.size, r), fill: pal.pieces[l.disc].body, stroke: ink, width: 3.5}, "", "")
			x += discWide * l.size
		}
		color := ink
		if l.mild {
			color = quiet
		}
		s.fill(l.face.write(l.text, x, base, l.size), color)
		y += 1.25 * l.size
	}
	c.sign(s, pal)
}

// sign writes the foot, with the logo before it.
func (c *Card) sign(s *scene, pal *palette) {
	base := CardHeight - cardMargin
	x := cardColumn
	const mark = 46.0
	drawLogo(s, x, math.Round(base-.35*footSize-mark/2), mark)
	foot := bold.shorten(legible(c.Foot, "wane"), (cardWide-mark-16)/footSize)
	s.fill(bold.write(foot, x+mark+16, base, footSize), pal.ink())
}

// The logo of wane, in a box of 64×64: a waning moon, of which two squares have come off.
// It is the page's icon, web/public/favicon.svg.
const (
	logoSize  = 64.0
	logoRound = 14.0
	logoMoon  = "M 41 10 C 28.88 5.38 15.29 11.23 10.3 23.2 C 5.31 35.17 10.74 48.93 22.55 54.29 " +
		"C 34.36 59.64 48.29 54.64 54 43 C 46.59 42.22 40.23 37.38 37.49 30.44 C 34.76 23.51 36.11 15.63 41 10 Z"
)

var (
	logoSquares = []string{"M 46 20 L 54 20 L 54 28 L 46 28 Z", "M 38 28 L 46 28 L 46 36 L 38 36 Z"}
	logoInks    = struct{ night, moon, square color.NRGBA }{rgb(0x2a2438), rgb(0xf1dfbf), rgb(0xb98a5c)}
)

// drawLogo draws the logo into a square.
func drawLogo(s *scene, x, y, size float64) {
	s.fill(roundRect(x, y, size, size, logoRound*size/logoSize), logoInks.night)
	k := size / logoSize
	s.fill(parse(logoMoon).place(x, y, k), logoInks.moon)
	for _, square := range logoSquares {
		s.fill(parse(square).place(x, y, k), logoInks.square)
	}
}
