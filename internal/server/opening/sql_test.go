package opening

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

func at(ms int64) time.Time { return time.UnixMilli(1_000_000 + ms).UTC() }

// nodes are two with one database.
type nodes struct {
	*testing.T
	s, other *Service
}

func (o nodes) must(err error) {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
}

// wants checks an error.
func (o nodes) wants(err, want error) {
	o.Helper()
	if !errors.Is(err, want) {
		o.Errorf("error %v, want %v", err, want)
	}
}

// propose proposes a name and returns the ID of the proposal.
func (o nodes) propose(author, variant string, spot int, name string, want error) int64 {
	o.Helper()
	err := o.s.propose(o.Context(), Proposal{
		Position: archive.PositionHash(spot), Variant: variant, Name: name, Folded: Fold(name),
		Line: "e2e4 e7e5", Author: author, Created: at(5),
	}, at(0))
	if !errors.Is(err, want) {
		o.Fatalf("%s proposes %q: %v, want %v", author, name, err, want)
	}
	list, err := o.other.proposals(o.Context(), archive.PositionHash(spot), "", 100)
	o.must(err)
	for _, p := range list {
		if p.Folded == Fold(name) {
			return p.ID
		}
	}
	return 0
}

func (o nodes) vote(id int64, accounts ...string) {
	o.Helper()
	for _, a := range accounts {
		o.must(o.other.vote(o.Context(), a, id, at(6)))
	}
}

// names compares the names of all positions with variant/position=name.
func (o nodes) names(want ...string) {
	o.Helper()
	list, err := o.other.all(o.Context())
	o.must(err)
	var got []string
	for _, n := range list {
		got = append(got, fmt.Sprintf("%s/%d=%s", n.Variant, n.Position, n.Name))
	}
	if !reflect.DeepEqual(got, want) {
		o.Errorf("the names are %q, want %q", got, want)
	}
}

// Accounts propose names of openings and vote for them, and moderators decide.
func TestStatements(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) { testStatements(t, open(), open()) },
		"SELECT variant, spot AS position, name FROM opening_names") // moderators decide each name
}

func testStatements(t *testing.T, here, there *db.DB) {
	now := func() time.Time { return at(8) }
	o := nodes{t, New(Options{DB: here, Now: now}), New(Options{DB: there})}
	for i := range 7 {
		dbtest.Join(t, here, fmt.Sprint("voter", i))
	}
	o.propose("ghost", "chess", 1, "Ghost", auth.ErrNotFound)
	zoe := o.propose("voter0", "chess", 1, "Zoë’s 🐈'; --", nil)
	if again := o.propose("voter1", "chess", 1, "ZOES!", nil); again != zoe {
		t.Errorf("an equal name is another proposal: %d, %d", again, zoe)
	}
	o.names()
	o.vote(zoe, "voter0", "voter1") // they have voted
	o.names()
	o.vote(zoe, "voter2")
	o.names("chess/1=Zoë’s 🐈'; --")
	o.propose("voter3", "chess", 2, "zoes", ErrTaken)
	o.propose("voter3", "shrink", 2, "Zoes", nil) // another game
	o.wants(o.s.vote(o.Context(), "voter1", 999, at(1)), ErrNotFound)
	o.wants(o.s.vote(o.Context(), "ghost", zoe, at(1)), auth.ErrNotFound)

	// The name changes with most votes; with equal votes it stays.
	lion := o.propose("voter3", "chess", 1, "Lion", nil)
	o.vote(lion, "voter4", "voter5")
	o.names("chess/1=Zoë’s 🐈'; --")
	o.vote(lion, "voter0") // instead of Zoë's
	o.names("chess/1=Lion")
	list, err := o.s.proposals(o.Context(), 1, "voter0", 10)
	o.must(err)
	want := []Proposal{
		{
			ID: lion, Position: 1, Variant: "chess", Name: "Lion", Folded: "lion", Line: "e2e4 e7e5",
			Author: "voter3", Created: at(5), Votes: 4, Mine: true, Shown: true,
		},
		{
			ID: zoe, Position: 1, Variant: "chess", Name: "Zoë’s 🐈'; --", Folded: "zoes", Line: "e2e4 e7e5",
			Author: "voter0", Created: at(5), Votes: 2,
		},
	}
	if !reflect.DeepEqual(list, want) {
		t.Errorf("%+v, want\n%+v", list, want)
	}
	o.must(o.s.Unvote(o.Context(), "voter0", zoe)) // it votes for another
	o.must(o.s.Unvote(o.Context(), "voter0", lion))
	o.must(o.s.Unvote(o.Context(), "voter5", lion))
	o.must(o.s.Unvote(o.Context(), "voter5", lion))
	o.names()

	o.testSettled(zoe, lion)
	o.testLimits()
	o.testLeave()
}

