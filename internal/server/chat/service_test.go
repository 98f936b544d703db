package chat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

const played livegame.ID = "Game00000001"

// table is one game, between Ann and Ben.
type table struct {
	mu     sync.Mutex
	status livegame.Status

	public  bool
	creator string
}

func (g *table) Summary(_ context.Context, id livegame.ID) (s livegame.Summary, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if id != played {
		return s, livegame.ErrNotFound
	}
	s.ID, s.Status, s.Seats = id, g.status, [2]livegame.Player{
		{Guest: "ann", Person: livegame.Person{Name: "Ann"}},
		{Guest: "ben", Person: livegame.Person{Name: "Ben"}},
	}
	s.Public, s.Creator = g.public, g.creator
	return s, nil
}

func (g *table) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.status = livegame.Finished
}

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

type world struct {
	*testing.T
	table  *table
	broker *managertest.Broker
	db     *db.DB
	things *things                    // nil: none
	blocks map[string]map[string]bool // by reader
}

func begin(t *testing.T) *world {
	return &world{t, &table{status: livegame.Live}, managertest.NewBroker(), dbtest.Open(t), nil, nil}
}

// node starts a node.
func (w *world) node(name string) *Service {
	o := Options{DB: w.db, Games: w.table, Queue: w.broker.Node(name), Now: func() time.Time { return now }}
	if w.blocks != nil {
		o.Blocked = func(context.Context, []string) (map[string]map[string]bool, error) { return w.blocks, nil }
	}
	if w.things != nil {
		o.Tournaments, o.Studies = w.things, shelf{w.things}
	}
	s := New(o)
	jobtest.Run(w, s.Jobs)
	return s
}

// ann is a guest.
var ann = publictext.Author{Guest: "ann", Name: "ANN"}

// old returns an account that may write text.
func old(id string) publictext.Author {
	return publictext.Author{
		Guest: id, Name: strings.ToUpper(id), Account: &auth.Account{ID: id, Created: now.Add(-25 * time.Hour)},
	}
}

var commands int

// post is a message with a command of its own.
func post(room RoomName, preset, text string) Post {
	commands++
	return Post{Place: OfGame(played), Room: room, Command: fmt.Sprint("command", commands), Preset: preset, Text: text}
}

// code returns the code of an error.
func code(err error) livegame.Code {
	var e *livegame.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Who writes what, and where.
func TestSay(t *testing.T) {
	w := begin(t)
	s := w.node("one")
	young, muted, closed, bot := old("ann"), old("ann"), old("ann"), old("ann")
	young.Account.Created, muted.Account.Muted = now.Add(-23*time.Hour), now.Add(time.Hour)
	closed.Account.Closed, bot.Account.Bot = now, true
	expired := old("ann")
	expired.Account.Muted = now.Add(-time.Hour)
	for name, c := range map[string]struct {
		by   publictext.Author
		post Post
		want livegame.Code
	}{
		"a guest's preset":         {ann, post(Players, "hello", ""), ""},
		"a guest's text":           {ann, post(Players, "", "What a game"), publictext.Guest},
		"a text that is a preset":  {young, post(Players, "", "Good luck!"), ""},
		"an unknown preset":        {ann, post(Players, "insult", ""), publictext.Bad},
		"both":                     {old("ann"), post(Players, "hello", "hello"), publictext.Bad},
		"nothing":                  {old("ann"), post(Players, "", " \u200b "), publictext.Bad},
		"a new account's text":     {young, post(Players, "", "What a game"), publictext.Young},
		"an account's text":        {old("ann"), post(Players, "", "What a game"), ""},
		"a bot's text":             {bot, post(Players, "", "I found a mate in 3"), ""},
		"a long text":              {old("ann"), post(Players, "", strings.Repeat("é", maxText)), ""},
		"a longer text":            {old("ann"), post(Players, "", strings.Repeat("é", maxText+1)), publictext.Bad},
		"an insult":                {old("ann"), post(Players, "", "you asshole"), publictext.Rude},
		"a muted account's preset": {muted, post(Players, "hello", ""), publictext.Muted},
		"a closed account's":       {closed, post(Players, "hello", ""), publictext.Muted},
		"after a mute":             {expired, post(Players, "", "sorry"), ""},
		"a spectator to players":   {old("cleo"), post(Players, "", "e4!"), publictext.NoRoom},
		"a player to spectators":   {old("ann"), post(Spectators, "", "e4!"), publictext.NoRoom},
		"a spectator":              {old("cleo"), post(Spectators, "", "e4!"), ""},
		"an unknown room":          {old("cleo"), post("kitchen", "hello", ""), publictext.NoRoom},
	} {
		m, err := s.Say(t.Context(), c.by, c.post)
		if got := code(err); got != c.want || err == nil &&
			(m.Seq == 0 || m.Author != c.by.Guest || m.Person.Account != (c.by.Account != nil) ||
				m.Preset == "" == (m.Text == "")) {
			t.Errorf("%s: %+v, %v, want %q", name, m, err, c.want)
		}
	}
	_, err := s.Say(t.Context(), ann, Post{Place: "games/Nowhere", Room: Players, Command: "x", Preset: "hello"})
	if !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("in no game: %v", err)
	}
}

