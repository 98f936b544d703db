package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/openings"
)

// openingNames has what the tests of names of openings share.
type openingNames struct {
	t        *testing.T
	s, other Store
}

// propose proposes a name and returns the ID of the proposal.
func (o openingNames) propose(author, variant string, spot int, name string, want error) int64 {
	o.t.Helper()
	err := o.s.ProposeOpening(background, openings.Proposal{
		Position: archive.PositionHash(spot), Variant: variant, Name: name, Folded: openings.Fold(name),
		Line: []string{"e2e4", "e7e5"}, Author: author, Created: at(5),
	}, at(0))
	if !errors.Is(err, want) {
		o.t.Fatalf("%s proposes %q: %v, want %v", author, name, err, want)
	}
	list, _, err := o.other.OpeningProposals(background, archive.PositionHash(spot), "", 100)
	must(o.t, err)
	for _, p := range list {
		if p.Folded == openings.Fold(name) {
			return p.ID
		}
	}
	return 0
}

func (o openingNames) vote(id int64, accounts ...string) {
	o.t.Helper()
	for _, a := range accounts {
		must(o.t, o.other.VoteOpening(background, a, id, at(6)))
	}
}

// names compares the names of all positions with variant/position=name.
func (o openingNames) names(want ...string) {
	o.t.Helper()
	list, err := o.other.OpeningNames(background)
	must(o.t, err)
	var got []string
	for _, n := range list {
		got = append(got, fmt.Sprintf("%s/%d=%s", n.Variant, n.Position, n.Name))
	}
	if !reflect.DeepEqual(got, want) {
		o.t.Errorf("the names are %q, want %q", got, want)
	}
}

// testOpeningNames proposes names of openings, votes for them, and decides as a moderator.
func testOpeningNames(t *testing.T, h *handles) {
	o := openingNames{t, h.store(), h.store()}
	for i := range 7 {
		join(t, o.s, fmt.Sprint("voter", i), fmt.Sprint("voter", i))
	}
	o.propose("ghost", "chess", 1, "Ghost", account.ErrNotFound)
	zoe := o.propose("voter0", "chess", 1, "Zoë’s 🐈'; --", nil)
	if again := o.propose("voter1", "chess", 1, "ZOES!", nil); again != zoe {
		t.Errorf("an equal name is another proposal: %d, %d", again, zoe)
	}
	o.names()
	o.vote(zoe, "voter0", "voter1") // they have voted
	o.names()
	o.vote(zoe, "voter2")
	o.names("chess/1=Zoë’s 🐈'; --")
	o.propose("voter3", "chess", 2, "zoes", openings.ErrTaken)
	o.propose("voter3", "shrink", 2, "Zoes", nil) // another game
	wantError(t, o.s.VoteOpening(background, "voter1", 999, at(1)), openings.ErrNotFound)
	wantError(t, o.s.VoteOpening(background, "ghost", zoe, at(1)), account.ErrNotFound)

	// The name changes with most votes; with equal votes it stays.
	lion := o.propose("voter3", "chess", 1, "Lion", nil)
	o.vote(lion, "voter4", "voter5")
	o.names("chess/1=Zoë’s 🐈'; --")
	o.vote(lion, "voter0") // instead of Zoë's
	o.names("chess/1=Lion")
	list, voted, err := o.s.OpeningProposals(background, 1, "voter0", 10)
	must(t, err)
	want := []openings.Proposal{
		{
			ID: lion, Position: 1, Variant: "chess", Name: "Lion", Folded: "lion", Line: []string{"e2e4", "e7e5"},
			Author: "voter3", Created: at(5), Votes: 4, Shown: true,
		},
		{
			ID: zoe, Position: 1, Variant: "chess", Name: "Zoë’s 🐈'; --", Folded: "zoes", Line: []string{"e2e4", "e7e5"},
			Author: "voter0", Created: at(5), Votes: 2,
		},
	}
	if voted != lion || !reflect.DeepEqual(list, want) {
		t.Errorf("%+v, vote for %d; want\n%+v, %d", list, voted, want, lion)
	}
	must(t, o.s.UnvoteOpening(background, "voter0", zoe)) // it votes for another
	must(t, o.s.UnvoteOpening(background, "voter0", lion))
	must(t, o.s.UnvoteOpening(background, "voter5", lion))
	must(t, o.s.UnvoteOpening(background, "voter5", lion))
	o.names()

	testSettledNames(o, zoe, lion)
	testOpeningLimits(o)
	testOpeningLeave(o)
}

