package sharedstudy

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// studyOf returns the first changes of a study.
func studyOf(id livegame.ID, owner, name string) changes {
	settings := Settings{
		Name: name, Visibility: Public, Topics: []string{"endings", "füchse"}, Comments: Everyone,
	}
	return changes{
		Row: Row{
			ID: id, Seq: 2, Name: name, Visibility: Public, Topics: settings.Topics,
			Words: "zoë's 100%_ study\nends", Chapters: 1, Variants: []string{"shrink", "diminuendo:pbnrqk"}, Owner: owner,
			Created: at(1), Updated: at(2),
		},
		Events: []Event{
			{Seq: 1, Kind: Configured, At: at(1), By: 1, Settings: &settings},
			{Seq: 2, Kind: Assigned, At: at(2), By: 1, Person: 1, Role: Owner},
		},
		Joined:   []Participant{{Number: 1, ID: owner}},
		Snapshot: []byte{0, 1, 255},
	}
}

func at(s int) time.Time { return time.Unix(int64(s), 0).UTC() }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

// changeOf returns the next change of a study, which adds events up to a number.
func changeOf(c changes, last int) changes {
	out := changes{Row: c.Row}
	for n := c.Row.Seq + 1; n <= last; n++ {
		out.Events = append(out.Events, Event{
			Seq: n, Kind: Noted, At: at(n), By: 1, Chapter: "c", Path: []string{"e2e4"},
			Note: &Note{Hint: "\"'\n"},
		})
	}
	out.Row.Seq, out.Row.Updated = last, at(last)
	return out
}

// Studies and their events are stored, changed, found and deleted on two nodes.
func TestStatements(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		testStatements(t, New(Options{DB: open()}), New(Options{DB: open()}))
	})
}

func testStatements(t *testing.T, s, other *Service) {
	_, err := Stored(t.Context(), s.o.DB, "' OR 1=1 --", 0)
	wantError(t, err, ErrNotFound)
	first := studyOf("Study01", "ann", "Ends")
	must(t, s.insert(t.Context(), first, 2))
	must(t, other.insert(t.Context(), first, 2)) // sent again
	wantError(t, other.insert(t.Context(), studyOf("Study01", "bob", "Stolen"), 2), errTaken)
	second := studyOf("Study02", "ann", "Second")
	second.Row.Visibility, second.Row.Updated, second.Row.Words = Private, at(50), "second"
	must(t, s.insert(t.Context(), second, 2))
	wantError(t, s.insert(t.Context(), studyOf("Study03", "ann", "Third"), 2), errMany)
	bad := studyOf("Study04", "bob", "\x00")
	if s.insert(t.Context(), bad, 9) == nil {
		t.Error("a name with a zero byte was kept")
	}

	created, err := other.Created(t.Context(), "Study02", "Study01", "Study09")
	times := map[livegame.ID]time.Time{"Study01": first.Row.Created, "Study02": second.Row.Created}
	if err != nil || !reflect.DeepEqual(created, times) {
		t.Errorf("created %v, %v; want %v", created, err, times)
	}

	got, err := Stored(t.Context(), other.o.DB, "Study01", 0)
	must(t, err)
	people := []Participant{{Number: 1, ID: "ann", Role: Owner}}
	want := Record{
		Row: first.Row, Snapshot: first.Snapshot, SnapshotSeq: 2, People: people,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("a new study:\n got %+v\nwant %+v", got, want)
	}
	if got, err = Stored(t.Context(), other.o.DB, "Study01", 2); err != nil || got.Seq != 2 || got.People != nil ||
		got.Events != nil || got.Snapshot != nil {
		t.Errorf("a study without news: %+v, %v", got, err)
	}

	// A change with a new person, once.
	change := changeOf(first, 4)
	change.Events[1] = Event{
		Seq: 4, Kind: Assigned, At: at(4), By: 1, Person: 2, Role: Reader,
	}
	change.Joined = []Participant{{Number: 2, ID: "bob"}}
	change.Log = []admin.Entry{{At: at(4), Operator: "Mia", Action: admin.StudyHidden, Account: "zoe", Detail: "Study01"}}
	must(t, s.update(t.Context(), change))
	wantError(t, other.update(t.Context(), change), errConflict) // and nothing is logged
	log, err := admin.Entries(t.Context(), s.o.DB, admin.LogQuery{Account: "zoe", Limit: 9})
	must(t, err)
	if len(log) != 1 || log[0].Action != admin.StudyHidden || log[0].Operator != "Mia" {
		t.Errorf("the log has %+v", log)
	}
	change.Log = nil
	another := changeOf(change, 5) // of a study that had the ID before
	another.Row.Created = at(0)
	wantError(t, other.update(t.Context(), another), errConflict)
	wantError(t, other.update(t.Context(), changeOf(studyOf("Study09", "ann", "None"), 4)),
		errConflict)
	got, err = Stored(t.Context(), other.o.DB, "Study01", 2)
	must(t, err)
	people = append(people, Participant{Number: 2, ID: "bob", Role: Reader})
	if !reflect.DeepEqual(got.Events, change.Events) || got.Snapshot != nil || !reflect.DeepEqual(got.People, people) ||
		got.Seq != 4 {
		t.Errorf("after a change: %+v", got)
	}

	// A snapshot, before which events are forgotten.
	change = changeOf(change, 9)
	change.Snapshot, change.ForgetBefore = []byte("new"), 8
	must(t, s.update(t.Context(), change))
	for after, snapshot := range map[int]string{0: "new", 4: "new", 7: ""} {
		got, err := Stored(t.Context(), other.o.DB, "Study01", after)
		must(t, err)
		if string(got.Snapshot) != snapshot || snapshot != "" && (got.SnapshotSeq != 9 || len(got.Events) != 0) ||
			snapshot == "" && len(got.Events) != 2 {
			t.Errorf("events after %d: %+v", after, got)
		}
	}

	// Of many changes at the same time, one is stored.
	var stored atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := s.update(t.Context(), changeOf(change, 10)); err != nil {
				wantError(t, err, errConflict)
				return
			}
			stored.Add(1)
		})
	}
	all.Wait()
	if n := stored.Load(); n != 1 {
		t.Errorf("%d nodes stored event 10", n)
	}
	t.Run("Room", func(t *testing.T) { testStudyRoom(t, s) })
	t.Run("Lists", func(t *testing.T) { testStudyLists(t, s) })
	t.Run("Delete", func(t *testing.T) { testDeleteStudy(t, s) })
}

