package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/studies"
)

// study returns a study in which no field is zero.
func study(account, id, version string, changed int) *studies.Study {
	return &studies.Study{Account: account, Content: []byte{0, 0xff, byte(changed)}, Info: studies.Info{
		ID: id, Version: version, Name: "Zoë 🐈'; DROP TABLE studies; --", Variant: "shrink", Title: "Shrink Chess",
		Created: at(1), Changed: at(changed), Moves: 17, Game: "Game00000001",
	}}
}

// testStudies stores, changes, lists and deletes studies of two accounts on two nodes.
func testStudies(t *testing.T, h *handles) {
	s, other := h.games().(Store), h.games().(Store)
	put := func(want error, study *studies.Study, instead string, limits ...int) {
		t.Helper()
		most, total := 10, 100
		if len(limits) == 2 {
			most, total = limits[0], limits[1]
		}
		if _, err := s.PutStudy(background, study, instead, most, total); !errors.Is(err, want) {
			t.Errorf("putting %s over %q: %v, want %v", study.ID, instead, err, want)
		}
	}
	_, err := s.Study(background, "ann", "one")
	wantError(t, err, studies.ErrNotFound)
	put(studies.ErrNotFound, study("ann", "one", "1", 3), "0")
	put(nil, study("ann", "one", "1", 3), "")
	put(studies.ErrConflict, study("ann", "one", "2", 4), "")
	put(studies.ErrConflict, study("ann", "one", "2", 4), "0")
	put(nil, study("ann", "one", "2", 4), "1")
	put(nil, study("ann", "two", "1", 5), "")
	put(nil, study("ben", "one", "7", 6), "")
	put(studies.ErrMany, study("ann", "three", "1", 7), "", 2, 100)
	put(studies.ErrFull, study("ann", "three", "1", 7), "", 10, 8)
	put(nil, study("ann", "one", "3", 8), "2", 2, 6) // one that is there counts once
	for i, length := range []int{40, 30} {
		next := study("cleo", "one", fmt.Sprint(i), 1)
		next.Content = make([]byte, length)
		want := []int{40, -10}[i]
		if grown, err := s.PutStudy(background, next, []string{"", "0"}[i], 1, 40); err != nil || grown != want {
			t.Errorf("a study grows by %d bytes, %v, want %d", grown, err, want)
		}
	}

	for account, want := range map[string][]*studies.Study{
		"ann": {study("ann", "one", "3", 8), study("ann", "two", "1", 5)}, "ben": {study("ben", "one", "7", 6)}, "eve": nil,
	} {
		list, err := other.Studies(background, account)
		must(t, err)
		var infos []studies.Info
		for _, w := range want {
			infos = append(infos, w.Info)
			got, err := other.Study(background, account, w.ID)
			must(t, err)
			if !reflect.DeepEqual(got, w) {
				t.Errorf("the study is\n%+v, want\n%+v", got, w)
			}
		}
		if !slices.Equal(list, infos) {
			t.Errorf("%s has\n%+v, want\n%+v", account, list, infos)
		}
	}
	wantError(t, s.DeleteStudy(background, "ann", "one", "2"), studies.ErrConflict)
	wantError(t, s.DeleteStudy(background, "ann", "one", ""), studies.ErrConflict)
	wantError(t, s.DeleteStudy(background, "ann", "nothing", "1"), studies.ErrNotFound)
	must(t, s.DeleteStudy(background, "ann", "one", "3"))
	_, err = other.Study(background, "ann", "one")
	wantError(t, err, studies.ErrNotFound)
}

// testStudyRace has many devices change a study at once: one wins each time.
func testStudyRace(t *testing.T, h *handles) {
	nodes := []Store{h.games().(Store), h.games().(Store)}
	version := ""
	for round := range 4 {
		var won, count atomic.Int64
		together(8, func(i int) {
			_, err := nodes[i%2].PutStudy(background, study("ann", "one", fmt.Sprint(round, " ", i), i), version, 10, 100)
			switch {
			case err == nil:
				won.Store(int64(i))
				count.Add(1)
			case !errors.Is(err, studies.ErrConflict):
				t.Errorf("device %d: %v", i, err)
			}
		})
		if count.Load() != 1 {
			t.Fatalf("round %d: %d devices have won, want 1", round, count.Load())
		}
		version = fmt.Sprint(round, " ", won.Load())
	}
}
