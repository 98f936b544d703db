package browser

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestEditorShrink sets up an ending on 3×3 squares from an empty board with the
// mouse, follows every link from there and plays it.
func TestEditorShrink(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/editor")
	p.sees("Choose a variant")
	p.shoot("editor-choose")
	p.accessible("the choice of a game")
	p.press("Shrink Chess")
	p.until("the board is there", `document.querySelectorAll('[role=gridcell]').length === 64`)
	p.shoot("editor-start")
	p.press("Clear board")
	p.setUp("shrink", "8/8/8/8/8/8/8/8 w - - 0 1")
	p.sees("2 problems:")
	p.sees("White has no king: put one on the board.")
	for range 5 {
		p.press("Remove a file")
		p.press("Remove a rank")
	}
	p.setUp("shrink", "3/3/3 w - - 0 1")
	p.puts("kc3 Rb2 Kb3", p.byMouse)
	p.sees("Black’s king on c3 is attacked by the king on b3")
	p.shoot("editor-fault")
	p.accessible("a position with faults")
	p.until("nothing can be done with it",
		`[...document.querySelectorAll('.side .go button, .side .share button')].filter((b) => b.disabled).length === 6`)
	p.byMouse(p.at("b3"), p.at("a1"))
	p.setUp("shrink", "2k/1R1/K2 w - - 0 1")
	p.sees("Valid position.")
	p.shoot("editor-sound")
	p.accessible("a sound position")

	const fen = "2k/1R1/K2 w - - 0 1"
	p.leads("Analyze", "/analysis/shrink", url.Values{"fen": {fen}})
	p.leads("Play", "/new", url.Values{"variant": {"shrink"}, "fen": {fen}})
	js[bool](p, `navigator.clipboard.writeText = (text) => { globalThis.taken = text; return Promise.resolve() }, true`)
	for name, want := range map[string]string{
		"Copy FEN": fen, "Copy editor link": p.base + "/editor/shrink?fen=2k/1R1/K2%20w%20-%20-%200%201",
		"Copy analysis link": p.base + "/analysis/shrink?fen=2k/1R1/K2%20w%20-%20-%200%201",
	} {
		p.press(name)
		p.until(name+" takes the text", `globalThis.taken === `+quote(want))
	}

	// A piece is dragged off the board, and undo brings it back.
	p.byMouse(p.at("b2"), point{p.at("b2").X, 2})
	p.setUp("shrink", "2k/3/K2 w - - 0 1")
	p.press("Undo")
	p.setUp("shrink", fen)
	p.do(chromedp.KeyEvent("y", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.setUp("shrink", "2k/3/K2 w - - 0 1")
	p.press("Remove empty ranks and files")
	p.setUp("shrink", "1k/K1 w - - 0 1")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)),
		chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.setUp("shrink", fen)
	p.reload()
	p.until("the rules are loaded", `!!globalThis.wane`)
	p.setUp("shrink", fen)
	p.follow("Play")
	p.press("Two players, one screen")
	p.press("Play")
	game := record(t, p.base, p.path()).Game
	if game.FEN != fen || game.Variant != "shrink" {
		t.Errorf("the game is %s from %s", game.Variant, game.FEN)
	}
}

// TestEditorCheshire removes squares on a phone, by tapping and dragging.
func TestEditorCheshire(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ben", phone)
	p.edits("/editor/cheshire8")
	p.shoot("editor-cheshire-start-phone")
	p.press("Clear board")
	p.puts("Ke1 ke8 Re4", p.byTaps)
	p.sees("Black’s king on e8 is attacked by the rook on e4")
	p.press("Vanish")
	for _, cell := range []string{"e5", "e6", "d1"} {
		p.pressAt(p.at(cell))
	}
	p.setUp("cheshire8", "4k3/8/4*3/4*3/4R3/8/8/3*K3 w - - 0 1")
	p.press("Let Black move")
	p.setUp("cheshire8", "4k3/8/4*3/4*3/4R3/8/8/3*K3 b - - 0 1")
	p.sees("Valid")
	p.shoot("editor-cheshire-phone")
	p.accessible("vanished squares")
	p.press("White’s king has not moved yet")
	p.setUp("cheshire8", "4k3/8/4*3/4*3/4R3/8/8/3*K3 b K - 0 1")
	p.pressAt(p.at("e6")) // the square comes back
	p.press("Erase")
	p.pressAt(p.at("d1"))
	p.setUp("cheshire8", "4k3/8/8/4*3/4R3/8/8/4K3 b K - 0 1")
	p.press("Move")
	p.byFinger(p.at("e4"), p.at("a4"))
	p.byFinger(p.find("Black pawn"), p.at("a5"))
	p.setUp("cheshire8", "4k3/8/8/p3*3/R7/8/8/4K3 b K - 0 1")
	p.byFinger(p.at("e1"), p.at("d2"))
	p.sees("White’s king can only be unmoved (K) on e1.")
	p.sees("impossible here")
	p.shoot("editor-cheshire-fault-phone")
	p.press("Remove this right")
	p.setUp("cheshire8", "4k3/8/8/p3*3/R7/8/3K4/8 b - - 0 1")
	p.leads("Analyze", "/analysis/cheshire8", url.Values{"fen": {"4k3/8/8/p3*3/R7/8/3K4/8 b - - 0 1"}})
}

