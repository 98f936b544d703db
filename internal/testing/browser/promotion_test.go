package browser

import (
	"testing"
)

// TestManyPromotions plays moves that promote pawns of both colors, some of which
// have illegal choices.
func TestManyPromotions(t *testing.T) {
	tests := []struct {
		name, fen, move string
		closed          string // the disabled choice for the last pawn
		look            look
		how             way
	}{
		{"desktop", "kp1Kp/2P2 w - - 0 1", "c1c2nrb", "Queen, not legal here", desktop, byClick},
		{"phone", "1pKpk1/P5 w - - 0 1", "a1a2qbn", "Queen, not legal here", small, byTap},
		{"keys", "Kp1kp1/5P w - - 0 1", "f1f2brn", "", night, byKeys},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			parallel(t)
			p := newPerson(t, serveAll(t), "Ann", tt.look)
			p.selfPlay("shrink", tt.fen)
			m := newMatch(t, "shrink", tt.fen).with(p, tt.how, nil, nil)
			m.seen()
			p.shoot("promotion-before-" + tt.name)

			// Cancel leaves the position unchanged.
			mv := m.move(tt.move)
			from, to, letters := steps(m.pos, mv)
			tt.how(p, from, to)
			p.asked(0, 3)
			p.shoot("promotion-first-" + tt.name)
			p.press("Cancel")
			p.until("the dialog is closed", `!document.querySelector('dialog.promotion[open]')`)
			m.seen()

			tt.how(p, from, to)
			p.promoteUpTo(letters, func() {
				if tt.closed != "" {
					p.until("a choice is disabled",
						`document.querySelector('dialog.promotion button[disabled][aria-label=`+quote(tt.closed)+`]')`)
				}
				p.shoot("promotion-last-" + tt.name)
			})
			m.note(mv)
			m.seen()
			p.shoot("promotion-after-" + tt.name)
		})
	}
}

// TestTypedPromotion types a move without promotions: the page asks for them.
func TestTypedPromotion(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	const fen = "kp1Kp/2P2 w - - 0 1"
	p.selfPlay("shrink", fen)
	m := newMatch(t, "shrink", fen).with(p, byClick, nil, nil)
	m.seen()
	p.types("c1c2")
	p.asked(0, 3)
	p.press("Cancel")
	p.until("the dialog is closed", `!document.querySelector('dialog.promotion[open]')`)
	m.seen()
	p.types("c1c2")
	p.promote("nrb")
	m.note(m.move("c1c2nrb"))
	m.seen()
}

// TestPromotionEndsWithTheGame ends a game while the dialog of promotions is open.
func TestPromotionEndsWithTheGame(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	ann, ben := newPerson(t, base, "Ann", desktop), newPerson(t, base, "Ben", desktop)
	ann.chooses("shrink")
	ann.press("A friend, by link")
	ann.press("White")
	ann.press("From position")
	ann.write("Position (FEN)", "kp1Kp/2P2 w - - 0 1")
	ann.sees("Valid position.")
	ann.press("Create link")
	ben.open(ann.path())
	ben.press("Join as Black")
	byClick(ann, "c1", "c2")
	ann.asked(0, 3)
	ben.press("Abort")
	ben.sees("End the game without a result?")
	ben.press("Abort")
	ann.result("Aborted before the second move")
	ann.until("the dialog is gone", `!document.querySelector('dialog.promotion')`)
}

// promoteUpTo is promote, with a call of last before the last answer.
func (p *person) promoteUpTo(letters string, last func()) {
	p.t.Helper()
	n := len(letters) - 1
	p.answer(letters[:n], 0, len(letters))
	p.asked(n, len(letters))
	last()
	p.answer(letters[n:], n, len(letters))
}
