package gamestoretest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/internal/server/livegame"
)

var background = context.Background()

// failer is a *testing.T or a *rapid.T.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func must(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v", err)
	}
}

func wantError(t failer, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

// create adds a live game.
func create(t failer, s livegame.Store, id livegame.ID) livegame.Summary {
	t.Helper()
	sum := NewGame(id)
	must(t, s.Create(background, sum))
	return sum
}

// appendMoves appends n moves.
func appendMoves(t failer, s livegame.Store, sum livegame.Summary, n int) livegame.Summary {
	t.Helper()
	for range n {
		e, next := NextMove(sum)
		must(t, s.Append(background, sum.ID, e, next))
		sum = next
	}
	return sum
}

// wantGame checks the header and the events of a game.
func wantGame(t failer, s livegame.Store, want livegame.Header, events []livegame.Event) {
	t.Helper()
	header, got, err := s.Load(background, want.ID)
	must(t, err)
	if header != want {
		t.Errorf("the header is\n%+v, want\n%+v", header, want)
	}
	wantEvents(t, got, events)
}

func wantEvents(t failer, got, want []livegame.Event) {
	t.Helper()
	if len(got) == 0 && len(want) == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the events are\n%+v, want\n%+v", got, want)
	}
}

// wantSummary checks a game's summary in List.
func wantSummary(t failer, s livegame.Store, want livegame.Summary) {
	t.Helper()
	seqs, err := s.Seqs(background, []livegame.ID{"nothing", want.ID})
	if seq, stored := seqs[want.ID]; err != nil || len(seqs) != 1 || !stored || seq != want.Seq {
		t.Fatalf("the last events are %v, %v, want %d", seqs, err, want.Seq)
	}
	list, err := s.List(background, livegame.Query{Limit: 1 << 20})
	must(t, err)
	for _, got := range list {
		if got.ID == want.ID {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("the summary is\n%+v, want\n%+v", got, want)
			}
			return
		}
	}
	t.Errorf("game %s is not listed", want.ID)
}

func testCreate(t *testing.T, h *handles) {
	s := h.games()
	sum := create(t, s, "Game00000001")
	wantGame(t, s, sum.Header, nil)
	wantSummary(t, s, sum)
}

func testCreateTwice(t *testing.T, h *handles) {
	s := h.games()
	sum := appendMoves(t, s, create(t, s, "Game00000001"), 2)
	other := NewGame("Game00000001")
	other.Variant = "chess"
	must(t, s.Create(background, other))
	wantSummary(t, s, sum)
}

func testCreateRefused(t *testing.T, h *handles) {
	s := h.games()
	for name, change := range map[string]func(*livegame.Summary){
		"no ID":          func(s *livegame.Summary) { s.ID = "" },
		"events already": func(s *livegame.Summary) { s.Seq = 1 },
		"no UTF-8":       func(s *livegame.Summary) { s.Seats[0].Name = "\xff" },
		"a zero byte":    func(s *livegame.Summary) { s.Variant = "shrink\x00" },
		"no result":      func(s *livegame.Summary) { s.Result = 4 },
	} {
		sum := NewGame("Game00000001")
		change(&sum)
		if err := s.Create(background, sum); err == nil {
			t.Errorf("a game with %s was created", name)
		}
	}
	list, err := s.List(background, livegame.Query{})
	must(t, err)
	if len(list) != 0 {
		t.Errorf("%d games were created", len(list))
	}
}

func testAppendInOrder(t *testing.T, h *handles) {
	s := h.games()
	sum := create(t, s, "Game00000001")
	var events []livegame.Event
	for range 40 {
		e, next := NextMove(sum)
		must(t, s.Append(background, sum.ID, e, next))
		events, sum = append(events, e), next
	}
	wantGame(t, s, sum.Header, events)
	wantSummary(t, s, sum)
}

// testAppendRefused appends invalid events to a game with three events.
func testAppendRefused(t *testing.T, h *handles) {
	s := h.games()
	sum := appendMoves(t, s, create(t, s, "Game00000001"), 3)
	for _, c := range []struct {
		name    string
		seq     int
		command string
		want    error
	}{
		{"the number zero", 0, "x", livegame.ErrConflict},
		{"a negative number", -1, "x", livegame.ErrConflict},
		{"the first number again", 1, "x", livegame.ErrConflict},
		{"the last number again", 3, "x", livegame.ErrConflict},
		{"the same event again", 3, "Game00000001/3", livegame.ErrConflict},
		{"a command that was there", 4, "Game00000001/2", livegame.ErrConflict},
		{"a gap", 5, "x", livegame.ErrConflict},
		{"a gap and no command", 1000, "", livegame.ErrConflict},
	} {
		e, next := NextMove(sum)
		e.Seq, next.Seq, e.Command = c.seq, c.seq, c.command
		if err := s.Append(background, sum.ID, e, next); !errors.Is(err, c.want) {
			t.Errorf("%s: the error is %v, want %v", c.name, err, c.want)
		}
	}
	e, next := NextMove(sum)
	wrong := next
	wrong.Seq = 9
	if err := s.Append(background, sum.ID, e, wrong); err == nil {
		t.Error("a summary of another event is accepted")
	}
	bad := e
	bad.SAN = "e\x004"
	if err := s.Append(background, sum.ID, bad, next); err == nil {
		t.Error("a text with a zero byte is accepted")
	}
	wantSummary(t, s, sum)
	// A valid event is still accepted; events without a command do not conflict.
	for range 2 {
		e, next := NextMove(sum)
		e.Command = ""
		must(t, s.Append(background, sum.ID, e, next))
		sum = next
	}
	wantSummary(t, s, sum)
}

