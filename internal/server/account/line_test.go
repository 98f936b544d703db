package account_test

import (
	"fmt"
	"testing"

	"github.com/wane-chess/wane/internal/server/account"
)

// While the line for passwords is full, sign-ins are rejected at once and count as no attempts. One
// address cannot fill it.
func TestLine(t *testing.T) {
	w := newWorld(t)
	home, other := account.Client{Address: "home"}, account.Client{Address: "other"}
	if _, err := w.SignUp(t.Context(), "guest1", "Ann", password, home); err != nil {
		t.Fatal(err)
	}
	signIn := func(c account.Client) error {
		_, err := w.SignIn(t.Context(), "Ann", password, c)
		return err
	}
	first, leave := w.Fill("flood")
	w.must(signIn(home))
	second, leaveToo := w.Fill("flood too")
	if first == 0 || second != first {
		t.Errorf("two addresses have %d and %d places", first, second)
	}
	for range 60 {
		w.wantError(signIn(other), account.ErrBusy)
	}
	_, err := w.SignUp(t.Context(), "guest2", "Ben", password, other)
	w.wantError(err, account.ErrBusy)
	leave()
	w.must(signIn(other))
	leaveToo()
	for i := range 3 { // all places are free again
		n, leave := w.Fill(fmt.Sprint("later ", i))
		if leave(); n != first {
			t.Errorf("an address has %d places, want %d", n, first)
		}
	}
}
