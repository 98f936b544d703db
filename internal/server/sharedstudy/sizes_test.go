package sharedstudy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// A node remembers as many studies as fit into a number of bytes, and counts what is added to them.
func TestCacheIsBounded(t *testing.T) {
	d := dbtest.Open(t)
	const most = 400 << 10
	s := nodesWith(d, 1, most)[0]
	read := func(id livegame.ID) {
		t.Helper()
		if err := s.Read(t.Context(), id, "", func(*sharedstudy.Study) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	read("study")
	_, small := sharedstudy.Cached(s)
	send(t, s, ann, comment(3, "", "", strings.Repeat("long ", 700)))
	if _, large := sharedstudy.Cached(s); large < small+10_000 {
		t.Errorf("a study of %d bytes has %d with a long comment", small, large)
	}
	for i := range 40 {
		id := livegame.ID(fmt.Sprint("study", i))
		if err := s.Create(t.Context(), id, ann, publicSettings(), chapterCommand()); err != nil {
			t.Fatal(err)
		}
		c := comment(3, "", "", strings.Repeat("long ", 700))
		c.Chapter = "c"
		if _, err := s.Do(t.Context(), id, ann, []sharedstudy.Command{c}, 0, ignore); err != nil {
			t.Fatal(err)
		}
		read(id)
	}
	n, size := sharedstudy.Cached(s)
	if size > most || n < 5 || n > 30 {
		t.Errorf("%d studies with %d bytes are remembered, of 41 and %d", n, size, most)
	}
	read("study") // also one that was forgotten
}

// Large events are followed by a snapshot, and forgotten soon.
func TestLargeEvents(t *testing.T) {
	d := dbtest.Open(t)
	s := nodes(d, 1)[0]
	if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	for i := range 60 { // each adds and removes about 0.6 MB
		var list []sharedstudy.Command
		id := fmt.Sprint("x", i)
		list = append(list, addChapter(id, sharedstudy.HeadEdit{Name: ptr("Next"), Variant: "chess"}))
		for k := range 50 {
			at := strings.Fields(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 13))[:k]
			c := comment(3, strings.Join(at, " "), "", strings.Repeat("long ", 780))
			c.Chapter = id
			list = append(list, c)
		}
		list = append(list, sharedstudy.Command{Kind: sharedstudy.DropChapter, Chapter: id})
		rejected, err := s.Do(t.Context(), "study", ann, list, 0, ignore)
		if err != nil {
			t.Fatal(err)
		}
		for k, why := range rejected {
			if why != nil {
				t.Fatal(k, why)
			}
		}
	}
	r, err := sharedstudy.Stored(t.Context(), d, "study", 0)
	if err != nil {
		t.Fatal(err)
	}
	events, err := db.All[struct{ Event sharedstudy.Event }](t.Context(), d,
		"SELECT event FROM shared_study_events WHERE study = 'study'")
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for i := range events {
		if n := events[i].Event.Note; n != nil && len(n.Comments) > 0 {
			size += len(n.Comments[0].Text)
		}
	}
	if size > 4<<20 || len(events) == 0 {
		t.Errorf("%d events with %d bytes are kept", len(events), size)
	}
	if r.Seq-r.SnapshotSeq > 100 {
		t.Errorf("the snapshot after event %d is that after event %d", r.Seq, r.SnapshotSeq)
	}
	_, used := sharedstudy.Cached(s)
	if used > 20<<20 {
		t.Errorf("the node remembers %d bytes", used)
	}
}

// If the studies of the owner are too large, nothing is added, and what removes something is carried out.
func TestFull(t *testing.T) {
	d := dbtest.Open(t)
	s := nodes(d, 1)[0]
	if err := s.Create(t.Context(), "study", ann, publicSettings(), chapterCommand()); err != nil {
		t.Fatal(err)
	}
	send(t, s, ann, line(3, "", "e2e4"))
	exec(t, d, "UPDATE shared_studies SET bytes = $1", sharedstudy.MaxStored)
	cut := sharedstudy.Command{Kind: sharedstudy.CutLine, Chapter: "c", Base: 4, Path: path("e2e4")}
	add, name := line(3, "", "d2d4"), chapterCommand()[0]
	hide := settings(sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Private)})
	add.Chapter, name.Chapter = "c", "d"
	restore := sharedstudy.Command{Kind: sharedstudy.RestoreLine, Chapter: "c", Path: path("e2e4")}
	list := []sharedstudy.Command{cut, add, name, hide, restore}
	rejected, err := s.Do(t.Context(), "study", ann, list, 0, func(st *sharedstudy.Study, _ sharedstudy.News) {
		if st.Visibility != sharedstudy.Private || st.Moves() != 1 || len(st.Chapters) != 1 {
			t.Errorf("%s, %d moves, %d chapters", st.Visibility, st.Moves(), len(st.Chapters))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "take up 128 MB", "take up 128 MB", "", "take up 128 MB"} {
		if want != "" {
			rejects(t, rejected[i], want)
		} else if rejected[i] != nil {
			t.Errorf("command %d: %v", i, rejected[i])
		}
	}
	err = s.Create(t.Context(), "next", ann, publicSettings(), chapterCommand())
	rejects(t, err, "take up 128 MB")
}
