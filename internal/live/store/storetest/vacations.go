package storetest

import (
	"errors"
	"reflect"
	"testing"

	"github.com/wane-chess/wane/internal/live/vacation"
)

// testVacations begins and ends vacations on two nodes.
func testVacations(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	none, err := s.Vacation(background, "ann")
	must(t, err)
	if none != (vacation.Vacation{Account: "ann"}) {
		t.Errorf("an account without a vacation has %+v", none)
	}
	first := vacation.Vacation{Account: "ann", Number: 1, From: at(1000), Until: at(5000), Used: 7, Pending: true}
	second := vacation.Vacation{Account: "ann", Number: 2, From: at(2000), Until: at(2000), Used: 3}
	must(t, s.PutVacation(background, first))
	for _, v := range []vacation.Vacation{first, {Account: "ann", Number: 3}, {Account: "bob", Number: 2}} {
		if err := other.PutVacation(background, v); !errors.Is(err, vacation.ErrConflict) {
			t.Errorf("%+v: error %v, want a conflict", v, err)
		}
	}
	stored := func(want ...vacation.Vacation) {
		t.Helper()
		list, err := other.Vacations(background, at(3000), "", 9)
		must(t, err)
		if len(list)+len(want) > 0 && !reflect.DeepEqual(list, want) {
			t.Errorf("%+v, want %+v", list, want)
		}
	}
	stored(first)
	if list, err := s.Vacations(background, at(3000), "ann", 9); err != nil || len(list) != 0 {
		t.Errorf("after the last account: %+v, %v", list, err)
	}
	must(t, s.SettleVacation(background, "ann", 2)) // not the last change
	stored(first)
	must(t, s.SettleVacation(background, "ann", 1))
	first.Pending = false
	stored(first)
	must(t, other.PutVacation(background, second))
	stored()
	got, err := s.Vacation(background, "ann")
	must(t, err)
	if got != second {
		t.Errorf("%+v, want %+v", got, second)
	}
	if err := s.PutVacation(background, vacation.Vacation{Account: "a\x00", Number: 1}); err == nil {
		t.Error("an account with a zero byte is stored")
	}
}