// TestEditorDiminuendo sets up a position with another ranking, on the smallest phone.
func TestEditorDiminuendo(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Cat", small)
	p.edits("/editor/diminuendo")
	p.shoot("editor-diminuendo-start-small")
	p.press("Clear board")
	p.puts("Ka1 kg5 Kz", p.byTaps)
	p.sees("White has 2 kings: leave one of them.")
	p.press("Ranking: KQRNBP")
	p.press("Crescendo")
	p.setUp("diminuendo:pbnrqk", "K4/6/7/3K3/7/6/4k w - - 0 1")
	p.accessible("a ranking")
	p.shoot("editor-diminuendo-ranking-small")
	p.press("Queenish kings")
	p.setUp("diminuendo:pbnrqk+qk", "K4/6/7/3K3/7/6/4k w - - 0 1")
	p.press("Counters")
	p.write("Halfmove clock", "7")
	p.write("Move number", "31")
	p.setUp("diminuendo:pbnrqk+qk", "K4/6/7/3K3/7/6/4k w - - 7 31")
	p.write("Move number", "0")
	p.sees("A whole number from 1 to 9999.")
	p.until("the board is whole and the dock below it", `(() => {
		scrollTo(0, 0)
		const box = (s) => document.querySelector(s).getBoundingClientRect()
		return box('.editor .column').bottom < box('.dock').top && box('.palette').bottom <= box('.dock').top &&
			box('.editor .column').left >= 0
	})()`)
	p.shoot("editor-diminuendo-small")
	p.leads("Play", "/new", url.Values{"variant": {"diminuendo:pbnrqk+qk"}, "fen": {"K4/6/7/3K3/7/6/4k w - - 7 31"}})
	p.follow("Play")
	p.press("Two players, one screen")
	p.press("Play")
	if g := record(t, p.base, p.path()).Game; g.Variant != "diminuendo:pbnrqk+qk" ||
		g.FEN != "K4/6/7/3K3/7/6/4k w - - 7 31" {
		t.Errorf("the game is %s from %s", g.Variant, g.FEN)
	}
}

// TestEditorKeys sets up a position of Convergent Chess by keyboard.
func TestEditorKeys(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Dan", night)
	p.edits("/editor/convergent?fen=***2***/*6*/*6*/*6*/*6*/*6*/*6*/***2***%20w%20-%20-%200%201")
	p.tabTo("the board", `e.matches('[role=gridcell]')`)
	p.walk("e1")
	p.keys("k" + kb.Enter)
	p.walk("e8")
	p.keys("k" + kb.Enter) // Black's
	p.walk("d8")
	p.keys("Q" + kb.Enter + "q" + kb.Enter)
	p.sees("White’s queen on d8 checks Black from its royal square")
	p.until("the cell says so",
		gridcell("d8")+`.getAttribute('aria-label') === 'd8, white queen, royal square of Black, problem'`)
	p.shoot("editor-convergent-fault-dark")
	p.keys("\x1b" + kb.Enter) // puts the tool away and picks the queen up
	p.walk("c4")
	p.keys(kb.Enter)
	p.walk("e1")
	p.keys("r")
	p.walk("g7")
	p.keys(" ")
	p.setUp("convergent", "***1k***/*5R*/*6*/*6*/*1Q4*/*6*/*6*/***1K*** w - - 0 1")
	p.keys(kb.Delete)
	p.setUp("convergent", "***1k***/*6*/*6*/*6*/*1Q4*/*6*/*6*/***1K*** w - - 0 1")
	p.sees("Valid position.")
	p.accessible("Convergent Chess at night")
	p.shoot("editor-convergent-dark")
	p.press("Swap colors")
	p.setUp("convergent", "***1k***/*6*/*6*/*1q4*/*6*/*6*/*6*/***1K*** b - - 0 1")
	p.press("Start position")
	p.sees("Valid position.")
}