// A new account writes text if one of the two players has invited the other to the game, or if they follow each other;
// only there.
func TestFriends(t *testing.T) {
	w := begin(t)
	young := old("ben")
	young.Account.Created = now.Add(-time.Hour)
	muted := old("ben")
	muted.Account.Created, muted.Account.Muted = now, now.Add(time.Hour)
	link := "see example.com"
	invited, friends := false, false
	s := New(Options{
		DB: w.db, Games: w.table, Queue: w.broker.Node("one"), Now: func() time.Time { return now },
		Invited: func(_ context.Context, id livegame.ID, from, to string) (bool, error) {
			return invited && id == played && from == "ann" && to == "ben", nil
		},
		Friends: func(_ context.Context, a, b string) (bool, error) { return friends && a == "ben" && b == "ann", nil },
	})
	may := func(by publictext.Author, room RoomName) May {
		_, game, err := s.find(t.Context(), OfGame(played))
		if err != nil {
			t.Fatal(err)
		}
		may, _ := s.may(t.Context(), by, game, room)
		return may
	}
	say := func(what string, by publictext.Author, want livegame.Code, right May) {
		t.Helper()
		for _, text := range []string{"What a game", link} {
			if _, err := s.Say(t.Context(), by, post(Players, "", text)); code(err) != want {
				t.Errorf("%s: %q: %v, want %q", what, text, err, want)
			}
		}
		if got := may(by, Players); got != right {
			t.Errorf("%s: may write %s, want %s", what, got, right)
		}
	}
	w.table.public = true
	say("a stranger", young, publictext.Young, mayPreset)
	friends = true
	say("a friend", young, "", mayText)
	if got := may(young, Spectators); got != mayPreset {
		t.Errorf("a friend may write %s to spectators", got)
	}
	say("who is muted", muted, publictext.Muted, mayNothing)
	if _, err := s.Say(t.Context(), young, post(Players, "", "you asshole")); code(err) != publictext.Rude {
		t.Errorf("a friend insults: %v", err)
	}
	friends, invited = false, true
	say("who was challenged", young, "", mayText)
	invited, w.table.public = false, false
	w.table.creator = "ben"
	say("who has invited by a link", young, "", mayText)
	w.table.creator = "cleo"
	say("who plays a game of another", young, publictext.Young, mayPreset)
	w.table.creator = "ann"
	say("who was invited by a link", young, "", mayText)
	if _, err := s.Say(t.Context(), old("cleo"), post(Spectators, "", link)); code(err) != publictext.Link {
		t.Errorf("a link for spectators: %v", err)
	}
}

