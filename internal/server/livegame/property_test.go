package livegame

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

var (
	variants = []string{"chess", "shrink", "convergent", "diminuendo", "diminuendo:pbnrqk+qk+fp", "cheshire", "cheshire8"}
	controls = []string{"none", "1d", "14d", "0+1", "0.25+0", "1+5", "5+3", "180+180"}
	orders   = []CommandKind{
		DoOfferDraw, DoAcceptDraw, DoDeclineDraw, DoOfferTakeback, DoAcceptTakeback, DoDeclineTakeback,
		DoResign, DoAbort, DoClaimWin, DoClaimDraw, DoJoin, DoRematch, DoDeclineRematch, DoVacation, "dance",
	}
)

// dice draws from 0 to 99 evenly, where rapid's own ranges prefer small numbers. The
// smallest draw becomes 99, which should be the usual case.
func dice(t *rapid.T, what string) int {
	return 99 - int(rapid.Uint64().Draw(t, what)*0x9e3779b97f4a7c15>>32%100)
}

func drawHeader(t *rapid.T) Header {
	h := clocked(rapid.SampledFrom(controls).Draw(t, "control"))
	h.Casual = rapid.Bool().Draw(t, "casual")
	h.Rules = rapid.SampledFrom([]Rules{"", "", "noAbort", "noAbort,noRematch", "noClaimWin,noEarlyDraw"}).Draw(t, "rules")
	kinds := []string{"two", "two", "two", "seek", "alone", "engine", "engine first", "nobody"}
	switch rapid.SampledFrom(kinds).Draw(t, "seats") {
	case "seek":
		h.Seats[0] = Player{}
	case "alone":
		h.Seats[1] = h.Seats[0]
	case "engine":
		h.Seats[1] = Player{Level: 2}
	case "engine first":
		h.Seats[0] = Player{Level: 2}
	case "nobody":
		h.Seats = [2]Player{}
	}
	return h
}

// drawCommand draws a command; moves are frequent and mostly legal.
func drawCommand(t *rapid.T, g *Game) Command {
	c := Command{
		ID:    rapid.SampledFrom([]string{"", fmt.Sprintf("id-%d", rapid.IntRange(0, 200).Draw(t, "id"))}).Draw(t, "has id"),
		Guest: rapid.SampledFrom([]string{ann, ben, ann, ben, eve, ""}).Draw(t, "guest"),
		Color: rapid.SampledFrom([]string{"", "", "", "white", "black", "x"}).Draw(t, "side"),
		Name:  rapid.SampledFrom([]string{"", "Ann"}).Draw(t, "name"),
		Ply:   -1,
	}
	apt := orders[:6] // likely commands in the state of the game
	switch g.Status() {
	case Waiting:
		apt = []CommandKind{DoJoin}
	case Finished:
		apt = []CommandKind{DoRematch, DoDeclineRematch}
	}
	switch what := dice(t, "what"); {
	case what < 5:
		c.Kind = rapid.SampledFrom(orders).Draw(t, "order")
		if c.Kind == DoVacation {
			c.Vacation = Away{
				Number: rapid.IntRange(0, 5).Draw(t, "number"),
				Until:  g.lastAt.Add(time.Duration(rapid.IntRange(-1, 30).Draw(t, "days")) * day),
			}
		}
		return c
	case what < 45 || g.Status() != Live && what < 90:
		c.Kind = rapid.SampledFrom(apt).Draw(t, "apt")
		return c
	}
	c.Kind = DoMove
	if rapid.Bool().Draw(t, "exact") {
		c.Ply = len(g.Moves()) + rapid.SampledFrom([]int{0, 0, 0, 0, 1, -1}).Draw(t, "ply")
	}
	if dice(t, "whose turn") >= 10 {
		c.Guest, c.Color = g.Seats()[g.Position().Turn()].Guest, ""
	}
	if j, ok := g.Job(1); ok && rapid.Bool().Draw(t, "engine") {
		c.Engine, c.ID = true, j.ID
	}
	legal := g.Position().Legal(nil)
	if len(legal) == 0 || dice(t, "nonsense") < 5 {
		c.Text = rapid.SampledFrom([]string{"", "e2e4", "O-O", "a1", "♞", "zz", "d8h4q"}).Draw(t, "text")
		return c
	}
	m := rapid.SampledFrom(legal).Draw(t, "move")
	c.Text = g.Position().UCI(m)
	if rapid.Bool().Draw(t, "san") {
		c.Text = notation.SAN(g.Position(), m)
	}
	return c
}

