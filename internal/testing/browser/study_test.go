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
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// tree waits until the list of moves of a study reads so.
func (p *person) tree(want string) {
	p.t.Helper()
	p.until("the moves are "+want, readTree+` === `+quote(want))
}

// readTree is the list of moves as one reads it.
const readTree = `[...document.querySelectorAll('.tree :is(button, .row > .number, .note, .result)')].map((e) => e.textContent.trim().replace(/\s+/g, ' ')).join(' ')`

// present waits until the list marks that move as the present one.
func (p *person) present(san string) {
	p.t.Helper()
	p.until("the present move is "+san, `document.querySelector('.tree [aria-current]')?.textContent.trim().replace(/\s+/g, ' ') === `+quote(san))
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
		before := js[string](p, `document.querySelector('.tree [aria-current]')?.dataset.node ?? ''`)
		how(p, from, to)
		p.until("the move is in the list", `document.querySelector('.tree [aria-current]')?.dataset.node !== `+quote(before))
	}
}

// panel shows a panel, which on wide screens may be shown already.
func (p *person) panel(name string) {
	p.t.Helper()
	if p.look.touch || name != "Notes" && name != "Engine" {
		p.until("the tabs have come to where they stay", `document.querySelector('.desk [role=grid]') && document.querySelector('#panel-engine').childElementCount`)
		p.press(name)
	}
}

