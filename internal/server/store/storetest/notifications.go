package storetest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
)

// notification returns a notification in which no field is zero.
func notification(player string, n int) notify.Notification {
	return notify.Notification{
		Player: player, ID: fmt.Sprint("turn/", n), Kind: notify.Turn, Game: livegame.ID(fmt.Sprint("Game", n)),
		Variant: "shrink", Name: "Zoë 🐈'; --", Level: 3, Result: "won", At: at(n),
	}
}

// testNotifications stores notifications on two nodes, reads them and forgets them.
func testNotifications(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	first, second, silent, bens := notification("ann", 1), notification("ann", 2), notification("ann", 3),
		notification("ben", 1)
	silent.State = notify.Silent
	must(t, s.PutSubscription(background, notify.Subscription{
		Endpoint: "https://push/ann", Player: "ann", P256dh: "k", Auth: "a", Language: "de", Created: at(1),
	}))
	add := func(s Store, want []notify.Notification, list ...notify.Notification) {
		t.Helper()
		added, err := s.AddNotifications(background, list)
		must(t, err)
		if len(added)+len(want) > 0 && !reflect.DeepEqual(added, want) {
			t.Errorf("added %+v, want %+v", added, want)
		}
	}
	add(s, []notify.Notification{first, silent, bens}, first, silent, bens)
	again := first
	again.Name = "another"
	add(other, []notify.Notification{second}, again, second, silent)
	add(other, nil)
	list := func(got []notify.Notification, err error, want ...notify.Notification) {
		t.Helper()
		must(t, err)
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	got, err := other.Notifications(background, "ann", 9)
	list(got, err, second, first)
	got, err = other.Notifications(background, "ann", 1)
	list(got, err, second)
	got, err = other.PendingNotifications(background, at(3), 9) // Ben has no browser
	list(got, err, first, second)
	got, err = other.PendingNotifications(background, at(2), 9)
	list(got, err, first)
	must(t, other.SettleNotification(background, "ann", first.ID))
	got, err = s.PendingNotifications(background, at(9), 9)
	list(got, err, second)

	for _, want := range []bool{true, false} {
		if changed, err := s.ReadNotifications(background, "ann", first.Game, ""); err != nil || changed != want {
			t.Errorf("read: %v, %v", changed, err)
		}
	}
	one, err := other.Notification(background, "ann", first.ID)
	must(t, err)
	if first.State = notify.Read; one != first {
		t.Errorf("%+v, want %+v", one, first)
	}
	for _, want := range []bool{false, true} {
		id := map[bool]string{false: first.ID, true: second.ID}[want]
		if changed, err := s.ReadNotifications(background, "ann", "", id); err != nil || changed != want {
			t.Errorf("read %s: %v, %v", id, changed, err)
		}
	}
	third := notification("ann", 4)
	add(s, []notify.Notification{third}, third)
	if changed, err := s.ReadNotifications(background, "ann", "", ""); err != nil || !changed {
		t.Errorf("read all: %v, %v", changed, err)
	}
	got, err = s.PendingNotifications(background, at(9), 9)
	list(got, err)
	_, err = s.Notification(background, "ben", second.ID)
	wantError(t, err, notify.ErrNotFound)
	must(t, s.ForgetNotifications(background, at(2)))
	_, err = s.Notification(background, "ann", first.ID)
	wantError(t, err, notify.ErrNotFound)

	for n := range notify.MaxKept + 2 {
		add(s, []notify.Notification{notification("cleo", n)}, notification("cleo", n))
	}
	got, err = s.Notifications(background, "cleo", 1000)
	must(t, err)
	if len(got) != notify.MaxKept || got[0].ID != notification("cleo", notify.MaxKept+1).ID {
		t.Errorf("%d are kept, the last is %+v", len(got), got[0])
	}
	bad := notification("ann", 7)
	bad.Name = "\x00"
	if _, err := s.AddNotifications(background, []notify.Notification{bad}); err == nil {
		t.Error("a name with a zero byte is stored")
	}
}

// testSubscriptions stores browsers and settings.
func testSubscriptions(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	sub := func(player string, n int) notify.Subscription {
		return notify.Subscription{
			Endpoint: fmt.Sprint("https://push/", n), Player: player, P256dh: "key", Auth: "auth", Language: "de",
			Created: at(n),
		}
	}
	have := func(player string, want ...notify.Subscription) {
		t.Helper()
		got, err := other.Subscriptions(background, player)
		must(t, err)
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s has %+v, want %+v", player, got, want)
		}
	}
	must(t, s.PutSubscription(background, sub("ann", 1)))
	must(t, s.PutSubscription(background, sub("ann", 2)))
	must(t, s.PutSubscription(background, sub("ben", 1))) // another player uses the browser now
	have("ann", sub("ann", 2))
	have("ben", sub("ben", 1))
	must(t, s.DeleteSubscription(background, "https://push/1", "ann"))
	have("ben", sub("ben", 1))
	must(t, s.DeleteSubscription(background, "https://push/1", ""))
	have("ben")
	for n := range notify.MaxSubscriptions + 1 {
		must(t, s.PutSubscription(background, sub("cleo", 10+n)))
	}
	list, err := s.Subscriptions(background, "cleo")
	must(t, err)
	if len(list) != notify.MaxSubscriptions || list[0].Created != at(11) {
		t.Errorf("%d browsers, the first since %v", len(list), list[0].Created)
	}

	for _, want := range []notify.Settings{{}, {NoPush: []notify.Kind{notify.Turn}},
		{NoPush: []notify.Kind{notify.Ended, notify.Joined}}} {
		if len(want.NoPush) > 0 {
			must(t, s.PutNotifySettings(background, "ann", want))
		}
		got, err := other.NotifySettings(background, "ann")
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("settings %+v, want %+v", got, want)
		}
	}
}

