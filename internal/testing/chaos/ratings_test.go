package chaos

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/rules"
)

// signUp gives the players of rated tables accounts, before the faults begin.
func (w *world) signUp(ctx context.Context) {
	for n, s := range sorts {
		for i, name := range seatNames[:2] {
			if !s.rated {
				continue
			}
			g, err := w.newGuest(ctx, seatName(name, n))
			w.must(err)
			g.was = g.cookie()
			g.account = fmt.Sprintf("Chaos-%d-%d", n, i)
			w.must(g.callWithin(ctx, time.Minute, i%len(w.urls), http.MethodPost, "/api/signup",
				account.SignUp{Name: g.account, Password: "four random words of a test"}, nil))
		}
	}
}

// joined fills in what the server knows of an account that joins a game, with the rating it has at that moment.
func joined(c *livegame.Command, events []livegame.Event) {
	c.As.Account = true
	for _, e := range events {
		if e.Command == c.ID && e.Player.Guest == c.Guest {
			c.As = e.Player
		}
	}
}

// checkRatings checks that each finished rated game that counts has changed the rating of each of its players once,
// and that all ratings follow from the games to the last bit.
func (w *world) checkRatings(ctx context.Context, db *gamestore.Store) {
	ratings, begun := rating.New(rating.Options{DB: db.DB(), Games: db}), time.Now()
	var a rating.Audit
	for {
		var said []string
		var err error
		a, err = ratings.Verify(ctx, func(text string) { said = append(said, text) })
		w.must(err)
		if a.Pending > 0 && time.Since(begun) < settleTime {
			pause(ctx, 200*time.Millisecond)
			continue
		}
		for _, text := range said {
			w.t.Error(text)
		}
		if a.Pending > 0 {
			w.t.Errorf("%d games are not rated after %v", a.Pending, settleTime)
		}
		break
	}
	played, counting := map[rating.Player]int{}, 0
	for _, h := range w.histories {
		header, events, err := db.Load(ctx, livegame.ID(h.Game))
		w.must(err)
		g, err := livegame.Replay(header, events, rules.ByName)
		w.must(err)
		if rating.Judge(g.Summary()) != rating.Counts {
			continue
		}
		counting++
		c, err := ratings.ChangeOf(ctx, livegame.ID(h.Game))
		if err != nil {
			w.t.Errorf("game %s counts, but changed no rating: %v", h.Game, err)
			continue
		}
		for _, p := range c.Players {
			played[p]++
		}
	}
	if a.Changes != counting {
		w.t.Errorf("%d games count, but there are %d changes", counting, a.Changes)
	}
	for p, n := range played {
		list, err := ratings.History(ctx, p, 10_000)
		if err != nil || p.Level() == 0 && len(list) != n {
			w.t.Errorf("a player's rating has %d changes by %d games: %v", len(list), n, err)
		}
	}
	w.counts["rated"] = a.Games
	w.counts["changes"] = a.Changes
}
