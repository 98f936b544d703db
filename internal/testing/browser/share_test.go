package browser

import (
	"fmt"
	"image/gif"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wane-chess/wane/game"
)

// apiGame plays a game of both colors through the API from the user's page, and
// returns its path.
func (p *person) apiGame(variant string, moves ...string) string {
	p.t.Helper()
	p.calls()
	id := js[string](p,
		`fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
		id: 'game-'+crypto.randomUUID(), variant: `+quote(variant)+
			`, control: {}, casual: false, opponent: 'self', color: 'white' }) }).then((r) => r.json()).then((g) => g.game.id)`)
	path := "/game/" + id
	for i, move := range moves {
		p.apiMove(path, i, move)
	}
	return path
}

// apiMove plays a move in a game of apiGame.
func (p *person) apiMove(path string, ply int, move string) {
	p.t.Helper()
	p.apiDo(path, fmt.Sprintf(`{ order: 'move', ply: %d, move: %s }`, ply, quote(move)))
}

func (p *person) apiDo(path, order string) {
	p.t.Helper()
	if status := js[int](p, `fetch('/api/games/`+strings.TrimPrefix(path, "/game/")+
		`/commands', { method: 'POST', headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ id: crypto.randomUUID(), ...`+order+` }) }).then((r) => r.status)`); status != http.StatusOK {
		p.fail("%s is answered with %d", order, status)
	}
}

// TestShare opens the dialog that shares a game, saves each kind of picture, and puts
// the code for embedding into a page of another site, where it steps through the game.
func TestShare(t *testing.T) {
	for _, tt := range []struct {
		name    string
		look    look
		variant string
		moves   string
	}{
		{"desktop", look{width: 1280, height: 800, moving: true}, "shrink", "e2e4 d7d5 e4d5"},
		{"phone", phone, "diminuendo", "d3f5 g5f5 ze5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			idle := patient(t)
			base := serve(t)
			ann := newPerson(t, base, "Ann", tt.look)
			moves := strings.Fields(tt.moves)
			path := ann.apiGame(tt.variant, moves...)
			ann.open(path)
			ann.path()
			ann.press("Share …")
			ann.until("the dialog is open", `document.querySelector('dialog[open] textarea')`)
			ann.until("the picture is there", `document.querySelector('dialog img').naturalWidth > 100`)
			ann.accessible("sharing")
			ann.shoot("share-" + tt.name)
			ann.press("Make animation")
			ann.until("the animation is there", `document.querySelector('dialog .animation img')?.naturalWidth > 100 && `+
				`document.querySelector('dialog a[download$=".gif"]')`)
			ann.sees("Ready: ")
			ann.accessible("an animation")
			ann.shoot("share-animation-" + tt.name)
			for _, kind := range []string{"Position (PNG)", "Position (SVG)", "Moves (PGN)"} {
				ann.press("Save: " + kind)
				ann.until(kind+" is saved", `document.querySelector('dialog .note').textContent === `+quote("Saved: "+kind+"."))
			}
			ann.press("Copy address: Animation")
			ann.until("it is copied", `document.querySelector('dialog .note').textContent === 'Copied'`)
			ann.press("Dark")
			ann.press("Black at the bottom")
			ann.until("the code is for a dark board",
				`document.querySelector('dialog textarea').value.includes('flip=1&amp;theme=dark')`)
			ann.until("so is the picture", `document.querySelector('dialog img').src.includes('theme=dark&flip=true')`)
			code := js[string](ann, `document.querySelector('dialog textarea').value`)
			animation := decodeGIF(t, base+"/api/games/"+strings.TrimPrefix(path, "/game/")+"/game.gif")
			if len(animation.Image) < len(moves)+1 {
				t.Errorf("the animation has %d frames for %d moves", len(animation.Image), len(moves))
			}

			eve := newPerson(t, base, "Eve", tt.look).withoutRules()
			eve.do(chromedp.Navigate(foreign(t, "<body style='margin:8px'><p>Another site</p>"+code)))
			board := eve.inFrame("iframe", "/embed/game/")
			m := newMatch(t, tt.variant, "")
			positions := []game.Position{m.pos.Clone()}
			for _, move := range moves {
				m.note(m.move(move))
				positions = append(positions, m.pos.Clone())
			}
			board.shows(m.pos, m.sans)
			eve.shoot("embed-" + tt.name)
			board.accessible("a board on another site")
			if y := js[float64](board.person, `document.querySelector('[data-name=a1]').getBoundingClientRect().y - `+
				`document.querySelector('[data-name=a3]').getBoundingClientRect().y`); y > 0 {
				t.Error("Black is not below")
			}
			if theme := js[string](board.person, `document.documentElement.dataset.theme`); theme != "dark" {
				t.Errorf("the theme is %s", theme)
			}
			board.press("First move")
			board.shows(positions[0], m.sans)
			board.press("Next move")
			board.shows(positions[1], m.sans)
			board.press("Play moves")
			idle(func() { board.shows(m.pos, m.sans) })
			board.until("it has stopped at the end", `document.querySelector('[aria-label="Play moves"]')`)
			if !tt.look.touch { // on a phone there is no list
				board.press(m.sans[2])
				board.shows(positions[3], m.sans)
				board.press(m.sans[1])
				board.shows(positions[2], m.sans)
			} else {
				board.press("Previous move")
			}
			board.press("Previous move")
			board.shows(positions[1], m.sans)
			board.press("Flip board")
			board.until("White is below", `document.querySelector('[data-name=a1]').getBoundingClientRect().y > `+
				`document.querySelector('[data-name=a3]').getBoundingClientRect().y`)

			// New moves arrive in the frame; an earlier position stays on the board.
			next := m.pos.UCI(m.pos.Legal(nil)[0])
			ann.apiMove(path, len(moves), next)
			m.note(m.move(next))
			idle(func() { board.shows(positions[1], m.sans) })
			board.press("Last move")
			board.shows(m.pos, m.sans)
			next = m.pos.UCI(m.pos.Legal(nil)[0])
			ann.apiMove(path, len(moves)+1, next)
			m.note(m.move(next))
			idle(func() { board.shows(m.pos, m.sans) })
			ann.apiDo(path, `{ order: 'resign', color: 'white' }`)
			idle(func() { board.sees("Black wins: resignation") })
			if kept := eve.cookies(); len(kept) > 0 {
				t.Errorf("the board has left cookies: %v", kept)
			}
			if n := js[int](board.person, `localStorage.length + sessionStorage.length`); n > 0 {
				t.Errorf("the board keeps %d things", n)
			}
		})
	}
}