// testSubscriptionsEnd ends the sessions of subscriptions in each way. Those of guests and of other sessions stay.
func testSubscriptionsEnd(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	put := func(player, session, endpoint string) {
		t.Helper()
		must(t, s.PutSubscription(background, notify.Subscription{
			Endpoint: endpoint, Player: player, P256dh: "key", Auth: "auth", Created: at(1), Session: session,
		}))
	}
	have := func(player string, want ...string) {
		t.Helper()
		list, err := other.Subscriptions(background, player)
		must(t, err)
		got := make([]string, len(list))
		for i := range list {
			got[i] = list[i].Endpoint
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", player, got, want)
		}
	}
	put("guest", "", "guest")
	for i, end := range []func(id, session string) error{
		func(id, session string) error { _, err := s.EndSessions(background, id, session, ""); return err },
		func(id, _ string) error { _, err := s.EndSessions(background, id, "", id+"-second"); return err },
		func(id, session string) error {
			if err := s.UpdateSession(background, &account.Session{
				ID: session, Account: id, Hash: session, Used: at(1), Fresh: at(1),
			}, session); err != nil {
				return err
			}
			return s.Sweep(background, at(2).Add(account.Idle))
		},
	} {
		id := fmt.Sprint("player", i)
		put(id, "", id+"/first") // as a guest
		r, first, codes := accountOf(id, id)
		r.Skeleton, first.ID, first.Hash, first.Used = id, id+"-first", id+"-first", at(100)
		must(t, s.CreateAccount(background, r, first, codes))
		second := *first
		second.ID, second.Hash, second.Used = id+"-second", id+"-second", at(100)
		must(t, s.AddSession(background, &second, r.Password))
		put(id, second.ID, id+"/second")
		have(id, id+"/first", id+"/second")
		must(t, end(id, first.ID))
		have(id, id+"/second")
		put(id, first.ID, id+"/late") // the session has ended meanwhile
		have(id, id+"/second")
		if i%2 == 0 {
			must(t, s.BeginDeletion(background, id, at(9)))
		} else {
			must(t, s.DeleteAccount(background, id))
		}
		have(id)
	}
	have("guest", "guest")

	put("guest", "", "guest")
	must(t, s.RestSubscription(background, "guest", 3, at(50)))
	list, err := other.Subscriptions(background, "guest")
	must(t, err)
	if len(list) != 1 || list[0].Failures != 3 || list[0].Rests != at(50) {
		t.Errorf("a browser rests: %+v", list)
	}
	put("guest", "", "guest") // it subscribes again
	list, err = other.Subscriptions(background, "guest")
	if err != nil || list[0].Failures != 0 || !list[0].Rests.IsZero() {
		t.Errorf("a browser that subscribes again: %+v, %v", list, err)
	}
}