// testSettledNames hides and settles names. Zoe has the votes of 1 and 2, lion those of 3 and 4.
func testSettledNames(o openingNames, zoe, lion int64) {
	entry := admin.Entry{At: at(7), Operator: "mia", Action: admin.OpeningSettled, Detail: "1"}
	must(o.t, o.s.SettleOpening(background, zoe, true, entry))
	o.vote(lion, "voter0", "voter5")
	o.names("chess/1=Zoë’s 🐈'; --")
	for _, v := range []string{"voter1", "voter2"} { // a settled name needs no votes
		must(o.t, o.s.UnvoteOpening(background, v, zoe))
	}
	o.names("chess/1=Zoë’s 🐈'; --")
	must(o.t, o.s.SettleOpening(background, zoe, false, entry))
	o.names("chess/1=Lion")
	if list, _, err := o.s.OpeningProposals(background, 1, "", 10); err != nil || len(list) != 1 {
		o.t.Errorf("a name without votes stays: %+v, %v", list, err)
	}
	wantError(o.t, o.s.SettleOpening(background, zoe, true, entry), openings.ErrNotFound)
	wantError(o.t, o.s.HideOpening(background, 999, true, false, entry), openings.ErrNotFound)
	must(o.t, o.s.HideOpening(background, lion, true, false, entry))
	o.names()
	o.propose("voter6", "chess", 1, "LION", openings.ErrHidden)
	wantError(o.t, o.s.VoteOpening(background, "voter6", lion, at(1)), openings.ErrNotFound)
	wantError(o.t, o.s.SettleOpening(background, lion, true, entry), openings.ErrNotFound)
	must(o.t, o.s.HideOpening(background, lion, false, false, entry))
	o.names("chess/1=Lion")
	// An operator sets a name that was hidden, or not proposed.
	set := func(spot int, name string, want error) {
		o.t.Helper()
		p := openings.Proposal{
			Position: archive.PositionHash(spot), Variant: "chess", Name: name, Folded: openings.Fold(name),
			Line: []string{"a2a4"}, Created: at(8),
		}
		wantError(o.t,
			o.s.SetOpening(background, p, admin.Entry{At: at(8), Operator: "root", Action: admin.OpeningSettled}), want)
	}
	must(o.t, o.s.HideOpening(background, lion, true, false, entry))
	set(1, "LION", nil)
	o.names("chess/1=LION")
	set(1, "Leopard", nil)
	o.names("chess/1=Leopard")
	set(9, "leopard", openings.ErrTaken)
	if list, err := o.other.ListOpenings(background,
		openings.Query{Variant: "chess", Shown: true, Limit: 9}); err != nil ||
		len(list) != 1 || list[0].Name != "Leopard" || !list[0].Settled || list[0].Author != "" {
		o.t.Errorf("the names are %+v, %v", list, err)
	}
	if list, err := o.other.ListOpenings(background, openings.Query{Limit: 99}); err != nil || len(list) < 3 ||
		list[0].Name != "Leopard" || list[1].Shown {
		o.t.Errorf("all are %+v, %v", list, err)
	}
	if list, err := o.other.ListOpenings(background, openings.Query{Before: lion, Limit: 99}); err != nil ||
		len(list) > 0 && list[0].ID >= lion {
		o.t.Errorf("those before are %+v, %v", list, err)
	}
	set(1, "Lion", nil)
	must(o.t, o.s.SettleOpening(background, lion, false, entry))
	o.names("chess/1=Lion")
	// Two proposals of an equal name: the second to have enough votes is no name.
	twin := o.propose("voter6", "chess", 3, "Tiger", nil)
	rival := o.propose("voter1", "chess", 4, "Tiger", nil)
	o.vote(twin, "voter0", "voter2")
	o.vote(rival, "voter3", "voter4", "voter5")
	o.names("chess/1=Lion", "chess/3=Tiger")
	wantError(o.t, o.s.SettleOpening(background, rival, true, entry), openings.ErrTaken)
	must(o.t, o.s.HideOpening(background, lion, true, true, entry)) // of voter3, with that for shrink
	o.names("chess/3=Tiger")
	if list, _, err := o.s.OpeningProposals(background, 2, "", 10); err != nil || len(list) != 1 || !list[0].Hidden {
		o.t.Errorf("the author's other name is not hidden: %+v, %v", list, err)
	}
	must(o.t, o.s.HideOpening(background, twin, true, false, entry))
	must(o.t, o.s.VoteOpening(background, "voter6", rival, at(9)))
	o.names("chess/4=Tiger")
	if log, err := o.s.Entries(background, admin.LogQuery{Limit: 100}); err != nil || len(log) < 6 ||
		log[0].Action != admin.OpeningSettled || !strings.HasSuffix(log[0].Detail, ", 1") {
		o.t.Errorf("the log has %+v, %v", log, err)
	}
}

