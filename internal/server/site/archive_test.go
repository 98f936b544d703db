package site_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/vacation"
	_ "github.com/wane-chess/wane/internal/testing/dbtest" // long deadlines: the machine may be busy
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// newArchive makes a server with a database of games; sweep archives and rates them.
func newArchive(t *testing.T, change ...func(*server.Options)) (w *servertest.World, sweep func()) {
	t.Helper()
	return newArchiveOf(t, func(games archive.Games) archive.Games { return games }, change...)
}

// newArchiveOf is newArchive, whose archive reads games in another way.
func newArchiveOf(
	t *testing.T, read func(archive.Games) archive.Games, change ...func(*server.Options),
) (w *servertest.World, sweep func()) {
	t.Helper()
	db, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.Use(archive.Data(rules.ByName), rating.Data)
	bus := managertest.NewBroker().Node("one")
	clock := managertest.NewClock()
	var h *manager.Manager
	var stop func()
	ratings := rating.New(rating.Options{DB: db.DB(), Games: db, Now: clock.Now,
		Summary: func(ctx context.Context, id livegame.ID) (livegame.Summary, error) {
			snap, err := h.Snapshot(ctx, id)
			return snap.Summary, err
		}})
	h, stop = managertest.Run(t, manager.Options{
		Node: "one", Store: db, Queue: bus, Lookup: rules.ByName, Clock: clock, Rate: ratings.Seat,
	})
	finished := archive.New(archive.Options{
		DB: db.DB(), Games: read(db), Lookup: rules.ByName, Variants: rules.All(), Starter: starterBook,
		Uncounted: rating.Uncounted,
	})
	w = servertest.New(t, append([]func(*server.Options){func(o *server.Options) {
		o.Games, o.Secrets, o.Archive, o.Now, o.Limits = h, db, finished, clock.Now, limits.Limits{Off: true}
		o.Ratings, o.Features = ratings, append(o.Features, finished)
	}}, append(change, func(o *server.Options) {
		if o.Social != nil {
			o.Profiles = profile.New(profile.Options{
				DB: db.DB(), Ratings: ratings, Played: finished.Played, Social: o.Social,
				Trophies:  tournament.New(tournament.Options{DB: db.DB(), Games: h}).Trophies,
				Vacations: vacation.New(db.DB(), h, nil), Lookup: o.Lookup, Now: clock.Now,
			})
			o.Features = append(o.Features, ratings, o.Profiles)
		}
	})...)...)
	w.Games, w.Clock = h, clock
	t.Cleanup(stop)
	return w, func() {
		t.Helper()
		if err := errors.Join(finished.Sweep(t.Context()), ratings.Sweep(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
}

// starterBook has two starter games of Shrink Chess.
func starterBook(variant string) (*archive.Book, error) {
	if variant != "shrink" {
		return nil, nil
	}
	g, err := rules.ByName(variant)
	if err != nil {
		return nil, err
	}
	return archive.NewBook(g, []archive.BookGame{
		{Moves: []string{"e2e4", "e7e5"}, Result: game.Draw, Plies: 80},
		{Moves: []string{"d2d4"}, Result: game.BlackWins, Plies: 51},
	})
}

// plays has both visitors play a game, in which the side to move resigns. A public game
// comes from the lobby, any other from a link.
func plays(v, with *servertest.Visitor, variant string, public bool, moves ...string) string {
	v.T.Helper()
	opponent := "friend"
	if public {
		opponent = "anyone"
	}
	v.Clock.Advance(time.Second)
	id := v.Begin(gameview.NewGame{
		ID: fmt.Sprintf("request-%d", v.Clock.Now().UnixNano()), Variant: variant, Opponent: opponent, Color: "white",
	}).Game.ID
	n := 0
	do := func(who *servertest.Visitor, d gameview.Command) {
		n++
		d.ID = fmt.Sprintf("command-%d", n)
		who.Ask(http.MethodPost, "/api/games/"+id+"/commands", d, nil)
	}
	do(with, gameview.Command{Order: "join"})
	for i, move := range moves {
		do([]*servertest.Visitor{v, with}[i%2], gameview.Command{Order: "move", Move: move, Ply: &i})
	}
	do([]*servertest.Visitor{v, with}[len(moves)%2], gameview.Command{Order: "resign"})
	return id
}

// found requests a page of the archive and returns the names of its games.
func found(v *servertest.Visitor, query string) (ids []string, next string) {
	v.T.Helper()
	var page archive.Page
	v.Ask(http.MethodGet, "/api/archive?"+query, nil, &page)
	for _, g := range page.Games {
		ids = append(ids, g.Game.ID)
		if g.Ended == 0 || g.Game.Status != "finished" {
			v.T.Errorf("found is %+v", g)
		}
	}
	return ids, page.Next
}

func TestArchive(t *testing.T) {
	w, sweep := newArchive(t)
	ann, ben, eve := w.Visitor(), w.Visitor(), w.Visitor()
	for name, v := range map[string]*servertest.Visitor{"Ann": ann, "Ben Oak": ben, "Eve": eve} {
		v.Ask(http.MethodPut, "/api/me", map[string]string{"name": name}, nil)
	}
	first := plays(ann, ben, "shrink", true, "e4", "d5", "exd5")
	second := plays(ben, eve, "diminuendo:pbnrqk", true, "c3c4", "a5a4")
	hidden := plays(ann, ben, "chess", false, "f3", "e5", "g4", "d6")
	sweep()
	for _, c := range []struct {
		who   *servertest.Visitor
		query string
		want  []string
	}{
		{eve, "", []string{second, first}},
		{ann, "", []string{hidden, second, first}},
		{ann, "mine=true", []string{hidden, first}},
		{eve, "mine=true", []string{second}},
		{ann, "mine=true&ending=lost", []string{hidden}},
		{ann, "mine=true&ending=won", []string{first}},
		{eve, "player=BEN", []string{second, first}},
		{eve, "player=ben&color=black", []string{first}},
		{eve, "player=oak", nil},
		{ann, "mine=true&player=eve", nil},
		{ben, "mine=true&player=eve&color=white", []string{second}},
		{eve, "variant=shrink", []string{first}},
		{eve, "variant=diminuendo", nil},
		{eve, "variant=diminuendo:all", []string{second}},
		{eve, "variant=diminuendo:pbnrqk&moves=c3c4", []string{second}},
		{eve, "variant=shrink&moves=1.e4+d5+2.+exd5", []string{first}},
		{eve, "variant=shrink&moves=e2e4_d7d5", []string{first}},
		{eve, "variant=shrink&moves=e2e4_e7e5", nil},
		{eve, "opponent=human", []string{second, first}},
		{eve, "opponent=engine", nil},
		{eve, "level=3", nil},
		{eve, "ending=white", []string{first}},
		{eve, "ending=black", []string{second}},
		{eve, "minplies=3", []string{first}},
		{eve, "maxplies=2", []string{second}},
		{eve, "from=2999-01-01", nil},
		{eve, "to=" + w.Clock.Now().UTC().Format("2006-01-02"), []string{second, first}},
		{eve, "to=" + w.Clock.Now().UTC().AddDate(0, 0, -2).Format("2006-01-02T15:04:05Z"), nil},
	} {
		if got, _ := found(c.who, c.query); !slices.Equal(got, c.want) {
			t.Errorf("%s: found are %v, want %v", c.query, got, c.want)
		}
	}
	page, next := found(eve, "limit=1")
	rest, end := found(eve, "limit=1&cursor="+next)
	if !slices.Equal(append(page, rest...), []string{second, first}) || end != "" {
		t.Errorf("page by page found are %v and %v, then %q", page, rest, end)
	}
}

func TestArchiveErrors(t *testing.T) {
	w, _ := newArchive(t)
	ann := w.Visitor()
	for _, c := range []struct{ query, want string }{
		{"variant=go", `Unknown game \"go\"`},
		{"variant=shrink:all", `Unknown game`},
		{"variant=" + strings.Repeat("x", 41), "query.variant"},
		{"player=" + strings.Repeat("x", 101), "query.player"},
		{"player=A%00nn", "cannot be displayed"},
		{"player=%FF%FE", "cannot be displayed"},
		{"color=white", "name a player"},
		{"color=red&player=a", "query.color"},
		{"ending=won", "Won and lost need a player"},
		{"ending=fled", "query.ending"},
		{"opponent=cat", "query.opponent"},
		{"level=9", "query.level"},
		{"minplies=-1", "query.minplies"},
		{"minplies=20&maxplies=10", "The minimum of 20 plies is above the maximum of 10"},
		{"minplies=many", "query.minplies"},
		{"moves=e4", "need a variant"},
		{"moves=e4&variant=diminuendo:all", "need a variant"},
		{"moves=e4_e4&variant=chess", "Opening, move 2: "},
		{"moves=%00&variant=chess", "Opening, move 1: "},
		{"moves=" + strings.Repeat("Nf3_Nf6_Ng1_Ng8_", 11) +
			"&variant=chess", "The opening has 44 plies; the search uses the first 40 plies at most."},
		{"moves=" + strings.Repeat("x", 801) + "&variant=chess", "query.moves"},
		{"from=yesterday", "Invalid from: expected a day such as 2026-05-31"},
		{"from=2026-02-30", "Invalid from"},
		{"to=2026-13-01", "Invalid to"},
		{"from=2026-05-31&to=2026-05-30", "The first day is after the last."},
		{"cursor=first", "The cursor"},
		{"cursor=1-a%00b", "The cursor"},
		{"cursor=1-%FF", "The cursor"},
		{"limit=0", "query.limit"},
		{"limit=101", "query.limit"},
		{"mine=perhaps", "query.mine"},
	} {
		for _, path := range []string{"/api/archive?", "/api/archive/pgn?"} {
			if strings.HasPrefix(c.query, "limit") && path != "/api/archive?" {
				continue
			}
			resp, body := ann.Request(http.MethodGet, path+c.query, nil)
			if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, c.want) {
				t.Errorf("%s%.60s: %d, %s; want %s", path, c.query, resp.StatusCode, body, c.want)
			}
		}
	}
}

func TestExplorer(t *testing.T) {
	w, sweep := newArchive(t)
	ann, ben := w.Visitor(), w.Visitor()
	first := plays(ann, ben, "shrink", true, "e4", "e5", "Nf3")
	second := plays(ann, ben, "shrink", true, "Nf3", "e5", "e4") // the same position
	plays(ann, ben, "shrink", false, "e4", "e5", "Nf3")          // private
	sweep()
	sweep()
	explore := func(query string) archive.ExploredView {
		t.Helper()
		var e archive.ExploredView
		ann.Ask(http.MethodGet, "/api/explorer?variant=shrink&"+query, nil, &e)
		return e
	}
	show := func(e archive.ExploredView) string {
		text := fmt.Sprintf("%d", e.Total.Games)
		for _, m := range e.Moves {
			if m.Tally.Games == 0 && m.Score != nil {
				continue // from the opening book
			}
			text += fmt.Sprintf(" %s %d/%d/%d here %d", m.SAN, m.Tally.White, m.Tally.Draws, m.Tally.Black, m.Here)
		}
		return text
	}
	all := explore("")
	if got, want := show(all), "4 e4 1/1/0 here 1 d4 0/0/1 here 0 Nf3 1/0/0 here 1"; got != want {
		t.Errorf("played was %s, want %s", got, want)
	}
	if got, want := show(explore("source=server")), "2 e4 1/0/0 here 1 Nf3 1/0/0 here 1"; got != want {
		t.Errorf("played here was %s, want %s", got, want)
	}
	if got, want := show(explore("source=engine")), "2 d4 0/0/1 here 0 e4 0/1/0 here 0"; got != want {
		t.Errorf("the engine played %s, want %s", got, want)
	}
	if all.Starter != 2 || all.Depth != archive.Depth || all.Variant != "shrink" || len(all.Recent) != 2 ||
		all.Recent[0].Game.ID != second || all.Moves[0].Game != first {
		t.Errorf("the answer is %+v", all)
	}
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	for _, text := range []string{"e2e4", "e7e5", "g1f3"} {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	fen := strings.ReplaceAll(p.String(), " ", "%20")
	e := explore("fen=" + fen)
	if e.Total.Games != 2 || e.Ended.Games != 2 || show(e) != "2" {
		t.Errorf("where two lines come together: %+v", e)
	}
	// Moves of the opening book come after those that were played, with scores for White.
	for turn, e := range map[game.Color]archive.ExploredView{game.White: all, game.Black: e} {
		moves := e.Moves[len(e.Moves)-3:]
		for i, m := range moves {
			if m.Tally.Games != 0 || m.Score == nil || m.Score.CP == nil {
				t.Fatalf("%v to move: %+v, want a move of the book alone", turn, m)
			}
			if worse := *m.Score.CP - *moves[0].Score.CP; turn == game.White && worse > 0 || turn == game.Black && worse < 0 {
				t.Errorf("%v to move: move %d is better than the one before", turn, i)
			}
		}
	}
	if all.Moves[0].Score == nil {
		t.Errorf("%s has no score", all.Moves[0].SAN)
	}
	other := strings.Replace(fen, "%202", "%2099", 1) // the counts do not matter
	if e = explore("fen=" + other); other == fen || e.Total.Games != 2 {
		t.Errorf("%s: %+v", other, e)
	}
	for _, c := range []struct{ query, want string }{
		{"", "query.variant"},
		{"variant=go", "Unknown game"},
		{"variant=shrink&fen=x", "FEN"},
		{"variant=shrink&fen=" + strings.Repeat("x", 201), "query.fen"},
		{"variant=shrink&source=memory", "query.source"},
	} {
		if resp, body := ann.Request(http.MethodGet, "/api/explorer?"+c.query,
			nil); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d, %s; want %s", c.query, resp.StatusCode, body, c.want)
		}
	}
}

// A server without an archive has no such operations.
func TestNoArchive(t *testing.T) {
	ann := servertest.New(t).Visitor()
	for _, path := range []string{"/api/archive", "/api/archive/pgn", "/api/explorer?variant=chess"} {
		if resp, _ := ann.Request(http.MethodGet, path, nil); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

// Rows have the name that people gave to the opening.
func TestArchiveOpenings(t *testing.T) {
	var names *opening.Service
	w, sweep := newArchive(t, func(o *server.Options) {
		names = opening.New(opening.Options{DB: o.Secrets.(*gamestore.Store).DB(), Lookup: rules.ByName, Now: o.Now})
		o.Openings = names
	})
	ann, ben := w.Visitor(), w.Visitor()
	plays(ann, ben, "shrink", true, "e4", "d5", "exd5")
	plays(ann, ben, "shrink", true, "d4")
	sweep()
	wants := func(want ...string) {
		t.Helper()
		var page archive.Page
		ann.Ask(http.MethodGet, "/api/archive", nil, &page)
		var got []string
		for _, g := range page.Games {
			got = append(got, g.Opening)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the openings are %q, want %q", got, want)
		}
	}
	wants("", "")
	for moves, name := range map[string]string{"e2e4": "Road", "e2e4 d7d5": "Crossroads"} {
		err := names.Set(t.Context(), notation.Line{Variant: "shrink", Moves: strings.Fields(moves)}, name, "root")
		if err != nil {
			t.Fatal(err)
		}
	}
	wants("", "Crossroads")
}
