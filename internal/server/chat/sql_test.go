package chat

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

const (
	here  = Place("games/" + played)
	other = Place("games/Game00000002")
)

// both are the rooms of games.
var both = []RoomName{Players, Spectators}

// at is a time, some milliseconds after another.
func at(ms int) time.Time { return time.UnixMilli(1_000_000 + int64(ms)).UTC() }

// message returns a message in which no field but the number is zero.
func message(place Place, room RoomName, author string, n int) Message {
	return Message{
		Place: place, Room: room, At: at(n), Author: author, Preset: "hello",
		Person: livegame.Person{Name: "Zoë 🐈'; --", Account: true, Bot: true},
		Text:   "it “works” ?1 $2", Hidden: true, Closed: true,
		Command: fmt.Sprint(author, n),
	}
}

// nodes are two nodes with one database.
type nodes struct {
	*testing.T
	one, two *Service
}

// eachDB runs a test on both databases.
func eachDB(t *testing.T, test func(n *nodes)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(&nodes{t, New(Options{DB: open()}), New(Options{DB: open()})})
	})
}

func (n *nodes) must(err error) {
	n.Helper()
	if err != nil {
		n.Fatal(err)
	}
}

// put stores messages by a node.
func (n *nodes) put(s *Service, list ...Message) []Message {
	n.Helper()
	got, err := s.put(n.Context(), list)
	n.must(err)
	return got
}

// room checks what is in a room.
func (n *nodes) room(place Place, room RoomName, after, limit int, want ...Message) {
	n.Helper()
	got, err := n.one.said(n.Context(), place, room, after, limit)
	if err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		n.Errorf("%s of %s after %d:\n%+v, %v, want\n%+v", room, place, after, got, err, want)
	}
}

// do does a step of Data.
func (n *nodes) do(step feature.Step, ids ...string) {
	n.Helper()
	n.must(n.one.o.DB.Write(n.Context(), func(ctx context.Context, t db.Tx) error { return step(ctx, t, ids...) }))
}

// Two nodes write in rooms, and read them.
func TestPut(t *testing.T) {
	eachDB(t, func(n *nodes) {
		first, elsewhere := message(here, Players, "ann", 1), message(here, Spectators, "cleo", 3)
		plain := Message{Place: here, Room: Players, At: at(2), Command: "plain"}
		got := n.put(n.one, elsewhere, first, plain)
		first.Seq, plain.Seq, elsewhere.Seq = 1, 2, 1
		if want := []Message{elsewhere, first, plain}; !reflect.DeepEqual(got, want) {
			n.Errorf("stored\n%+v, want\n%+v", got, want)
		}
		again := message(here, Players, "ann", 1) // a repeated request
		again.Text = "changed"
		third := message(here, Players, "bob", 4)
		got = n.put(n.two, again, third)
		third.Seq = 3
		if want := []Message{first, third}; !reflect.DeepEqual(got, want) {
			n.Errorf("stored\n%+v, want\n%+v", got, want)
		}
		n.room(here, Players, 0, 9, first, plain, third)
		n.room(here, Players, 1, 9, plain, third)
		n.room(here, Players, 0, 1, third)
		n.room(here, Players, 3, 9)
		n.room(here, Spectators, 0, 9, elsewhere)
		places, err := n.two.saidSince(n.Context(), at(4))
		if want := []mark{{here, Players, 3}}; err != nil || !reflect.DeepEqual(places, want) {
			n.Errorf("new messages in %+v, %v, want %+v", places, err, want)
		}
		n.must(n.one.hide(n.Context(), here, "", false))
		plain.Hidden = true
		n.room(here, Players, 0, 9, first, plain, third)
		for _, bad := range []Message{{Place: here, Room: "x", Text: "\xff", Command: "c"}, {Place: here, Room: "x"}} {
			if _, err := n.one.put(n.Context(), []Message{bad}); err == nil {
				n.Errorf("%+v was stored", bad)
			}
		}
	})
}

