package browser

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

var clubNight = flag.Duration("club", 0, "how long TestClubNight plays in an arena of ten minutes, such as 11m")

// TestClubNight holds a private arena of eight players by its link, from the form to the podium. Half of them ask for
// the next game, the others read the result until it opens. No player loses a game by absence.
func TestClubNight(t *testing.T) {
	if *clubNight == 0 {
		t.Skip("it takes minutes; -club 11m holds it")
	}
	parallel(t)
	dir := t.TempDir()
	n, restart := startIn(t, dir, 0)
	var all []*person
	for i, name := range strings.Fields("Ada Ben Cleo Dan Eve Finn Gus Hana") {
		p := newPerson(t, n.URL(), name, []look{desktop, phone, night, small}[i%4]).withoutRules()
		p.open("/rules/chess")
		p.signsUp(name + "_club")
		p.mayFail(n.Addr().String(), "/commands")
		all = append(all, p)
	}
	old(t, dir, restart)
	ada := all[0]
	ada.open("/tournaments/new")
	ada.until("the form is there", `document.querySelector('form')`)
	starts := time.Now().Add(100 * time.Second)
	id := fmt.Sprintf("club-%d", starts.UnixMilli())
	ada.asks("POST", "/api/tournaments", fmt.Sprintf(`{"id":%q,"system":"arena","name":"Club night","variant":"shrink",`+
		`"control":{"base":180000,"increment":2000},"rated":true,"starts":%d,"minutes":10,"password":"tea"}`,
		id, starts.UnixMilli()), "a.id")
	for _, p := range all {
		p.open("/tournaments/" + id)
		p.sees("Club night")
		p.press("Join")
		if p != ada { // who made it knows the password
			p.write("Tournament password", "tea")
			p.press("Join")
		}
		p.sees("You are in.")
	}
	all[1].shoot("club-joined")

	shrink, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	sent := 0
	games, over, seats := map[string]*commands{}, map[string]game.Reason{}, map[string]int{}
	step := func(i int, p *person) {
		path := js[string](p, `location.pathname`)
		id, ok := strings.CutPrefix(path, "/game/")
		if !ok || over[id] != "" && i%2 == 0 {
			return // the next game opens by itself
		}
		if !js[bool](p, `!!document.querySelector('[role=grid]')`) {
			return // it is being loaded
		}
		f := record(t, n.URL(), path)
		if f.Game.Status == "finished" {
			if over[id] == "" {
				over[id] = game.Reason(f.Game.Reason)
				seats[f.Game.White.Name]++
				seats[f.Game.Black.Name]++
			}
			if i%2 == 1 && js[bool](p, `!!(`+byName("Next game")+`)`) {
				p.press("Next game")
			}
			return
		}
		if f.Game.White.Name == p.name+"_club" != (f.Game.Turn == "white") {
			return
		}
		if games[id] == nil {
			games[id] = &commands{game: id}
		}
		sent++
		if f.Game.Ply >= 12 && rand.IntN(3) == 0 {
			games[id].do(p, `"order":"resign"`)
			return
		}
		pos, err := shrink.Parse(f.Game.Position)
		if err != nil {
			t.Fatal(err)
		}
		legal := pos.Legal(nil)
		games[id].move(p, f.Game.Ply, pos.UCI(legal[rand.IntN(len(legal))]))
	}
	finished := false
	for end := starts.Add(*clubNight); !finished && time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		for i, p := range all {
			step(i, p)
		}
		finished = js[bool](ada, `fetch('/api/tournaments/`+id+`').then((r) => r.json())
			.then((t) => t.status === 'finished')`)
	}
	for _, p := range all {
		t.Logf("%s is at %s: %s: %s", p.name, js[string](p, `location.pathname`),
			js[string](p, `fetch('/api/tournaments/`+id+`').then((r) => r.json()).then((t) => JSON.stringify(t.mine))`),
			js[string](p, `(document.querySelector('.notices') ?? document.querySelector('main')).innerText.slice(0, 200)`))
	}
	if finished {
		for i, p := range all {
			p.open("/tournaments/" + id)
			p.until("the podium is there", `document.querySelector('.podium')`)
			p.shoot(fmt.Sprint("club-podium-", i))
		}
	}
	t.Logf("%d games, %d moves, by player %v", len(over), sent, seats)
	for id, why := range over {
		switch why {
		case game.TimeOut, game.TimeOutDraw, livegame.OpponentLeft, livegame.NoFirstMove:
			t.Errorf("game %s ended by absence: %s", id, why)
		}
	}
	for _, p := range all {
		if seats[p.name+"_club"] == 0 {
			t.Errorf("%s has finished no game", p.name)
		}
	}
}
