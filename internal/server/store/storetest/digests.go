package storetest

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/notify"
)

// testDigests takes digests on two nodes: each notification is in one.
func testDigests(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	day := func(n int) time.Time { return at(0).Add(time.Duration(n) * notify.DailyTime) }
	none, err := s.Digest(background, "ann")
	must(t, err)
	if none.Every != notify.Never || none.Secret != "" {
		t.Errorf("without a digest: %+v", none)
	}
	put := func(player string, every notify.Every, since time.Time) {
		t.Helper()
		must(t, s.PutDigest(background, notify.Digest{Player: player, Every: every, Since: since, Secret: "secret" + player}))
	}
	put("ann", notify.Daily, day(0))
	put("ben", notify.Weekly, day(0))
	put("cleo", notify.Never, day(0))
	put("dora", notify.Daily, day(9))
	tell := func(player, id string, when time.Time, state notify.State) {
		t.Helper()
		_, err := s.AddNotifications(background,
			[]notify.Notification{{Player: player, ID: id, Kind: notify.Turn, Game: "Game00000001", At: when, State: state}})
		must(t, err)
	}
	due := func(now time.Time, want ...string) []notify.Digest {
		t.Helper()
		list, err := other.DueDigests(background, now, now, notify.Digest{}, 9)
		must(t, err)
		var got []string
		for _, d := range list {
			got = append(got, d.Player)
		}
		if !slices.Equal(got, want) {
			t.Errorf("due are %q, want %q", got, want)
		}
		return list
	}
	now := day(10)
	due(now)
	for _, player := range []string{"ann", "ben", "cleo", "dora"} {
		tell(player, "a", day(1), notify.Unread)
		tell(player, "b", day(2), notify.Read)
		tell(player, "c", day(3), notify.Silent)
		tell(player, "d", day(4), notify.Unread)
	}
	list := due(now, "ann", "ben")
	for i, want := range []string{"ann", "ben"} { // which were never sent: pages go by the player, too
		var after notify.Digest
		if i > 0 {
			after = list[i-1]
		}
		page, err := s.DueDigests(background, now, now, after, 1)
		if err != nil || len(page) != 1 || page[0].Player != want {
			t.Errorf("page %d has %+v, %v, want %s", i, page, err, want)
		}
	}
	if early, err := s.DueDigests(background, now, day(1), notify.Digest{}, 9); err != nil || len(early) != 0 {
		t.Errorf("before they have waited: %+v, %v", early, err)
	}

	var wg sync.WaitGroup
	var mu sync.Mutex
	taken := map[string]int{}
	for _, node := range []Store{s, other, s, other} {
		for _, d := range list {
			wg.Go(func() {
				won, err := node.TakeDigest(background, d, now, func(ids []string) (mail.Job, error) {
					slices.Sort(ids)
					data, err := json.Marshal(ids)
					return mail.Job{
						ID: "digest " + d.Player + d.Sent.String(), Kind: "digest", Account: d.Player, Data: data, Created: now, Due: now,
					}, err
				})
				if err != nil {
					t.Error(err)
				}
				if won {
					mu.Lock()
					taken[d.Player]++
					mu.Unlock()
				}
			})
		}
	}
	wg.Wait()
	if want := map[string]int{"ann": 1, "ben": 1}; !reflect.DeepEqual(taken, want) {
		t.Errorf("taken were %v, want %v", taken, want)
	}
	jobs, err := s.TakeMail(background, now, day(100), 9)
	must(t, err)
	if len(jobs) != 2 || string(jobs[0].Data) != `["a","d"]` || jobs[0].Account != "ann" {
		t.Errorf("the jobs are %+v", jobs)
	}

	// What is new is in the next one, a day or a week later.
	tell("ann", "e", day(5), notify.Unread)
	tell("ben", "e", day(5), notify.Unread)
	due(now.Add(notify.DailyTime - time.Millisecond))
	list = due(now.Add(notify.DailyTime), "ann")
	due(now.Add(notify.WeeklyTime), "ann", "ben")

	// What was read meanwhile is no reason for one, and costs none.
	_, err = s.ReadNotifications(background, "ann", "", "e")
	must(t, err)
	if won, err := s.TakeDigest(background, list[0], day(11), nil); won || err != nil {
		t.Errorf("a digest without anything: %v, %v", won, err)
	}
	if d, err := other.Digest(background, "ann"); err != nil || !d.Sent.Equal(now) || d.Every != notify.Daily ||
		d.Secret != "secretann" || !d.Since.Equal(day(0)) {
		t.Errorf("%+v, %v", d, err)
	}

	for _, c := range []struct {
		secret string
		want   bool
	}{{"", false}, {"secretx", false}, {"secretben", true}} {
		if ended, err := s.EndDigest(background, c.secret); ended != c.want || err != nil {
			t.Errorf("end %q: %v, %v", c.secret, ended, err)
		}
	}
	due(now.Add(notify.WeeklyTime))
	put("ben", notify.Daily, day(12)) // the last one still counts
	if d, err := other.Digest(background, "ben"); err != nil || !d.Sent.Equal(now) || d.Every != notify.Daily {
		t.Errorf("%+v, %v", d, err)
	}
}
