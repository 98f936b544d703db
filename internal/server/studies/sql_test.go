package studies

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// full returns a study in which no field is zero.
func full(account, id, version string, changed int) study {
	return study{Account: account, Content: []byte{0, 0xff, byte(changed)}, Info: Info{
		ID: id, Version: version, Name: "Zoë 🐈'; DROP TABLE studies; --", Variant: "shrink", Title: "Shrink Chess",
		Created: at(1), Changed: at(changed), Moves: 17, Game: "Game00000001",
	}}
}

// nodes is a test of statements on two nodes, with a database of each kind.
func nodes(t *testing.T, test func(t *testing.T, nodes [2]*Service)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) { test(t, [2]*Service{New(open()), New(open())}) })
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

// Studies of two accounts are stored, changed, listed and deleted on two nodes.
func TestStatements(t *testing.T) { nodes(t, testStatements) }

func testStatements(t *testing.T, nodes [2]*Service) {
	s, other := nodes[0], nodes[1]
	put := func(want error, one study, instead string, limits ...int) {
		t.Helper()
		most, total := 10, 100
		if len(limits) == 2 {
			most, total = limits[0], limits[1]
		}
		if _, err := s.put(t.Context(), one, instead, most, total); !errors.Is(err, want) {
			t.Errorf("putting %s over %q: %v, want %v", one.ID, instead, err, want)
		}
	}
	_, err := s.stored(t.Context(), "ann", "one")
	wantError(t, err, errNotFound)
	put(errNotFound, full("ann", "one", "1", 3), "0")
	put(nil, full("ann", "one", "1", 3), "")
	put(errConflict, full("ann", "one", "2", 4), "")
	put(errConflict, full("ann", "one", "2", 4), "0")
	put(nil, full("ann", "one", "2", 4), "1")
	put(nil, full("ann", "two", "1", 5), "")
	put(nil, full("ben", "one", "7", 6), "")
	put(errMany, full("ann", "three", "1", 7), "", 2, 100)
	put(errFull, full("ann", "three", "1", 7), "", 10, 8)
	put(nil, full("ann", "one", "3", 8), "2", 2, 6) // one that is there counts once
	for i, length := range []int{40, 30} {
		next := full("cleo", "one", fmt.Sprint(i), 1)
		next.Content = make([]byte, length)
		want := []int{40, -10}[i]
		if grown, err := s.put(t.Context(), next, []string{"", "0"}[i], 1, 40); err != nil || grown != want {
			t.Errorf("a study grows by %d bytes, %v, want %d", grown, err, want)
		}
	}

	for account, want := range map[string][]study{
		"ann": {full("ann", "one", "3", 8), full("ann", "two", "1", 5)}, "ben": {full("ben", "one", "7", 6)}, "eve": nil,
	} {
		list, err := other.List(t.Context(), account)
		must(t, err)
		var infos []Info
		for _, w := range want {
			infos = append(infos, w.Info)
			got, err := other.stored(t.Context(), account, w.ID)
			must(t, err)
			if !reflect.DeepEqual(got, w) {
				t.Errorf("the study is\n%+v, want\n%+v", got, w)
			}
		}
		if !slices.Equal(list, infos) {
			t.Errorf("%s has\n%+v, want\n%+v", account, list, infos)
		}
	}
	wantError(t, s.remove(t.Context(), "ann", "one", "2"), errConflict)
	wantError(t, s.remove(t.Context(), "ann", "one", ""), errConflict)
	wantError(t, s.remove(t.Context(), "ann", "nothing", "1"), errNotFound)
	must(t, s.remove(t.Context(), "ann", "one", "3"))
	_, err = other.stored(t.Context(), "ann", "one")
	wantError(t, err, errNotFound)
}

// Many devices change a study at once: one wins each time.
func TestRace(t *testing.T) { nodes(t, testRace) }

func testRace(t *testing.T, nodes [2]*Service) {
	version := ""
	for round := range 4 {
		var won, count atomic.Int64
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				_, err := nodes[i%2].put(t.Context(), full("ann", "one", fmt.Sprint(round, " ", i), i), version, 10, 100)
				switch {
				case err == nil:
					won.Store(int64(i))
					count.Add(1)
				case !errors.Is(err, errConflict):
					t.Errorf("device %d: %v", i, err)
				}
			})
		}
		all.Wait()
		if count.Load() != 1 {
			t.Fatalf("round %d: %d devices have won, want 1", round, count.Load())
		}
		version = fmt.Sprint(round, " ", won.Load())
	}
}

// An account gets its studies with their contents; one that cannot be read does not keep it from the others.
func TestExport(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		d := open()
		s := New(d)
		for i, content := range []string{`{"a":1}`, `{"b":2}`} {
			info := full("ann", fmt.Sprint("study", i), "", i+1).Info
			_, _, err := s.Save(t.Context(), "ann", info, []byte(content), "")
			must(t, err)
		}
		_, err := d.Exec(t.Context(), "UPDATE studies SET content = $1 WHERE account = $2 AND id = $3",
			[]byte{1}, "ann", "study1")
		must(t, err)
		rows, err := export(t.Context(), d, "ann")
		must(t, err)
		if len(rows) != 2 || rows[0]["id"] != "study1" || rows[0]["error"] == nil || rows[0]["content"] != nil ||
			fmt.Sprintf("%s", rows[1]["content"]) != `{"a":1}` || rows[1]["changed"] != int64(1000) {
			t.Errorf("the export has %v", rows)
		}
	})
}
