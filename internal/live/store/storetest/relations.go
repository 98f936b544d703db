package storetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/relations"
)

func relation(account, other string, k relations.Kind, when int) relations.Relation {
	return relations.Relation{Account: account, Other: other, Kind: k, At: at(when)}
}

// testRelations stores, changes and deletes relations of accounts on two nodes, and with an account.
func testRelations(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	for _, name := range []string{"ann", "ben", "cy"} {
		join(t, s, name, name+"-name")
	}
	for i, r := range []relations.Relation{
		relation("ann", "ben", relations.Follow, 1), relation("ann", "cy", relations.Follow, 2),
		relation("ben", "cy", relations.Follow, 3),
		relation("ann", "ben", relations.Follow, 4), // again: nothing changes
		relation("cy", "ann", relations.Block, 5),   // and ann follows cy no longer
		relation("ann", "cy", relations.Block, 6),
		relation("ben", "cy", relations.Block, 7), // in the place of the other
	} {
		if _, err := s.Relate(background, r, 500); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	expect := func(account string, want ...relations.Relation) {
		t.Helper()
		if got, err := other.Relations(background, account); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s has %+v, %v; want %+v", account, got, err, want)
		}
	}
	expect("ann", relation("ann", "cy", relations.Block, 6), relation("ann", "ben", relations.Follow, 1))
	expect("ben", relation("ben", "cy", relations.Block, 7))
	expect("cy", relation("cy", "ann", relations.Block, 5))
	for _, c := range []struct {
		account, other string
		want           relations.Kind
	}{{"ann", "ben", relations.Follow}, {"ben", "ann", relations.None}, {"cy", "ann", relations.Block}} {
		if got, err := other.Relation(background, c.account, c.other); err != nil || got != c.want {
			t.Errorf("%s is %q to %s, %v; want %q", c.account, got, c.other, err, c.want)
		}
	}
	for account, want := range map[string]int{"ben": 1, "cy": 0} {
		if n, err := other.Followers(background, account); err != nil || n != want {
			t.Errorf("%s has %d followers, %v; want %d", account, n, err, want)
		}
	}
	if got, err := other.Blocked(background, []string{"ann", "ben", "eve"}); err != nil ||
		fmt.Sprint(got) != "map[ann:[cy] ben:[cy]]" {
		t.Errorf("%v, %v", got, err)
	}
	must(t, s.Unrelate(background, "ann", "ben", relations.Block)) // it follows
	must(t, s.Unrelate(background, "ann", "cy", relations.Block))
	expect("ann", relation("ann", "ben", relations.Follow, 1))

	must(t, s.SetSeen(background, []string{"ann", "ben"}, at(9)))
	must(t, s.DeleteAccount(background, "ben"))
	expect("ann")
	expect("ben")
	if list, err := other.Seen(background, []string{"ann", "ben"}, at(1)); err != nil ||
		!slices.Equal(list, []string{"ann"}) {
		t.Errorf("%v are online, %v", list, err)
	}
}

// testRelationsRefused has accounts follow more than they may, and those that block them.
func testRelationsRefused(t *testing.T, h *handles) {
	s := h.store()
	relate := func(other string, at int, want bool) {
		t.Helper()
		changed, err := s.Relate(background, relation("ann", other, relations.Follow, at), 2)
		if err != nil || changed != want {
			t.Errorf("the relation to %s changed: %v, %v", other, changed, err)
		}
	}
	relate("ben", 1, true)
	relate("cy", 2, true)
	_, err := s.Relate(background, relation("ann", "dan", relations.Follow, 3), 2)
	wantError(t, err, relations.ErrMany)
	relate("ben", 4, false)
	_, err = s.Relate(background, relation("ann", "dan", relations.Block, 5), 2)
	must(t, err)
	_, err = s.Relate(background, relation("dan", "ann", relations.Follow, 6), 2)
	wantError(t, err, relations.ErrBlocked)
	_, err = s.Relate(background, relation("dan", "ann", relations.Block, 7), 2)
	must(t, err)
}

// testSeen notes who is online, and who is there to play: on any node, invisible or not, and bots that listen.
func testSeen(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	must(t, s.SetSeen(background, []string{"cy", "ann", "ben"}, at(5)))
	must(t, other.SetSeen(background, []string{"ben", "cy"}, at(9)))
	must(t, s.SetInvisible(background, "cy", true))
	must(t, s.SetInvisible(background, "dan", true))
	must(t, s.SetInvisible(background, "dan", false))
	must(t, s.SetSeen(background, []string{"dan"}, at(9)))
	for now, want := range map[int][]string{4: {"ann", "ben", "dan"}, 5: {"ben", "dan"}, 9: nil} {
		if got, err := other.Seen(background, []string{"ann", "ben", "cy", "dan"}, at(now)); err != nil ||
			!slices.Equal(got, want) {
			t.Errorf("at %d %v are online, %v; want %v", now, got, err, want)
		}
	}
	must(t, s.(challenge.Presence).SetOnline(background, "eve", at(9)))
	for now, want := range map[int]string{4: "ann ben cy dan eve", 8: "ben cy dan eve", 9: ""} {
		here, err := other.Here(background, []string{"ann", "ben", "cy", "dan", "eve", "nobody"}, at(now))
		if got := strings.Join(slices.Sorted(maps.Keys(here)), " "); err != nil || got != want {
			t.Errorf("at %d %q are here, %v; want %q", now, got, err, want)
		}
	}
	if none, err := other.Seen(background, nil, at(1)); err != nil || len(none) != 0 {
		t.Errorf("of none, %v are online, %v", none, err)
	}
	must(t, s.ForgetSeen(background, at(30)))
	must(t, s.SetSeen(background, []string{"cy"}, at(40)))
	for account, want := range map[string]bool{"cy": true, "dan": false, "ann": false} {
		if got, err := other.Invisible(background, account); err != nil || got != want {
			t.Errorf("%s is invisible: %v, %v", account, got, err)
		}
	}
	if got, err := other.Seen(background, []string{"ann", "cy"}, at(1)); err != nil || len(got) != 0 {
		t.Errorf("%v are online, %v", got, err)
	}
}
