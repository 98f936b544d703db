package managertest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/notation"
)

func TestClock(t *testing.T) {
	c := managertest.NewClock()
	start := c.Now()
	var fired []time.Duration
	fire := func() { fired = append(fired, c.Now().Sub(start)) }
	c.AfterFunc(3*time.Second, fire)
	c.AfterFunc(time.Second, func() {
		fire()
		c.AfterFunc(time.Second, fire) // due within the same Advance
	})
	stop := c.AfterFunc(2*time.Second, func() { t.Error("a timer that was stopped rang") })
	c.AfterFunc(time.Hour, fire)
	if !stop() || stop() {
		t.Error("stop does not report whether it was in time")
	}
	c.Advance(5 * time.Second)
	if want := []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}; !slices.Equal(fired, want) {
		t.Errorf("the timers fired at %v, want %v", fired, want)
	}
	if c.Timers() != 1 || c.Now().Sub(start) != 5*time.Second {
		t.Errorf("%d timers wait, %v have passed", c.Timers(), c.Now().Sub(start))
	}
}

func TestStoreIsStrict(t *testing.T) {
	ctx, s, now := context.Background(), managertest.NewStore(), managertest.NewClock().Now()
	sum := func(seq int) livegame.Summary {
		return livegame.Summary{Header: livegame.Header{ID: "g", Created: now}, Seq: seq, Updated: now}
	}
	event := func(seq int, command string) livegame.Event {
		return livegame.Event{Seq: seq, Kind: livegame.Move, Command: command, At: now}
	}
	if err := s.Append(ctx, "g", event(1, ""), sum(1)); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("an event of no game: %v", err)
	}
	for range 2 {
		if err := s.Create(ctx, sum(0)); err != nil {
			t.Fatal(err)
		}
	}
	odd := event(2, "")
	odd.At = now.Add(time.Microsecond)
	for _, c := range []struct {
		what string
		e    livegame.Event
		sum  livegame.Summary
		want string // "", "conflict", or "mistake"
	}{
		{"the first", event(1, "one"), sum(1), ""},
		{"the same again", event(1, "one"), sum(1), "conflict"},
		{"the number again", event(1, "two"), sum(1), "conflict"},
		{"the command again", event(2, "one"), sum(2), "conflict"},
		{"a gap", event(3, "three"), sum(3), "conflict"},
		{"another's summary", event(2, "two"), sum(1), "mistake"},
		{"parts of a millisecond", odd, sum(2), "mistake"},
		{"the second", event(2, ""), sum(2), ""},
		{"the third, also without a command", event(3, ""), sum(3), ""},
	} {
		got, err := "", s.Append(ctx, "g", c.e, c.sum)
		if errors.Is(err, livegame.ErrConflict) {
			got = "conflict"
		} else if err != nil {
			got = "mistake"
		}
		if got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.what, got, err, c.want)
		}
	}
	if list, err := s.EventsAfter(ctx, "g", 1); err != nil || len(list) != 2 || list[0].Seq != 2 {
		t.Errorf("after 1: %v, %v", list, err)
	}
	one, err := s.Secret(ctx, "cookie")
	two, _ := s.Secret(ctx, "cookie")
	if err != nil || len(one) != 32 || !slices.Equal(one, two) {
		t.Error("a secret must stay the same")
	}
}

func TestStoreFaults(t *testing.T) {
	ctx, s, now := context.Background(), managertest.NewStore(), managertest.NewClock().Now()
	sum := livegame.Summary{Header: livegame.Header{ID: "g", Created: now}, Updated: now}
	fail := func(f managertest.Fault) { s.SetFault(func(managertest.Call) managertest.Fault { return f }) }
	fail(managertest.Fault{Before: managertest.ErrBroken})
	if err := s.Create(ctx, sum); !errors.Is(err, managertest.ErrBroken) {
		t.Error(err)
	}
	s.SetFault(nil)
	if _, _, err := s.Load(ctx, "g"); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("a fault before the work left a game: %v", err)
	}
	fail(managertest.Fault{After: managertest.ErrBroken})
	if err := s.Create(ctx, sum); !errors.Is(err, managertest.ErrBroken) {
		t.Error(err)
	}
	s.SetFault(nil)
	if _, _, err := s.Load(ctx, "g"); err != nil {
		t.Errorf("a fault after the work left no game: %v", err)
	}
}

func TestHub(t *testing.T) {
	broker := managertest.NewBroker()
	a, c := broker.Node("a"), broker.Node("b")
	var all, one []livegame.ID
	listen := func(client *managertest.Client, id livegame.ID, to *[]livegame.ID) func() {
		end, err := client.Subscribe(id, func(n livegame.Notice) { *to = append(*to, n.Game) })
		if err != nil {
			t.Fatal(err)
		}
		return end
	}
	end := listen(c, "", &all)
	listen(c, "x", &one)
	listen(a, "", &one) // a hears nothing of itself
	publish := func(ids ...livegame.ID) {
		for _, id := range ids {
			if err := a.Publish(livegame.Notice{Node: "a", Game: id}); err != nil {
				t.Fatal(err)
			}
		}
		broker.Settle()
	}
	publish("x", "y")
	broker.Hold()
	publish("z")
	broker.Release(2)
	broker.Settle()
	broker.Filter(func(to string, _ livegame.Notice) bool { return to != "b" })
	publish("lost")
	broker.Filter(nil)
	end()
	publish("x")
	if !slices.Equal(all, []livegame.ID{"x", "y", "z", "z"}) || !slices.Equal(one, []livegame.ID{"x", "x"}) {
		t.Errorf("all %v, one %v", all, one)
	}
}

func TestJobs(t *testing.T) {
	broker := managertest.NewBroker()
	a := broker.Node("a")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for _, id := range []string{"1", "2", "1"} {
		err := a.EnqueueMove(ctx, livegame.Job{ID: id, Game: livegame.ID("g" + id), Line: notation.Line{Variant: "chess"}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := len(broker.Jobs()); n != 2 {
		t.Errorf("%d jobs, want 2", n)
	}
	work, stop := context.WithCancel(ctx)
	ended, got, refuse := make(chan error, 1), make(chan string, 9), true
	go func() {
		ended <- a.ConsumeMoveAnswers(work, func(_ context.Context, answer livegame.Answer) error {
			got <- answer.Job
			if refuse {
				refuse = false
				return errors.New("not now")
			}
			return nil
		})
	}()
	for n, redeliver := range []func(){func() { broker.Answer(livegame.Answer{Job: "1"}) }, broker.Redeliver} {
		redeliver()
		if rejected, err := broker.AwaitAnswers(ctx); rejected != 1-n || err != nil || <-got != "1" {
			t.Errorf("%d answers are rejected, want %d (%v)", rejected, 1-n, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
