package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/rules"
)

// sort is a sort of games that a table plays.
type sort struct {
	name     string
	opponent string
	control  gameview.Control
	rated    bool
}

// seatNames name the users at a table.
var seatNames = [3]string{"white", "black", "spectator"}

// seatName returns the name of a user at a table.
func seatName(name string, table int) string { return fmt.Sprintf("%s of table %d", name, table) }

// sorts of games, one table each.
var sorts = []sort{
	{"blitz with a friend", "friend", gameview.Control{Base: 40_000, Increment: 1000}, true},
	{"alone at both colors", "self", gameview.Control{}, false},
	{"against the engine", "engine", gameview.Control{Base: 60_000, Increment: 2000}, false},
	{"without a clock", "friend", gameview.Control{}, false},
	{"from the lobby", "anyone", gameview.Control{Base: 20_000}, true},
	{"bullet with a friend", "friend", gameview.Control{Base: 8_000}, true},
	{"deserted", "friend", gameview.Control{Base: 120_000}, false},
	{"rated, against the engine", "engine", gameview.Control{Base: 15_000, Increment: 200}, true},
}

// table plays games of a sort, one after the other, until the context is done. Pages end
// with pages.
func (w *world) table(ctx, pages context.Context, n int, s sort) error {
	random := rand.New(rand.NewPCG(w.seed, uint64(n)+100)) //nolint:gosec // a test
	var all [3]*guest
	for i, name := range seatNames {
		var err error
		if all[i], err = w.newGuest(ctx, seatName(name, n)); err != nil {
			return nil //nolint:nilerr // the run has ended
		}
	}
	variants := rules.All()
	for round := 0; ctx.Err() == nil; round++ {
		rules := variants[random.IntN(len(variants))]
		if err := w.game(ctx, pages, n, round, s, rules, all, random.Uint64()); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// gameTime is how long a game may take. Then a player resigns.
const gameTime = 75 * time.Second

// game plays one game.
func (w *world) game(
	ctx, pages context.Context, n, round int, s sort, rules game.Game, all [3]*guest, seed uint64,
) error {
	random := rand.New(rand.NewPCG(w.seed, seed)) //nolint:gosec // a test
	white, black, spectator := all[0], all[1], all[2]
	wish := gameview.NewGame{
		ID: fmt.Sprintf("chaos-%d-%d-%d", w.seed, n, round), Variant: rules.Name(), Opponent: s.opponent, Control: s.control,
		Color: "white", Casual: !s.rated, Rated: s.rated,
	}
	if s.opponent == "engine" {
		wish.Level = 1
	}
	id, err := white.create(ctx, wish, random.IntN(2))
	if err != nil {
		return err
	}
	h := newHistory(id, s.name, rules.Name())
	w.mu.Lock()
	w.histories = append(w.histories, h)
	w.mu.Unlock()

	page := func(g *guest, node int) *tab {
		return g.open(pages, h, rules, node, rand.New(rand.NewPCG(w.seed, random.Uint64()))) //nolint:gosec // a test
	}
	first, eye := page(white, 0), page(spectator, random.IntN(2))
	tabs := []*tab{first, eye}
	players := []player{{tab: first, color: "white"}}
	switch s.opponent {
	case "self":
		second := page(white, 1)
		tabs = append(tabs, second)
		players = []player{{tab: first}, {tab: second}}
	case "friend", "anyone":
		second := page(black, 1)
		tabs = append(tabs, second)
		second.command(ctx, gameview.Command{Order: "join"})
		deserted := s.name == "deserted" && w.length >= longRun
		players = append(players, player{tab: second, color: "black", deserts: deserted})
		players[0].claims = deserted
	}
	over, end := context.WithTimeout(ctx, gameTime+time.Duration(random.IntN(20))*time.Second)
	defer end()
	var playing sync.WaitGroup
	for _, p := range players {
		playing.Go(func() { p.play(over, ctx) })
	}
	if random.IntN(2) == 0 { // its requests make nodes refresh the game, and hide a page that is not refreshed otherwise
		playing.Go(func() { eye.look(over) })
	}
	playing.Wait()
	// The pages of a game that is over are closed, those of a game in progress stay until it
	// has settled.
	if ctx.Err() != nil {
		w.mu.Lock()
		w.tabs = append(w.tabs, tabs...)
		w.mu.Unlock()
		return nil
	}
	for _, k := range tabs {
		k.awaitEnd(ctx)
		k.leave()
	}
	return nil
}

// awaitEnd waits a little for the end of the game.
func (k *tab) awaitEnd(ctx context.Context) {
	late := time.After(time.Second)
	for k.count() < k.history.last() {
		select {
		case <-k.news:
		case <-late:
			return
		case <-ctx.Done():
			return
		}
	}
}

// look reads the game again and again, from any node.
func (k *tab) look(ctx context.Context) {
	for ctx.Err() == nil && !k.view().over {
		node := k.random.IntN(len(k.w.urls))
		r := &reading{
			Client: k.client, Way: "request to " + k.w.names[node], Fresh: true, From: k.history.last(), Call: k.w.now(),
		}
		full, err := k.get(ctx, node, k.history.Game, r.From)
		if r.Return = k.w.now(); err == nil {
			r.N, r.Events = r.From, full.Events
			if n := len(full.Events); n > 0 {
				r.N = full.Events[n-1].Seq
				if full.Events[0].Seq != r.From+1 {
					k.history.wrong("%s knew of %d events, and got those from %d on at %.3f s",
						k.name, r.From, full.Events[0].Seq, seconds(r.Return))
				}
			}
			k.history.read(r)
		}
		pause(ctx, time.Duration(300+k.random.IntN(700))*time.Millisecond)
	}
}

// player is a user at a page who plays.
type player struct {
	*tab
	color   string // empty: both
	deserts bool   // leaves for good after a few moves
	claims  bool   // the opponent does
}

// maxEvents is how many events a game has before a player resigns.
const maxEvents = 120

// play plays until the game is over or the time is up; then it resigns, unless the whole run
// has ended.
func (p player) play(ctx, run context.Context) {
	for ctx.Err() == nil {
		v := p.view()
		if v.over {
			if p.random.IntN(2) == 0 {
				p.command(run, gameview.Command{Order: []string{"rematch-decline", "resign", "draw-offer"}[p.random.IntN(3)]})
			}
			return
		}
		if p.deserts && v.ply >= 4 {
			p.leave()
			return
		}
		p.act(ctx, v)
		select {
		case <-p.news:
			pause(ctx, time.Duration(20+p.random.IntN(150))*time.Millisecond)
		case <-time.After(time.Duration(200+p.random.IntN(600)) * time.Millisecond):
		case <-ctx.Done():
		}
	}
	if run.Err() == nil {
		p.command(run, gameview.Command{Order: "resign"})
	}
}

// act does something.
func (p player) act(ctx context.Context, v view) {
	color := p.color
	if color == "" {
		color = v.turn
	}
	do := func(order string) { p.command(ctx, gameview.Command{Order: order, Color: p.color}) }
	roll := p.random.IntN(100)
	switch last := lastOffer(v.events, color); {
	case len(v.events) > maxEvents && roll < 50:
		do("resign")
	case last != "" && roll < 60:
		do(last + []string{"-accept", "-decline", "-decline"}[p.random.IntN(3)])
	case p.claims && v.turn != color && v.ply > 2 && roll < 30:
		do("claim-win")
	case roll < 2:
		do([]string{"claim-win", "claim-draw", "draw-accept", "takeback-accept", "abort", "join", "rematch",
			"nonsense"}[p.random.IntN(8)])
	case roll < 5:
		do("draw-offer")
	case roll < 9 && v.ply > 2:
		do("takeback-offer")
	case roll < 11 && v.ply > 30:
		do("resign")
	case v.turn != color && roll < 90 || len(v.legal) == 0:
		return
	default:
		p.move(ctx, v)
	}
}

// move moves, sometimes with two moves at once through both nodes.
func (p player) move(ctx context.Context, v view) {
	ply := v.ply
	pick := func() gameview.Command {
		return gameview.Command{Order: "move", Color: p.color, Ply: &ply, Move: v.legal[p.random.IntN(len(v.legal))]}
	}
	first, second := pick(), pick()
	if p.random.IntN(10) > 0 {
		p.command(ctx, first)
		return
	}
	first.ID, second.ID = fmt.Sprintf("chaos-%06d", p.w.ids.Add(1)), fmt.Sprintf("chaos-%06d", p.w.ids.Add(1))
	var both sync.WaitGroup
	both.Go(func() { p.byRequest(ctx, 0, first) })
	both.Go(func() { p.byRequest(ctx, 1, second) })
	both.Wait()
}

// lastOffer returns what the opponent of a color offers: "draw", "takeback" or nothing.
func lastOffer(events []gameview.Event, color string) string {
	for _, e := range slices.Backward(events) {
		switch {
		case e.Kind == "draw-offer" && e.Color != color:
			return "draw"
		case e.Kind == "takeback-offer" && e.Color != color:
			return "takeback"
		case e.Kind == "move" || e.Kind == "takeback" || e.Kind == "draw-decline" || e.Kind == "takeback-decline":
			return ""
		}
	}
	return ""
}