// draws draws an arrow, or a circle, with the right button of the mouse, or with a
// finger after the pencil was tapped.
func (p *person) draws(from, to string) {
	p.t.Helper()
	a, b := p.at(from), p.at(to)
	if p.look.touch {
		p.do(touch(input.DispatchTouchEventTypeTouchStart, a))
		for _, at := range between(a, b) {
			p.do(touch(input.DispatchTouchEventTypeTouchMove, at))
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
	p.do(mouse(input.DispatchMouseEventTypeMouseReleased, b, func(e *input.DispatchMouseEventParams) { e.Button, e.ClickCount = input.MouseButtonRight, 1 }))
}

// copies presses a button that copies something, and returns that.
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

// reads puts a text where texts are read, and reads it.
func (p *person) reads(text string) {
	p.t.Helper()
	p.write("Text", text)
	p.press("Import")
}

// before has every page run a script before its own.
func (p *person) before(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
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

// TestStudyTree builds a tree with everything that it can have, takes it out as
// PGN, and has it back from that, from the browser's storage, and from a link.
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
		if !js[bool](p, `document.querySelector('.notes details').open`) {
			p.press("Annotate with glyphs")
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
		p.until("both are drawn", `document.querySelectorAll('.shapes path').length === 1 && document.querySelectorAll('.shapes circle').length === 1`)
		p.shoot("study-drawn-" + p.name)
		if p.look.touch {
			p.press("Draw on the board")
			p.until("the colors are put away", `!document.querySelector('.palette') && document.querySelector('.dock').clientHeight < 60`)
		}
		p.press("Promote variation")
		p.tree("Start 1. e4 e5 1… d5 2. exd5 2. Nf3?! += A quiet move")
		p.press("Delete from here")
		p.sees("1 move deleted")
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
		for _, part := range []string{`[Variant "shrink"]`, "1. e4 e5 (1... d5 2. exd5) 2. Nf3 $6 $14 {[%cal Ge5f3] [%csl Gd5] A quiet move}"} {
			if !strings.Contains(strings.Join(strings.Fields(pgn), " "), part) {
				t.Errorf("%q is not in\n%s", part, pgn)
			}
		}
		link := p.copies("Copy study link")
		p.shoot("study-share-" + p.name)

		p.do(chromedp.Reload())
		if p.look.touch {
			p.panel("Moves")
		}
		p.tree(built)
		p.present("Nf3?! +=")

		p.open("/analysis")
		p.sees("Your studies")
		p.reads(pgn)
		p.until("it is on the desk", `location.search.includes('study=')`)
		p.tree(built)

		p.open(strings.TrimPrefix(link, p.base))
		p.tree(built)
		p.press("Last move")
		p.until("both are drawn", `document.querySelectorAll('.shapes path').length === 1 && document.querySelectorAll('.shapes circle').length === 1`)
	})
}

// TestStudyTexts brings in what is right and what is wrong, and corrects it.
func TestStudyTexts(t *testing.T) {
	sheet, err := os.ReadFile("../../../notation/testdata/shrink-score.txt")
	if err != nil {
		t.Fatal(err)
	}
	eachLook(t, func(_ *testing.T, p *person) {
		p.open("/analysis")
		p.sees("New study")
		// The inventor's own score, with his slip.
		p.reads(string(sheet))
		p.sees("Line 14, column 50, move 15...:")
		p.sees("no man stands on c1; the black king stands on c4")
		p.until("it is marked in the text", `document.querySelector('mark')?.innerText === 'Kc1 – b1'`)
		p.accessible("an error in a text")
		p.shoot("study-error-" + p.name)
		p.press("Kb4")
		p.until("the game is on the desk", `document.querySelectorAll('.tree [data-node]').length === 32`)
		p.saved()

		p.open("/analysis")
		p.sees("New study")
		for _, c := range []struct{ text, says string }{
			{"2k/1R1/K2 w - - 0", "Line 1, column 18: move number: the field is missing."},
			{"nothing here is a game", "No game was found"},
			{"[White \"A\"]\n\n1. e4 (1. d4", "as PGN this is wrong, so the text was read as a score sheet: this variation is not closed"},
		} {
			p.reads(c.text)
			p.sees(c.says)
		}
		// A text of another game than the chosen one.
		p.reads("1. cd4 ff5 2. dc5")
		p.press("Import as Convergent Chess")
		p.until("it is on the desk", `location.pathname === '/analysis/convergent'`)
		p.present("Start")
		// Several games, from a file.
		p.open("/analysis")
		p.sees("New study")
		js[bool](p, `(() => {
			const files = new DataTransfer()
			files.items.add(new File(['[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 *\n\n[White "Cleo"]\n\n1. d4 d5 2. c4 0-1\n'], 'games.pgn'))
			const input = document.querySelector('input[type=file]')
			input.files = files.files
			return input.dispatchEvent(new Event('change', { bubbles: true }))
		})()`)
		p.sees("2 games found")
		p.accessible("several games")
		p.press("Cleo – ?")
		p.tree("Start 1. d4 d5 2. c4 0-1")
		p.sees("Cleo – ?")
		// A position, into the study that is on the desk.
		p.panel("Share")
		p.press("Import …")
		p.reads("P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p b - - 0 1")
		p.press("1. Diminuendo Chess")
		p.until("the position is on the board", `location.pathname === '/analysis/diminuendo' && document.querySelectorAll('[role=gridcell]').length === 43`)
		// Dropped on the board.
		js[bool](p, `(() => {
			const text = new DataTransfer()
			text.setData('text/plain', '1. e4 hm\n2. d4')
			return document.querySelector('.desk').dispatchEvent(new DragEvent('drop', { dataTransfer: text, bubbles: true, cancelable: true })) || true
		})()`)
		p.until("the dialog has it", `document.querySelector('dialog[open] textarea')?.value === '1. e4 hm\n2. d4'`)
		p.press("Close")
	})
}

// TestStudyAddresses opens links that are right, and every kind that is wrong.
func TestStudyAddresses(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
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
	// It would be analysed by one who plays it.
	p.open(js[string](p, `location.pathname`) + "/analysis")
	p.sees("You are playing this game")
	p.accessible("a game that one plays")
	p.open("/analysis/shrink?fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2")
	p.tree("Start 1. Rc2+")
	p.mayFail("hopscotch", "/api/scenes", "/api/board", "aaaaaaaaaaaa")
	for _, c := range []struct{ path, says string }{
		{"/analysis/hopscotch", "No such variant."},
		{"/analysis/shrink?fen=2k/1R1", "Invalid position in the link: FEN"},
		{"/analysis/shrink?moves=e2e4_e2e4", "Illegal moves in the link: move 2"},
		{"/analysis/shrink?study=nowhere", "This study is not in this browser."},
		{"/analysis/shrink#g=!", "This link is damaged"},
		{"/analysis/shrink#g=abcdef", "This link is damaged"},
		{"/analysis/shrink#g=" + strings.Repeat("A", 70_000), "too long for a link"},
		{"/game/aaaaaaaaaaaa/analysis", "The game did not load"},
	} {
		p.open("/")
		p.open(c.path)
		p.sees(c.says)
		p.until("one can go on", `document.querySelector('main a[href="/analysis"]')`)
	}
	p.accessible("a link that does not work")
}

// TestStudyOfGame analyses a game of others while it goes on, and one's own when it
// is over.
func TestStudyOfGame(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben, eve := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", phone), newPerson(t, base, "Eve", desktop)
	m := befriend(t, "chess", ann, ben).with(ann, byClick, ben, byTap)
	m.play("f2f3", "e7e5")
	path := js[string](ann, `location.pathname`)
	ben.open(path + "/analysis")
	ben.sees("You are playing this game")
	ben.shoot("study-fair-phone")
	ben.press("Back to the game")
	eve.open(path + "/analysis")
	eve.tree("Start 1. f3 e5")
	eve.press("Next move")
	eve.plays("d7-d5")
	eve.saved()
	m.play("g2g4", "d8h4")
	m.ended("Black wins: checkmate")
	eve.do(chromedp.Reload())
	eve.tree("Start 1. f3 e5 1… d5 2. g4 Qh4# 0-1")
	eve.press("Moves")
	eve.sees("0-1, checkmate")
	eve.saved()
	ben.shoot("study-finished-phone")
	ben.accessible("a finished game")
	ben.press("Analyse")
	ben.until("the analysis is open", `location.pathname.endsWith('/analysis')`)
	ben.press("Moves")
	ben.tree("Start 1. f3 e5 2. g4 Qh4# 0-1")
	ben.until("the board is turned", `document.querySelector('[data-name=a8]').getBoundingClientRect().y > document.querySelector('[data-name=a1]').getBoundingClientRect().y`)
	ben.press("Last move")
	ben.present("Qh4#")
	ben.shoot("study-game-phone")
	ben.press("View game")
	ben.told("Black wins: checkmate")
}

// TestStudyOfEveryGame opens each game and moves in it.
func TestStudyOfEveryGame(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	for _, name := range []string{"shrink", "convergent", "diminuendo", "diminuendo:pbnrqk+qk+fp", "cheshire", "cheshire8", "chess"} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		pos := g.Start()
		move := pos.Legal(nil)[0]
		san := notation.SAN(pos, move)
		from, to, _ := steps(pos, move)
		p.open("/analysis/" + name)
		p.plays(from + "-" + to)
		p.tree("Start 1. " + san)
		pos.Make(move)
		want := boardOf(pos.View())
		p.until("the board of "+name+" is as the rules have it", `JSON.stringify(Object.entries(`+readBoard+`).sort()) === JSON.stringify(Object.entries(`+compact(want)+`).sort())`)
	}
}

