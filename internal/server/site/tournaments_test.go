package site_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// newArena returns an arena that starts in a minute.
func newArena(w *servertest.World, id string) tournament.NewTournament {
	return tournament.NewTournament{
		ID: id, System: "arena", Name: "An  arena <b>", Description: "For all.", Variant: "shrink",
		Control: gameview.Control{Base: 60_000, Increment: 1000}, Rated: true,
		Starts: w.Clock.Now().Add(time.Minute).UnixMilli(), Minutes: 30,
	}
}

// direct does what is due in a tournament.
func direct(w *servertest.World, id string) {
	w.T.Helper()
	if err := w.Tournaments.Direct(w.T.Context(), livegame.ID(id)); err != nil {
		w.T.Fatal(err)
	}
}

func stateOf(v *servertest.Visitor, id, query string) (s tournament.State) {
	v.T.Helper()
	v.Ask(http.MethodGet, "/api/tournaments/"+id+query, nil, &s)
	return s
}

// Two players join an arena, play, and read how they stand.
func TestArena(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	guest, ann, ben := w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	ben.SignUp("Ben")
	w.Clock.Advance(publictext.FreeAge)
	n := newArena(w, "arena-of-ann")
	refuses(t, guest, http.StatusUnauthorized, "sign in", http.MethodPost, "/api/tournaments", n)
	for want, change := range map[string]func(*tournament.NewTournament){
		"10 to 480 minutes":           func(n *tournament.NewTournament) { n.Minutes = 0 },
		"ten seconds":                 func(n *tournament.NewTournament) { n.Starts = 1 },
		"unknown game":                func(n *tournament.NewTournament) { n.Variant = "checkers" },
		"needs a clock":               func(n *tournament.NewTournament) { n.Control = gameview.Control{Days: 1} },
		"expected value to be one of": func(n *tournament.NewTournament) { n.System = "knockout" },
	} {
		bad := n
		change(&bad)
		refuses(t, ann, http.StatusUnprocessableEntity, want, http.MethodPost, "/api/tournaments", bad)
	}
	var made tournament.View
	for range 2 { // sent again
		ann.Ask(http.MethodPost, "/api/tournaments", n, &made)
	}
	if made.Name != "An arena <b>" || made.Status != "created" || made.By.Name != "Ann" ||
		!made.Berserk || made.Title == "" {
		t.Errorf("%+v", made)
	}
	refuses(t, ben, http.StatusUnprocessableEntity, "this ID already", http.MethodPost, "/api/tournaments", n)
	var all tournament.Tournaments
	guest.Ask(http.MethodGet, "/api/tournaments?variant=shrink", nil, &all)
	if len(all.Created) != 1 || all.Created[0].By.Name != "Ann" || len(all.Started)+len(all.Finished) != 0 {
		t.Errorf("%+v", all)
	}

	path := "/api/tournaments/" + n.ID
	first := make(chan tournament.State) // waits for the first event
	go func() { first <- stateOf(guest, n.ID, "?since=0") }()
	refuses(t, guest, http.StatusUnauthorized, "", http.MethodPost, path+"/join", tournament.JoinTournament{})
	refuses(t, ben, http.StatusNotFound, "no such tournament", http.MethodPost, "/api/tournaments/nowhere/join",
		tournament.JoinTournament{})
	ben.Ask(http.MethodPost, "/api/account/confirm", account.Password{Password: servertest.Password}, nil)
	token := ben.NewToken("puzzle:read")
	if r, _ := guest.Request(http.MethodPost, path+"/join", tournament.JoinTournament{}, "Authorization", "Bearer "+
		token); r.StatusCode != http.StatusForbidden {
		t.Errorf("a token without the scope joins: %d", r.StatusCode)
	}
	var s tournament.State
	for _, v := range []*servertest.Visitor{ann, ben} {
		v.Ask(http.MethodPost, path+"/join", tournament.JoinTournament{}, &s)
		if !s.Mine.Joined || s.Mine.Out || s.Mine.May {
			t.Errorf("after joining: %+v", s.Mine)
		}
	}
	if s = <-first; s.Seq == 0 {
		t.Error("the answer did not wait for the first event")
	}
	if s = stateOf(guest, n.ID, ""); s.Mine != nil || len(s.Standings) != 2 || s.Players != 2 ||
		s.Description != "For all." {
		t.Errorf("%+v", s)
	}
	if s = stateOf(ann, n.ID, ""); !s.Mine.Creator {
		t.Error("its creator does not see that it is")
	}

	direct(w, n.ID)
	w.Clock.Advance(time.Minute)
	direct(w, n.ID)
	w.Clock.Advance(5 * time.Second)
	waiting := make(chan tournament.State)
	go func() { waiting <- stateOf(guest, n.ID, "?since=3") }()
	direct(w, n.ID)
	if s = <-waiting; s.Seq <= 3 || s.Status != "started" || len(s.Live) != 1 {
		t.Fatalf("%+v", s)
	}
	s = stateOf(ann, n.ID, "?from=-1")
	if len(s.Mine.Games) != 1 || s.Mine.Waiting || s.Mine.Player.Game != s.Mine.Games[0] || s.Count.Playing != 1 {
		t.Fatalf("%+v", s.Mine)
	}
	game := s.Mine.Games[0]
	white, black := ann, ben
	if s.Live[0].White.Name == "Ben" {
		white, black = ben, ann
	}
	var g gameview.FullGame
	white.Ask(http.MethodGet, "/api/games/"+game, nil, &g)
	if g.Game.Tournament == nil || g.Game.Tournament.Name != "An arena <b>" || !g.Game.Berserk || !g.Game.Rated {
		t.Errorf("%+v", g.Game)
	}
	do := func(v *servertest.Visitor, status int, want, id, order string, more gameview.Command) {
		t.Helper()
		more.ID, more.Order = id, order
		refuses(t, v, status, want, http.MethodPost, "/api/games/"+game+"/commands", more)
	}
	do(white, http.StatusConflict, "cannot be aborted", "command-1", "abort", gameview.Command{})
	do(white, http.StatusOK, "", "command-2", "berserk", gameview.Command{})
	do(white, http.StatusConflict, "already", "command-3", "berserk", gameview.Command{})
	g = gameview.FullGame{}
	white.Ask(http.MethodGet, "/api/games/"+game, nil, &g)
	if !g.Game.White.Berserk || g.Game.Black.Berserk || g.Times.White != 30_000 || g.Times.Black != 60_000 {
		t.Errorf("after berserk: %+v, %+v", g.Game.White, g.Times)
	}
	white.Play(game, 0, "e4")
	do(black, http.StatusOK, "", "command-4", "resign", gameview.Command{})
	do(black, http.StatusConflict, "no rematch", "command-5", "rematch", gameview.Command{})
	_, pgn := white.Request(http.MethodGet, "/api/games/"+game+"/pgn", nil)
	pgn = strings.Join(strings.Fields(pgn), " ")
	for _, part := range []string{
		`[WhiteBerserk "true"]`, "{White went berserk: half the time, no increment.} 1. e4",
		`[Termination "normal"]`, "{White wins: resignation.} 1-0",
	} {
		if !strings.Contains(pgn, part) || strings.Contains(pgn, "BlackBerserk") {
			t.Errorf("the PGN lacks %s:\n%s", part, pgn)
		}
	}
	direct(w, n.ID)
	s = stateOf(white, n.ID, "")
	if p := s.Mine.Player; p.Rank != 1 || p.Score != 2 || p.Sheet[0].Kind != "win" || !p.Sheet[0].Berserk ||
		p.Sheet[0].Color != "white" || s.Count.White != 1 {
		t.Errorf("%+v", s.Mine.Player)
	}
	if then := stateOf(white, n.ID, "?at=1"); len(then.Standings) != 0 || then.Mine != nil {
		t.Errorf("before it began: %+v", then)
	}

	var p tournament.PlayerView
	guest.Ask(http.MethodGet, path+"/players/1", nil, &p)
	if p.Name != "Ann" || p.Sheet[0].Against.Name != "Ben" {
		t.Errorf("%+v", p)
	}
	refuses(t, guest, http.StatusNotFound, "no player", http.MethodGet, path+"/players/3", nil)
	refuses(t, guest, http.StatusNotFound, "not been paired", http.MethodGet, path+"/rounds/1", nil)
	if _, pgn := guest.Request(http.MethodGet, path+"/pgn", nil); !strings.Contains(pgn, `[Event "An arena <b>"]`) ||
		strings.Count(pgn, "[White ") != 1 {
		t.Errorf("the games are\n%s", pgn)
	}
	for _, picture := range []string{"/card.png", "/qr.png"} {
		if r, body := guest.Request(http.MethodGet, path+picture, nil); r.StatusCode != http.StatusOK ||
			!strings.HasPrefix(body, "\x89PNG") {
			t.Errorf("%s: %d", picture, r.StatusCode)
		}
	}
	if _, page := guest.Request(http.MethodGet, "/tournaments/"+n.ID,
		nil); !strings.Contains(page, "An arena &lt;b&gt; · Shrink Chess") {
		t.Errorf("the page has no title of its own:\n%.400s", page)
	}

	ben.Ask(http.MethodPost, path+"/leave", nil, &s)
	if !s.Mine.Out || !s.Mine.May {
		t.Errorf("after leaving: %+v", s.Mine)
	}
	refuses(t, ann, http.StatusUnprocessableEntity, "has started", http.MethodPost, path+"/cancel", nil)
	w.Clock.Advance(30 * time.Second)
	direct(w, n.ID)
	for range 35 {
		w.Clock.Advance(time.Minute)
		direct(w, n.ID)
	}
	if s = stateOf(guest, n.ID, ""); s.Status != "finished" || len(s.Podium) != 2 || s.Podium[0].Score != 2 ||
		len(s.Podium[0].TieBreaks) != 1 || s.Ends == 0 {
		t.Errorf("%+v", s)
	}
	refuses(t, ben, http.StatusUnprocessableEntity, "is over", http.MethodPost, path+"/join", tournament.JoinTournament{})
}

