package livegame

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// The players of the tests. By default Ann has White and Ben has Black; Eve has no
// seat.
const (
	ann = "ann"
	ben = "ben"
	eve = "eve"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// header is a game between Ann and Ben, chess without a clock.
func header() Header {
	return Header{
		ID: "abcdefghijkl", Variant: "chess", Creator: ann, Created: noon,
		Seats: [2]Player{{Guest: ann, Person: Person{Name: "Ann"}}, {Guest: ben, Person: Person{Name: "Ben"}}},
	}
}

func clocked(control string) Header {
	h := header()
	c, err := ParseTimeControl(control)
	if err != nil {
		panic(err)
	}
	h.TimeControl = c
	return h
}

func casual(control string) Header {
	h := clocked(control)
	h.Casual = true
	return h
}

// bout is a game in a test, with a clock that the test advances.
type bout struct {
	t    testing.TB
	s    *Game
	now  time.Time
	lag  time.Duration
	gone time.Time // since when the opponent has been away
	sent int
}

func start(t testing.TB, h Header) *bout {
	t.Helper()
	g, err := New(h, rules.ByName)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return &bout{t: t, s: g, now: h.Created}
}

func (b *bout) wait(d time.Duration) *bout {
	b.now = b.now.Add(d)
	return b
}

// try decides about a command without applying the event.
func (b *bout) try(who string, o CommandKind, change ...func(*Command)) (Event, error) {
	b.sent++
	c := Command{ID: fmt.Sprintf("command-%d", b.sent), Kind: o, Guest: who, Ply: -1}
	for _, f := range change {
		f(&c)
	}
	return b.s.Do(c, Arrival{At: b.now, Lag: b.lag, OpponentAwaySince: b.gone})
}

// do carries out a command, which the game must allow.
func (b *bout) do(who string, o CommandKind, change ...func(*Command)) Event {
	b.t.Helper()
	e, err := b.try(who, o, change...)
	if err != nil {
		b.t.Fatalf("%s by %q is rejected: %v", o, who, err)
	}
	b.apply(e)
	return e
}

func (b *bout) apply(e Event) {
	b.t.Helper()
	if err := b.s.Apply(e); err != nil {
		b.t.Fatalf("Apply(%+v): %v", e, err)
	}
}

// refused checks that the game rejects a command with a code and a message that
// contains the words.
func (b *bout) refused(code Code, words, who string, o CommandKind, change ...func(*Command)) {
	b.t.Helper()
	e, err := b.try(who, o, change...)
	var r *Error
	switch {
	case err == nil:
		b.t.Errorf("%s by %q causes %+v, want an error", o, who, e)
	case !errors.As(err, &r):
		b.t.Errorf("%s by %q: %v is no *Error", o, who, err)
	case r.Code != code || !strings.Contains(r.Message, words):
		b.t.Errorf("%s by %q is rejected as %s: %q; want %s with %q", o, who, r.Code, r.Message, code, words)
	case e != Event{}:
		b.t.Errorf("%s by %q is rejected and causes %+v", o, who, e)
	}
}

// moves plays moves for the side to move.
func (b *bout) moves(texts string) Event {
	b.t.Helper()
	var last Event
	for _, text := range strings.Fields(texts) {
		last = b.do(b.s.Seats()[b.s.Position().Turn()].Guest, DoMove, move(text))
	}
	return last
}

// timeout applies the event that is due; there must be one.
func (b *bout) timeout() Event {
	b.t.Helper()
	e, due := b.s.Expire(b.now)
	if !due {
		b.t.Fatalf("nothing is due at %v", b.now)
	}
	b.apply(e)
	return e
}

// clocks checks the remaining times of both players.
func (b *bout) clocks(white, black time.Duration) {
	b.t.Helper()
	if got := b.s.Clocks(b.now).Remaining; got != [2]time.Duration{white, black} {
		b.t.Errorf("the clocks show %v, want %v and %v", got, white, black)
	}
}

// ends checks how the event ended the game.
func (b *bout) ends(e Event, r game.Result, why game.Reason) {
	b.t.Helper()
	m := b.s.Summary()
	if e.Result != r || e.Reason != why || !e.Ends() {
		b.t.Errorf("the event says %v, %q; want %v, %q", e.Result, e.Reason, r, why)
	}
	if m.Status != Finished || m.Result != r || m.Reason != why || !m.Deadline.IsZero() || m.EngineToMove {
		b.t.Errorf("the summary says %s, %v, %q, due %v; want finished, %v, %q, never",
			m.Status, m.Result, m.Reason, m.Deadline, r, why)
	}
}

func move(text string) func(*Command) { return func(c *Command) { c.Text = text } }
func at(ply int) func(*Command)       { return func(c *Command) { c.Ply = ply } }
func color(s string) func(*Command)   { return func(c *Command) { c.Color = s } }
func id(id string) func(*Command)     { return func(c *Command) { c.ID = id } }
func name(n string) func(*Command)    { return func(c *Command) { c.Name = n } }
func byEngine(job Job) func(*Command) {
	return func(c *Command) { c.ID, c.Ply, c.Engine, c.Guest = job.ID, job.Ply, true, "" }
}
func white(c *Command) { c.Color = "white" }
func black(c *Command) { c.Color = "black" }
