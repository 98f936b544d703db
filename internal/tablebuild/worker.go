package tablebuild

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// Worker solves what others ask for.
type Worker struct {
	Queue          Queue
	Library        *Library      // where tables are looked for, and those fetched and made are kept
	Name           string        // in reports
	ReportInterval time.Duration // between reports of a job under way; default 2 s
	Log            *slog.Logger  // nil: none
}

// Do does one job: it fetches the tables that are needed and not on the shelf,
// solves, and hands the table on. Rest is called many times a second while it
// solves; it may take its time. If Do returns nil, it has reported what became of
// the job. Errors are the context's or the Queue's.
func (w *Worker) Do(ctx context.Context, j Job, rest func()) error {
	log := w.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	log = log.With("ending", j.Key())
	if w.isDone(ctx, j) {
		return nil
	}
	began := time.Now()
	r := Report{Key: j.Key(), Material: j.Material, Worker: w.Name, State: Working}
	if err := w.Queue.PutTableReport(ctx, r); err != nil {
		return err
	}
	digest, err := w.solve(ctx, j, r, rest)
	var q queueError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &q):
		return err
	case err != nil:
		log.Error("an ending was not solved", "err", err)
		r.State, r.Error = Failed, err.Error()
	default:
		r.State, r.Digest, r.Time = Done, digest, time.Since(began)
		log.Info("an ending is solved", "time", r.Time.Round(time.Second))
	}
	return w.Queue.PutTableReport(ctx, r)
}

// queueError is an error that may not come again.
type queueError struct{ error }

func (e queueError) Unwrap() error { return e.error }

// isDone tells whether somebody has done the job.
func (w *Worker) isDone(ctx context.Context, j Job) bool {
	r, err := w.Queue.TableReport(ctx, j.Key())
	if err != nil || r.State != Done {
		return false
	}
	there, err := w.Queue.HasTable(ctx, TableRef{r.Material, r.Digest}.Name())
	return err == nil && there
}

// solve does the job and returns the digest of the table. A panic is an error.
func (w *Worker) solve(ctx context.Context, j Job, r Report, rest func()) (digest string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the solver panicked: %v\n%s", p, debug.Stack())
		}
	}()
	var done atomic.Int64
	defer w.startReports(ctx, r, &done)()
	m, err := tablebase.ParseMaterial(j.Material)
	if err != nil {
		return "", err
	}
	known, err := w.findTables(ctx, j.Needs)
	if err != nil {
		return "", err
	}
	solved, err := solve(ctx, w.Library, m, known, func(n int) {
		done.Add(int64(n))
		rest()
	})
	if err != nil {
		return "", err
	}
	if digest, err = solved.Digest(); err != nil {
		return "", err
	}
	name := TableRef{j.Material, digest}.Name()
	if err := w.Library.add(name, m, solved); err != nil {
		return "", err
	}
	return digest, w.share(ctx, name)
}

// share gives a file of the shelf to everybody.
func (w *Worker) share(ctx context.Context, name string) (err error) {
	f, err := os.Open(w.Library.path(name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := w.Queue.PutTable(ctx, name, f); err != nil {
		return queueError{fmt.Errorf("the table cannot be handed on: %w", err)}
	}
	return nil
}

// findTables finds the tables that a job needs, and fetches those that are missing.
func (w *Worker) findTables(ctx context.Context, needs []TableRef) (list []table, err error) {
	for _, n := range needs {
		m, err := tablebase.ParseMaterial(n.Material)
		if err != nil {
			return nil, err
		}
		t, ok := w.Library.tableWithDigest(m, n.Digest)
		if !ok {
			if err := w.fetchTable(ctx, m, n); err != nil {
				return nil, err
			}
			t = table{m, w.Library.path(n.Name())}
		}
		list = append(list, t)
	}
	return list, nil
}

// fetchTable gets a table. One that is damaged is dropped, so that it is handed out
// anew.
func (w *Worker) fetchTable(ctx context.Context, m tablebase.Material, n TableRef) error {
	var failed error
	err := w.Library.addReceived(n.Name(), n, func(to io.Writer) error {
		failed = w.Queue.GetTable(ctx, n.Name(), m.MaxFile(), to)
		return failed
	})
	switch {
	case err == nil:
		return nil
	case failed != nil && !errors.Is(failed, ErrNoTable):
		return queueError{fmt.Errorf("fetching %s: %w", n.Name(), err)}
	case errors.Is(err, errWrongTable) || errors.Is(err, ErrNoTable):
		if drop := w.Queue.DeleteTable(ctx, n.Name()); drop != nil {
			return queueError{drop}
		}
	}
	return fmt.Errorf("fetching %s: %w", n.Name(), err)
}

// startReports reports now and then how far a job has come, until the function returned
// is called.
func (w *Worker) startReports(ctx context.Context, r Report, done *atomic.Int64) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	every := w.ReportInterval
	if every <= 0 {
		every = 2 * time.Second
	}
	go func() {
		defer close(ended)
		beat := time.NewTicker(every)
		defer beat.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beat.C:
			}
			if n := int(done.Load()); n != r.Entries {
				r.Entries = n
				_ = w.Queue.PutTableReport(ctx, r) // the next may get through
			}
		}
	}()
	return func() { cancel(); <-ended }
}
