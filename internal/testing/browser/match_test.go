package browser

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// match is a game between people at their browsers, followed by the rules here.
type match struct {
	t       *testing.T
	pos     game.Position
	sans    []string
	players [2]*person // White's, Black's
	ways    [2]way
	// watchers are others who see the game.
	watchers []*person
}

// newMatch begins to follow a game of a variant; an empty fen is its start.
func newMatch(t *testing.T, variant, fen string) *match {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{t: t, pos: g.Start()}
	if fen != "" {
		if m.pos, err = g.Parse(fen); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// with says who plays, White first, and how they move.
func (m *match) with(white *person, how way, black *person, hers way) *match {
	m.players, m.ways = [2]*person{white, black}, [2]way{how, hers}
	return m
}

// steps takes a move apart: where it begins and ends as the cells are named
// before it, and what pawns become.
func steps(pos game.Position, mv game.Move) (from, to, letters string) {
	b := pos.View().Board
	from, to = b.Name(int(mv.From())), b.Name(int(mv.To()))
	return from, to, strings.TrimPrefix(pos.UCI(mv), from+to)
}

// note makes a move that was played, without playing it.
func (m *match) note(mv game.Move) {
	m.t.Helper()
	m.sans = append(m.sans, notation.SAN(m.pos, mv))
	m.pos.Make(mv)
}

// by lets whoever is to move play on his page, and nothing else.
func (m *match) by(text string) {
	m.t.Helper()
	mv := m.move(text)
	from, to, letters := steps(m.pos, mv)
	color := m.pos.Turn()
	m.ways[color](m.players[color], from, to)
	if letters != "" {
		m.players[color].promote(letters)
	}
	m.note(mv)
}

// play plays moves; after each, everybody must see the position that the rules
// have and the moves so far.
func (m *match) play(texts ...string) {
	m.t.Helper()
	for _, text := range texts {
		m.by(text)
		m.seen()
	}
}

// seen waits until everybody sees how the game stands.
func (m *match) seen() {
	m.t.Helper()
	for _, p := range append(m.players[:], m.watchers...) {
		if p != nil {
			p.shows(m.pos, m.sans)
		}
	}
}

// ended waits until everybody is told the result.
func (m *match) ended(words string) {
	m.t.Helper()
	for _, p := range append(m.players[:], m.watchers...) {
		if p != nil {
			p.told(words)
		}
	}
}

// told waits until the banner of the result says these words.
func (p *person) told(words string) {
	p.t.Helper()
	p.until("the result is told: "+words, `document.querySelector('.result h2')?.innerText === `+quote(words))
}

// invite creates a game for a friend in the dialog and returns the path of its
// link. Steps are what else is pressed in the dialog.
func (p *person) invite(variant string, steps ...string) string {
	p.t.Helper()
	family, ranking, _ := strings.Cut(variant, ":")
	p.chooses(family)
	if ranking == "pbnrqk" {
		p.press("Crescendo")
	}
	p.press("A friend, by link")
	for _, s := range steps {
		p.press(s)
	}
	p.press("Create link")
	return p.path()
}

// chooses opens the dialog for a new game of a variant.
func (p *person) chooses(variant string) {
	p.t.Helper()
	p.open("/new?variant=" + variant)
	p.until("the dialog is open", `document.querySelector('dialog[open] form .mini svg')`)
}

// selfPlay opens a game with both sides here, from a position; an empty fen is the
// start.
func (p *person) selfPlay(variant, fen string) {
	p.t.Helper()
	p.chooses(variant)
	p.press("Two players, one screen")
	if fen != "" {
		p.press("From position")
		p.write("Position (FEN)", fen)
		p.sees("Valid position.")
	}
	p.press("Play")
	p.path()
}

// path waits until the person is at a game, and returns its path.
func (p *person) path() string {
	p.t.Helper()
	p.until("a game is open", `location.pathname.startsWith('/game/') && document.querySelector('[role=grid]')`)
	return js[string](p, `location.pathname`)
}

// befriend lets one create a game as White and another join it by its link.
func befriend(t *testing.T, variant string, white, black *person) *match {
	t.Helper()
	path := white.invite(variant, "White")
	white.sees("Invite your opponent with this link")
	black.open(path)
	black.press("Join as Black")
	white.until("the opponent has joined", `!document.querySelector('.invite')`)
	return newMatch(t, variant, "").with(white, byClick, black, byClick)
}

// move reads a move of the position as it stands.
func (m *match) move(text string) game.Move {
	m.t.Helper()
	mv, err := notation.ParseUCI(m.pos, text)
	if err != nil {
		m.t.Fatal(err)
	}
	return mv
}

// resume lets two come to the page of a game that they have begun elsewhere.
func resume(t *testing.T, variant string, white, black *person, moves ...string) *match {
	t.Helper()
	for _, p := range []*person{white, black} {
		p.open("/rules/chess")
	}
	path := "/game/" + begins(white, black, variant, false, moves...).game
	m := newMatch(t, variant, "")
	for _, text := range moves {
		m.note(m.move(text))
	}
	for _, p := range []*person{white, black} {
		p.open(path)
		p.path()
	}
	return m
}
