package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/render"
)

// storyHeight is the smallest number of lines for the story of a move.
const storyHeight = 6

// drawPanel draws the panel beside the board: the players, the moves, the effects of
// the last or next move, and the state of the game.
func (m *PlayModel) drawPanel(c *canvas, r render.Rect) {
	far, near := game.Black, game.White
	if m.flip {
		far, near = near, far
	}
	drawPlayer(c, r.X, r.Y, r.W, m.player(far), m.theme)
	drawPlayer(c, r.X, r.Y+r.H-2, r.W, m.player(near), m.theme)

	title, lines := m.story(r.W)
	movesHeight, story := divide(r.H-8, storyHeight+max(r.H-22, 0)/3, len(lines))
	top := r.Y + 3
	rule(c, r.X, top-1, r.W, "Moves", m.theme)
	drawMoves(c, render.Rect{X: r.X, Y: top, W: r.W, H: movesHeight},
		moveList{start: m.match.start, plies: m.match.plies, at: len(m.match.plies), scroll: m.scroll}, m.theme)
	y := top + movesHeight
	rule(c, r.X, y, r.W, title, m.theme)
	full := "v"
	if m.line != nil { // which takes letters as text
		full = ""
	}
	drawText(c, render.Rect{X: r.X, Y: y + 1, W: r.W, H: story}, lines, full, m.theme)
	m.drawStatus(c, r.X, y+story+1, r.W)
}

// fewestMoves is the smallest number of lines for the list of moves.
const fewestMoves = 3

// divide divides the panel's free lines between the list of moves and the story below
// it. The story gets at least this many lines, and more if it is longer.
func divide(free, least, lines int) (moves, story int) {
	story = max(least, min(lines, free-fewestMoves))
	return free - story, story
}

// rule draws a horizontal line with a title.
func rule(c *canvas, x, y, w int, title string, t *theme) {
	c.put(x, y, strings.Repeat("─", w), t.grid)
	c.put(x+1, y, " "+ansi.Truncate(title, w-4, "…")+" ", t.dim)
}

// line is a text with a style, and the key that a click on it stands for.
type line struct {
	text  string
	style style
	key   string
}

// drawText draws lines in a rectangle. If there are too many, the last one ends in "…"
// and full, the key that shows them all.
func drawText(c *canvas, r render.Rect, lines []line, full string, t *theme) {
	cut := len(lines) > r.H
	for i, l := range lines[:min(len(lines), max(r.H, 0))] {
		switch {
		case cut && i == r.H-1:
			x := c.put(r.X, r.Y+i, ansi.Truncate(l.text+" …", r.W-len(full)-1, "…"), l.style)
			if full != "" {
				c.button(x+1, r.Y+i, full, full, t.key)
			}
		case l.key != "":
			c.button(r.X, r.Y+i, l.text, l.key, l.style)
		default:
			c.put(r.X, r.Y+i, l.text, l.style)
		}
	}
}

func wrapped(text string, w int, s style) []line {
	if text == "" {
		return nil
	}
	var out []line
	for _, l := range wrap(text, w) {
		out = append(out, line{text: l, style: s})
	}
	return out
}

// player is a player as the panel shows it.
type player struct {
	name   string
	turn   bool
	clock  string
	urgent bool // the clock has little left
	lost   []game.Piece
}

// drawPlayer draws a player: its name, its time, and its lost pieces.
func drawPlayer(c *canvas, x, y, w int, p player, t *theme) {
	s := t.text
	if p.turn {
		c.put(x, y, "▸", t.accent)
		s = t.title
	}
	c.putIn(x+2, y, w-3-ansi.StringWidth(p.clock), p.name, s)
	if p.urgent {
		s = t.bad
	}
	c.putRight(x+w, y, p.clock, s)
	if len(p.lost) > 0 {
		letters := letters(p.lost)
		if over := len(letters) - (w - 9); over > 0 { // the latest ones are shown
			letters = "…" + letters[over+1:]
		}
		c.put(x+2, y+1, "lost "+letters, t.dim)
	}
}

// player describes a player of the game.
func (m *PlayModel) player(color game.Color) player {
	p := player{name: color.String(), turn: !m.over() && m.match.pos.Turn() == color, lost: m.match.captured[color]}
	switch {
	case m.person[game.White] && m.person[game.Black]:
	case m.person[color]:
		p.name += ", you"
	default:
		p.name += fmt.Sprintf(", wane level %d", m.setup.level)
	}
	if m.clock.on() {
		left := m.clock.remaining(color, m.o.Now())
		p.clock = clockText(left)
		p.urgent = m.clock.running && m.clock.turn == color && left < 20*time.Second
	}
	return p
}