// testSettled hides and settles names. Zoe has the votes of 1 and 2, lion those of 3 and 4.
func (o nodes) testSettled(zoe, lion int64) {
	entry := admin.Entry{At: at(7), Operator: "mia", Action: admin.OpeningSettled, Detail: "1"}
	o.must(o.s.settle(o.Context(), zoe, true, entry))
	o.vote(lion, "voter0", "voter5")
	o.names("chess/1=Zoë’s 🐈'; --")
	for _, v := range []string{"voter1", "voter2"} { // a settled name needs no votes
		o.must(o.s.Unvote(o.Context(), v, zoe))
	}
	o.names("chess/1=Zoë’s 🐈'; --")
	o.must(o.s.settle(o.Context(), zoe, false, entry))
	o.names("chess/1=Lion")
	if list, err := o.s.proposals(o.Context(), 1, "", 10); err != nil || len(list) != 1 {
		o.Errorf("a name without votes stays: %+v, %v", list, err)
	}
	o.wants(o.s.settle(o.Context(), zoe, true, entry), ErrNotFound)
	o.wants(o.s.hide(o.Context(), 999, true, false, entry), ErrNotFound)
	o.must(o.s.hide(o.Context(), lion, true, false, entry))
	o.names()
	o.propose("voter6", "chess", 1, "LION", ErrHidden)
	o.wants(o.s.vote(o.Context(), "voter6", lion, at(1)), ErrNotFound)
	o.wants(o.s.settle(o.Context(), lion, true, entry), ErrNotFound)
	o.must(o.s.hide(o.Context(), lion, false, false, entry))
	o.names("chess/1=Lion")
	// A name that was hidden is not shown again if no account votes for it any more.
	gone := o.propose("voter6", "chess", 7, "Gone", nil)
	o.must(o.s.hide(o.Context(), gone, true, false, entry))
	o.must(o.s.Unvote(o.Context(), "voter6", gone))
	o.wants(o.s.hide(o.Context(), gone, false, false, entry), ErrVotes)
	// An operator sets a name that was hidden, or not proposed.
	set := func(spot int, name string, want error) {
		o.Helper()
		p := Proposal{
			Position: archive.PositionHash(spot), Variant: "chess", Name: name, Folded: Fold(name),
			Line: "a2a4", Created: at(8),
		}
		o.wants(o.s.set(o.Context(), p, "root"), want)
	}
	o.must(o.s.hide(o.Context(), lion, true, false, entry))
	set(1, "LION", nil)
	o.names("chess/1=LION")
	set(1, "Leopard", nil)
	o.names("chess/1=Leopard")
	set(9, "leopard", ErrTaken)
	if list, err := o.other.List(o.Context(),
		Query{Variant: "chess", Shown: true, Limit: 9}); err != nil ||
		len(list) != 1 || list[0].Name != "Leopard" || !list[0].Settled || list[0].Author != "" {
		o.Errorf("the names are %+v, %v", list, err)
	}
	if list, err := o.other.List(o.Context(), Query{Limit: 99}); err != nil || len(list) < 3 ||
		list[0].Name != "Leopard" || list[1].Shown {
		o.Errorf("all are %+v, %v", list, err)
	}
	if list, err := o.other.List(o.Context(), Query{Before: lion, Limit: 99}); err != nil ||
		len(list) > 0 && list[0].ID >= lion {
		o.Errorf("those before are %+v, %v", list, err)
	}
	set(1, "Lion", nil)
	o.must(o.s.settle(o.Context(), lion, false, entry))
	o.names("chess/1=Lion")
	// Two proposals of an equal name: the second to have enough votes is no name.
	twin := o.propose("voter6", "chess", 3, "Tiger", nil)
	rival := o.propose("voter1", "chess", 4, "Tiger", nil)
	o.vote(twin, "voter0", "voter2")
	o.vote(rival, "voter3", "voter4", "voter5")
	o.names("chess/1=Lion", "chess/3=Tiger")
	o.wants(o.s.settle(o.Context(), rival, true, entry), ErrTaken)
	o.must(o.s.hide(o.Context(), lion, true, true, entry)) // of voter3, with that for shrink
	o.names("chess/3=Tiger")
	if list, err := o.s.proposals(o.Context(), 2, "", 10); err != nil || len(list) != 1 || !list[0].Hidden {
		o.Errorf("the author's other name is not hidden: %+v, %v", list, err)
	}
	o.must(o.s.hide(o.Context(), twin, true, false, entry))
	o.must(o.s.vote(o.Context(), "voter6", rival, at(9)))
	o.names("chess/4=Tiger")
	if log, err := db.All[admin.Entry](o.Context(), o.other.o.DB,
		"SELECT action, detail FROM admin_log ORDER BY id DESC LIMIT 100"); err != nil || len(log) < 6 ||
		log[0].Action != admin.OpeningSettled || !strings.HasSuffix(log[0].Detail, ", 1") {
		o.Errorf("the log has %+v, %v", log, err)
	}
}