// TestEditorFaults fixes what the rules reject.
func TestEditorFaults(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Eve", desktop)
	type fault struct{ says, fix string }
	for _, c := range []struct {
		variant, fen string
		faults       []fault
		after        string
	}{
		{"chess", "4k2P/8/8/8/8/8/8/R3K2K w KQ e6 0 1", []fault{
			{"White has 2 kings", "Remove the king on h1"}, {"White’s pawn on h8 cannot be there", "Remove the pawn on h8"},
			{"Castling right K needs", "Remove this right"}, {"En passant on e6 needs", "No en passant"},
		}, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
		{"shrink", "k2/3/R1K w - - 0 1", []fault{{"Black’s king on a3 is attacked by the rook on a1", "Let Black move"}},
			"k2/3/R1K b - - 0 1"},
		{"diminuendo", "5/6/7/3K2k/7/6/P3P w - - 0 1",
			[]fault{{"White’s king cannot be on z", ""}, {"White’s pawn on g5 cannot be there", "Remove the pawn on g5"}},
			"5/6/7/3K2k/7/6/P4 w - - 0 1"},
	} {
		p.edits("/editor/" + c.variant + "?fen=" + url.PathEscape(c.fen))
		for _, f := range c.faults {
			p.sees(f.says)
		}
		for _, f := range c.faults {
			if f.fix != "" {
				p.press(f.fix)
				p.until(f.says+" is fixed", `!document.querySelector('.faults').innerText.includes(`+quote(f.says)+`)`)
			}
		}
		p.setUp(c.variant, c.after)
	}
	p.puts("Ka1", p.byMouse)
	p.byMouse(p.at("z"), point{p.at("z").X, 2})
	p.sees("Valid position.")

	// The page offers the en passant squares that are possible.
	p.edits("/editor/chess?fen=" + url.PathEscape("4k3/8/8/PpPpP3/8/8/8/4K3 w - - 0 1"))
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const field = [...document.querySelectorAll('select')].find((s) => s.labels[0].innerText.startsWith('En passant'))
		field.value = [...field.options].find((o) => o.text === 'd6').value
		field.dispatchEvent(new Event('change', { bubbles: true }))
	})()`))
	p.setUp("chess", "4k3/8/8/PpPpP3/8/8/8/4K3 w - d6 0 1")
	p.press("Black")
	p.setUp("chess", "4k3/8/8/PpPpP3/8/8/8/4K3 b - - 0 1")

	// A position whose game is over can be analyzed, not played.
	p.edits("/editor/shrink?fen=" + url.PathEscape("k/R/K b - - 0 1"))
	p.sees("The game is over: White wins: checkmate.")
	p.until("Play cannot be pressed",
		`[...document.querySelectorAll('.side button')].some((b) => b.innerText === 'Play' && b.disabled)`)
}

// TestEditorByServer sets up a position where WebAssembly cannot be loaded: the server
// answers, until it cannot be reached.
func TestEditorByServer(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Gus", desktop)
	p.block(webAssembly)
	p.open("/editor/shrink")
	p.until("the board is there", `document.querySelectorAll('[role=gridcell]').length === 64`)
	p.press("Clear board")
	p.puts("Ka1 kc3", p.byTaps)
	p.press("Black")
	p.setUp("shrink", "8/8/8/8/8/2k5/8/K7 b - - 0 1")
	if js[bool](p, `!!globalThis.wane`) {
		t.Error("the rules were loaded all the same")
	}
	p.block(webAssembly, "*://*:*/api/draft")
	p.press("White")
	p.sees("Not changed: the server is unreachable.")
	p.block(webAssembly)
	p.press("White")
	p.setUp("shrink", "8/8/8/8/8/2k5/8/K7 w - - 0 1")
}

// TestEditorBadText reads as much as possible of an invalid FEN, in the field and in a
// link.
func TestEditorBadText(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Flo", phone)
	p.mayFail("/api/views", "/api/draft", "/editor/draughts")
	p.edits("/editor/shrink?fen=" + url.PathEscape("2k/1x1/K2 b"))
	p.sees("Parts of the FEN are invalid:")
	p.sees("unknown letter 'x'")
	p.sees("No castling rights, expected")
	p.until("the text is there, to be fixed", `document.querySelector('form textarea').value === '2k/1x1/K2 b'`)
	p.shoot("editor-bad-text-phone")
	p.accessible("a bad text")
	p.write("FEN", "2k/1R1/K2 b")
	p.sees("expected four to six fields")
	p.until("the text stays, to be fixed", `document.querySelector('form textarea').value === '2k/1R1/K2 b'`)
	p.write("FEN", "2k/1R1/K2 b - - 0 1")
	p.keys(kb.Enter)
	p.setUp("shrink", "2k/1R1/K2 b - - 0 1")
	p.until("the message is gone", `!document.body.innerText.includes('Parts of the FEN are invalid')`)
	// The dialog for a new game hands over the text that was typed there.
	p.chooses("shrink")
	p.press("From position")
	p.write("Position (FEN)", "2k/1R1/3 w - - 0 1")
	p.sees("no white king")
	p.press("Open the board editor")
	p.sees("White has no king: put one on the board.")
	p.setUp("shrink", "2k/1R1/3 w - - 0 1")
	p.open("/editor/draughts")
	p.sees("Unknown game \"draughts\"")
	p.press("Convergent Chess")
	p.until("the board is there", `document.querySelectorAll('[role=gridcell]').length === 40`)
}