// TestEmbeddedPositions embeds boards in frames with and without a sandbox, and
// addresses that are wrong.
func TestEmbeddedPositions(t *testing.T) {
	parallel(t)
	n, _ := start(t)
	net := connect(t, n.Addr().String())
	base := net.url()
	dan := newPerson(t, base, "Dan", desktop)
	// Until a board has its rules, it asks the server.
	dan.mayFail("moves=e2e4_e2e4", "variant=go", "/api/games/aaaaaaaaaaaa")
	frame := func(id, address string) string {
		return `<iframe id=` + id + ` style="border:0;width:400px;height:330px" src="` + base + address + `"></iframe>`
	}
	locked := strings.Replace(frame("locked", "/embed/cheshire8?moves=e2e4"), "<iframe",
		`<iframe sandbox="allow-scripts"`, 1)
	dan.do(chromedp.Navigate(foreign(t,
		locked+frame("mate", "/embed/shrink?fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2_b3a3_b2a2&ply=1")+
			frame("wrong", "/embed/shrink?moves=e2e4_e2e4")+frame("none", "/embed/go")+frame("game",
			"/embed/game/aaaaaaaaaaaa"))))
	cat := newMatch(t, "cheshire8", "")
	cat.note(cat.move("e2e4"))
	dan.inFrame("#locked", "/embed/cheshire8").shows(cat.pos, cat.sans)

	mate := newMatch(t, "shrink", "2k/1R1/K2 w - - 0 1")
	mate.note(mate.move("b2c2"))
	first := mate.pos.Clone()
	mate.note(mate.move("b3a3"))
	mate.note(mate.move("b2a2"))
	board := dan.inFrame("#mate", "/embed/shrink?fen")
	board.shows(first, mate.sans)
	board.press("Last move")
	board.shows(mate.pos, mate.sans)
	if home := js[string](board.person, `document.querySelector('a').href`); !strings.HasPrefix(home, base+
		"/analysis/shrink?fen=2k") ||
		!strings.HasSuffix(home, "&moves=b2c2_b3a3_b2a2") {
		t.Errorf("the board leads to %s", home)
	}
	if rel := js[string](board.person,
		`document.querySelector('a').target + ' ' + document.querySelector('a').rel`); rel != "_blank noopener" {
		t.Errorf("the link is %s", rel)
	}
	dan.inFrame("#wrong", "/embed/shrink?moves").sees("Move 2: \"e2e4\"")
	dan.inFrame("#none", "/embed/go").sees("Unknown game \"go\"")
	dan.inFrame("#game", "/embed/game/").sees("There is no such game.")
	dan.shoot("embed-positions")
	if kept := dan.cookies(); len(kept) > 0 {
		t.Errorf("the boards have left cookies: %v", kept)
	}
}

