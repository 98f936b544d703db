package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	database "github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/rules"
)

// arena is the history of a tournament whose players come and go.
type arena struct {
	w       *world
	id      string
	variant string
	players []*guest

	mu    sync.Mutex
	turns []turn
	wrong []string
}

// turn is a request of a player to join or to leave.
type turn struct {
	player       int
	in           bool
	call, answer moment // never: without an answer
}

// newArena creates a tournament, which begins ten seconds later.
func (w *world) newArena(ctx context.Context, players []*guest) (*arena, error) {
	random := rand.New(rand.NewPCG(w.seed, 600)) //nolint:gosec // a test
	all := rules.All()
	a := &arena{
		w: w, id: fmt.Sprintf("chaos-%d-arena", w.seed), variant: all[random.IntN(len(all))].Name(), players: players,
	}
	return a, players[0].insist(ctx, http.MethodPost, "/api/tournaments", tournament.NewTournament{
		ID: a.id, System: "arena", Name: "Chaos Arena", Variant: a.variant, Control: gameview.Control{Base: 5_000},
		Password: password, Starts: time.Now().Add(12 * time.Second).UnixMilli(),
		Minutes: max(10, int(w.length/time.Minute)+2),
	}, nil)
}

// work plays until the context is done. Pages end with pages.
func (a *arena) work(ctx, pages context.Context) {
	var all sync.WaitGroup
	for n, g := range a.players {
		all.Go(func() { g.stay(ctx) })
		all.Go(func() { a.play(ctx, pages, n, g) })
	}
	all.Wait()
}

// stay keeps a connection, which tells the server that the user is there to be paired.
func (g *guest) stay(ctx context.Context) {
	for node := 0; ctx.Err() == nil; node++ {
		dial, cancel := context.WithTimeout(ctx, answerTime)
		address := "ws" + strings.TrimPrefix(g.w.urls[node%len(g.w.urls)], "http") + "/ws"
		//nolint:bodyclose // the library does
		conn, _, err := websocket.Dial(dial, address, &websocket.DialOptions{HTTPHeader: g.cookie()})
		cancel()
		for err == nil {
			read, cancel := context.WithTimeout(ctx, silence)
			var m sockets.ServerMessage
			if err = wsjson.Read(read, conn, &m); err == nil && m.T == "ping" {
				err = send(ctx, conn, &sockets.ClientMessage{T: "pong", N: m.N})
			}
			cancel()
		}
		if conn != nil {
			_ = conn.CloseNow()
		}
		pause(ctx, 150*time.Millisecond)
	}
}

// play plays the games of a player, who comes and goes.
func (a *arena) play(ctx, pages context.Context, n int, g *guest) {
	random := rand.New(rand.NewPCG(a.w.seed, uint64(n)+700)) //nolint:gosec // a test
	played := map[string]bool{}
	a.turn(ctx, g, n, true, random)
	for ctx.Err() == nil {
		var state tournament.State
		err := g.call(ctx, random.IntN(len(a.w.urls)), http.MethodGet, "/api/tournaments/"+a.id+"?since=0", nil, &state)
		if err == nil && state.Mine != nil {
			for _, id := range state.Mine.Games {
				if !played[id] {
					played[id] = true
					a.game(ctx, pages, g, id, random)
				}
			}
		}
		if random.IntN(20) == 0 {
			a.turn(ctx, g, n, false, random)
			pause(ctx, time.Duration(random.IntN(1000))*time.Millisecond)
			a.turn(ctx, g, n, true, random)
		}
		pause(ctx, time.Duration(200+random.IntN(300))*time.Millisecond)
	}
}

// turn has a player join or leave, by several attempts if there is no answer.
func (a *arena) turn(ctx context.Context, g *guest, n int, in bool, random *rand.Rand) {
	what, body := "leave", any(nil)
	if in {
		what, body = "join", tournament.JoinTournament{Password: password}
	}
	for try := 0; ctx.Err() == nil && try < 8; try++ {
		t := turn{player: n, in: in, call: a.w.now(), answer: never}
		err := g.call(ctx, random.IntN(len(a.w.urls)), http.MethodPost, "/api/tournaments/"+a.id+"/"+what, body, nil)
		refusal := (*rejection)(nil)
		if errors.As(err, &refusal) {
			// Too many turns are refused. Nothing else is, once the player is in.
			if !strings.Contains(refusal.Detail, "come back") && !strings.Contains(refusal.Detail, "do not play") {
				a.fault("%s: %s is refused: %v", g.account, what, refusal)
			}
			return
		}
		if err == nil {
			t.answer = a.w.now()
		}
		a.mu.Lock()
		a.turns = append(a.turns, t)
		a.mu.Unlock()
		if err == nil {
			return
		}
		pause(ctx, 100*time.Millisecond)
	}
}

func (a *arena) fault(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.wrong) < 20 {
		a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
	}
}

// history returns the history of a game, which both players write.
func (a *arena) history(id string) *history {
	a.w.mu.Lock()
	defer a.w.mu.Unlock()
	for _, h := range a.w.histories {
		if h.Game == id {
			return h
		}
	}
	h := newHistory(id, "of a tournament", a.variant)
	a.w.histories = append(a.w.histories, h)
	return h
}

