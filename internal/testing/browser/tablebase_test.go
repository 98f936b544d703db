package browser

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// ending opens the analysis board with an endgame of Shrink Chess.
func (p *person) ending(fen string) {
	p.t.Helper()
	p.open("/analysis/shrink?fen=" + url.QueryEscape(fen))
}

// readEnding is the text of the tablebase panel: the verdict and each move.
const readEnding = `[...document.querySelectorAll('.verdict, [role=toolbar] :is(h3, ` +
	`li button)')].map((e) => e.innerText.trim().replace(/\s+/g, ' ')).join('; ')`

// knows waits until the panel shows the tables' results for a position.
func (p *person) knows(fen, verdict string) {
	p.t.Helper()
	g, err := rules.ByName("shrink")
	if err != nil {
		p.t.Fatal(err)
	}
	pos, err := g.Parse(fen)
	if err != nil {
		p.t.Fatal(err)
	}
	moves, err := tablebase.Builtin().Moves(pos)
	if err != nil {
		p.t.Fatal(err)
	}
	all := []string{verdict}
	for _, group := range []struct {
		of   game.WDL
		name string
	}{{game.WDLWin, "+ Winning"}, {game.WDLDraw, "= Drawing"}, {game.WDLLoss, "− Losing"}} {
		var list []string
		for _, m := range moves {
			if m.Result.Outcome != group.of {
				continue
			}
			san := notation.SAN(pos, m.Move)
			pos.Make(m.Move)
			switch {
			case pos.LegalCount() == 0 && pos.InCheck():
				san += " checkmate"
			case pos.LegalCount() == 0:
				san += " stalemate"
			case group.of == game.WDLWin:
				san += fmt.Sprintf(" mate in %d", (m.Result.DTM+1)/2)
			case group.of == game.WDLLoss:
				san += fmt.Sprintf(" mated in %d", m.Result.DTM/2)
			}
			pos.Unmake()
			list = append(list, san)
		}
		switch len(list) {
		case 0:
		case 1:
			all = append(all, group.name+" 1 move", list[0])
		default:
			all = append(append(all, fmt.Sprintf("%s %d moves", group.name, len(list))), list...)
		}
	}
	p.until("the panel shows "+strings.Join(all, "; "), readEnding+` === `+quote(strings.Join(all, "; ")))
}

// TestEndings opens endgames on the analysis board, plays the inventor's one to its
// end, and opens positions outside the tables.
func TestEndings(t *testing.T) {
	eachLook(t, func(_ *testing.T, p *person) {
		fen := "2k/1R1/K2 w - - 0 1"
		p.ending(fen)
		p.knows(fen, "White wins: mate in 2")
		p.until("the bar shows the mate", `document.querySelector('[role=img][aria-label^="Evaluation"]').ariaLabel === `+
			`'Evaluation: White mates in 2 moves (proven)'`)
		p.accessible("an ending")
		p.shoot("ending-" + p.name)
		if !p.look.touch {
			p.hover(p.find("Rc2+"))
			p.until("the move is drawn", `document.querySelectorAll('.shapes path.engine').length === 1`)
		}
		p.press("Rc2+")
		p.tree("Start 1. Rc2+")
		p.knows("1k/1R/K1 b - - 1 1", "White wins: mate in 1")
		if p.look.touch {
			p.press("Ka3")
			p.knows("k1/1R/K1 w - - 2 2", "White wins: mate in 1")
			p.press("Ra2#")
		} else { // by keyboard
			p.tabTo("the only move", `e.matches('[role=toolbar] li button')`)
			p.keys(kb.Enter)
			p.until("the focus moves to the next move",
				`document.activeElement?.innerText.replace(/\s+/g, ' ') === 'Ra2# checkmate'`)
			p.keys(kb.ArrowDown)
			p.until("the next has the focus", `document.activeElement.innerText.startsWith('Kb1')`)
			p.keys(kb.ArrowUp + kb.Enter)
		}
		p.tree("Start 1. Rc2+ Ka3 2. Ra2#")
		p.sees("The game is over.")

		// Pawns of the opponent promote to what the mover chooses.
		fen = "k3/1pp1/3K w - - 0 1"
		p.ending(fen)
		p.knows(fen, "Draw")
		p.shoot("ending-promotions-" + p.name)
		p.press("Kd2=NB")
		p.tree("Start 1. Kd2=NB")

		p.mayFail("/api/tablebase/shrink?fen=k2/3")
		p.ending("k2/3/1RK w - - 0 1")
		p.press("Tablebase")
		p.sees("Outside the tables: rank 2 is empty.")
		p.shoot("ending-outside-" + p.name)

		p.block("*://*:*/api/tablebase/*")
		p.ending("1r1/k1K/1R1 w - - 0 1")
		p.press("Tablebase")
		p.sees("The tablebase did not load: the server is unreachable.")
		p.accessible("no tablebase")
		p.shoot("ending-offline-" + p.name)
		p.block()
		p.press("Try again")
		p.knows("1r1/k1K/1R1 w - - 0 1", "Draw")
	})
}
