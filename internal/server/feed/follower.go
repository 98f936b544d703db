package feed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// batch is how many notes are read at once.
	batch = 16
	// interval is the time between looks for games that ended elsewhere.
	interval = 3 * time.Second
	// mostCounted is how many notes the metric counts at most.
	mostCounted = 10_000
)

// Options are what a Follower needs.
type Options struct {
	Reader string // the name of its notes, and of its job
	DB     *db.DB
	Where  job.Where
	// List is that of livegame.Store.
	List func(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	// Work does what the end of a game asks for. Its transaction takes the note off; see Take.
	Work    func(ctx context.Context, s livegame.Summary) error
	Metrics prometheus.Registerer // nil: none
	Log     *slog.Logger          // nil: none
}

// Follower does the work of a reader, soon after a game has ended. A game that fails is tried again; it is in the log
// once.
type Follower struct {
	o    Options
	kick func()

	failing, waiting atomic.Int64         // games of the last sweep
	said             map[livegame.ID]bool // those that are in the log; only the job uses it
}

// NewFollower returns a follower. It needs Jobs.
func NewFollower(o Options) *Follower {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	f := &Follower{o: o, kick: func() {}, said: map[livegame.ID]bool{}}
	if o.Metrics != nil {
		for name, g := range map[string]struct {
			help  string
			value *atomic.Int64
		}{
			"wane_feed_failing": {"Finished games that a reader of the feed cannot read, since they are damaged.", &f.failing},
			"wane_feed_waiting": {"Finished games that a reader of the feed has yet to read, 10,000 at most.", &f.waiting},
		} {
			o.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: name, Help: g.help, ConstLabels: prometheus.Labels{"reader": o.Reader},
			}, func() float64 { return float64(g.value.Load()) }))
		}
	}
	return f
}

// Jobs registers the work.
func (f *Follower) Jobs(r *job.Runner) {
	f.kick = r.Every(f.o.Reader, interval, f.o.Where, func(ctx context.Context) error {
		failed, err := f.sweep(ctx)
		if ctx.Err() == nil {
			f.report(failed, err == nil)
		}
		return err
	})
}

// Kick has games looked for soon. It returns at once.
func (f *Follower) Kick() { f.kick() }

// report logs the games that fail, each once, however often it does. All says that the sweep has seen all games.
func (f *Follower) report(failed map[livegame.ID]error, all bool) {
	for id, why := range failed {
		if !f.said[id] {
			f.o.Log.Error("cannot read a finished game; it is tried again", "reader", f.o.Reader, "game", id, "error", why)
		}
		f.said[id] = true
	}
	if all {
		maps.DeleteFunc(f.said, func(id livegame.ID, _ bool) bool { return failed[id] == nil })
	}
}

// Sweep does the work on all games that wait. A game that fails does not keep those after it.
func (f *Follower) Sweep(ctx context.Context) error {
	failed, err := f.sweep(ctx)
	list := []error{err}
	for id, why := range failed {
		list = append(list, fmt.Errorf("game %s: %w", id, why))
	}
	return errors.Join(list...)
}

// sweep does the work on all games, and returns those that failed. The error is that of the list of games.
func (f *Follower) sweep(ctx context.Context) (failed map[livegame.ID]error, err error) {
	if f.o.Metrics != nil {
		n, err := count(ctx, f.o.DB, f.o.Reader)
		if err != nil {
			return nil, err
		}
		f.waiting.Store(int64(n))
	}
	failed = map[livegame.ID]error{}
	err = job.Rows(ctx, batch, func(ctx context.Context, after *Note) ([]Note, error) {
		if after == nil {
			after = &Note{}
		}
		return Notes(ctx, f.o.DB, f.o.Reader, after.N, batch)
	}, func(ctx context.Context, n Note) error {
		if err := job.Safely(func() error { return f.one(ctx, n.Game) }); err != nil {
			failed[n.Game] = err
		}
		return nil
	})
	f.failing.Store(int64(len(failed)))
	return failed, err
}

// one does the work on a game.
func (f *Follower) one(ctx context.Context, id livegame.ID) error {
	list, err := f.o.List(ctx, livegame.Query{IDs: []livegame.ID{id}, Status: livegame.Finished})
	if err != nil || len(list) == 0 { // it was deleted meanwhile
		return err
	}
	return f.o.Work(ctx, list[0])
}

// count returns how many notes there are for a reader, at most mostCounted.
func count(ctx context.Context, q db.Queryer, reader string) (int, error) {
	return db.One[int](ctx, q, nil,
		"SELECT count(*) FROM (SELECT 1 FROM feed WHERE reader = $1 LIMIT $2) AS part", reader, mostCounted)
}
