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

// tableJob is a job for a material.
func ending(t *testing.T, name string) tablebuild.Job {
	t.Helper()
	m, err := tablebase.ParseMaterial(name)
	if err != nil {
		t.Fatal(err)
	}
	j := tablebuild.Job{Material: name}
	for _, n := range m.Needs() {
		j.Needs = append(j.Needs, tablebuild.TableRef{Material: n.String(), Digest: strings.Repeat("a1", 32)})
	}
	return j
}

func placed(t *testing.T, c *Client, j tablebuild.Job, want bool) {
	t.Helper()
	if got, err := c.EnqueueTable(t.Context(), j); err != nil || got != want {
		t.Errorf("%s is placed: %v, want %v; %v", j.Material, got, want, err)
	}
}

func report(t *testing.T, c *Client, r tablebuild.Report) {
	t.Helper()
	if err := c.PutTableReport(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

// One worker gets a job unchanged; until it is done, it is not enqueued again. All nodes
// get the reports, later ones too.
func TestTableJobs(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		a, c := open(t, "a", slow), open(t, "b", slow)
		first, second := ending(t, "KQRvKR"), ending(t, "KQRBvK")
		placed(t, a, first, true)
		placed(t, c, first, false)
		jobs, finish := make(chan tablebuild.Job, 10), make(chan bool)
		stop := working(t, func(ctx context.Context) error {
			return c.ConsumeTables(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				jobs <- j
				<-finish
				return nil
			})
		})
		if j := got(t, jobs); !reflect.DeepEqual(j, first) {
			t.Errorf("got  %+v\nwant %+v", j, first)
		}
		placed(t, a, first, false) // it is in progress
		placed(t, a, second, true)
		finish <- true
		if j := got(t, jobs); !reflect.DeepEqual(j, second) {
			t.Errorf("got  %+v\nwant %+v", j, second)
		}
		finish <- true
		emptied(t, a, a.streams.tableJobs)
		stop()
		placed(t, c, first, true)

		r := tablebuild.Report{Key: first.Key(), Material: first.Material, Worker: "b", State: tablebuild.Working, Entries: 5}
		if none, err := a.TableReport(t.Context(), r.Key); err != nil || none != (tablebuild.Report{}) {
			t.Errorf("%+v, %v", none, err)
		}
		report(t, c, r)
		r.State, r.Error = tablebuild.Failed, strings.Repeat("ä\x00", maxReport)
		report(t, c, r)
		heard := make(chan tablebuild.Report, 10)
		working(t, func(ctx context.Context) error {
			return a.WatchTableReports(ctx, func(r tablebuild.Report) { heard <- r })
		})
		if h := got(t, heard); h.State != tablebuild.Failed || !strings.HasPrefix(h.Error, "ä") || h.Key != r.Key || h.Revision != 2 {
			t.Errorf("what stood there is %+v", h)
		}
		r = tablebuild.Report{Key: r.Key, Material: r.Material, Worker: "b", State: tablebuild.Done, Digest: strings.Repeat("b2", 32), Time: time.Second}
		report(t, c, r)
		r.Revision = 3
		if h := got(t, heard); h != r {
			t.Errorf("then came %+v, want %+v", h, r)
		}
		if h, err := c.TableReport(t.Context(), r.Key); h != r || err != nil {
			t.Errorf("the last report is %+v, %v", h, err)
		}
	})
}

// If a worker dies, another does its job.
func TestTableWorkerDies(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.AckWait = time.Second
		home, a, c := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
		begun, free := make(chan string, 1), make(chan struct{})
		working(t, func(ctx context.Context) error {
			return a.ConsumeTables(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				begun <- j.Material
				<-free
				return nil
			})
		})
		t.Cleanup(func() { close(free) })
		placed(t, home, ending(t, "KQRvKR"), true)
		got(t, begun)
		a.nc.Close() // a is dead
		done := make(chan string, 10)
		working(t, func(ctx context.Context) error {
			return c.ConsumeTables(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				done <- j.Material
				return nil
			})
		})
		if m := got(t, done); m != "KQRvKR" {
			t.Errorf("b has done %s", m)
		}
		emptied(t, home, home.streams.tableJobs)
	})
}

