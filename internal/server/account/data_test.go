package account_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
)

// TestData has features take part in what happens to accounts, guests and games.
func TestData(t *testing.T) { each(t, testData) }

func testData(t *testing.T, open func() node) {
	s := open()
	var done []string
	step := func(name string) feature.Step {
		return func(_ context.Context, _ db.Tx, ids ...string) error {
			done = append(done, strings.Join(append([]string{name}, ids...), " "))
			return nil
		}
	}
	s.Data = []feature.Data{{}, {
		Forget: step("forget"), ForgetName: step("name"), Sessions: step("sessions"),
		Adopt: step("adopt"), ForgetGuest: step("guest"), ForgetGame: step("game"),
		Exports: []feature.Export{{Name: "things", Query: "SELECT name FROM accounts WHERE id = $1"}},
	}}
	s.games.Use(s.Data...)
	join(t, s, "ann", "Ann")
	if claimed, err := s.Claim(background, "ada", "ann", at(5)); err != nil || !claimed {
		t.Fatal(claimed, err)
	}
	_, err := s.games.AdoptFinished(background, account.Claim{Guest: "ada", Account: "ann"}, 10)
	must(t, err)
	sum := gamestoretest.Finished("Data00000001", at(10))
	must(t, s.games.Create(background, sum))
	must(t, s.games.Forget(background, sum, func(guest string) bool { return guest == sum.Seats[1].Guest }))
	must(t, s.games.Delete(background, admin.Deletion{Game: sum.ID, At: at(11)}))
	var things []map[string]any
	must(t, s.Export(background, "ann", func(name string, rows []map[string]any) error {
		if name == "things" {
			things = rows
		}
		return nil
	}))
	if len(things) != 1 || things[0]["name"] != "Ann" {
		t.Errorf("the export has %v", things)
	}
	must(t, s.DeleteAccount(background, "ann"))
	want := []string{
		"sessions ann ann-first", "sessions ada ", "adopt ada ann", "guest " + sum.Seats[1].Guest + " Data00000001",
		"game Data00000001", "name ann Ann",
		"forget ann", "sessions ann ",
	}
	if !slices.Equal(done, want) {
		t.Errorf("the features did %q, want %q", done, want)
	}
}