// testAppendManyGames checks that numbers and commands are those of one game.
func testAppendManyGames(t *testing.T, h *handles) {
	s := h.games()
	for i := range 5 {
		sum := create(t, s, livegame.ID(fmt.Sprintf("Game%08d", i)))
		for range i {
			e, next := NextMove(sum)
			e.Command = fmt.Sprint(e.Seq)
			must(t, s.Append(background, sum.ID, e, next))
			sum = next
		}
	}
	for i := range 5 {
		_, events, err := s.Load(background, livegame.ID(fmt.Sprintf("Game%08d", i)))
		must(t, err)
		if len(events) != i {
			t.Errorf("game %d has %d events", i, len(events))
		}
	}
}

func testNotFound(t *testing.T, h *handles) {
	s := h.games()
	create(t, s, "Game00000001")
	_, _, err := s.Load(background, "Game00000002")
	wantError(t, err, livegame.ErrNotFound)
	_, err = s.EventsAfter(background, "Game00000002", 0)
	wantError(t, err, livegame.ErrNotFound)
	e, next := NextMove(NewGame("Game00000002"))
	wantError(t, s.Append(background, "Game00000002", e, next), livegame.ErrNotFound)
	_, _, err = s.Load(background, "' OR 1=1 --")
	wantError(t, err, livegame.ErrNotFound)
}

func testAfter(t *testing.T, h *handles) {
	s := h.games()
	sum := appendMoves(t, s, create(t, s, "Game00000001"), 5)
	_, all, err := s.Load(background, sum.ID)
	must(t, err)
	for seq := range 8 {
		got, err := s.EventsAfter(background, sum.ID, seq)
		must(t, err)
		wantEvents(t, got, all[min(seq, len(all)):])
	}
	got, err := s.EventsAfter(background, sum.ID, -3)
	must(t, err)
	wantEvents(t, got, all)
}

// testRoundTrip stores games and events whose fields are all zero, and all set.
func testRoundTrip(t *testing.T, h *handles) {
	s := h.games()
	full := fullGame()
	wantFull(t, reflect.ValueOf(full), "Summary", "Seq")
	event := fullEvent(1)
	event.Kind = livegame.Join // of which the players are stored, too
	wantFull(t, reflect.ValueOf(event), "Event")

	for _, sum := range []livegame.Summary{{Header: livegame.Header{ID: "Zero00000001"}}, full} {
		must(t, s.Create(background, sum))
		wantGame(t, s, sum.Header, nil)
		wantSummary(t, s, sum)
		// Every field of a summary that may change is set by an event.
		now := full
		now.Header, now.Seq = sum.Header, 1
		must(t, s.Append(background, sum.ID, event, now))
		wantSummary(t, s, now)
		bare := livegame.Summary{Header: sum.Header, Seats: now.Seats, Seq: 2} // this event cannot change who plays
		must(t, s.Append(background, sum.ID, livegame.Event{Seq: 2}, bare))
		wantSummary(t, s, bare)
		// Load returns times in UTC; the zero time stays zero.
		wantGame(t, s, sum.Header, []livegame.Event{event, {Seq: 2}})
	}
}

// wantFull fails if a field of a sample is zero, so that a new field is not forgotten.
func wantFull(t *testing.T, v reflect.Value, path string, except ...string) {
	t.Helper()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Field(i).IsZero() && (len(except) == 0 || except[0] != name) {
			t.Errorf("the sample's %s.%s is zero: give it a value", path, name)
		}
	}
}

func testRoundTripAny(t *testing.T, h *handles) {
	s := h.games()
	rapid.Check(t, func(r *rapid.T) {
		sum := anyGame().Draw(r, "game")
		if _, _, err := s.Load(background, sum.ID); err == nil {
			r.Skip("this game is there already")
		}
		must(r, s.Create(background, sum))
		wantGame(r, s, sum.Header, nil)
		wantSummary(r, s, sum)
		var events []livegame.Event
		for seq := 1; seq <= rapid.IntRange(0, 3).Draw(r, "events"); seq++ {
			e := anyEvent(seq).Draw(r, "event")
			next := anyGame().Draw(r, "next")
			next.Header, next.Seats, next.Seq = sum.Header, sum.Seats, seq
			must(r, s.Append(background, sum.ID, e, next))
			events = append(events, e)
			wantSummary(r, s, next)
		}
		wantGame(r, s, sum.Header, events)
	})
}

// testSecret checks that secrets are random, lasting and different.
func testSecret(t *testing.T, h *handles) {
	one, two := h.games(), h.games()
	first, err := one.Secret(background, "cookies")
	must(t, err)
	if len(first) != 32 {
		t.Errorf("the secret has %d bytes, want 32", len(first))
	}
	for _, s := range []livegame.Store{one, two} {
		again, err := s.Secret(background, "cookies")
		must(t, err)
		if string(again) != string(first) {
			t.Error("the secret has changed")
		}
		other, err := s.Secret(background, "")
		must(t, err)
		if string(other) == string(first) || len(other) != 32 {
			t.Errorf("the secret of another name is %x", other)
		}
	}
}

// The store's clock is that of the database, which here is this machine's, or none.
func testNow(t *testing.T, h *handles) {
	s := h.games()
	before := time.Now()
	now, err := s.Now(t.Context())
	must(t, err)
	if !now.IsZero() && (now.Before(before.Add(-time.Millisecond)) || now.After(time.Now().Add(time.Millisecond))) {
		t.Errorf("the store's time is %v, asked at %v", now, before)
	}
}

func testPing(t *testing.T, h *handles) {
	s := h.games()
	must(t, s.Ping(background))
	must(t, s.Ping(background))
	list, err := s.List(background, livegame.Query{})
	must(t, err)
	if len(list) != 0 {
		t.Errorf("Ping has made %d games", len(list))
	}
}