// TestRandomGames sends random commands, while a second node follows by the events
// alone, and checks after each step what holds in every game.
func TestRandomGames(t *testing.T) {
	kinds := map[EventKind]int{}
	reasons := map[game.Reason]int{}
	play := func(t *rapid.T, variant string) {
		h := drawHeader(t)
		h.Variant = variant
		a, err := New(h, rules.ByName)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(h, rules.ByName)
		if err != nil {
			t.Fatal(err)
		}
		w := witness{t: t, a: a, b: b, now: h.Created}
		for range rapid.SampledFrom([]int{1, 5, 20, 60, 120}).Draw(t, "steps") {
			w.step()
		}
		w.replays()
		for _, e := range a.Events() {
			kinds[e.Kind]++
			reasons[e.Reason]++
		}
	}
	for _, v := range variants {
		t.Run(v, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { play(t, v) }) })
	}
	t.Logf("kinds %v, reasons %v", kinds, reasons)
}

// witness follows a random game on two nodes.
type witness struct {
	t    *rapid.T
	a, b *Game
	now  time.Time
}

func (w *witness) step() {
	t := w.t
	if dice(t, "long") < 3 {
		w.now = w.now.Add(rapid.SampledFrom([]time.Duration{time.Minute, 10 * time.Hour, 15 * day}).Draw(t, "long time"))
	}
	w.now = w.now.Add(rapid.SampledFrom([]time.Duration{
		0, 1, time.Millisecond, 300 * time.Millisecond, time.Second, 3 * time.Second, -time.Second,
	}).Draw(t, "time"))
	c := drawCommand(t, w.a)
	m := Arrival{At: w.now, Lag: rapid.SampledFrom([]time.Duration{0, 123456789, MaxLag, time.Hour, -1}).Draw(t, "lag")}
	if rapid.Bool().Draw(t, "away") {
		gone := rapid.SampledFrom([]time.Duration{time.Second, ClaimAfter, time.Hour}).Draw(t, "gone")
		m.OpponentAwaySince = w.now.Add(-gone)
	}
	w.expiry()

	before := sight(w.a, w.now)
	e, err := w.a.Do(c, m)
	if after := sight(w.a, w.now); !reflect.DeepEqual(before, after) {
		t.Fatalf("Do has changed the game from\n%+v to\n%+v", before, after)
	}
	if e2, err2 := w.b.Do(c, m); e2 != e || !reflect.DeepEqual(err, err2) {
		t.Fatalf("another node decides otherwise:\n%+v, %v\n%+v, %v", e, err, e2, err2)
	}
	first, done := w.a.EventByCommand(c.ID)
	switch {
	case err != nil:
		var r *Error
		if !errors.As(err, &r) || r.Message == "" || r.Code == "" || e != (Event{}) {
			t.Fatalf("refused with %#v and %+v", err, e)
		}
		if due, is := w.a.Expire(w.now); is && rapid.Bool().Draw(t, "sweep") {
			w.take(due, 0)
		}
		return
	case done:
		t.Fatalf("%s leads to %+v, but has led to %+v", c.ID, e, first)
	case e.Command != c.ID:
		t.Fatalf("command %q leads to an event of %q", c.ID, e.Command)
	}
	w.take(e, m.Lag)
	if got, done := w.a.EventByCommand(c.ID); done != (c.ID != "") || done && got != e {
		t.Fatalf("Done(%q) = %+v, %v after %+v", c.ID, got, done, e)
	}
	if _, err := w.a.Do(c, m); err == nil && c.ID != "" {
		t.Fatalf("%s is carried out twice", c.ID)
	}
}

