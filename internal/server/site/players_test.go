package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/social"
)

// shuffled are twelve plies of a game of chess.
var shuffled = strings.Fields("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 b1d2 a7a6")

// playsRated creates a game of two visitors, plays moves, and lets Black resign.
func playsRated(white, black *servertest.Visitor, n gameview.NewGame, moves []string) string {
	white.T.Helper()
	n.ID, n.Variant, n.Color = fmt.Sprintf("request-%s-%d", white.Me.Name, len(moves)), "chess", "white"
	var full gameview.FullGame
	white.Ask(http.MethodPost, "/api/games", n, &full)
	id := full.Game.ID
	if n.Opponent != "engine" {
		black.Ask(http.MethodPost, "/api/games/"+id+"/commands", gameview.Command{ID: "join-" + id, Order: "join"}, nil)
	}
	for ply, move := range moves {
		[]*servertest.Visitor{white, black}[ply%2].Play(id, ply, move)
	}
	black.Ask(http.MethodPost, "/api/games/"+id+"/commands", gameview.Command{ID: "resign-" + id, Order: "resign"}, nil)
	return id
}

// Two players sign up and play rated games: their ratings change, and their pages show what they
// have played.
func TestPlayers(t *testing.T) {
	var people *account.Service
	w, sweep := newArchive(t, func(o *server.Options) {
		db := o.Secrets.(*gamestore.Store)
		o.Social = social.New(social.Options{DB: db.DB(), Games: o.Games})
		o.Chat = chat.New(chat.Options{DB: db.DB(), Games: o.Games})
		o.Challenges = challenge.New(challenge.Options{DB: db.DB(), Games: o.Games, Lookup: o.Lookup})
		var err error
		people, err = account.NewService(
			account.Options{Store: &account.Store{DB: db.DB()}, Params: servertest.CheapPasswords, Now: o.Now})
		if err != nil {
			t.Fatal(err)
		}
		o.Accounts = people
	})
	ann, ben, eve := w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	ben.SignUp("Ben")
	rated := gameview.NewGame{Opponent: "anyone", Rated: true, Control: gameview.Control{Base: 300_000, Increment: 3000}}
	if r, body := eve.Request(http.MethodPost, "/api/games", gameview.NewGame{
		ID: "request-eve", Variant: "shrink", Color: "white", Opponent: "anyone", Rated: true, Control: rated.Control,
	}); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "sign in") {
		t.Errorf("a guest creates a rated game: %d %s", r.StatusCode, body)
	}
	id := playsRated(ann, ben, rated, shuffled)
	early := playsRated(ann, ben, rated, shuffled[:6])

	var game gameview.FullGame
	eve.Ask(http.MethodGet, "/api/games/"+id, nil, &game)
	if g := game.Game; !g.Rated ||
		g.White != (gameview.Seat{
			Person: livegame.Person{Name: "Ann", Account: true, Rating: 1500, Provisional: true}, Taken: true,
		}) {
		t.Errorf("the game is %+v", g)
	}
	of := func(id string) (r rating.GameRatings) {
		t.Helper()
		eve.Ask(http.MethodGet, "/api/games/"+id+"/ratings", nil, &r)
		return r
	}
	if got := of(id); got.State != "pending" {
		t.Errorf("before the game is rated: %+v", got)
	}
	sweep()
	rated.Opponent = "friend"
	hidden := playsRated(ann, ben, rated, shuffled[:11])
	sweep()
	if got := of(id); got.State != "rated" || got.White.Change <= 0 || got.White.Change != -got.Black.Change ||
		got.White.Before.Rating != 1500 || !got.White.After.Provisional {
		t.Errorf("the game did %+v, %+v", got.White, got.Black)
	}
	if got := of(early); got.State != "uncounted" || got.Why != "early" {
		t.Errorf("a game that was resigned at once did %+v", got)
	}
	if r, body := eve.Request(http.MethodGet, "/api/games/nowhere/ratings", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("a missing game did %s", body)
	}

	player := func(v *servertest.Visitor, name string) (p profile.Profile) {
		t.Helper()
		v.Ask(http.MethodGet, "/api/players/"+name, nil, &p)
		return p
	}
	p := player(eve, "aNN")
	if p.Name != "Ann" || p.You || p.Against != nil || len(p.Ratings) != 1 || p.Total != (rating.Score{Won: 2}) ||
		len(p.Games) != 1 || len(p.Opponents) != 1 || p.Opponents[0].Name != "Ben" || len(p.Openings) != 1 ||
		strings.Join(p.Openings[0].SAN, " ") != "e4 e5 Nf3 Nc6" || p.Openings[0].Score.Won != 2 || len(p.Activity) > 1 {
		t.Errorf("Ann is %+v", p)
	}
	if r := p.Ratings[0]; r.Game != "chess" || r.Speed != "blitz" || r.Score != (rating.Score{Won: 2}) ||
		r.Rating <= of(id).White.After.Rating || r.Best != 0 || r.Change != 0 {
		t.Errorf("Ann's rating is %+v", r)
	}
	var listed archive.Page
	eve.Ask(http.MethodGet, "/api/archive?account=Ann", nil, &listed)
	for _, g := range listed.Games {
		if want := map[string]string{early: "early"}[g.Game.ID]; g.Uncounted != want {
			t.Errorf("game %s did not count: %q, want %q", g.Game.ID, g.Uncounted, want)
		}
	}
	if mine := player(ann, "ann"); !mine.You || mine.Against != nil {
		t.Errorf("to herself Ann is %+v", mine)
	}
	if p := player(ben, "Ann"); p.Against == nil || *p.Against != (rating.Score{Lost: 3}) || p.Total.Won != 2 {
		t.Errorf("to Ben Ann is %+v", p)
	}
	if r, body := eve.Request(http.MethodGet, "/api/crosstable/BEN/ann", nil); r.StatusCode != http.StatusOK ||
		body != `{"users":{"ann":2,"ben":0},"nbGames":2}`+"\n" {
		t.Errorf("Ben against Ann: %d %q", r.StatusCode, body)
	}
	if p := player(eve, "Computer-4"); p.Level != 4 || !p.Bot || len(p.Levels) != 7 ||
		p.Levels[6] != (rating.LevelRating{Game: "chess", Rating: 1200}) {
		t.Errorf("level 4 is %+v", p)
	}
	var levels []rating.Level
	eve.Ask(http.MethodGet, "/api/levels", nil, &levels)
	if len(levels) != 8 || levels[7].Name != "computer-8" ||
		levels[7].Ratings[0].Rating != rating.OfEngine("shrink", 8).Rounded() {
		t.Errorf("the levels are %+v", levels)
	}
	var graphs []rating.Graph
	eve.Ask(http.MethodGet, "/api/players/Ann/ratings", nil, &graphs)
	if len(graphs) != 1 || len(graphs[0].Points) != 2 || graphs[0].Points[0][1] != int64(of(id).White.After.Rating) ||
		graphs[0].Points[1][1] != int64(of(hidden).White.After.Rating) {
		t.Errorf("Ann's ratings are %+v", graphs)
	}
	var boards []rating.Leaderboard
	eve.Ask(http.MethodGet, "/api/leaderboards/chess", nil, &boards)
	if len(boards) != 4 || boards[1].Speed != "blitz" || len(boards[1].Players) != 0 { // two games make no certain rating
		t.Errorf("the leaders are %+v", boards)
	}
	for path, status := range map[string]int{"/api/leaderboards/go": 422, "/api/players/nobody": 404,
		"/api/players/%20%00": 404, "/api/players/nobody/ratings": 404, "/api/archive?account=nobody": 404} {
		if r, body := eve.Request(http.MethodGet, path, nil); r.StatusCode != status {
			t.Errorf("%s: %d %s", path, r.StatusCode, body)
		}
	}
	for query, want := range map[string]int{"account=ann": 2, "account=ann&ending=won": 2, "account=ben&ending=won": 0,
		"account=ann&player=be": 2, "account=ann&player=an": 0} {
		var page archive.Page
		eve.Ask(http.MethodGet, "/api/archive?"+query, nil, &page)
		if len(page.Games) != want {
			t.Errorf("%s finds %d games, want %d", query, len(page.Games), want)
		}
	}
	var page archive.Page
	ben.Ask(http.MethodGet, "/api/archive?mine=true&account=ann", nil, &page)
	if len(page.Games) != 3 {
		t.Errorf("Ben finds %d games with Ann", len(page.Games))
	}

	w.Clock.Advance(publictext.FreeAge)
	says := profile.About{About: "from Oz", Link: "https://wane.example/ann"}
	ann.Ask(http.MethodPut, "/api/account/about", says, nil)
	if p := player(eve, "Ann"); p.About != says {
		t.Errorf("Ann says %q", p.About)
	}
	record, err := people.User(t.Context(), "Ann")
	if err == nil {
		err = people.Mute(t.Context(), record.ID, w.Clock.Now().Add(time.Hour))
	}
	if err != nil {
		t.Fatal(err)
	}
	if hidden, own := player(eve, "Ann").About, player(ann, "Ann").About; hidden != (profile.About{}) || own != says {
		t.Errorf("while she is muted, Ann says %q to others and %q to herself", hidden, own)
	}
}