// A table is transferred completely or not at all.
func TestTables(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		a, c := open(t, "a", timing), open(t, "b", timing)
		data := bytes.Repeat([]byte("0123456789abcdef"), 40_000) // several chunks
		if err := a.PutTable(t.Context(), "KQRvKR.x", bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		if err := c.PutTable(t.Context(), "KQRvKR.x", strings.NewReader("other")); err != nil { // it exists
			t.Fatal(err)
		}
		var to bytes.Buffer
		if err := c.GetTable(t.Context(), "KQRvKR.x", int64(len(data)), &to); err != nil || !bytes.Equal(to.Bytes(), data) {
			t.Errorf("%d bytes came, want %d; %v", to.Len(), len(data), err)
		}
		to.Reset()
		if err := c.GetTable(t.Context(), "KQRvKR.x", int64(len(data))-1, &to); !errors.Is(err, tablebuild.ErrNoTable) || to.Len() > 0 {
			t.Errorf("of a table that is too long %d bytes came, %v", to.Len(), err)
		}
		if err := c.GetTable(t.Context(), "KQRvKR.y", 10, &to); !errors.Is(err, tablebuild.ErrNoTable) {
			t.Errorf("no table: %v", err)
		}
		if err := a.DeleteTable(t.Context(), "KQRvKR.y"); err != nil {
			t.Error(err)
		}

		// Older versions read and write the same files, through the object store of nats.go.
		old, err := a.js.ObjectStore(t.Context(), tableBucketName)
		if err != nil {
			t.Fatal(err)
		}
		if read, err := old.GetBytes(t.Context(), "KQRvKR.x"); err != nil || !bytes.Equal(read, data) {
			t.Errorf("an older version reads %d bytes, want %d; %v", len(read), len(data), err)
		}
		if _, err := old.PutBytes(t.Context(), "KQRvKR.z", data[:150_000]); err != nil {
			t.Fatal(err)
		}
		to.Reset()
		if err := c.GetTable(t.Context(), "KQRvKR.z", 150_000, &to); err != nil || !bytes.Equal(to.Bytes(), data[:150_000]) {
			t.Errorf("%d bytes of an older version's table came: %v", to.Len(), err)
		}

		// The table loses its first chunk; then another has its place.
		info, err := old.GetInfo(t.Context(), "KQRvKR.x")
		if err != nil {
			t.Fatal(err)
		}
		s, err := a.js.Stream(t.Context(), tableStream)
		if err != nil {
			t.Fatal(err)
		}
		pieces := chunkSubject(info.NUID)
		first, err := s.GetMsg(t.Context(), 1, jetstream.WithGetMsgSubject(pieces))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteMsg(t.Context(), first.Sequence); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			to.Reset()
			if err := c.GetTable(t.Context(), "KQRvKR.x", int64(len(data)), &to); !errors.Is(err, tablebuild.ErrNoTable) {
				t.Errorf("a damaged table: %v", err)
			}
			if _, err := a.publishMsg(t.Context(), &nats.Msg{Subject: pieces, Data: bytes.ToUpper(append([]byte("x"), first.Data[1:]...))}, ""); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.DeleteTable(t.Context(), "KQRvKR.x"); err != nil {
			t.Error(err)
		}
		if there, err := c.HasTable(t.Context(), "KQRvKR.x"); err != nil || there {
			t.Errorf("it is there: %v, %v", there, err)
		}
	})
}

// Invalid jobs and reports are rejected, and dropped or skipped if others send them.
func TestForeignTableJobs(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.Tries = 2
		c := open(t, "b", timing)
		c.log = bookLog(&notebook{})
		if _, err := c.EnqueueTable(t.Context(), tablebuild.Job{Material: "KQRvKR"}); err == nil {
			t.Error("a job without digests is accepted")
		}
		if err := c.PutTableReport(t.Context(), tablebuild.Report{Key: "a", Material: "KQRvKR", State: "odd"}); err == nil {
			t.Error("an invalid report is accepted")
		}
		jobs := make(chan string, 10)
		working(t, func(ctx context.Context) error {
			return c.ConsumeTables(ctx, 1, func(_ context.Context, j tablebuild.Job) error {
				jobs <- j.Material
				return errors.New("it always fails")
			})
		})
		placed(t, c, ending(t, "KQRvKR"), true)
		kv, err := c.js.KeyValue(t.Context(), reportBucketName)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"", "null", "{}", "\x00", strings.Repeat("9", maxReport)} {
			_, _ = c.publishMsg(t.Context(), &nats.Msg{Subject: tableSubject + "x", Data: []byte(bad)}, "")
			_, _ = kv.Put(t.Context(), "x", []byte(bad))
			if r, err := c.TableReport(t.Context(), "x"); err != nil || r.State != "" {
				t.Errorf("%.10q: %+v, %v", bad, r, err)
			}
		}
		heard := make(chan tablebuild.Report, 10)
		working(t, func(ctx context.Context) error {
			return c.WatchTableReports(ctx, func(r tablebuild.Report) { heard <- r })
		})
		good := tablebuild.Report{Key: "y", Material: "KQRvKR", State: tablebuild.Working}
		report(t, c, good)
		if r := got(t, heard); r.Key != "y" {
			t.Errorf("%+v", r)
		}
		emptied(t, c, c.streams.tableJobs)
		if len(jobs) != 2 {
			t.Errorf("the job was tried %d times, want 2", len(jobs))
		}
	})
}

func TestTablesAfterClose(t *testing.T) {
	c := opened(t, Options{URL: Embedded, Dir: t.TempDir()})
	closed(t, c)
	_, placing := c.EnqueueTable(t.Context(), ending(t, "KQRvKR"))
	_, has := c.HasTable(t.Context(), "x")
	_, asking := c.TableReport(t.Context(), "x")
	for i, err := range []error{
		placing, has, asking,
		c.ConsumeTables(t.Context(), 1, nil), c.WatchTableReports(t.Context(), nil),
		c.PutTableReport(t.Context(), tablebuild.Report{Key: "y", Material: "KQRvKR", State: tablebuild.Working}),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}