// expiry checks that deadline and expiry agree.
func (w *witness) expiry() {
	deadline := w.a.Summary().Deadline
	e, due := w.a.Expire(w.now)
	switch {
	case deadline.IsZero() && due:
		w.t.Fatalf("%+v without a deadline", e)
	case deadline.IsZero():
		return
	case due == w.a.eventTime(w.now).Before(deadline):
		w.t.Fatalf("due is %v at %v with the deadline %v", due, w.now, deadline)
	}
	if _, early := w.a.Expire(deadline.Add(-time.Millisecond)); early && deadline.After(w.a.Summary().Updated) {
		w.t.Fatalf("due before the deadline %v", deadline)
	}
	if e, due := w.a.Expire(deadline); !due || e.Kind != End {
		w.t.Fatalf("nothing is due at the deadline %v: %+v", deadline, e)
	}
}

// take applies an event on both nodes and checks the changes.
func (w *witness) take(e Event, lag time.Duration) {
	t := w.t
	old, at := w.a.Summary(), w.a.Clocks(e.At)
	had := [2]time.Duration{w.a.clockAtTurn(0), w.a.clockAtTurn(1)}
	for i, g := range []*Game{w.a, w.b} {
		if err := g.Apply(e); err != nil {
			t.Fatalf("node %d: %v\n%+v", i, err, e)
		}
	}
	if x, y := sight(w.a, w.now), sight(w.b, w.now); !reflect.DeepEqual(x, y) {
		t.Fatalf("the nodes differ:\n%+v\n%+v", x, y)
	}
	got, times := w.a.Summary(), w.a.Clocks(e.At)
	if got.Seq != old.Seq+1 || e.Seq != got.Seq || len(w.a.Events()) != got.Seq {
		t.Fatalf("event %d comes after %d and makes %d", e.Seq, old.Seq, got.Seq)
	}
	if old.Status == Finished && (got.Status != Finished || got.Ply != old.Ply || e.Kind == Move || e.Ends() ||
		got.Result != old.Result || got.Position != old.Position) {
		t.Fatalf("after the end: %+v", e)
	}
	if (got.Status == Finished) != (old.Status == Finished || e.Ends()) {
		t.Fatalf("%+v makes a game that was %s %s", e, old.Status, got.Status)
	}
	if got.Ply != len(w.a.Moves()) || got.Ply-old.Ply != map[EventKind]int{Move: 1, Takeback: -e.Plies}[e.Kind] {
		t.Fatalf("%+v leads from ply %d to %d", e, old.Ply, got.Ply)
	}
	if !w.a.header.TimeControl.RealTime() {
		return
	}
	for color, left := range times.Remaining {
		gain := min(max(0, lag), MaxLag)
		if e.Kind == Move && game.Color(color) == e.Color {
			gain += w.a.header.TimeControl.Increment
		}
		if left < 0 || left > at.Remaining[color]+gain || left > had[color]+w.a.header.TimeControl.Increment ||
			e.Kind != Move && left > at.Remaining[color] {
			t.Fatalf("%v's clock goes from %v to %v by %+v", game.Color(color), at.Remaining[color], left, e)
		}
		if later := w.a.Clocks(e.At.Add(time.Hour)).Remaining[color]; later < 0 || later > left {
			t.Fatalf("%v's clock goes from %v to %v in an hour", game.Color(color), left, later)
		}
	}
}

// replays checks that the events alone make the same game again.
func (w *witness) replays() {
	g, err := Replay(w.a.Header(), w.a.Events(), rules.ByName)
	if err != nil {
		w.t.Fatal(err)
	}
	if x, y := sight(w.a, w.now), sight(g, w.now); !reflect.DeepEqual(x, y) {
		w.t.Fatalf("played and replayed differ:\n%+v\n%+v", x, y)
	}
	for _, e := range w.a.Events() {
		if e.Command == "" {
			continue
		}
		if got, done := g.EventByCommand(e.Command); !done || got != e {
			w.t.Fatalf("replayed, %s has led to %+v, not %+v", e.Command, got, e)
		}
	}
	job, thinking := w.a.Job(3)
	job2, thinking2 := g.Job(3)
	if thinking != thinking2 || !reflect.DeepEqual(job, job2) || thinking != w.a.Summary().EngineToMove {
		w.t.Fatalf("the engine's jobs differ: %+v, %+v", job, job2)
	}
}
