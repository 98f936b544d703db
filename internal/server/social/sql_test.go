package social

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// pair is two nodes with one database and a clock.
type pair struct {
	*testing.T
	one, other *Service
	now        time.Time
}

// each runs a test on both databases.
func each(t *testing.T, test func(t *pair)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		p := &pair{T: t}
		now := func() time.Time { return p.now }
		p.one, p.other = New(Options{DB: open(), Now: now}), New(Options{DB: open(), Now: now})
		test(p)
	})
}

// at is a time, some milliseconds after another.
func at(ms int) time.Time { return time.UnixMilli(1_000_000 + int64(ms)) }

func (p *pair) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// forget deletes what is stored of an account.
func (p *pair) forget(account string) {
	p.Helper()
	p.must(p.one.o.DB.Write(p.Context(), func(ctx context.Context, t db.Tx) error {
		return Data.Forget(ctx, t, account)
	}))
}

// Relations of accounts are stored, changed and deleted on two nodes, and with an account.
func TestRelations(t *testing.T) {
	each(t, func(t *pair) {
		dbtest.Join(t, t.one.o.DB, "ann", "ben", "cy")
		for i, r := range []struct {
			account, other string
			kind           Kind
		}{
			{"ann", "ben", Follow}, {"ann", "cy", Follow}, {"ben", "cy", Follow},
			{"ann", "ben", Follow}, // again: nothing changes
			{"cy", "ann", Block},   // and ann follows cy no longer
			{"ann", "cy", Block}, {"ann", "dan", Follow},
			{"ben", "cy", Block}, // in the place of the other
		} {
			t.now = at(i + 1)
			if _, err := t.one.relate(t.Context(), r.account, r.other, r.kind); err != nil {
				t.Errorf("%d: %v", i, err)
			}
		}
		expect := func(account, follows, blocks string) {
			t.Helper()
			for kind, want := range map[Kind]string{Follow: follows, Block: blocks} {
				if got, err := t.other.others(t.Context(), account, kind); err != nil || strings.Join(got, " ") != want {
					t.Errorf("%s %ss %q, %v; want %q", account, kind, got, err, want)
				}
			}
		}
		expect("ann", "dan ben", "cy")
		expect("ben", "", "cy")
		expect("cy", "", "ann")
		for _, c := range []struct {
			account, other string
			want           Kind
		}{{"ann", "ben", Follow}, {"ben", "ann", None}, {"cy", "ann", Block}} {
			if got, err := t.other.Between(t.Context(), c.account, c.other); err != nil || got != c.want {
				t.Errorf("%s is %q to %s, %v; want %q", c.account, got, c.other, err, c.want)
			}
		}
		for account, want := range map[string]int{"ben": 1, "cy": 0} {
			if n, err := t.other.Followers(t.Context(), account); err != nil || n != want {
				t.Errorf("%s has %d followers, %v; want %d", account, n, err, want)
			}
		}
		if got, err := t.other.blocks(t.Context(), []string{"ann", "ben", "eve"}); err != nil ||
			fmt.Sprint(got) != "map[ann:map[cy:true] ben:map[cy:true] eve:map[]]" {
			t.Errorf("%v, %v", got, err)
		}
		t.must(t.one.unrelate(t.Context(), "ann", "ben", Block)) // it follows
		t.must(t.one.unrelate(t.Context(), "ann", "cy", Block))
		expect("ann", "dan ben", "")
		t.must(t.one.setSeen(t.Context(), []string{"ann", "ben"}, at(9)))
		exported := map[string][]map[string]any{}
		for _, e := range Data.Exports {
			rows, err := db.All[map[string]any](t.Context(), t.other.o.DB, e.Query, "ann")
			t.must(err)
			exported[e.Name] = rows
		}
		mine := exported["relations"]
		if len(mine) != 1 || mine[0]["name"] != "ben" || mine[0]["at"] != at(1).UnixMilli() ||
			len(exported["visibility"]) != 1 {
			t.Errorf("ann gets %v", exported)
		}
		t.must(t.one.Listens(t.Context(), "ben", at(9)))
		t.forget("ben")
		expect("ann", "dan", "")
		expect("ben", "", "")
		t.now = at(1)
		if list, err := t.other.Online(t.Context(), []string{"ann", "ben"}); err != nil ||
			!maps.Equal(list, map[string]bool{"ann": true}) {
			t.Errorf("%v are online, %v", list, err)
		}
	})
}

// Friends follow each other.
func TestFriends(t *testing.T) {
	each(t, func(t *pair) {
		for i, r := range [][2]string{{"ann", "ben"}, {"ben", "cy"}, {"ben", "ann"}} {
			if _, err := t.one.relate(t.Context(), r[0], r[1], Follow); err != nil {
				t.Fatal(err)
			}
			if got, err := t.other.Friends(t.Context(), "ann", "ben"); err != nil || got != (i == 2) {
				t.Errorf("%d: friends: %v, %v", i, got, err)
			}
		}
		if _, err := t.one.relate(t.Context(), "ben", "ann", Block); err != nil {
			t.Fatal(err)
		}
		if got, err := t.other.Friends(t.Context(), "ann", "ben"); err != nil || got {
			t.Errorf("after a block: friends: %v, %v", got, err)
		}
	})
}