// story returns the text below the moves: the promotion dialog, the error in a typed
// move, the effects of the move under the cursor, the hint, or the effects of the last
// move.
func (m *PlayModel) story(w int) (title string, lines []line) {
	t := m.theme
	if m.asked != nil {
		return m.promotionStory(w)
	}
	if m.problem != "" {
		return "Illegal move", wrapped(m.problem, w, t.bad)
	}
	if move := m.candidate(); move != game.NoMove {
		s := m.effectsOf(move)
		text := s.text
		if text == "" {
			text = "It changes nothing else."
		}
		lines = wrapped(text, w, t.text)
		return "This move: " + fromTo(&m.match.view, move, s.effects), lines
	}
	if m.chosen != game.NoSquare {
		pc := m.match.view.Pieces[m.chosen&127]
		return fmt.Sprintf("The %v on %s", pc.Type(), m.match.view.Board.Name(int(m.chosen))),
			wrapped("Move the cursor to a marked square to see what the move changes. Enter plays it, Esc cancels.", w, t.dim)
	}
	if m.hint != game.NoMove {
		s := m.effectsOf(m.hint)
		return "Hint: " + m.match.names.SAN(m.hint),
			wrapped(fromTo(&m.match.view, m.hint, s.effects)+" may be good; Enter plays it. "+s.text, w, t.text)
	}
	if p := m.match.last(); p != nil {
		before := m.match.pos.Turn().Other()
		return fmt.Sprintf("%v’s last move: %s", before, p.san), wrapped(p.story, w, t.text)
	}
	return "Welcome",
		wrapped("Choose a piece with the arrow keys and Enter, or with the mouse; or type a move, such as "+m.example()+
			". What a move changes is shown here before you play it.", w, t.dim)
}

// promotionStory returns the text of the promotion dialog.
func (m *PlayModel) promotionStory(w int) (title string, lines []line) {
	t, a := m.theme, m.asked
	e := a.pawns[a.pawn()]
	title = "Promotion"
	if len(a.pawns) > 1 {
		title = fmt.Sprintf("Promotion %d of %d", a.pawn()+1, len(a.pawns))
	}
	board, _ := a.view(&m.match.view, m.askedOf)
	lines = wrapped(fmt.Sprintf("The %v on %s becomes:", e.Piece, board.Board.Name(int(e.To))), w, t.text)
	offers := a.offers()
	for i, pt := range offers {
		l := line{text: fmt.Sprintf("   %c  %v", pt.Letter(), pt), style: t.text, key: string(pt.Letter())}
		if i == a.pick {
			l.text, l.style = "▸"+l.text[1:], t.accent
		}
		lines = append(lines, l)
	}
	if len(offers) < len(game.Promotions) {
		lines = append(lines, wrapped("Any other piece leaves the king in check.", w, t.dim)...)
	}
	return title, lines
}

// drawStatus draws the state of the game in one line.
func (m *PlayModel) drawStatus(c *canvas, x, y, w int) {
	t := m.theme
	turn := m.match.pos.Turn()
	switch {
	case m.over():
		lines := wrap(m.match.outcome.String()+".", w)
		if len(lines) > 1 { // too long for the line: omit the reason
			lines[0] = ansi.Truncate(m.match.outcome.String(), w, "…")
		}
		c.put(x, y, lines[0], t.good)
	case m.asked != nil: // the board shows the position after the move
		c.put(x, y, "The move is not played yet.", t.accent)
	case m.think.busy():
		what := "wane is thinking"
		if m.think.hint {
			what = "wane searches for a hint"
		}
		c.put(x, y, what+strings.Repeat(".", 1+int(m.o.Now().Sub(m.think.since)/(400*time.Millisecond))%3), t.accent)
	case m.match.pos.InCheck():
		c.put(x, y, fmt.Sprintf("%v is in check.", turn), t.bad)
	case m.personToMove() && m.person != [2]bool{true, true}:
		c.put(x, y, "Your move.", t.text)
	default:
		c.put(x, y, fmt.Sprintf("%v to move.", turn), t.text)
	}
}