// A private tournament is in no list, and needs its password.
func TestPrivateTournament(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, ben := w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	ben.SignUp("Ben")
	n := newArena(w, "secret-arena")
	n.System, n.Rounds, n.Pause, n.Minutes, n.Password = "swiss", 5, 10, 0, "miau"
	var made tournament.View
	ann.Ask(http.MethodPost, "/api/tournaments", n, &made)
	if !made.Private || made.Rounds != 5 || made.Berserk {
		t.Errorf("%+v", made)
	}
	var all tournament.Tournaments
	ben.Ask(http.MethodGet, "/api/tournaments", nil, &all)
	if len(all.Created) != 0 {
		t.Errorf("%+v", all)
	}
	path := "/api/tournaments/" + n.ID
	if _, body := ben.Request(http.MethodGet, path, nil); strings.Contains(body, "miau") {
		t.Error("the password is shown")
	}
	refuses(t, ben, http.StatusUnprocessableEntity, "password", http.MethodPost, path+"/join",
		tournament.JoinTournament{Password: "wuff"})
	var s tournament.State
	ben.Ask(http.MethodPost, path+"/join", tournament.JoinTournament{Password: "miau"}, &s)
	refuses(t, ben, http.StatusUnprocessableEntity, "Only who created", http.MethodPost, path+"/cancel", nil)
	ann.Ask(http.MethodPost, path+"/cancel", nil, &s)
	if s.Status != "canceled" || s.Reason != "canceled by its creator" {
		t.Errorf("%+v", s)
	}
}