// TestShareFails fails to fetch pictures.
func TestShareFails(t *testing.T) {
	parallel(t)
	n, _ := start(t)
	net := connect(t, n.Addr().String())
	ann := newPerson(t, net.url(), "Ann", phone)
	path := ann.apiGame("convergent", "c3b4")
	ann.open(path)
	ann.path()
	ann.press("Share …")
	ann.until("the picture is there", `document.querySelector('dialog img')?.naturalWidth > 100`)
	ann.answers("/board.png", `Promise.reject(new Error('no network'))`)
	ann.press("Save: Position (PNG)")
	ann.sees("The picture did not load: the server is unreachable.")
	tooFast := `Promise.resolve(new Response('{"detail":"That was too fast: try again in 2 seconds."}', { status: 429 }))`
	ann.answers("/board.png", tooFast)
	ann.press("Save: Position (PNG)")
	ann.sees("That was too fast: try again in 2 seconds.")
	ann.answers("/game.gif", tooFast)
	ann.press("Make animation") // it waits until the server has time
	ann.sees("The server is busy. Your picture waits in line")
	ann.press("Cancel")
	ann.until("it is canceled", `!document.querySelector('dialog progress')`)
	ann.answers("/game.gif",
		`Promise.resolve(new Response('{"detail":"Choose a smaller size or fewer moves."}', { status: 422 }))`)
	ann.press("Make animation")
	ann.sees("Choose a smaller size or fewer moves.")
	ann.press("Close")
	ann.until("the dialog is closed", `!document.querySelector('dialog')`)
	ann.until("the button has the focus again", `document.activeElement?.getAttribute('aria-label') === 'Share …'`)
}

// decodeGIF fetches an animation.
func decodeGIF(t *testing.T, address string) *gif.GIF {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	animation, err := gif.DecodeAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return animation
}

// TestShareLine opens the dialog for a line of moves on the analysis board.
func TestShareLine(t *testing.T) {
	parallel(t)
	base := serve(t)
	ann := newPerson(t, base, "Ann", night)
	ann.open("/analysis/shrink?moves=e2e4_d7d5_e4d5")
	ann.until("the line is there", `document.querySelectorAll('[role=gridcell]').length === 56`)
	ann.press("Share")
	ann.press("Embed …")
	ann.until("the code is there",
		`document.querySelector('dialog textarea')?.value.includes('/embed/shrink?moves=e2e4_d7d5_e4d5&amp;theme=dark"')`)
	ann.until("the picture is there", `document.querySelector('dialog img').naturalWidth > 100`)
	ann.press("Make animation")
	ann.until("it is there", `document.querySelector('dialog .animation img')?.naturalWidth > 100`)
	ann.accessible("sharing a line")
	ann.shoot("share-line")
}