// seen collects what a watcher gets.
type seen struct {
	mu   sync.Mutex
	got  map[RoomName][]string
	wake chan struct{}
}

func (w *world) watch(s *Service, guest string) *seen {
	return w.follow(s, OfGame(played), Reader{ID: guest})
}

// follow collects what a reader gets of a place.
func (w *world) follow(s *Service, p Place, r Reader) *seen {
	v := &seen{got: map[RoomName][]string{}, wake: make(chan struct{}, 100)}
	stop, err := s.Watch(w.Context(), p, r, func(room RoomName, after int, list []Message) {
		v.mu.Lock()
		defer v.mu.Unlock()
		if after == 0 {
			v.got[room] = nil
		}
		if kind, _ := p.split(); kind == "games" && after != len(v.got[room]) {
			w.Errorf("messages after %d follow %d", after, len(v.got[room]))
		}
		for _, m := range list {
			text := m.Text
			if m.Hidden {
				text = "(hidden)"
			}
			v.got[room] = append(v.got[room], text)
		}
		v.wake <- struct{}{}
	})
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(stop)
	return v
}

// wait waits until a watcher has a room's messages.
func (v *seen) wait(t *testing.T, room RoomName, want ...string) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		v.mu.Lock()
		got := slices.Clone(v.got[room])
		v.mu.Unlock()
		if slices.Equal(got, want) {
			return
		}
		select {
		case <-v.wake:
		case <-late:
			t.Fatalf("in %s the watcher has %q, want %q", room, got, want)
		}
	}
}

// Messages reach the watchers on all nodes in their order, each room's its readers, also if
// notices are lost, and once the game is over the players see what the spectators wrote.
func TestWatch(t *testing.T) {
	w := begin(t)
	one, two := w.node("one"), w.node("two")
	say := func(s *Service, by string, room RoomName, text string) {
		t.Helper()
		if _, err := s.Say(t.Context(), old(by), post(room, "", text)); err != nil {
			t.Fatal(err)
		}
	}
	say(one, "ann", Players, "first")
	ann, ben, cleo := w.watch(one, "ann"), w.watch(two, "ben"), w.watch(two, "cleo")
	say(two, "ben", Players, "second")
	say(one, "cleo", Spectators, "e4!")
	for _, v := range []*seen{ann, ben} {
		v.wait(t, Players, "first", "second")
	}
	cleo.wait(t, Spectators, "e4!")
	w.broker.Filter(func(string, livegame.Notice) bool { return false })
	say(one, "ann", Players, "lost")
	w.broker.Filter(nil)
	say(one, "ann", Players, "found")
	ben.wait(t, Players, "first", "second", "lost", "found")
	w.broker.Filter(func(string, livegame.Notice) bool { return false })
	say(one, "ann", Players, "lost, too")
	if err := two.look(t.Context()); err != nil {
		t.Error(err)
	}
	ben.wait(t, Players, "first", "second", "lost", "found", "lost, too")
	w.broker.Filter(nil)
	if err := one.hideAll(t.Context(), mark{Place: OfGame(played), Room: Players, Seq: 2}, Reader{ID: "ann"}); err != nil {
		t.Fatal(err)
	}
	for r, m := range map[Reader]mark{
		{ID: "ann"}:  {OfGame(played), Players, 9},
		{ID: "cleo"}: {OfGame(played), Players, 1}, // which she does not read
	} {
		if err := one.hideAll(t.Context(), m, r); !errors.Is(err, errNoMessage) {
			t.Errorf("hide no message: %v", err)
		}
	}
	ben.wait(t, Players, "first", "(hidden)", "lost", "found", "lost, too")
	ann.wait(t, Spectators)
	cleo.wait(t, Players)
	w.table.end()
	w.watch(one, "ann").wait(t, Spectators, "e4!")
	if _, err := one.Watch(t.Context(), "games/Nowhere", Reader{ID: "ann"}, nil); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("watching no game: %v", err)
	}
}