// Three players play a Swiss tournament, in which one has a bye in each round.
func TestSwissTournament(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	names := []string{"Ann", "Ben", "Cleo"}
	people := map[string]*servertest.Visitor{}
	for _, name := range names {
		people[name] = w.Visitor()
		people[name].SignUp(name)
	}
	w.Clock.Advance(publictext.FreeAge)
	n := newArena(w, "swiss-of-three")
	n.System, n.Rounds, n.Pause, n.Minutes, n.Control = "swiss", 3, 10, 0, gameview.Control{Base: 180_000}
	var made tournament.View
	people["Ann"].Ask(http.MethodPost, "/api/tournaments", n, &made)
	path := "/api/tournaments/" + n.ID
	var s tournament.State
	for _, name := range names {
		people[name].Ask(http.MethodPost, path+"/join", tournament.JoinTournament{}, &s)
	}
	w.Clock.Advance(time.Minute)
	byes := map[string]bool{}
	for round := 1; round <= 3; round++ {
		direct(w, n.ID)
		var r tournament.RoundView
		people["Ben"].Ask(http.MethodGet, fmt.Sprintf("%s/rounds/%d", path, round), nil, &r)
		if len(r.Games) != 1 || len(r.Byes) != 1 || byes[r.Byes[0].Name] {
			t.Fatalf("round %d: %+v", round, r)
		}
		byes[r.Byes[0].Name] = true
		if s = stateOf(people["Ben"], n.ID, ""); s.Round != round || s.Rounds != 3 || s.Count.Playing != 1 {
			t.Errorf("%+v", s)
		}
		loser := people[r.Games[0].Black.Name]
		loser.Ask(http.MethodPost, "/api/games/"+r.Games[0].ID+"/commands",
			gameview.Command{ID: "resignation", Order: "resign"}, nil)
		direct(w, n.ID)
		if s = stateOf(people["Ben"], n.ID, ""); round < 3 && s.NextRound != w.Clock.Now().Add(10*time.Second).UnixMilli() {
			t.Errorf("after round %d the next one is at %d", round, s.NextRound)
		}
		w.Clock.Advance(10 * time.Second)
	}
	if s.Status != "finished" || len(s.Podium) != 3 || len(s.TieBreaks) != 4 || len(s.Standings[0].Sheet) != 3 {
		t.Errorf("%+v", s)
	}
	total := 0.0
	for _, p := range s.Standings {
		total += p.Score
	}
	if total != 6 { // a win and a bye in each round
		t.Errorf("there are %g points", total)
	}
}