// Many goroutines on two nodes write in two rooms at once: each message has a number of its own, without gaps, and a
// full room keeps the last.
func TestPutRace(t *testing.T) {
	eachDB(t, func(n *nodes) {
		var all sync.WaitGroup
		for i := range 16 {
			all.Go(func() {
				for m := range 4 {
					author := fmt.Sprint("author", i)
					if _, err := []*Service{n.one, n.two}[i%2].put(n.Context(), []Message{
						message(here, both[(i+m)%2], author, m), message(other, both[m%2], author, m),
						message(here, both[(i+m)%2], author, m),
					}); err != nil {
						n.Error(err)
					}
				}
			})
		}
		all.Wait()
		total := 0
		for _, room := range both {
			list, err := n.one.said(n.Context(), here, room, 0, 1000)
			n.must(err)
			for i, m := range list {
				if m.Seq != i+1 {
					n.Fatalf("message %d has the number %d", i+1, m.Seq)
				}
			}
			total += len(list)
		}
		if total != 64 {
			n.Errorf("%d messages, want 64", total)
		}
		full := make([]Message, MaxMessages+2)
		for i := range full {
			full[i] = message("games/Game00000003", Players, "ann", i)
		}
		n.put(n.one, full...)
		list, err := n.two.said(n.Context(), "games/Game00000003", Players, 0, 2*MaxMessages)
		if err != nil || len(list) != MaxMessages || list[0].Seq != 3 {
			n.Errorf("a full room has %d messages, %v", len(list), err)
		}
	})
}

// Old messages are deleted; the numbers of a game that is not over go on.
func TestForgetBefore(t *testing.T) {
	eachDB(t, func(n *nodes) {
		_, err := n.one.o.DB.Exec(n.Context(), `INSERT INTO games (id, variant, start, base, increment, per_move, casual,
			public, seats, creator, former, created, white_guest, white_name, white_level, black_guest, black_name, black_level,
			status, seq, ply, turn, position, last, result, reason, updated, thinking, active, unplayed)
			VALUES ($1, 'shrink', '', 0, 0, 0, $2, $2, '[{},{}]', '', '', 1, '', '', 0, '', '', 0, 'live', 0, 0, 0, '', '', '*',
			'', 1, $2, 1, $2)`, played, false)
		n.must(err)
		for i := 1; i <= 3; i++ {
			n.put(n.one, message(here, Players, "ann", i), message(other, Players, "ann", i))
		}
		n.must(n.two.ForgetBefore(n.Context(), at(3)))
		for _, game := range []Place{here, other} {
			left := message(game, Players, "ann", 3)
			left.Seq = 3
			n.room(game, Players, 0, 9, left)
		}
		n.must(n.two.ForgetBefore(n.Context(), at(9)))
		for game, want := range map[Place]int{here: 4, other: 1} {
			n.room(game, Players, 0, 9)
			if got := n.put(n.one, message(game, Players, "ann", 10)); got[0].Seq != want {
				n.Errorf("in %s the next number is %d, want %d", game, got[0].Seq, want)
			}
		}
	})
}

// What a guest has written follows it into an account, and goes with the account or with the game.
func TestData(t *testing.T) {
	eachDB(t, func(n *nodes) {
		n.put(n.one, message(here, Players, "ada", 1), message(here, Players, "ben", 2),
			message(other, Players, "ben", 3))
		n.do(Data.Adopt, "ada", "ann")
		rows, err := db.All[map[string]any](n.Context(), n.two.o.DB, Data.Exports[0].Query, "ann")
		if err != nil || len(rows) != 1 || rows[0]["place"] != string(here) || rows[0]["at"] != at(1).UnixMilli() {
			n.Errorf("ann gets %v, %v", rows, err)
		}
		n.do(Data.Forget, "ann")
		left := message(here, Players, "ben", 2)
		left.Seq = 2
		n.room(here, Players, 0, 9, left)
		n.do(Data.ForgetGame, string(played))
		n.room(here, Players, 0, 9)
		left = message(other, Players, "ben", 3)
		left.Seq = 1
		n.room(other, Players, 0, 9, left)
		if got := n.put(n.one, message(here, Players, "ben", 4)); got[0].Seq != 1 {
			n.Errorf("the first message has the number %d", got[0].Seq)
		}
	})
}
