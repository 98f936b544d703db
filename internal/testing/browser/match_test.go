package browser

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// match is a game between users, with the position that their pages must show.
type match struct {
	t       *testing.T
	pos     game.Position
	sans    []string
	players [2]*person // White's, Black's
	ways    [2]way
	// watchers are other users who see the game.
	watchers []*person
}

// newMatch returns a match without players; an empty fen is the start position.
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

// with sets the players, White first, and how they move.
func (m *match) with(white *person, whiteWay way, black *person, blackWay way) *match {
	m.players, m.ways = [2]*person{white, black}, [2]way{whiteWay, blackWay}
	return m
}

// steps splits a move: the names of its two squares before the move, and what pawns
// become.
func steps(pos game.Position, mv game.Move) (from, to, letters string) {
	b := pos.View().Board
	from, to = b.Name(int(mv.From())), b.Name(int(mv.To()))
	return from, to, strings.TrimPrefix(pos.UCI(mv), from+to)
}

// note records a move that a page has played.
func (m *match) note(mv game.Move) {
	m.t.Helper()
	m.sans = append(m.sans, notation.SAN(m.pos, mv))
	m.pos.Make(mv)
}

// by plays a move on the page of the side to move.
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

// play plays moves. After each, all pages must show the position and the moves.
func (m *match) play(texts ...string) {
	m.t.Helper()
	for _, text := range texts {
		m.by(text)
		m.seen()
	}
}

// seen waits until all pages show the position and the moves.
func (m *match) seen() {
	m.t.Helper()
	for _, p := range append(m.players[:], m.watchers...) {
		if p != nil {
			p.shows(m.pos, m.sans)
		}
	}
}

// ended waits until all pages show the result.
func (m *match) ended(words string) {
	m.t.Helper()
	for _, p := range append(m.players[:], m.watchers...) {
		if p != nil {
			p.result(words)
		}
	}
}

// result waits until the banner of the result says these words.
func (p *person) result(words string) {
	p.t.Helper()
	p.until("the result is "+words, `document.querySelector('.result h2')?.innerText === `+quote(words))
}

// invite creates a game for a friend in the dialog and returns the path of its
// link. Steps are other buttons to press in the dialog.
func (p *person) invite(variant string, steps ...string) string {
	p.t.Helper()
	family, ranking, _ := strings.Cut(variant, ":")
	p.chooses(family)
	if ranking == "pbnrqk" {
		p.press("Ranking")
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

// selfPlay opens a game of two players on one screen; an empty fen is the start
// position.
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

// path waits until a game is open, and returns its path.
func (p *person) path() string {
	p.t.Helper()
	p.until("a game is open", `location.pathname.startsWith('/game/') && document.querySelector('[role=grid]')`)
	return js[string](p, `location.pathname`)
}

// befriend has White create a game and Black join it by its link.
func befriend(t *testing.T, variant string, white, black *person) *match {
	t.Helper()
	path := white.invite(variant, "White")
	white.sees("Invite your opponent with this link")
	black.open(path)
	black.press("Join as Black")
	black.until("the user has joined", `!document.body.innerText.includes('Join as Black')`)
	white.until("the opponent has joined", `!document.querySelector('.invite')`)
	return newMatch(t, variant, "").with(white, byClick, black, byClick)
}

// move parses a move of the current position.
func (m *match) move(text string) game.Move {
	m.t.Helper()
	mv, err := notation.ParseUCI(m.pos, text)
	if err != nil {
		m.t.Fatal(err)
	}
	return mv
}

// resume opens a game whose first moves the two have played through the API.
func resume(t *testing.T, variant string, white, black *person, moves ...string) *match {
	t.Helper()
	white.calls()
	black.calls()
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
