package browser

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// tree waits until the study's list of moves has this text.
func (p *person) tree(want string) {
	p.t.Helper()
	p.until("the moves are "+want, readTree+` === `+quote(want))
}

// readTree is the text of the list of moves.
const readTree = `[...document.querySelectorAll('.tree :is(button, .row > .number, .note, ` +
	`.result)')].map((e) => e.textContent.trim().replace(/\s+/g, ' ')).join(' ')`

// present waits until the list marks that move as the current one.
func (p *person) present(san string) {
	p.t.Helper()
	p.until("the current move is "+san,
		`document.querySelector('.tree [aria-current]')?.textContent.trim().replace(/\s+/g, ' ') === `+quote(san))
}

// plays plays moves on the board of a study, such as "e2-e4".
func (p *person) plays(moves ...string) {
	p.t.Helper()
	how := byClick
	if p.look.touch {
		how = byTap
	}
	for _, m := range moves {
		from, to, _ := strings.Cut(m, "-")
		p.until("there is a list", `document.querySelector('.tree [aria-current]')`)
		before := js[string](p, `document.querySelector('.tree [aria-current]').dataset.node`)
		how(p, from, to)
		p.until("the move is in the list", `document.querySelector('.tree [aria-current]').dataset.node !== `+quote(before))
	}
}

// panel opens a panel unless wide screens show it anyway.
func (p *person) panel(name string) {
	p.t.Helper()
	if p.look.touch || name != "Notes" && name != "Engine" {
		p.until("the tabs are in place",
			`document.querySelector('.workspace [role=grid]') && document.querySelector('#panel-engine').childElementCount`)
		p.press(name)
	}
}

// draws draws an arrow, or a circle, with the right mouse button, or with a finger
// while drawing is on.
func (p *person) draws(from, to string) {
	p.t.Helper()
	a, b := p.at(from), p.at(to)
	if p.look.touch {
		p.touch(a)
		for _, at := range between(a, b) {
			p.slide(at)
		}
		p.do(touch(input.DispatchTouchEventTypeTouchEnd))
		return
	}
	right := func(e *input.DispatchMouseEventParams) {
		e.Button, e.Buttons, e.ClickCount = input.MouseButtonRight, 2, 1
	}
	p.do(mouse(input.DispatchMouseEventTypeMousePressed, a, right))
	for _, at := range between(a, b) {
		p.do(mouse(input.DispatchMouseEventTypeMouseMoved, at, right))
	}
	p.do(mouse(input.DispatchMouseEventTypeMouseReleased, b,
		func(e *input.DispatchMouseEventParams) { e.Button, e.ClickCount = input.MouseButtonRight, 1 }))
}

// copies presses a button that copies a text, and returns the text.
func (p *person) copies(button string) string {
	p.t.Helper()
	js[bool](p, `(window.copied = '', navigator.clipboard.writeText = async (t) => { window.copied = t }, true)`)
	p.press(button)
	p.until("something is copied", `window.copied`)
	return js[string](p, `window.copied`)
}

// saved waits until the study is saved.
func (p *person) saved() {
	p.t.Helper()
	p.until("the study is saved", `document.querySelector('.saved')?.innerText.includes('Saved in this browser')`)
}

// reads imports a text.
func (p *person) reads(text string) {
	p.t.Helper()
	p.write("Text", text)
	p.press("Import")
}

