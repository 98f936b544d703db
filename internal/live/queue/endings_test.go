package queue

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/tablebuild"
	"github.com/wane-chess/wane/tablebase"
)

// ending is a job about a material.
func ending(t *testing.T, name string) tablebuild.Job {
	t.Helper()
	m, err := tablebase.ParseMaterial(name)
	if err != nil {
		t.Fatal(err)
	}
	j := tablebuild.Job{Material: name}
	for _, n := range m.Needs() {
		j.Needs = append(j.Needs, tablebuild.Need{Material: n.String(), Digest: strings.Repeat("a1", 32)})
	}
	return j
}

func placed(t *testing.T, b *Bus, j tablebuild.Job, want bool) {
	t.Helper()
	if got, err := b.EnqueueEnding(t.Context(), j); err != nil || got != want {
		t.Errorf("%s is placed: %v, want %v; %v", j.Material, got, want, err)
	}
}

func report(t *testing.T, b *Bus, r tablebuild.Report) {
	t.Helper()
	if err := b.ReportEnding(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

// A job comes to one worker as it was; while it is not done it is not placed again.
// Reports come to everybody, also to those who come later.
func TestEndings(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		a, b := open(t, "a", slow), open(t, "b", slow)
		first, second := ending(t, "KQRvKR"), ending(t, "KQRBvK")
		placed(t, a, first, true)
		placed(t, b, first, false)
		jobs, finish := make(chan tablebuild.Job, 10), make(chan bool)
		stop := working(t, func(ctx context.Context) error {
			return b.WorkEndings(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				jobs <- j
				<-finish
				return nil
			})
		})
		if j := got(t, jobs); !reflect.DeepEqual(j, first) {
			t.Errorf("got  %+v\nwant %+v", j, first)
		}
		placed(t, a, first, false) // it is under way
		placed(t, a, second, true)
		finish <- true
		if j := got(t, jobs); !reflect.DeepEqual(j, second) {
			t.Errorf("got  %+v\nwant %+v", j, second)
		}
		finish <- true
		emptied(t, a, a.queues.endings)
		stop()
		placed(t, b, first, true)

		r := tablebuild.Report{Key: first.Key(), Material: first.Material, Worker: "b", State: tablebuild.Working, Entries: 5}
		if none, err := a.EndingReport(t.Context(), r.Key); err != nil || none != (tablebuild.Report{}) {
			t.Errorf("%+v, %v", none, err)
		}
		report(t, b, r)
		r.State, r.Trouble = tablebuild.Failed, strings.Repeat("ä\x00", maxReport)
		report(t, b, r)
		heard := make(chan tablebuild.Report, 10)
		working(t, func(ctx context.Context) error { return a.EndingReports(ctx, func(r tablebuild.Report) { heard <- r }) })
		if h := got(t, heard); h.State != tablebuild.Failed || !strings.HasPrefix(h.Trouble, "ä") || h.Key != r.Key || h.Revision != 2 {
			t.Errorf("what stood there is %+v", h)
		}
		r = tablebuild.Report{Key: r.Key, Material: r.Material, Worker: "b", State: tablebuild.Done, Digest: strings.Repeat("b2", 32), Time: time.Second}
		report(t, b, r)
		r.Revision = 3
		if h := got(t, heard); h != r {
			t.Errorf("then came %+v, want %+v", h, r)
		}
		if h, err := b.EndingReport(t.Context(), r.Key); h != r || err != nil {
			t.Errorf("the last report is %+v, %v", h, err)
		}
	})
}

// A job whose worker dies is done by another.
func TestSolverDies(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.AckWait = time.Second
		home, a, b := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
		begun, free := make(chan string, 1), make(chan struct{})
		working(t, func(ctx context.Context) error {
			return a.WorkEndings(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				begun <- j.Material
				<-free
				return nil
			})
		})
		t.Cleanup(func() { close(free) })
		placed(t, home, ending(t, "KQRvKR"), true)
		got(t, begun)
		a.nc.Close() // nothing more is heard of a
		done := make(chan string, 10)
		working(t, func(ctx context.Context) error {
			return b.WorkEndings(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				done <- j.Material
				return nil
			})
		})
		if m := got(t, done); m != "KQRvKR" {
			t.Errorf("b has done %s", m)
		}
		emptied(t, home, home.queues.endings)
	})
}

