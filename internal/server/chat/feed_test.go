package chat

import (
	"context"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
)

// What an account has written goes with it, also from the chats that are followed.
func TestForgottenAccount(t *testing.T) {
	w := begin(t)
	w.things = have()
	one, two := w.node("one"), w.node("two")
	w.says(one, old("ann"), arena, "Who plays?", "")
	w.says(one, old("ben"), arena, "I do", "")
	cy := w.follow(two, arena, Reader{ID: "cy"})
	cy.wait(t, Common, "Who plays?", "I do")
	if err := w.db.Write(t.Context(), func(ctx context.Context, t db.Tx) error {
		return Data.Forget(ctx, t, "ann")
	}); err != nil {
		t.Fatal(err)
	}
	two.AccountChanged("eve") // who has written nothing
	if rooms, _ := two.feeds[arena].known(now, time.Time{}); len(rooms[Common]) != 2 {
		t.Errorf("after a change of another account, the node knows %+v", rooms)
	}
	two.AccountChanged("ann")
	if rooms, _ := two.feeds[arena].known(now, time.Time{}); rooms != nil {
		t.Errorf("the node still knows %+v", rooms)
	}
	w.follow(two, arena, Reader{ID: "dan"}).wait(t, Common, "I do")
	cy.wait(t, Common, "I do")
	w.says(one, old("ben"), arena, "Anyone else?", "")
	cy.wait(t, Common, "I do", "Anyone else?")

	f := two.feeds[arena]
	_, changes := f.known(now, time.Time{})
	two.AccountChanged("ann") // while the node reads
	f.learn(map[RoomName][]Message{Common: {message(arena, Common, "ann", 1)}}, now, changes)
	if rooms, _ := f.known(now, time.Time{}); rooms != nil {
		t.Errorf("the node knows what it read before a change: %+v", rooms)
	}
}

// The chat of a tournament that has an old ID begins again, also for those who followed the former one.
func TestUsedID(t *testing.T) {
	w := begin(t)
	w.things = have()
	w.things.cups["friday"] = now.Add(-time.Hour)
	one, two := w.node("one"), w.node("two")
	w.says(one, old("ann"), arena, "Who plays?", "")
	cy := w.follow(two, arena, Reader{ID: "cy"})
	cy.wait(t, Common, "Who plays?")
	if err := one.forgetPlace(t.Context(), arena, now); err != nil {
		t.Fatal(err)
	}
	w.things.mu.Lock()
	w.things.cups["friday"] = now
	w.things.mu.Unlock()
	w.says(one, old("ben"), arena, "A new one", "")
	cy.wait(t, Common, "A new one")
}

// Old messages leave the chats that are followed, whose numbers may begin again.
func TestOldMessages(t *testing.T) {
	w := begin(t)
	one := w.node("one")
	clock := now
	o := one.o
	o.Keep, o.Now = 30*24*time.Hour, func() time.Time { return clock }
	s := New(o)
	for _, text := range []string{"first", "second"} {
		if _, err := s.Say(t.Context(), old("cleo"), post(Spectators, "", text)); err != nil {
			t.Fatal(err)
		}
	}
	dan := w.watch(s, "dan")
	dan.wait(t, Spectators, "first", "second")
	clock = now.Add(31 * 24 * time.Hour)
	w.watch(s, "eve").wait(t, Spectators)
	if err := s.ForgetBefore(t.Context(), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if m, err := s.Say(t.Context(), old("cleo"), post(Spectators, "", "again")); err != nil || m.Seq != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	dan.wait(t, Spectators, "again")
}