// testOpeningLimits proposes names up to the limit, and has many vote at once.
func testOpeningLimits(o openingNames) {
	join(o.t, o.s, "busy", "busy")
	for i := range openings.MaxPerDay {
		o.propose("busy", "chess", 100+i, fmt.Sprint("Busy ", i), nil)
	}
	o.propose("busy", "chess", 200, "Too busy", openings.ErrMany)
	id := o.propose("voter0", "cheshire", 300, "Race", nil)
	var all sync.WaitGroup
	for i := range 7 {
		all.Go(func() {
			if err := []Store{o.s, o.other}[i%2].VoteOpening(background, fmt.Sprint("voter", i), id, at(8)); err != nil {
				o.t.Error(err)
			}
		})
	}
	all.Wait()
	list, _, err := o.s.OpeningProposals(background, 300, "", 10)
	if must(o.t, err); len(list) != 1 || list[0].Votes != 7 || !list[0].Shown {
		o.t.Errorf("after 7 votes at once: %+v", list)
	}
	for _, bad := range []string{"\x00", "\xff"} {
		if o.s.ProposeOpening(background, openings.Proposal{Author: "voter0", Name: bad, Folded: bad}, at(0)) == nil {
			o.t.Errorf("the name %q is stored", bad)
		}
	}
}

// testOpeningLeave deletes accounts that have proposed names and voted.
func testOpeningLeave(o openingNames) {
	id := o.propose("voter1", "diminuendo", 400, "Farewell", nil)
	o.vote(id, "voter2", "voter3")
	alone := o.propose("voter1", "diminuendo", 401, "Alone", nil)
	kept := o.propose("voter1", "diminuendo", 402, "Kept", nil)
	o.vote(kept, "voter4", "voter5", "voter6")
	rows := map[string]int{}
	must(o.t, o.s.Export(background, "voter1", func(name string, list []map[string]any) error {
		rows[name] = len(list)
		return nil
	}))
	if rows["opening-names"] != 4 || rows["opening-votes"] != 5 {
		o.t.Errorf("the export has %v", rows)
	}
	must(o.t, o.s.BeginDeletion(background, "voter1", at(9)))
	must(o.t, o.s.DeleteAccount(background, "voter1"))
	for spot, want := range map[int]string{400: "", 401: "", 402: "Kept"} {
		list, _, err := o.s.OpeningProposals(background, archive.PositionHash(spot), "", 10)
		must(o.t, err)
		shown := ""
		for _, p := range list {
			if p.Author != "" || p.ID == alone {
				o.t.Errorf("%+v stays", p)
			}
			if p.Shown {
				shown = p.Name
			}
		}
		if shown != want {
			o.t.Errorf("position %d is called %q, want %q", spot, shown, want)
		}
	}
}