// Players of a round robin have all games at once, and who leaves resigns them.
func TestRoundRobin(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	people := make([]*servertest.Visitor, 3)
	n := newArena(w, "robin-of-three")
	n.System, n.Minutes, n.Control, n.Double = "round-robin", 0, gameview.Control{Days: 2}, true
	path := "/api/tournaments/" + n.ID
	for i, name := range []string{"Ann", "Ben", "Cleo"} {
		people[i] = w.Visitor()
		people[i].SignUp(name)
		if i == 0 {
			w.Clock.Advance(publictext.FreeAge)
			n.Starts = w.Clock.Now().Add(time.Minute).UnixMilli()
			people[i].Ask(http.MethodPost, "/api/tournaments", n, nil)
		}
		people[i].Ask(http.MethodPost, path+"/join", tournament.JoinTournament{}, nil)
	}
	w.Clock.Advance(time.Minute)
	direct(w, n.ID)
	s := stateOf(people[1], n.ID, "")
	if len(s.Mine.Games) != 4 || s.Count.Playing != 6 || s.Rounds != 6 {
		t.Fatalf("%+v, %+v", s.Mine, s.Count)
	}
	people[1].Ask(http.MethodPost, path+"/leave", nil, &s)
	direct(w, n.ID) // resigns
	direct(w, n.ID) // counts
	if s = stateOf(people[1], n.ID, ""); s.Count.Games != 4 || s.Count.Playing != 2 || s.Mine.Player.Score != 0 ||
		s.Mine.May {
		t.Errorf("after leaving: %+v, %+v", s.Mine, s.Count)
	}
	refuses(t, people[1], http.StatusUnprocessableEntity, "has started", http.MethodPost, path+"/join",
		tournament.JoinTournament{})
	for _, id := range stateOf(people[0], n.ID, "").Mine.Games {
		people[0].Ask(http.MethodPost, "/api/games/"+id+"/commands",
			gameview.Command{ID: "resign-" + id, Order: "resign"}, nil)
	}
	direct(w, n.ID)
	direct(w, n.ID)
	if s = stateOf(people[2], n.ID, ""); s.Status != "finished" || s.Podium[0].Name != "Cleo" || s.Podium[0].Score != 4 ||
		s.Podium[1].Score != 2 {
		t.Errorf("%s: %+v", s.Status, s.Podium)
	}
}

// Moderators see which games of a tournament are between players of one address, and nobody else does. In a trusted
// network none are.
func TestGamesOfOneAddress(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) {
		o.TrustProxy, o.Trusted = true, []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
	})
	people := map[string]*servertest.Visitor{}
	for _, name := range []string{"Ann", "Ben", "Cy", "Di", "Mo"} {
		people[name] = w.Visitor()
		people[name].SignUp(name)
	}
	r, err := w.Accounts.User(t.Context(), "Mo")
	if err == nil {
		err = w.Accounts.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err != nil {
		t.Fatal(err)
	}
	home, school := []string{"Ann", "Ben"}, []string{"Cy", "Di"}
	for id, players := range map[string][]string{"of-one-home": home, "of-one-school": school} {
		n := newArena(w, id)
		n.Apart = true
		var made tournament.View
		people["Mo"].Ask(http.MethodPost, "/api/tournaments", n, &made)
		if !made.Apart {
			t.Errorf("%+v", made)
		}
		address := map[string]string{"of-one-home": "192.0.2.1", "of-one-school": "198.51.100.1"}[id]
		for _, name := range players {
			if r, body := people[name].Request(http.MethodPost, "/api/tournaments/"+id+"/join", tournament.JoinTournament{},
				"X-Forwarded-For", address); r.StatusCode != http.StatusOK {
				t.Fatalf("%s joins: %d %s", name, r.StatusCode, body)
			}
		}
	}
	w.Clock.Advance(time.Minute)
	for _, id := range []string{"of-one-home", "of-one-school"} {
		direct(w, id)
	}
	w.Clock.Advance(5 * time.Second)
	for _, id := range []string{"of-one-home", "of-one-school"} {
		direct(w, id)
		for name, v := range people {
			var p tournament.PlayerView
			var all []tournament.PlayerView
			v.Ask(http.MethodGet, "/api/tournaments/"+id+"/players/1", nil, &p)
			v.Ask(http.MethodGet, "/api/tournaments/"+id+"/results", nil, &all)
			if len(p.Sheet) != 1 || len(all) != 2 || len(all[0].Sheet) != 1 {
				t.Fatalf("%s: %+v, %+v", id, p, all)
			}
			want := name == "Mo" && id == "of-one-home"
			if p.Sheet[0].OneAddress != want || all[0].Sheet[0].OneAddress != want {
				t.Errorf("%s sees that the game of %s is of one address: %t", name, id, !want)
			}
		}
	}
}