// Tables are handed on whole or not at all.
func TestTables(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		a, b := open(t, "a", timing), open(t, "b", timing)
		data := bytes.Repeat([]byte("0123456789abcdef"), 40_000) // several pieces
		if err := a.KeepTable(t.Context(), "KQRvKR.x", bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		if err := b.KeepTable(t.Context(), "KQRvKR.x", strings.NewReader("other")); err != nil { // it is there
			t.Fatal(err)
		}
		var to bytes.Buffer
		if err := b.FetchTable(t.Context(), "KQRvKR.x", int64(len(data)), &to); err != nil || !bytes.Equal(to.Bytes(), data) {
			t.Errorf("%d bytes came, want %d; %v", to.Len(), len(data), err)
		}
		to.Reset()
		if err := b.FetchTable(t.Context(), "KQRvKR.x", int64(len(data))-1, &to); !errors.Is(err, tablebuild.ErrNoTable) || to.Len() > 0 {
			t.Errorf("of a table that is too long %d bytes came, %v", to.Len(), err)
		}
		if err := b.FetchTable(t.Context(), "KQRvKR.y", 10, &to); !errors.Is(err, tablebuild.ErrNoTable) {
			t.Errorf("no table: %v", err)
		}
		if err := a.DropTable(t.Context(), "KQRvKR.y"); err != nil {
			t.Error(err)
		}

		// Somebody writes a piece more, somebody loses them all.
		o, err := a.tables(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		info, err := o.GetInfo(t.Context(), "KQRvKR.x")
		if err != nil {
			t.Fatal(err)
		}
		pieces := "$O." + tableBucket + ".C." + info.NUID
		if err := a.put(t.Context(), &nats.Msg{Subject: pieces, Data: []byte("more")}, ""); err != nil {
			t.Fatal(err)
		}
		to.Reset()
		if err := b.FetchTable(t.Context(), "KQRvKR.x", int64(len(data))+10, &to); !errors.Is(err, tablebuild.ErrNoTable) {
			t.Errorf("a changed table: %v", err)
		}
		s, err := a.js.Stream(t.Context(), "OBJ_"+tableBucket)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Purge(t.Context(), jetstream.WithPurgeSubject(pieces)); err != nil {
			t.Fatal(err)
		}
		timing.JobTime = 100 * time.Millisecond
		hasty := open(t, "c", timing)
		if err := hasty.FetchTable(t.Context(), "KQRvKR.x", int64(len(data)), &to); !errors.Is(err, tablebuild.ErrNoTable) {
			t.Errorf("a lost table: %v", err)
		}
		if err := a.DropTable(t.Context(), "KQRvKR.x"); err != nil {
			t.Error(err)
		}
		if there, err := b.HasTable(t.Context(), "KQRvKR.x"); err != nil || there {
			t.Errorf("it is there: %v, %v", there, err)
		}
	})
}

// What is no job or report is refused where it is put in, and thrown away or passed
// over where it comes out.
func TestHostileEndings(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.Tries = 2
		b := open(t, "b", timing)
		b.log = bookLog(&notebook{})
		if _, err := b.EnqueueEnding(t.Context(), tablebuild.Job{Material: "KQRvKR"}); err == nil {
			t.Error("a job without needs was taken")
		}
		if err := b.ReportEnding(t.Context(), tablebuild.Report{Key: "a", Material: "KQRvKR", State: "odd"}); err == nil {
			t.Error("an odd report was taken")
		}
		jobs := make(chan string, 10)
		working(t, func(ctx context.Context) error {
			return b.WorkEndings(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				jobs <- j.Material
				return errors.New("it always fails")
			})
		})
		placed(t, b, ending(t, "KQRvKR"), true)
		kv, err := b.reports(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"", "null", "{}", "\x00", strings.Repeat("9", maxReport)} {
			_ = b.put(t.Context(), &nats.Msg{Subject: endingSubject + "x", Data: []byte(bad)}, "")
			_, _ = kv.Put(t.Context(), "x", []byte(bad))
			if r, err := b.EndingReport(t.Context(), "x"); err != nil || r.State != "" {
				t.Errorf("%.10q: %+v, %v", bad, r, err)
			}
		}
		heard := make(chan tablebuild.Report, 10)
		working(t, func(ctx context.Context) error {
			return b.EndingReports(ctx, func(r tablebuild.Report) { heard <- r })
		})
		good := tablebuild.Report{Key: "y", Material: "KQRvKR", State: tablebuild.Working}
		report(t, b, good)
		if r := got(t, heard); r.Key != "y" {
			t.Errorf("%+v", r)
		}
		emptied(t, b, b.queues.endings)
		if len(jobs) != 2 {
			t.Errorf("the job was tried %d times, want 2", len(jobs))
		}
	})
}

func TestEndingsAfterClose(t *testing.T) {
	b := opened(t, Options{URL: Embedded, Dir: t.TempDir()})
	closed(t, b)
	_, placing := b.EnqueueEnding(t.Context(), ending(t, "KQRvKR"))
	_, has := b.HasTable(t.Context(), "x")
	_, asking := b.EndingReport(t.Context(), "x")
	for i, err := range []error{
		placing, has, asking,
		b.WorkEndings(t.Context(), 1, nil), b.EndingReports(t.Context(), nil),
		b.ReportEnding(t.Context(), tablebuild.Report{Key: "y", Material: "KQRvKR", State: tablebuild.Working}),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}