// game plays a game for a player.
func (a *arena) game(ctx, pages context.Context, g *guest, id string, random *rand.Rand) {
	var full gameview.FullGame
	if g.insist(ctx, http.MethodGet, "/api/games/"+id, nil, &full) != nil {
		return
	}
	if len(full.You) != 1 {
		a.fault("%s plays %q in game %s", g.account, full.You, id)
		return
	}
	played, err := rules.ByName(full.Game.Variant)
	if err != nil {
		a.fault("game %s: %v", id, err)
		return
	}
	k := g.open(pages, a.history(id), played, random.IntN(len(a.w.urls)), random)
	over, end := context.WithTimeout(ctx, gameTime)
	defer end()
	player{tab: k, color: full.You[0]}.play(over, ctx)
	if ctx.Err() != nil {
		a.w.mu.Lock()
		a.w.tabs = append(a.w.tabs, k)
		a.w.mu.Unlock()
		return
	}
	k.awaitEnd(ctx)
	k.leave()
}

// check waits until the tournament has the results of all its games that have ended, and checks that they are right,
// that each game exists once, that no player had two at a time, and that players are in or out as the answers said.
func (a *arena) check(ctx context.Context, db *gamestore.Store) {
	t := a.w.t
	begun := time.Now()
	for left := a.unscored(ctx, db); left != ""; left = a.unscored(ctx, db) {
		if time.Since(begun) > settleTime {
			t.Errorf("%v after the faults, %s", settleTime, left)
			break
		}
		pause(ctx, 200*time.Millisecond)
	}
	for _, text := range a.wrong {
		t.Errorf("tournament: %s", text)
	}
	type row struct{ Event tournament.Event }
	events, err := database.All[row](ctx, db.DB(),
		"SELECT event FROM tournament_events WHERE tournament = $1 ORDER BY seq", a.id)
	a.w.must(err)
	all, err := a.state(ctx, db)
	if err != nil {
		t.Errorf("the tournament has events that do not fit: %v", err)
		return
	}
	busy, paired := map[int]livegame.ID{}, map[livegame.ID]tournament.Pairing{}
	for i, r := range events {
		e := r.Event
		for _, g := range e.Games {
			for _, n := range []int{g.White, g.Black} {
				if busy[n] != "" {
					t.Errorf("event %d pairs player %d, who still plays %s", i+1, n, busy[n])
				}
				busy[n] = g.Game
			}
			if _, twice := paired[g.Game]; twice {
				t.Errorf("event %d pairs game %s again", i+1, g.Game)
			}
			paired[g.Game] = g
		}
		for _, r := range e.Results {
			g := paired[r.Game]
			delete(busy, g.White)
			delete(busy, g.Black)
		}
	}
	for n, g := range a.players {
		number := 0
		for _, p := range all.Players() {
			if p.Name == g.account {
				number = p.Number
			}
		}
		if p := all.Player(number); p != nil {
			if !a.agrees(n, !p.Out) {
				t.Errorf("%s is out of the tournament: %t, which does not follow from what the answers said", g.account, p.Out)
			}
		} else {
			t.Errorf("%s does not play in the tournament", g.account)
		}
	}
	a.w.counts["pairings"] = len(paired)
}

// state returns the tournament as it is stored.
func (a *arena) state(ctx context.Context, db *gamestore.Store) (*tournament.Tournament, error) {
	return tournament.New(tournament.Options{DB: db.DB()}).At(ctx, livegame.ID(a.id), time.Now().Add(time.Hour))
}

// unscored says what the tournament lacks; "": nothing.
func (a *arena) unscored(ctx context.Context, db *gamestore.Store) string {
	all, err := a.state(ctx, db)
	if err != nil {
		return "" // check says it
	}
	for _, g := range all.Games() {
		header, list, err := db.Load(ctx, g.Game)
		if err != nil {
			return fmt.Sprintf("game %s of the tournament is not there: %v", g.Game, err)
		}
		played, err := livegame.Replay(header, list, rules.ByName)
		if err != nil {
			return fmt.Sprintf("game %s of the tournament is invalid: %v", g.Game, err)
		}
		s := played.Summary()
		switch {
		case s.Tournament != livegame.ID(a.id):
			return fmt.Sprintf("game %s is of the tournament %q", g.Game, s.Tournament)
		case s.Status == livegame.Finished && g.Result == nil:
			return fmt.Sprintf("game %s has ended, but the tournament has no result of it", g.Game)
		case g.Result != nil && g.Result.Score != tournament.ResultOf(s).Score:
			return fmt.Sprintf("game %s ended %s, but counts as %s", g.Game, tournament.ResultOf(s).Score, g.Result.Score)
		}
	}
	return ""
}

// agrees reports whether a player is in the tournament in the end as the answers said about joining and leaving.
func (a *arena) agrees(n int, in bool) bool {
	type input struct {
		in, sure, last bool
	}
	model := porcupine.NondeterministicModel{
		Init: func() []any { return []any{false} },
		Step: func(state, in, _ any) []any {
			switch do := in.(input); {
			case do.last && state != do.in:
				return nil
			case do.last:
				return []any{state}
			case do.sure:
				return []any{do.in}
			default: // without an answer it may never have been carried out
				return []any{do.in, state}
			}
		},
		Equal: func(a, b any) bool { return a == b },
	}
	var list []porcupine.Operation
	for _, t := range a.turns {
		if t.player == n {
			list = append(list, porcupine.Operation{
				Input: input{in: t.in, sure: t.answer != never}, Call: t.call, Return: t.answer,
			})
		}
	}
	list = append(list, porcupine.Operation{Input: input{in: in, last: true}, Call: never, Return: never + 1})
	return porcupine.CheckOperationsTimeout(model.ToModel(), list, checkTime) == porcupine.Ok
}
