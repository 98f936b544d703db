package site_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// watched gives a server with a database channels.
func watched(service **channels.Service) func(*server.Options) {
	return func(o *server.Options) {
		db := o.Secrets.(*gamestore.Store)
		o.Channels = channels.New(channels.Options{
			DB: db.DB(), Games: o.Games, Archive: o.Archive, Variants: o.Variants,
		})
		o.Features = append(o.Features, o.Channels)
		if service != nil {
			*service = o.Channels
		}
	}
}

// begin has two visitors begin a public game of blitz with some moves.
func begin(v, with *servertest.Visitor, variant string, moves ...string) (id string, play func(move string)) {
	v.T.Helper()
	v.Clock.Advance(time.Second)
	id = v.Begin(gameview.NewGame{
		ID: fmt.Sprintf("request-%d", v.Clock.Now().UnixNano()), Variant: variant,
		Opponent: "anyone", Color: "white", Control: gameview.Control{Base: 180_000},
	}).Game.ID
	with.Ask(http.MethodPost, "/api/games/"+id+"/commands", gameview.Command{ID: "command-join", Order: "join"}, nil)
	n := 0
	play = func(move string) {
		v.T.Helper()
		[]*servertest.Visitor{v, with}[n%2].Play(id, n, move)
		n++
	}
	for _, move := range moves {
		play(move)
	}
	return id, play
}

func TestWatch(t *testing.T) {
	w, sweep := newArchive(t, watched(nil))
	ann, ben, eve := w.Visitor(), w.Visitor(), w.Visitor()
	all := func() channels.Channels {
		t.Helper()
		w.Clock.Advance(time.Second) // what a node knows serves for so long
		var out channels.Channels
		eve.Ask(http.MethodGet, "/api/watch", nil, &out)
		return out
	}
	want := func(channel string, state channels.State, game string) channels.ChannelView {
		t.Helper()
		for _, c := range all().Channels {
			if c.Channel != channel {
				continue
			}
			if c.State != state || (c.Game == nil) != (game == "") || c.Game != nil && c.Game.ID != game {
				t.Errorf("channel %s is %s with %+v, want %s with %q", channel, c.State, c.Game, state, game)
			}
			return c
		}
		t.Fatalf("there is no channel %s", channel)
		return channels.ChannelView{}
	}
	want("shrink", "none", "")
	first := all()
	game, _ := begin(ann, ben, "shrink", "e4", "d5")
	c := want("shrink", "live", game)
	if c.Game.Ply != 2 || c.Times == nil || c.Times.White == 0 || c.Title != "Shrink Chess" {
		t.Errorf("the channel is %+v with %+v", c, c.Times)
	}
	if now := all(); now.Version == first.Version || now.Version != all().Version {
		t.Errorf("the versions are %s and %s", first.Version, now.Version)
	}
	ranking, _ := begin(ann, ben, "diminuendo:pbnrqk", "c3c4")
	want("diminuendo", "live", ranking)

	// The players learn which seat is theirs, without a guest's secret.
	var mine channels.ChannelView
	ann.Ask(http.MethodGet, "/api/watch/shrink", nil, &mine)
	if !mine.Game.White.You || mine.Game.Black.You {
		t.Errorf("Ann sees %+v", mine.Game)
	}

	ann.Ask(http.MethodPost, "/api/games/"+game+"/commands", gameview.Command{ID: "command-end", Order: "resign"}, nil)
	if c := want("shrink", "ended", game); c.Ended == 0 || c.Times != nil || c.Game.Result != "0-1" {
		t.Errorf("the channel is %+v", c)
	}
	next, _ := begin(ben, eve, "shrink", "e4")
	want("shrink", "ended", game)
	w.Clock.Advance(channels.Linger)
	want("shrink", "live", next)

	long := plays(ann, ben, "chess", true, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7")
	sweep()
	w.Clock.Advance(time.Minute)
	want("chess", "past", long)

	for path, status := range map[string]int{
		"/api/watch/go": 404, "/api/watch/diminuendo:pbnrqk": 200, "/api/watch?since=" + strings.Repeat("x", 121): 422,
	} {
		if r, body := eve.Request(http.MethodGet, path, nil); r.StatusCode != status {
			t.Errorf("%s: %d, want %d: %s", path, r.StatusCode, status, body)
		}
	}
	stranger := &servertest.Visitor{World: w, HTTP: &http.Client{Timeout: servertest.Patience}}
	if r, _ := stranger.Request(http.MethodGet, "/api/watch", nil); r.StatusCode != http.StatusOK ||
		r.Header.Get("Set-Cookie") != "" {
		t.Errorf("without a cookie: %d, %v", r.StatusCode, r.Header)
	}
}

// Who waits for a channel gets its next move.
func TestWatchSince(t *testing.T) {
	var service *channels.Service
	w, _ := newArchive(t, watched(&service))
	ann, ben, eve := w.Visitor(), w.Visitor(), w.Visitor()
	_, play := begin(ann, ben, "shrink", "e4")
	var before channels.ChannelView
	eve.Ask(http.MethodGet, "/api/watch/shrink", nil, &before)
	type reply struct {
		status int
		body   string
	}
	answered := make(chan reply, 1)
	go func() {
		r, body := eve.Request(http.MethodGet, "/api/watch/shrink?since="+before.Version, nil)
		answered <- reply{r.StatusCode, body}
	}()
	jobtest.Run(t, service.Jobs)
	play("d5")
	w.Clock.Advance(time.Second)
	got := <-answered
	var after channels.ChannelView
	if err := json.Unmarshal([]byte(got.body), &after); err != nil || after.Game.Ply != 2 ||
		after.Version == before.Version {
		t.Errorf("the answer is %d %s, %v", got.status, got.body, err)
	}
}
