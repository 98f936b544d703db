package account_test

import (
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
)

// TestLeave deletes an account in two steps; its name is no other's.
func TestLeave(t *testing.T) { each(t, testLeave) }

func testLeave(t *testing.T, open func() node) {
	s, other := open(), open()
	r, session := join(t, s, "ann", "Ann")
	if claimed, err := s.Claim(background, "ada", "ann", at(5)); err != nil || !claimed {
		t.Fatal(claimed, err)
	}
	must(t, s.PutPlace(background, "ann", "home", at(1)))
	for place, want := range map[string]bool{"home": true, "abroad": false} {
		if known, err := other.KnownPlace(background, "ann", place); err != nil || known != want {
			t.Errorf("%s is known: %v, %v", place, known, err)
		}
	}
	must(t, s.BeginDeletion(background, "ann", at(9)))
	wantError(t, other.BeginDeletion(background, "ann", at(10)), auth.ErrNotFound)
	_, _, err := other.Session(background, session.Hash)
	wantError(t, err, auth.ErrNotFound)
	if now, err := other.Account(background, "ann"); err != nil || now.Closed.IsZero() || now.Seq != r.Seq+1 {
		t.Errorf("%+v, %v", now, err)
	}
	if claimed, err := s.Claim(background, "eve", "ann", at(5)); err != nil || claimed {
		t.Errorf("an account that is deleted claims a guest: %v, %v", claimed, err)
	}
	leavers, err := other.Deleting(background, 10)
	if err != nil || len(leavers) != 1 || leavers[0].Account != "ann" || !slices.Contains(leavers[0].Guests, "ada") {
		t.Errorf("%+v, %v", leavers, err)
	}
	must(t, s.DeleteAccount(background, "ann"))
	if leavers, err = other.Deleting(background, 10); err != nil || len(leavers) != 0 {
		t.Errorf("%+v, %v", leavers, err)
	}
	if known, err := other.KnownPlace(background, "ann", "home"); err != nil || known {
		t.Errorf("the place stays: %v, %v", known, err)
	}
	if taken, err := other.Resembles(background, r.Skeleton); err != nil || !taken {
		t.Errorf("the name is free: %v, %v", taken, err)
	}
	again, first, codes := accountOf("eve", "ANN")
	wantError(t, s.CreateAccount(background, again, first, codes), account.ErrTaken)
}

// TestClaims works off the claim of a guest on two nodes.
func TestClaims(t *testing.T) { each(t, testClaims) }

func testClaims(t *testing.T, open func() node) {
	s, other := open(), open()
	join(t, s, "ann", "Ann")
	c := account.Claim{Guest: "ada", Account: "ann"}
	if claimed, err := s.Claim(background, c.Guest, c.Account, at(5)); err != nil || !claimed {
		t.Fatal(claimed, err)
	}
	take := func(now, again time.Time, want int) {
		t.Helper()
		if list, err := other.TakeClaims(background, now, again, 10); err != nil || len(list) != want ||
			want > 0 && list[0] != c {
			t.Errorf("claims: %v, %v", list, err)
		}
	}
	take(at(4), at(6), 0)
	take(at(5), at(8), 1)
	take(at(7), at(8), 0)
	must(t, s.SettleClaim(background, "ada"))
	take(at(100), at(200), 0)
}