// TestStudyKept finds the studies of this browser again, renames and deletes them.
func TestStudyKept(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "phone", phone)
	for _, v := range []string{"shrink", "chess"} {
		p.open("/analysis/" + v)
		p.plays("e2-e4")
		p.saved()
	}
	p.press("All studies")
	p.sees("Your studies")
	name := js[string](p, `document.querySelector('li[data-id] strong').innerText`)
	if !strings.HasPrefix(name, "Chess, ") {
		t.Errorf("the last study is called %s", name)
	}
	p.press("Rename " + name)
	js[bool](p, `(document.activeElement.select(), true)`)
	p.do(chromedp.Func(func(ctx ctxt, t *chromedp.Target) error { return insert(ctx, t, "My king’s pawn") }))
	p.keys(kb.Enter)
	p.sees("My king’s pawn")
	p.accessible("studies")
	p.shoot("study-kept-" + p.name)
	p.press("Delete Shrink Chess")
	p.sees("permanently?")
	p.press("Delete")
	p.until("one is left", `document.querySelectorAll('li[data-id]').length === 1`)
	p.press("My king’s pawn")
	p.tree("Start 1. e4")
	p.press("All studies")
	p.press("Delete My king’s pawn")
	p.press("Cancel")
	p.until("it is there", `document.querySelectorAll('li[data-id] a').length === 1`)
}

