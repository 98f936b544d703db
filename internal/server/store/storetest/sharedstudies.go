package storetest

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

// studyOf returns the first changes of a study.
func studyOf(id livegame.ID, owner, name string) sharedstudy.Changes {
	settings := sharedstudy.Settings{
		Name: name, Visibility: sharedstudy.Public, Topics: []string{"endings", "füchse"}, Comments: sharedstudy.Everyone,
	}
	return sharedstudy.Changes{
		Row: sharedstudy.Row{
			ID: id, Seq: 2, Name: name, Visibility: sharedstudy.Public, Topics: settings.Topics,
			Words: "zoë's 100%_ study\nends", Chapters: 1, Variants: []string{"shrink", "diminuendo:pbnrqk"}, Owner: owner,
			OwnerName: "Zoë", Created: at(1), Updated: at(2),
		},
		Events: []sharedstudy.Event{
			{Seq: 1, Kind: sharedstudy.Configured, At: at(1), By: 1, Settings: &settings},
			{Seq: 2, Kind: sharedstudy.Assigned, At: at(2), By: 1, Person: 1, Role: sharedstudy.Owner},
		},
		Joined:   []sharedstudy.Person{{Number: 1, Account: owner, Name: "Zoë 🐈'; DROP TABLE shared_studies; --"}},
		Snapshot: []byte{0, 1, 255},
	}
}

// changeOf returns the next change of a study, which adds events up to a number.
func changeOf(c sharedstudy.Changes, last int) sharedstudy.Changes {
	out := sharedstudy.Changes{Row: c.Row}
	for n := c.Row.Seq + 1; n <= last; n++ {
		out.Events = append(out.Events, sharedstudy.Event{
			Seq: n, Kind: sharedstudy.Noted, At: at(n), By: 1, Chapter: "c", Path: []string{"e2e4"},
			Note: &sharedstudy.Note{Hint: "\"'\n"},
		})
	}
	out.Row.Seq, out.Row.Updated = last, at(last)
	return out
}