// testStudyRoom bounds how many bytes the studies of an account have.
func testStudyRoom(t *testing.T, s *Service) {
	const most = 20_000
	first := studyOf("Room01", "dan", "First")
	first.Row.Visibility, first.MaxBytes, first.Snapshot = Private, most, bytes.Repeat([]byte("x"), 5000)
	must(t, s.insert(t.Context(), first, 9))
	second := first
	second.Row.ID, second.Snapshot = "Room02", bytes.Repeat([]byte("x"), 15_000)
	wantError(t, s.insert(t.Context(), second, 9), errFull)
	_, err := Stored(t.Context(), s.o.DB, "Room02", 0)
	wantError(t, err, ErrNotFound)
	second.Row.ID, second.Row.Owner = "Room03", "eve" // another account has room of its own
	must(t, s.insert(t.Context(), second, 9))

	// Events count, until a snapshot lets them be forgotten.
	large := func(c changes, last int) changes {
		c = changeOf(c, last)
		c.Events[len(c.Events)-1].Note.Hint, c.MaxBytes = strings.Repeat("ü", 4000), most
		return c
	}
	change := large(first, 3)
	must(t, s.update(t.Context(), change))
	next := large(change, 4)
	wantError(t, s.update(t.Context(), next), errFull)
	next.Snapshot, next.ForgetBefore = []byte("small"), 4
	must(t, s.update(t.Context(), next))
	must(t, s.update(t.Context(), large(next, 5)))
	unbounded := large(next, 6)
	unbounded.Events, unbounded.MaxBytes = unbounded.Events[1:], 0
	must(t, s.update(t.Context(), unbounded))
	for _, id := range []livegame.ID{"Room01", "Room03"} {
		must(t, s.erase(t.Context(), id))
	}
}

// testStudyLists finds studies.
func testStudyLists(t *testing.T, s *Service) {
	for i := range 4 {
		c := studyOf(livegame.ID(fmt.Sprintf("List0%d", i)), "cid", "List")
		c.Row.Updated, c.Row.Words = at(100), fmt.Sprint("list ", i)
		must(t, s.insert(t.Context(), c, 9))
	}
	for name, c := range map[string]struct {
		query Query
		want  string
	}{
		"public": {Query{}, "[List03 List02 List01 List00 Study01]"},
		"a part": {Query{Limit: 2}, "[List03 List02]"},
		"what follows": {
			Query{Before: Cursor{Updated: at(100), ID: "List02"}}, "[List01 List00 Study01]",
		},
		"an owner":          {Query{Owner: "ann"}, "[Study01]"},
		"mine":              {Query{Account: "ann", Owned: true}, "[Study02 Study01]"},
		"shared with me":    {Query{Account: "bob", Shared: true}, "[Study01]"},
		"of others only":    {Query{Account: "ann", Shared: true}, "[]"},
		"all of mine":       {Query{Account: "bob"}, "[Study01]"},
		"a topic":           {Query{Topic: "füchse", Limit: 1}, "[List03]"},
		"no topic":          {Query{Topic: "end"}, "[]"},
		"a variant":         {Query{Variant: "diminuendo", Owner: "ann"}, "[Study01]"},
		"part of a variant": {Query{Variant: "shri"}, "[]"},
		"words":             {Query{Words: []string{"100%_", "zoë"}}, "[Study01]"},
		"no pattern":        {Query{Words: []string{"1%0"}}, "[]"},
		"two of one":        {Query{Words: []string{"list", "3"}}, "[List03]"},
	} {
		rows, err := s.List(t.Context(), c.query)
		must(t, err)
		ids := []livegame.ID{}
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		if fmt.Sprint(ids) != c.want {
			t.Errorf("%s: %v, want %s", name, ids, c.want)
		}
	}
	topics, err := s.Topics(t.Context(), "", 10)
	must(t, err)
	if fmt.Sprint(topics) != "[{endings 5} {füchse 5}]" {
		t.Errorf("topics: %v", topics)
	}
	if topics, err = s.Topics(t.Context(), "f", 10); err != nil || len(topics) != 1 {
		t.Errorf("topics with f: %v, %v", topics, err)
	}
}

func testDeleteStudy(t *testing.T, s *Service) {
	must(t, s.erase(t.Context(), "List00"))
	_, err := Stored(t.Context(), s.o.DB, "List00", 0)
	wantError(t, err, ErrNotFound)
	must(t, s.erase(t.Context(), "List00"))
	if topics, err := s.Topics(t.Context(), "", 1); err != nil || topics[0].Studies != 4 {
		t.Errorf("topics after a deletion: %v, %v", topics, err)
	}
}