// An account follows no more than it may, and none that blocks it.
func TestRelateRefused(t *testing.T) {
	each(t, func(t *pair) {
		t.one.most = 2
		relate := func(account, other string, k Kind, want bool, fault error) {
			t.Helper()
			changed, err := t.one.relate(t.Context(), account, other, k)
			if changed != want || !errors.Is(err, fault) {
				t.Errorf("%s and %s: %v, %v", account, other, changed, err)
			}
		}
		relate("ann", "ben", Follow, true, nil)
		relate("ann", "cy", Follow, true, nil)
		relate("ann", "dan", Follow, false, errMany)
		relate("ann", "ben", Follow, false, nil)
		relate("ann", "dan", Block, true, nil)
		relate("dan", "ann", Follow, false, errBlocked)
		relate("dan", "ann", Block, true, nil)
	})
}

// Accounts are online, on any node and if they do not hide it, also by a program that listens.
func TestSeen(t *testing.T) {
	each(t, func(t *pair) {
		t.must(t.one.setSeen(t.Context(), []string{"cy", "ann", "ben"}, at(5)))
		t.must(t.other.setSeen(t.Context(), []string{"ben", "cy"}, at(9)))
		t.must(t.one.setInvisible(t.Context(), "cy", true))
		t.must(t.one.setInvisible(t.Context(), "dan", true))
		t.must(t.one.setInvisible(t.Context(), "dan", false))
		t.must(t.one.setSeen(t.Context(), []string{"dan"}, at(9)))
		online := func(now int, want string, accounts ...string) {
			t.Helper()
			t.now = at(now)
			got, err := t.other.Online(t.Context(), accounts)
			if list := strings.Join(slices.Sorted(maps.Keys(got)), " "); err != nil || list != want {
				t.Errorf("at %d %q are online, %v; want %q", now, list, err, want)
			}
		}
		for now, want := range map[int]string{4: "ann ben dan", 5: "ben dan", 9: ""} {
			online(now, want, "ann", "ben", "cy", "dan")
		}
		online(1, "")
		t.must(t.one.Listens(t.Context(), "eve", at(9)))
		t.must(t.one.Listens(t.Context(), "cy", at(7)))
		online(4, "ann eve", "ann", "cy", "eve", "nobody")
		for now, want := range map[int]string{4: "cy eve", 8: "eve", 9: ""} {
			listen, err := t.other.Listening(t.Context(), []string{"ann", "ben", "cy", "dan", "eve", "nobody"}, at(now))
			if got := strings.Join(slices.Sorted(maps.Keys(listen)), " "); err != nil || got != want {
				t.Errorf("at %d programs of %q listen, %v; want %q", now, got, err, want)
			}
		}
		t.now = at(30).Add(forgetAfter)
		t.must(t.one.forgetSeen(t.Context()))
		t.must(t.one.setSeen(t.Context(), []string{"cy"}, at(40)))
		for account, want := range map[string]bool{"cy": true, "dan": false, "ann": false} {
			if got, err := t.other.invisible(t.Context(), account); err != nil || got != want {
				t.Errorf("%s is invisible: %v, %v", account, got, err)
			}
		}
		online(1, "", "ann", "cy")
	})
}

// Bots are online until a time. People whose programs listen, and closed accounts, are none of them.
func TestListening(t *testing.T) {
	each(t, func(t *pair) {
		dbtest.Join(t, t.one.o.DB, "abe", "ada", "bob", "ann", "eve")
		for _, change := range []string{
			"UPDATE accounts SET bot = TRUE WHERE id IN ('ada', 'ann', 'bob', 'eve')",
			"UPDATE accounts SET closed = 9 WHERE id = 'ada'",
		} {
			_, err := t.one.o.DB.Exec(t.Context(), change)
			t.must(err)
		}
		t.must(t.one.Listens(t.Context(), "abe", at(250)))
		t.must(t.one.Listens(t.Context(), "ada", at(250)))
		for i, name := range []string{"bob", "ann", "ann", "eve"} {
			t.must(t.one.Listens(t.Context(), name, at(100*i+100)))
		}
		t.must(t.other.Listens(t.Context(), "eve", at(0)))
		for _, c := range []struct {
			now, limit int
			want       string
		}{{50, 10, "ann bob"}, {50, 1, "ann"}, {100, 10, "ann"}, {300, 10, ""}} {
			t.now = at(c.now)
			if got, err := t.other.listening(t.Context(), c.limit); err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("at %d of %d %q are online, %v; want %q", c.now, c.limit, got, err, c.want)
			}
		}
		if err := t.one.Listens(t.Context(), "\xff", at(0)); err == nil {
			t.Error("an account that is no text is online")
		}
	})
}
