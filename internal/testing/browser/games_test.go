package browser

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// TestWholeGames plays a game of each variant to mate between two browsers. Together
// the games have every way of moving and every kind of screen. Only the last moves of
// a long game are played on the page.
func TestWholeGames(t *testing.T) {
	live, handy := desktop, small
	live.moving, handy.moving = true, true
	tests := []struct {
		variant      string
		moves        string
		white, black look
		whiteWay     way
		blackWay     way
		picture      int // the move whose preview gets a screenshot; -1: none
		late         int // the moves that are played before the players open the page
	}{
		{
			"shrink",
			"e2e4 d7d5 e4d5 c6c5 d4c5 b6c4 d2d3 c4e3 f2e3 c5e3 c1e3 f4e3 d3e4 d5d1 e1d1 f5e4 d1e1 d4f2 e1f2 d3e2 d1c1 " +
				"d4c4 b1d2 e3d2 c1d2 e4e2 e1e2 d3e2 d1e3 c4b4 c2c3",
			live, phone, byClick, byTap, 20, 20,
		},
		{"convergent", "c3b4 f7e5 f3g4 c6b5 e3f4 e5f3 d1f3 g6g5 f3f5 g7g6 f5g6", night, handy, byDrag, bySwipe, 6, 0},
		{"diminuendo", "c3c4 a5a4 d3f5 g5f5 a1a2 c6z e3e4 e6f3", desktop, phone, byDrag, byTap, 3, 0},
		{"diminuendo:pbnrqk", "c3c4 a5a4 d3f5 g5f5 b2b3 e5z e3e4 e6f3", small, night, bySwipe, byClick, -1, 0},
		{"cheshire", "f2f4 c10b8 e2e4 e9e7 e1i5 f10c7 f1f3 e10e8 a2a4 c7c6 i5d5", desktop, phone, byClick, bySwipe, 4, 4},
		{"cheshire8", "b1a3 d7d6 b2b3 h7h5 b3b4 c7c6 f2f3 g8f6 e1g3 e7e5 c2c4 h5h4", phone, desktop, byTap, byKeys, -1, 6},
		{"chess", "f2f3 e7e5 c2c4 e8e7 h2h3 g8h6 g2g4 e7e6 b1c3 d8h4", desktop, desktop, byClick, byDrag, -1, 6},
	}
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			parallel(t)
			base := serveAll(t)
			ann, ben := newPerson(t, base, "Ann", tt.white), newPerson(t, base, "Ben", tt.black)
			moves := strings.Fields(tt.moves)
			var m *match
			if tt.late == 0 {
				m = befriend(t, tt.variant, ann, ben)
			} else {
				m = resume(t, tt.variant, ann, ben, moves[:tt.late]...)
			}
			m.with(ann, tt.whiteWay, ben, tt.blackWay)
			name := strings.ReplaceAll(tt.variant, ":", "-")
			if tt.variant == "convergent" {
				eve := newPerson(t, base, "Eve", desktop)
				eve.open(js[string](ann, `location.pathname`))
				m.watchers = append(m.watchers, eve)
				ann.sees("1 spectator")
			}
			m.seen()
			ann.shoot(name + "-start-white")
			ben.shoot(name + "-start-black")
			for i, move := range moves[tt.late:] {
				i += tt.late
				if i == tt.picture && m.pos.Turn() == game.White && !tt.white.touch {
					mv := m.move(move)
					from, to, _ := steps(m.pos, mv)
					ann.aim(from, to)
					ann.shoot(name + "-preview")
					ann.keys("\x1b")
				}
				m.play(move)
				if i == (tt.late+len(moves))/2 {
					ann.shoot(name + "-middle-white")
					ben.shoot(name + "-middle-black")
				}
			}
			outcome := m.pos.Outcome()
			if !outcome.Over() {
				t.Fatalf("the game has not ended: %s", m.pos)
			}
			words := outcome.String()
			m.ended(strings.ToUpper(words[:1]) + words[1:])
			ann.shoot(name + "-end-white")
			ben.shoot(name + "-end-black")
			for _, w := range m.watchers {
				w.shoot(name + "-end-watcher")
				m.chats(w)
			}
		})
	}
}

// chats has the players of a finished game and a spectator write to each other.
func (m *match) chats(watcher *person) {
	ann, ben := m.players[game.White], m.players[game.Black]
	for _, p := range []*person{ann, ben, watcher} {
		p.until("the chat opens", `(() => { const b = document.querySelector('.chat [aria-expanded]'); `+
			`if (b?.ariaExpanded === 'false') b.click(); return b?.ariaExpanded === 'true' })()`)
	}
	log := func(p *person, texts ...string) {
		for _, text := range texts {
			p.until("the chat has "+text, `document.querySelector('.chat [role=log]').innerText.includes("`+text+`")`)
		}
	}
	ben.press("Good game!")
	ben.until("the preset that was sent keeps the focus", `document.activeElement.closest('.presets')`)
	log(ann, "Good game!")
	watcher.press("Well played!")
	ann.press("Spectators")
	log(ann, "Well played!")
	ann.accessible("a game with its chat")
	ann.press("Close chat")
	ann.until("the chat is closed", `document.querySelector('.chat [aria-expanded=false]') === document.activeElement`)
	ben.press("Thank you!")
	ann.until("a message is unread", `document.querySelector('.chat .badge')?.innerText.startsWith('1')`)
	ann.press("Settings")
	ann.press("Chat beside games")
	ann.press("Close")
	ann.until("the chat is off", `!document.querySelector('.chat') && !!document.querySelector('.talk .off')`)
}
