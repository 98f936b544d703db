package worker

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/tablebuild"
	"github.com/wane-chess/wane/tablebase"
)

// tablesQueue delivers a job and records the reports and the names of tables.
type tablesQueue struct {
	tablebuild.Queue
	job      tablebuild.Job
	parallel int
	reports  []tablebuild.Report
	tables   []string
}

func (q *tablesQueue) ConsumeTables(ctx context.Context, parallel int, do func(context.Context, tablebuild.Job) error) error {
	q.parallel = parallel
	return do(ctx, q.job)
}

func (q *tablesQueue) PutTableReport(_ context.Context, r tablebuild.Report) error {
	q.reports = append(q.reports, r)
	return nil
}

func (q *tablesQueue) TableReport(context.Context, string) (tablebuild.Report, error) {
	return tablebuild.Report{}, nil
}

func (q *tablesQueue) PutTable(_ context.Context, name string, from io.Reader) error {
	q.tables = append(q.tables, name)
	_, err := io.Copy(io.Discard, from)
	return err
}

// A worker builds a table and stores it in the queue.
func TestTable(t *testing.T) {
	shelf, err := tablebuild.OpenLibrary(t.TempDir(), nil, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	m, err := tablebase.ParseMaterial("KRRvKR")
	if err != nil {
		t.Fatal(err)
	}
	q := &tablesQueue{job: tablebuild.Job{Material: m.String()}}
	for _, n := range m.Needs() {
		digest, err := tablebase.Builtin().Digest(n)
		if err != nil {
			t.Fatal(err)
		}
		q.job.Needs = append(q.job.Needs, tablebuild.TableRef{Material: n.String(), Digest: digest})
	}
	e := &TableBuilds{Worker: &tablebuild.Worker{Queue: q, Library: shelf, Name: "w", ReportInterval: time.Hour}, Parallel: 3}
	if err := Run(t.Context(), Options{Queue: endless{}, Tables: e, NewEngine: func() engine.Engine { return &fakeEngine{} }}); err != nil {
		t.Fatal(err)
	}
	if q.parallel != 3 || len(q.reports) != 2 || len(q.tables) != 1 || !shelf.Has(m) {
		t.Fatalf("%d at a time, %+v, %v", q.parallel, q.reports, q.tables)
	}
	first, last := q.reports[0], q.reports[1]
	if first.State != tablebuild.Working || first.Material != "KRRvKR" || first.Worker != "w" || first.Key != q.job.Key() {
		t.Errorf("the first report is %+v", first)
	}
	solved, err := tablebase.Solve(t.Context(), m, tablebase.Builtin(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := solved.Digest()
	if err != nil || last.State != tablebuild.Done || last.Digest != want || q.tables[0] != (tablebuild.TableRef{Material: "KRRvKR", Digest: want}).Name() {
		t.Errorf("the last report is %+v, want the digest %s; %v", last, want, err)
	}
}

// If one of the queues fails, the worker ends.
func TestTablesEnd(t *testing.T) {
	gone := errors.New("gone")
	o := Options{Queue: endless{}, Tables: &TableBuilds{Worker: &tablebuild.Worker{Queue: goneQueue{err: gone}}}, NewEngine: func() engine.Engine { return &fakeEngine{} }}
	if err := Run(t.Context(), o); !errors.Is(err, gone) {
		t.Errorf("it ends with %v", err)
	}
}

type goneQueue struct {
	tablebuild.Queue
	err error
}

func (q goneQueue) ConsumeTables(context.Context, int, func(context.Context, tablebuild.Job) error) error {
	return q.err
}

// Tables make room for moves and reviews, but not the reverse.
func TestTablesYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(1, time.Now)
		e := s.begin(t.Context(), tables)
		begun := time.Now()
		r := s.begin(t.Context(), reviews) // at once, although a table is being built
		back := false
		go func() {
			e.yield(t.Context())
			back = true
		}()
		synctest.Wait()
		if back || s.running != [priorities]int{reviews: 1} || time.Since(begun) != 0 {
			t.Fatalf("after %v these run: %v", time.Since(begun), s.running)
		}
		end := s.beginMove(t.Context(), livegame.Owner{}, 1).end
		r.end()
		synctest.Wait()
		if back {
			t.Fatal("it ran beside a move")
		}
		end()
		synctest.Wait()
		if !back || s.running != [priorities]int{tables: 1} {
			t.Fatalf("at work are %v", s.running)
		}
		defer s.beginMove(t.Context(), livegame.Owner{}, 1).end()
		e.yield(t.Context())
		if got, want := time.Since(begun), 6*patience; got != want {
			t.Errorf("it ran again after %v, want %v", got, want)
		}
		e.end()
	})
}