// before makes every page run a script before its own.
func (p *person) before(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

// eachLook runs a test on a desktop and on a phone.
func eachLook(t *testing.T, f func(t *testing.T, p *person)) {
	t.Helper()
	for _, l := range []look{desktop, phone} {
		name := "desktop"
		if l.touch {
			name = "phone"
		}
		t.Run(name, func(t *testing.T) {
			parallel(t)
			f(t, newPerson(t, serveAll(t), name, l))
		})
	}
}

// TestStudyTree builds a tree with variations, comments, glyphs and drawings, exports
// it as PGN, and loads it from the PGN, from the browser's storage, and from a link.
func TestStudyTree(t *testing.T) {
	eachLook(t, func(t *testing.T, p *person) {
		p.open("/analysis/shrink")
		p.plays("e2-e4", "d7-d5", "e4-d5")
		p.tree("Start 1. e4 d5 2. exd5")
		p.press("Previous move")
		p.press("Previous move")
		p.present("e4")
		p.plays("e7-e5", "g1-f3")
		p.tree("Start 1. e4 d5 1… e5 2. Nf3 2. exd5")
		p.panel("Notes")
		p.write("Comment on 2. Nf3", "A  quiet move")
		p.keys(kb.Escape)
		p.until("the arrow keys are those of the moves again", `document.activeElement === document.body`)
		if !js[bool](p, `document.querySelector('.notes details').open`) {
			p.press("Glyphs")
		}
		p.press("!? interesting move")
		p.press("+= White is slightly better")
		p.press("?! dubious move")
		p.panel("Moves")
		p.tree("Start 1. e4 d5 1… e5 2. Nf3?! += A quiet move 2. exd5")
		if p.look.touch {
			p.press("Draw on the board")
		}
		p.draws("e5", "f3")
		p.draws("d5", "d5")
		p.until("both are drawn",
			`document.querySelectorAll('.shapes path').length === 1 && document.querySelectorAll('.shapes circle').length === 1`)
		p.shoot("study-drawn-" + p.name)
		if p.look.touch {
			p.press("Draw on the board")
			p.until("drawing is off", `!document.querySelector('.palette') && document.querySelector('.dock').clientHeight < 60`)
		}
		p.press("Promote variation")
		p.tree("Start 1. e4 e5 1… d5 2. exd5 2. Nf3?! += A quiet move")
		p.press("Delete from here")
		p.sees("Move deleted. Undo restores it.")
		p.tree("Start 1. e4 e5 1… d5 2. exd5")
		p.press("Undo")
		p.press("Undo")
		p.tree("Start 1. e4 d5 1… e5 2. Nf3?! += A quiet move 2. exd5")
		p.press("Redo")
		built := "Start 1. e4 e5 1… d5 2. exd5 2. Nf3?! += A quiet move"
		p.tree(built)
		p.saved()
		p.accessible("a study")
		p.shoot("study-tree-" + p.name)

		p.panel("Share")
		pgn := p.copies("Copy PGN")
		for _, part := range []string{`[Variant "shrink"]`,
			"1. e4 e5 (1... d5 2. exd5) 2. Nf3 $6 $14 {[%cal Ge5f3] [%csl Gd5] A quiet move}"} {
			if !strings.Contains(strings.Join(strings.Fields(pgn), " "), part) {
				t.Errorf("%q is not in\n%s", part, pgn)
			}
		}
		link := p.copies("Copy analysis link")
		p.shoot("study-share-" + p.name)

		p.reload()
		if p.look.touch {
			p.panel("Moves")
		}
		p.tree(built)
		p.present("Nf3?! +=")

		p.open("/analysis#new")
		p.sees("New analysis")
		p.reads(pgn)
		p.until("the board is open", `location.search.includes('study=')`)
		p.tree(built)

		p.open(strings.TrimPrefix(link, p.base))
		p.tree(built)
		p.press("Last move")
		p.until("both are drawn",
			`document.querySelectorAll('.shapes path').length === 1 && document.querySelectorAll('.shapes circle').length === 1`)
	})
}

// TestStudyTexts imports valid and invalid texts, and corrects an error.
func TestStudyTexts(t *testing.T) {
	sheet, err := os.ReadFile("../../../notation/testdata/shrink-score.txt")
	if err != nil {
		t.Fatal(err)
	}
	eachLook(t, func(_ *testing.T, p *person) {
		p.open("/analysis#new")
		p.sees("New analysis")
		// The inventor's own score, with its misprint.
		p.reads(string(sheet))
		p.sees("Line 14, column 50, move 15...:")
		p.sees("no piece on c1; black king on c4")
		p.until("it is marked in the text", `document.querySelector('mark')?.innerText === 'Kc1 – b1'`)
		p.accessible("an error in a text")
		p.shoot("study-error-" + p.name)
		p.press("Kb4")
		p.until("the game is open", `document.querySelectorAll('.tree [data-node]').length === 32`)
		p.saved()

		p.open("/analysis#new")
		p.sees("New analysis")
		for _, c := range []struct{ text, says string }{
			{"2k/1R1/K2 w -", "Line 1, column 14: no en passant square."},
			{"nothing here is a game", "No game found, expected PGN"},
			{"[White \"A\"]\n\n1. e4 (1. d4", "Line 3, column 7: (: an unclosed variation, expected )."},
			{"[White \"A\"]\n\n1. e4 and 1... e5", "and: not a move, expected something like"},
		} {
			p.reads(c.text)
			p.sees(c.says)
		}
		// A text of another variant than the chosen one.
		p.reads("1. cd4 ff5 2. dc5")
		p.press("Import as Convergent Chess")
		p.until("the board is open", `location.pathname === '/analysis/convergent'`)
		p.present("Start")
		// Several games, from a file.
		p.open("/analysis#new")
		p.sees("New analysis")
		js[bool](p, `(() => {
			const files = new DataTransfer()
			const games = '[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 *\n\n[White "Cleo"]\n\n1. d4 d5 2. c4 0-1\n'
			files.items.add(new File([games], 'games.pgn'))
			const input = document.querySelector('input[type=file]')
			input.files = files.files
			return input.dispatchEvent(new Event('change', { bubbles: true }))
		})()`)
		p.sees("2 games found")
		p.accessible("several games")
		p.press("Cleo – ?")
		p.tree("Start 1. d4 d5 2. c4 0-1")
		p.sees("Cleo – ?")
		// A position, into the open study.
		p.panel("Share")
		p.press("Import …")
		p.reads("P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p b - - 0 1")
		p.press("1. Diminuendo Chess")
		p.until("the position is on the board",
			`location.pathname === '/analysis/diminuendo' && document.querySelectorAll('[role=gridcell]').length === 43`)
		// A file, dropped on the board.
		js[bool](p, `(() => {
			const text = new DataTransfer()
			text.setData('text/plain', '1. e4 hm\n2. d4')
			const drop = new DragEvent('drop', { dataTransfer: text, bubbles: true, cancelable: true })
			return document.querySelector('.workspace').dispatchEvent(drop) || true
		})()`)
		p.until("the dialog has it", `document.querySelector('dialog[open] textarea')?.value === '1. e4 hm\n2. d4'`)
		p.press("Close")
	})
}

// TestStudyAddresses opens valid links, and invalid ones of every kind.
func TestStudyAddresses(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop).withoutRules()
	p.open("/analysis/shrink?moves=e2e4_d7d5_e4d5")
	p.tree("Start 1. e4 d5 2. exd5")
	p.present("exd5")
	p.panel("Share")
	link := p.copies("Copy position link")
	if want := p.base + "/analysis/shrink?moves=e2e4_d7d5_e4d5"; link != want {
		t.Errorf("the link is %s, want %s", link, want)
	}
	fen := p.copies("Copy FEN")
	if g, err := rules.ByName("shrink"); err != nil {
		t.Fatal(err)
	} else if pos, err := g.Parse(fen); err != nil || pos.Turn() != game.Black {
		t.Errorf("the FEN is %s: %v", fen, err)
	}
	p.press("Play from here")
	p.sees("The game starts from this position, Black to move.")
	p.accessible("a new game from a position")
	p.press("Play")
	p.path()
	// A player cannot analyze the game while it is played.
	p.open(js[string](p, `location.pathname`) + "/analysis")
	p.sees("You are playing this game")
	p.accessible("a game of the user")
	p.open("/analysis/shrink?fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2")
	p.tree("Start 1. Rc2+")
	p.mayFail("hopscotch", "/api/views", "aaaaaaaaaaaa")
	for _, c := range []struct{ path, says string }{
		{"/analysis/hopscotch", "No such variant."},
		{"/analysis/shrink?fen=2k/1R1", "Invalid position in the link: parse FEN"},
		{"/analysis/shrink?moves=e2e4_e2e4", "Illegal moves in the link: move 2"},
		{"/analysis/shrink?study=nowhere", "This analysis is not in this browser."},
		{"/analysis/shrink#g=!", "This link is damaged"},
		{"/analysis/shrink#g=abcdef", "This link is damaged"},
		{"/analysis/shrink#g=" + strings.Repeat("A", 70_000), "too long for a link"},
		{"/game/aaaaaaaaaaaa/analysis", "The game did not load"},
	} {
		p.open("/")
		p.open(c.path)
		p.sees(c.says)
		p.until("the page links to the analysis", `document.querySelector('main a[href="/analysis"]')`)
	}
	p.accessible("a link that does not work")
}