// testSharedStudies stores studies and their events, and finds them.
func testSharedStudies(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	_, err := s.SharedStudy(background, "' OR 1=1 --", 0)
	wantError(t, err, sharedstudy.ErrNotFound)
	first := studyOf("Study01", "ann", "Ends")
	must(t, s.CreateSharedStudy(background, first, 2))
	must(t, other.CreateSharedStudy(background, first, 2)) // sent again
	wantError(t, other.CreateSharedStudy(background, studyOf("Study01", "bob", "Stolen"), 2), sharedstudy.ErrConflict)
	second := studyOf("Study02", "ann", "Second")
	second.Row.Visibility, second.Row.Updated, second.Row.Words = sharedstudy.Private, at(50), "second"
	must(t, s.CreateSharedStudy(background, second, 2))
	wantError(t, s.CreateSharedStudy(background, studyOf("Study03", "ann", "Third"), 2), sharedstudy.ErrMany)
	bad := studyOf("Study04", "bob", "\x00")
	if s.CreateSharedStudy(background, bad, 9) == nil {
		t.Error("a name with a zero byte was kept")
	}

	got, err := other.SharedStudy(background, "Study01", 0)
	must(t, err)
	people := []sharedstudy.Person{{Number: 1, Account: "ann", Name: first.Joined[0].Name, Role: sharedstudy.Owner}}
	want := sharedstudy.Record{
		Row: first.Row, Snapshot: first.Snapshot, SnapshotSeq: 2, People: people, Events: []sharedstudy.Event{},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("a new study:\n got %+v\nwant %+v", got, want)
	}
	if got, err = other.SharedStudy(background, "Study01", 2); err != nil || got.Seq != 2 || got.People != nil ||
		got.Events != nil || got.Snapshot != nil {
		t.Errorf("a study without news: %+v, %v", got, err)
	}

	// A change with a new person, once.
	change := changeOf(first, 4)
	change.Events[1] = sharedstudy.Event{
		Seq: 4, Kind: sharedstudy.Assigned, At: at(4), By: 1, Person: 2, Role: sharedstudy.Reader,
	}
	change.Joined = []sharedstudy.Person{{Number: 2, Account: "bob", Name: "Bob"}}
	change.Log = []admin.Entry{{At: at(4), Operator: "Mia", Action: admin.StudyHidden, Account: "zoe", Detail: "Study01"}}
	must(t, s.ChangeSharedStudy(background, change))
	wantError(t, other.ChangeSharedStudy(background, change), sharedstudy.ErrConflict) // and nothing is logged
	log, err := admin.Entries(background, s.DB(), admin.LogQuery{Account: "zoe", Limit: 9})
	must(t, err)
	if len(log) != 1 || log[0].Action != admin.StudyHidden || log[0].Operator != "Mia" {
		t.Errorf("the log has %+v", log)
	}
	change.Log = nil
	another := changeOf(change, 5) // of a study that had the ID before
	another.Row.Created = at(0)
	wantError(t, other.ChangeSharedStudy(background, another), sharedstudy.ErrConflict)
	wantError(t, other.ChangeSharedStudy(background, changeOf(studyOf("Study09", "ann", "None"), 4)),
		sharedstudy.ErrConflict)
	got, err = other.SharedStudy(background, "Study01", 2)
	must(t, err)
	people = append(people, sharedstudy.Person{Number: 2, Account: "bob", Name: "Bob", Role: sharedstudy.Reader})
	if !reflect.DeepEqual(got.Events, change.Events) || got.Snapshot != nil || !reflect.DeepEqual(got.People, people) ||
		got.Seq != 4 {
		t.Errorf("after a change: %+v", got)
	}

	// A snapshot, before which events are forgotten.
	change = changeOf(change, 9)
	change.Snapshot, change.ForgetBefore = []byte("new"), 8
	must(t, s.ChangeSharedStudy(background, change))
	for after, snapshot := range map[int]string{0: "new", 4: "new", 7: ""} {
		got, err := other.SharedStudy(background, "Study01", after)
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
			if err := s.ChangeSharedStudy(background, changeOf(change, 10)); err != nil {
				wantError(t, err, sharedstudy.ErrConflict)
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
func testStudyRoom(t *testing.T, s Store) {
	const most = 20_000
	first := studyOf("Room01", "dan", "First")
	first.Row.Visibility, first.MaxBytes, first.Snapshot = sharedstudy.Private, most, bytes.Repeat([]byte("x"), 5000)
	must(t, s.CreateSharedStudy(background, first, 9))
	second := first
	second.Row.ID, second.Snapshot = "Room02", bytes.Repeat([]byte("x"), 15_000)
	wantError(t, s.CreateSharedStudy(background, second, 9), sharedstudy.ErrFull)
	_, err := s.SharedStudy(background, "Room02", 0)
	wantError(t, err, sharedstudy.ErrNotFound)
	second.Row.ID, second.Row.Owner = "Room03", "eve" // another account has room of its own
	must(t, s.CreateSharedStudy(background, second, 9))

	// Events count, until a snapshot lets them be forgotten.
	large := func(c sharedstudy.Changes, last int) sharedstudy.Changes {
		c = changeOf(c, last)
		c.Events[len(c.Events)-1].Note.Hint, c.MaxBytes = strings.Repeat("ü", 4000), most
		return c
	}
	change := large(first, 3)
	must(t, s.ChangeSharedStudy(background, change))
	next := large(change, 4)
	wantError(t, s.ChangeSharedStudy(background, next), sharedstudy.ErrFull)
	next.Snapshot, next.ForgetBefore = []byte("small"), 4
	must(t, s.ChangeSharedStudy(background, next))
	must(t, s.ChangeSharedStudy(background, large(next, 5)))
	unbounded := large(next, 6)
	unbounded.Events, unbounded.MaxBytes = unbounded.Events[1:], 0
	must(t, s.ChangeSharedStudy(background, unbounded))
	for _, id := range []livegame.ID{"Room01", "Room03"} {
		must(t, s.DeleteSharedStudy(background, id))
	}
}

// testStudyLists finds studies.
func testStudyLists(t *testing.T, s Store) {
	for i := range 4 {
		c := studyOf(livegame.ID(fmt.Sprintf("List0%d", i)), "cid", "List")
		c.Row.Updated, c.Row.Words = at(100), fmt.Sprint("list ", i)
		must(t, s.CreateSharedStudy(background, c, 9))
	}
	for name, c := range map[string]struct {
		query sharedstudy.Query
		want  string
	}{
		"public": {sharedstudy.Query{}, "[List03 List02 List01 List00 Study01]"},
		"a part": {sharedstudy.Query{Limit: 2}, "[List03 List02]"},
		"what follows": {
			sharedstudy.Query{Before: sharedstudy.Cursor{Updated: at(100), ID: "List02"}}, "[List01 List00 Study01]",
		},
		"an owner":          {sharedstudy.Query{Owner: "ann"}, "[Study01]"},
		"mine":              {sharedstudy.Query{Account: "ann", Owned: true}, "[Study02 Study01]"},
		"shared with me":    {sharedstudy.Query{Account: "bob", Shared: true}, "[Study01]"},
		"of others only":    {sharedstudy.Query{Account: "ann", Shared: true}, "[]"},
		"all of mine":       {sharedstudy.Query{Account: "bob"}, "[Study01]"},
		"a topic":           {sharedstudy.Query{Topic: "füchse", Limit: 1}, "[List03]"},
		"no topic":          {sharedstudy.Query{Topic: "end"}, "[]"},
		"a variant":         {sharedstudy.Query{Variant: "diminuendo", Owner: "ann"}, "[Study01]"},
		"part of a variant": {sharedstudy.Query{Variant: "shri"}, "[]"},
		"words":             {sharedstudy.Query{Words: []string{"100%_", "zoë"}}, "[Study01]"},
		"no pattern":        {sharedstudy.Query{Words: []string{"1%0"}}, "[]"},
		"two of one":        {sharedstudy.Query{Words: []string{"list", "3"}}, "[List03]"},
	} {
		rows, err := s.SharedStudies(background, c.query)
		must(t, err)
		ids := []livegame.ID{}
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		if fmt.Sprint(ids) != c.want {
			t.Errorf("%s: %v, want %s", name, ids, c.want)
		}
	}
	topics, err := s.StudyTopics(background, "", 10)
	must(t, err)
	if fmt.Sprint(topics) != "[{endings 5} {füchse 5}]" {
		t.Errorf("topics: %v", topics)
	}
	if topics, err = s.StudyTopics(background, "f", 10); err != nil || len(topics) != 1 {
		t.Errorf("topics with f: %v, %v", topics, err)
	}
}

func testDeleteStudy(t *testing.T, s Store) {
	must(t, s.DeleteSharedStudy(background, "List00"))
	_, err := s.SharedStudy(background, "List00", 0)
	wantError(t, err, sharedstudy.ErrNotFound)
	must(t, s.DeleteSharedStudy(background, "List00"))
	if topics, err := s.StudyTopics(background, "", 1); err != nil || topics[0].Studies != 4 {
		t.Errorf("topics after a deletion: %v, %v", topics, err)
	}
}
