package feed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
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
	// gameTime bounds the work on one game.
	gameTime = 30 * time.Second
	// stale is how long a sweep says something about the games that fail.
	stale = time.Minute
)

// Options are what a Follower needs.
type Options struct {
	Reader string // the name of its notes, and of its job
	DB     *db.DB
	Where  job.Where
	// List is that of livegame.Store.
	List func(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	// Work does what the end of a game asks for. Its transaction takes the note off; see Take.
	Work func(ctx context.Context, s livegame.Summary) error
	// Watch calls ended when a game may have ended on some node, until stop; nil: only Kick does.
	Watch   func(ended func()) (stop func())
	Metrics prometheus.Registerer // nil: none
	Log     *slog.Logger          // nil: none
}

// Follower does the work of a reader, soon after a game has ended. A game that fails is tried again; it is in the log
// once.
type Follower struct {
	o    Options
	kick func()

	failing atomic.Int64         // games of the last sweep
	swept   atomic.Int64         // when that ended, in milliseconds since 1970
	said    map[livegame.ID]bool // those that are in the log; only the job uses it
}

// NewFollower returns a follower. It needs Jobs.
func NewFollower(o Options) *Follower {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	f := &Follower{o: o, kick: func() {}, said: map[livegame.ID]bool{}}
	if o.Metrics != nil {
		labels := prometheus.Labels{"reader": o.Reader}
		o.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "wane_feed_failing", ConstLabels: labels,
			Help: "Finished games on which the work of a reader of the feed has failed, in the last sweep of this node.",
		}, f.failed), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "wane_feed_waiting", ConstLabels: labels,
			Help: "Finished games that a reader of the feed has yet to read, 10,000 at most.",
		}, f.waiting))
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
	if f.o.Watch != nil {
		r.Subscribe(f.o.Reader+" of other nodes", func() (func(), error) { return f.o.Watch(f.kick), nil })
	}
}

// failed returns how many games failed, unless another node has the job by now.
func (f *Follower) failed() float64 {
	if time.Since(time.UnixMilli(f.swept.Load())) > stale {
		return 0
	}
	return float64(f.failing.Load())
}

// waiting counts the notes.
func (f *Follower) waiting() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n, err := db.One[int](ctx, f.o.DB, nil,
		"SELECT count(*) FROM (SELECT 1 FROM feed WHERE reader = $1 LIMIT $2) AS part", f.o.Reader, mostCounted)
	if err != nil {
		return math.NaN()
	}
	return float64(n)
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
	if ctx.Err() == nil {
		f.failing.Store(int64(len(failed)))
		f.swept.Store(time.Now().UnixMilli())
	}
	return failed, err
}

// one does the work on a game.
func (f *Follower) one(ctx context.Context, id livegame.ID) error {
	ctx, cancel := context.WithTimeout(ctx, gameTime)
	defer cancel()
	list, err := f.o.List(ctx, livegame.Query{IDs: []livegame.ID{id}, Status: livegame.Finished})
	if err != nil || len(list) == 0 { // it was deleted meanwhile
		return err
	}
	if err = f.o.Work(ctx, list[0]); errors.Is(err, livegame.ErrConflict) {
		return nil // it has changed since: the next sweep
	}
	return err
}