// testLimits proposes names up to the limit, and has many vote at once.
func (o nodes) testLimits() {
	dbtest.Join(o.T, o.s.o.DB, "busy")
	for i := range MaxPerDay {
		o.propose("busy", "chess", 100+i, fmt.Sprint("Busy ", i), nil)
	}
	o.propose("busy", "chess", 200, "Too busy", ErrMany)
	id := o.propose("voter0", "cheshire", 300, "Race", nil)
	var all sync.WaitGroup
	for i := range 7 {
		all.Go(func() {
			if err := []*Service{o.s, o.other}[i%2].vote(o.Context(), fmt.Sprint("voter", i), id, at(8)); err != nil {
				o.Error(err)
			}
		})
	}
	all.Wait()
	list, err := o.s.proposals(o.Context(), 300, "", 10)
	if o.must(err); len(list) != 1 || list[0].Votes != 7 || !list[0].Shown {
		o.Errorf("after 7 votes at once: %+v", list)
	}
	for _, bad := range []string{"\x00", "\xff"} {
		if o.s.propose(o.Context(), Proposal{Author: "voter0", Name: bad, Folded: bad}, at(0)) == nil {
			o.Errorf("the name %q is stored", bad)
		}
	}
}

// testLeave deletes accounts that have proposed names and voted.
func (o nodes) testLeave() {
	id := o.propose("voter1", "diminuendo", 400, "Farewell", nil)
	o.vote(id, "voter2", "voter3")
	alone := o.propose("voter1", "diminuendo", 401, "Alone", nil)
	kept := o.propose("voter1", "diminuendo", 402, "Kept", nil)
	o.vote(kept, "voter4", "voter5", "voter6")
	for i, want := range []int{4, 5} {
		e := Data.Exports[i]
		rows, err := db.All[map[string]any](o.Context(), o.other.o.DB, e.Query, "voter1")
		if err != nil || len(rows) != want {
			o.Errorf("the export has %d %s, %v; want %d", len(rows), e.Name, err, want)
		}
	}
	o.must(o.s.o.DB.Write(o.Context(),
		func(ctx context.Context, t db.Tx) error { return Data.Forget(ctx, t, "voter1") }))
	for spot, want := range map[int]string{400: "", 401: "", 402: "Kept"} {
		list, err := o.s.proposals(o.Context(), archive.PositionHash(spot), "", 10)
		o.must(err)
		shown := ""
		for _, p := range list {
			if p.Author != "" || p.ID == alone {
				o.Errorf("%+v stays", p)
			}
			if p.Shown {
				shown = p.Name
			}
		}
		if shown != want {
			o.Errorf("position %d is called %q, want %q", spot, shown, want)
		}
	}
}