// TestStudyInTwoTabs works on one study in two tabs.
func TestStudyInTwoTabs(t *testing.T) {
	parallel(t)
	one := newPerson(t, serveAll(t), "Ann", desktop)
	one.open("/analysis/shrink")
	one.plays("e2-e4")
	one.saved()
	two := one.newTab("Ann too")
	two.open(strings.TrimPrefix(js[string](one, `location.href`), one.base))
	two.plays("d7-d5")
	two.saved()
	one.tree("Start 1. e4 d5")
	// Both at once: whoever saves later is asked.
	js[bool](one, `(BroadcastChannel.prototype.postMessage = () => {}, true)`)
	two.press("First move")
	one.plays("c7-c5")
	one.saved()
	two.plays("d2-d4")
	two.sees("changed in another tab")
	two.accessible("two tabs")
	two.shoot("study-conflict")
	two.press("Keep this version as a copy")
	two.saved()
	two.tree("Start 1. e4 1. d4 1. d5")
	one.do(chromedp.Reload())
	one.tree("Start 1. e4 d5 1… c5")
}

// TestStudyWithoutStorage works where the browser keeps nothing.
func TestStudyWithoutStorage(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", phone)
	p.before(`Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('no', 'SecurityError') } } })`)
	p.open("/analysis")
	p.sees("The studies in this browser cannot be read")
	p.open("/analysis/shrink")
	p.plays("e2-e4")
	p.sees("This browser blocks storage")
	p.shoot("study-blocked-phone")
	p.press("Try again")
	p.sees("This browser blocks storage")
	p.tree("Start 1. e4")
	// What would be lost is not left by a slip.
	js[bool](p, `(window.confirm = (text) => { window.asked = text; return false }, true)`)
	p.press("All studies")
	p.until("it was asked", `window.asked === 'This study is not saved. Leave anyway?'`)
	p.tree("Start 1. e4")
}

// TestStudyWithoutWebAssembly works where the rules cannot be loaded: the board
// does, texts do not.
func TestStudyWithoutWebAssembly(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.block(webAssembly)
	p.open("/analysis/diminuendo")
	p.plays("d3-f5", "g5-f5")
	p.tree("Start 1. Bxf5+ gxf5>P")
	p.saved()
	p.panel("Share")
	p.press("Copy PGN")
	p.sees("Exporting PGN needs WebAssembly")
	p.open("/analysis")
	p.sees("New study")
	p.reads("1. e4")
	p.sees("Importing needs WebAssembly")
}

