package tablebuild

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/tablebase"
)

// Worker does jobs of coordinators.
type Worker struct {
	Queue          Queue
	Library        *Library      // of tables, to which it adds
	Name           string        // in reports
	ReportInterval time.Duration // while a job runs; default 2 s
	Log            *slog.Logger  // nil: none
	// Rules finds the games by their names, for verifying tables; nil: they are built again instead.
	Rules func(name string) (game.Game, error)
}

// errNotMine is the error of a job that another worker must do.
var errNotMine = errors.New("the job is for another worker")

// Do does one job: it fetches missing tables, builds, and uploads the result. It calls
// yield many times a second, which may wait. If Do returns nil, it has reported the
// outcome. Errors are the context's or the Queue's.
func (w *Worker) Do(ctx context.Context, j Job, yield func()) error {
	log := w.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	log = log.With("table", j.Key())
	if slices.Contains(j.Not, w.Name) {
		return errNotMine
	}
	if w.isDone(ctx, j) {
		return nil
	}
	began := time.Now()
	r := Report{Key: j.Key(), Material: j.Material, Worker: w.Name, State: Working}
	if err := w.Queue.PutTableReport(ctx, r); err != nil {
		return err
	}
	digest, err := w.solve(ctx, j, r, yield)
	var q queueError
	var wrong wrongEntry
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &q):
		return err
	case errors.As(err, &wrong):
		log.Error("a table is wrong", "err", err)
		r.State, r.Error = Wrong, err.Error()
	case err != nil:
		log.Error("a table was not built", "err", err)
		r.State, r.Error = Failed, err.Error()
	default:
		r.State, r.Digest, r.Time = Done, digest, time.Since(began)
		log.Info("a table is built", "time", r.Time.Round(time.Second))
	}
	return w.Queue.PutTableReport(ctx, r)
}

// queueError is an error of the Queue, worth a retry.
type queueError struct{ error }

func (e queueError) Unwrap() error { return e.error }

// isDone reports whether the job was done before.
func (w *Worker) isDone(ctx context.Context, j Job) bool {
	r, err := w.Queue.TableReport(ctx, j.Key())
	if err != nil || r.State != Done || slices.Contains(j.Not, r.Worker) {
		return false
	}
	there, err := w.Queue.HasTable(ctx, TableRef{r.Material, r.Digest}.Name())
	return err == nil && there
}

// solve does the job and returns the digest of the table. A panic is an error.
func (w *Worker) solve(ctx context.Context, j Job, r Report, yield func()) (digest string, err error) {
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
	step := func(n int) {
		done.Add(int64(n))
		yield()
	}
	if j.Verify != "" && w.Rules != nil {
		return j.Verify, w.verify(ctx, m, j.Verify, known, step)
	}
	solved, err := solve(ctx, w.Library, m, known, step)
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

// verify verifies a table of another worker.
func (w *Worker) verify(ctx context.Context, m tablebase.Material, digest string, known []table, step func(int)) error {
	found, err := w.findTables(ctx, []TableRef{{m.String(), digest}})
	if err != nil {
		return err
	}
	return verify(ctx, w.Library, found[0], known, w.Rules, step)
}

// share uploads a file of the library.
func (w *Worker) share(ctx context.Context, name string) (err error) {
	f, err := os.Open(w.Library.path(name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := w.Queue.PutTable(ctx, name, f); err != nil {
		return queueError{fmt.Errorf("upload the table: %w", err)}
	}
	return nil
}

// findTables finds the tables that a job needs, and fetches missing ones. Its error joins
// those of all that are damaged or missing, so that one more try is enough for all of them.
func (w *Worker) findTables(ctx context.Context, needs []TableRef) (list []table, err error) {
	var failed []error
	for _, n := range needs {
		m, err := tablebase.ParseMaterial(n.Material)
		if err != nil {
			return nil, err
		}
		t, ok := w.Library.tableWithDigest(m, n.Digest)
		if !ok {
			err := w.fetchTable(ctx, m, n)
			if errors.As(err, new(queueError)) {
				return nil, err
			}
			failed = append(failed, err)
			t = table{m, w.Library.path(n.Name())}
		}
		list = append(list, t)
	}
	return list, errors.Join(failed...)
}

// fetchTable fetches a table. It deletes a damaged one, so that it is uploaded again.
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
		return queueError{fmt.Errorf("fetch %s: %w", n.Name(), err)}
	case errors.Is(err, errWrongTable) || errors.Is(err, ErrNoTable):
		if drop := w.Queue.DeleteTable(ctx, n.Name()); drop != nil {
			return queueError{drop}
		}
	}
	return fmt.Errorf("fetch %s: %w", n.Name(), err)
}

// startReports reports the progress of a job at intervals until stop is called.
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
				_ = w.Queue.PutTableReport(ctx, r) // the next may succeed
			}
		}
	}()
	return func() { cancel(); <-ended }
}
