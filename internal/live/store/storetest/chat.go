package storetest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// message returns a message in which no field but the number is zero.
func message(game livegame.ID, room chat.Room, author string, n int) chat.Message {
	return chat.Message{
		Game: game, Room: room, At: at(n), Author: author, Name: "Zoë 🐈'; --", Account: true, Bot: true, Preset: "hello",
		Text: "it “works” ?1 $2", Hidden: true,
		Command: fmt.Sprint(author, n),
	}
}

func say(t failer, s Store, list ...chat.Message) []chat.Message {
	t.Helper()
	got, err := s.Say(background, list)
	must(t, err)
	return got
}

// testChat writes in rooms on two nodes, and reads them.
func testChat(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	first := message("Game00000001", chat.Players, "ann", 1)
	plain := chat.Message{Game: "Game00000001", Room: chat.Players, At: at(2), Command: "plain"}
	elsewhere := message("Game00000001", chat.Spectators, "cleo", 3)
	got := say(t, s, elsewhere, first, plain)
	first.Seq, plain.Seq, elsewhere.Seq = 1, 2, 1
	if want := []chat.Message{elsewhere, first, plain}; !reflect.DeepEqual(got, want) {
		t.Errorf("stored\n%+v, want\n%+v", got, want)
	}
	again := message("Game00000001", chat.Players, "ann", 1) // a repeated request
	again.Text = "changed"
	third := message("Game00000001", chat.Players, "bob", 4)
	got = say(t, other, again, third)
	third.Seq = 3
	if want := []chat.Message{first, third}; !reflect.DeepEqual(got, want) {
		t.Errorf("stored\n%+v, want\n%+v", got, want)
	}
	for _, c := range []struct {
		room         chat.Room
		after, limit int
		want         []chat.Message
	}{
		{chat.Players, 0, 9, []chat.Message{first, plain, third}}, {chat.Players, 1, 9, []chat.Message{plain, third}},
		{chat.Players, 0, 1, []chat.Message{third}}, {chat.Players, 3, 9, nil},
		{chat.Spectators, 0, 9, []chat.Message{elsewhere}},
	} {
		got, err := s.Said(background, "Game00000001", c.room, c.after, c.limit)
		must(t, err)
		if len(got)+len(c.want) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s after %d:\n%+v, want\n%+v", c.room, c.after, got, c.want)
		}
	}
	places, err := other.SaidSince(background, at(4))
	must(t, err)
	if want := []chat.Place{{Game: "Game00000001", Room: chat.Players, Seq: 3}}; !reflect.DeepEqual(places, want) {
		t.Errorf("new messages in %+v, want %+v", places, want)
	}
	must(t, s.Hide(background, "Game00000001", ""))
	plain.Hidden = true
	if got, err := s.Said(background, "Game00000001", chat.Players, 0, 9); err != nil ||
		!reflect.DeepEqual(got, []chat.Message{first, plain, third}) {
		t.Errorf("left is %+v, %v", got, err)
	}
	for _, bad := range []chat.Message{{Game: "Game00000001", Room: "x", Text: "\xff", Command: "c"},
		{Game: "Game00000001", Room: "x"}} {
		if _, err := s.Say(background, []chat.Message{bad}); err == nil {
			t.Errorf("%+v was stored", bad)
		}
	}
}

// testChatRace has many goroutines on two nodes write in two rooms at once: each message has a
// number of its own, without gaps, and a full room takes no more.
func testChatRace(t *testing.T, h *handles) {
	nodes := []Store{h.store(), h.store()}
	together(16, func(i int) {
		for n := range 4 {
			author := fmt.Sprint("author", i)
			if _, err := nodes[i%2].Say(background, []chat.Message{
				message("Game00000001", chat.Rooms[(i+n)%2], author, n), message("Game00000002", chat.Rooms[n%2], author, n),
				message("Game00000001", chat.Rooms[(i+n)%2], author, n),
			}); err != nil {
				t.Error(err)
			}
		}
	})
	total := 0
	for _, room := range chat.Rooms {
		list, err := nodes[0].Said(background, "Game00000001", room, 0, 1000)
		must(t, err)
		for i, m := range list {
			if m.Seq != i+1 {
				t.Fatalf("message %d has the number %d", i+1, m.Seq)
			}
		}
		total += len(list)
	}
	if total != 64 {
		t.Errorf("%d messages, want 64", total)
	}
	full := make([]chat.Message, chat.MaxMessages+1)
	for i := range full {
		full[i] = message("Game00000003", chat.Players, "ann", i)
	}
	got := say(t, nodes[0], full...)
	if got[chat.MaxMessages-1].Seq != chat.MaxMessages || got[chat.MaxMessages].Seq != 0 {
		t.Errorf("the last messages of a full room have the numbers %d and %d",
			got[chat.MaxMessages-1].Seq, got[chat.MaxMessages].Seq)
	}
}

// testForgetChat deletes old messages; the numbers of a game that is not over go on.
func testForgetChat(t *testing.T, h *handles) {
	s := h.store()
	create(t, s, "Game00000001")
	for n := 1; n <= 3; n++ {
		say(t, s, message("Game00000001", chat.Players, "ann", n), message("Gone00000001", chat.Players, "ann", n))
	}
	var counts []int
	for range 4 {
		n, err := s.ForgetChat(background, at(3), 3)
		must(t, err)
		counts = append(counts, n)
	}
	if !slices.Equal(counts, []int{3, 1, 0, 0}) {
		t.Errorf("deleted %v messages", counts)
	}
	for range 2 {
		if _, err := s.ForgetChat(background, at(9), 9); err != nil {
			t.Fatal(err)
		}
	}
	for game, want := range map[livegame.ID]int{"Game00000001": 4, "Gone00000001": 1} {
		if got := say(t, s, message(game, chat.Players, "bob", 9))[0].Seq; got != want {
			t.Errorf("%s: the next message has the number %d, want %d", game, got, want)
		}
	}
	for _, game := range []livegame.ID{"Game00000001", "Gone00000001"} {
		if list, err := s.Said(background, game, chat.Players, 0, 9); err != nil || len(list) != 1 {
			t.Errorf("%s has %+v, %v", game, list, err)
		}
	}
}