// TestStudyByKeys touches nothing but keys.
func TestStudyByKeys(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/analysis/cheshire8")
	p.until("the board is there", `document.querySelector('[role=grid]')`)
	byKeys(p, "b1", "c3")
	p.tree("Start 1. Nc3")
	byKeys(p, "d7", "d5")
	p.tree("Start 1. Nc3 d5")
	p.tabTo("the list of moves", `e.matches('.tree button')`)
	p.keys(kb.ArrowLeft)
	p.present("Nc3")
	p.until("the focus follows", `document.activeElement.matches('.tree [aria-current]')`)
	byKeys(p, "e7", "e5")
	p.tree("Start 1. Nc3 d5 1… e5")
	js[bool](p, `(document.querySelector('.tree [aria-current]').focus(), true)`)
	p.keys(kb.ArrowUp)
	p.present("d5")
	p.keys(kb.ArrowDown)
	p.present("1… e5")
	p.keys(kb.Home)
	p.present("Start")
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.present("d5")
	p.keys("d")
	js[bool](p, `(document.querySelector('[role=gridcell][tabindex="0"]').focus(), true)`)
	p.walk("d5")
	p.keys(kb.Enter)
	p.walk("e4")
	p.keys(kb.Enter)
	p.until("an arrow is drawn", `document.querySelectorAll('.shapes path').length === 1`)
	p.keys("d")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.until("it is gone", `document.querySelectorAll('.shapes path').length === 0`)
	p.keys("?")
	p.sees("switch variation")
	p.accessible("help")
	p.keys(kb.Escape)
	p.tabTo("the tabs", `e.matches('[role=tab]')`)
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.until("the panel is shown", `document.querySelector('#panel-share').checkVisibility() && document.activeElement.id === 'tab-share'`)
}

// TestStudyByMouse plays with the mouse and leafs with the arrow keys, which
// then are not the board's; the bar says how a game has ended, and nothing where
// nobody has judged.
func TestStudyByMouse(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/analysis/chess")
	p.plays("f2-f3", "e7-e5", "g2-g4")
	bar := func(want string) {
		t.Helper()
		p.until("the bar says "+want, `document.querySelector('.bar[role=img]').ariaLabel === `+quote(want))
	}
	bar("Evaluation: none yet")
	p.until("the bar is blank", `!document.querySelector('.bar .white').checkVisibility({ visibilityProperty: true })`)
	p.plays("d8-h4")
	bar("The game is over: Black has won.")
	p.keys(kb.ArrowLeft)
	p.present("g4")
	bar("Evaluation: none yet")
	p.keys(kb.Home)
	p.present("Start")
	p.keys(kb.End)
	p.present("Qh4#")
	p.open("/analysis/chess?fen=7k/5Q2/6K1/8/8/8/8/8%20b%20-%20-%200%201")
	p.sees("Draw: stalemate")
	bar("The game is over: a draw.")
}

// TestStudyNoBarriers looks at the board on a dark desktop, on the smallest phone
// and on one that lies on its side; the other tests see the other themes.
func TestStudyNoBarriers(t *testing.T) {
	for _, tt := range []struct {
		name string
		look look
	}{{"desktop-dark", night}, {"phone-light", small}, {"lying", look{width: 844, height: 390, touch: true}}} {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), tt.name, tt.look)
			check := func(what string) {
				t.Helper()
				p.accessible(what)
				p.shoot("study-" + strings.ReplaceAll(what, " ", "-") + "-" + tt.name)
			}
			p.open("/analysis")
			p.until("the boards are drawn", `document.querySelectorAll('.games svg use').length > 150`)
			check("chooser")
			p.press("Diminuendo with a custom ranking")
			check("rankings")
			p.press("Create study")
			p.until("the board is there", `location.pathname === '/analysis/diminuendo:pbnrqk' && document.querySelector('[role=grid]')`)
			p.open("/analysis/shrink?moves=e2e4_d7d5_e4d5_c6c5_d4c5")
			p.plays("b6-c4")
			check("board")
			p.press("Draw on the board")
			check("drawing")
			p.press("Draw on the board")
			for _, tab := range []string{"Engine", "Notes", "Explorer", "Share"} {
				if tt.name[:5] == "phone" || tab == "Explorer" || tab == "Share" {
					p.press(tab)
					check("tab " + tab)
				}
			}
			p.press("PGN tags")
			p.write("White", "Ann Oakley")
			p.press("Moves")
			p.sees("Ann Oakley – ?")
		})
	}
}
