// Package job does what a server does by itself, beside requests.
//
// A feature registers its jobs: Every for what comes back after a time, such as a sweep, and Always for what goes on,
// such as taking messages from a queue. Run does all jobs until the server ends. Rows does work on each row of a list
// that comes in pages.
//
// An error or a panic ends neither the server nor the job nor the work on other rows. It is logged under the name of
// the job. A job of Every rests after work, three times as long as that took, but for 5 seconds at most, and nodes that
// start together do not work at the same moment.
//
// Of the nodes that share a database, each does a job of EachNode, and one at a time does a job of OneNode: that which
// has its lease. If that node ends, another takes over within half a minute. If it dies, another takes over once the
// lease has ended: a quarter longer than the period after the last work.
package job

import (
	"context"
	crypto "crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"
)

// Where says which nodes do a job.
type Where int

// Where a job is done.
const (
	EachNode Where = iota // on each node
	OneNode               // on one node at a time
)

const (
	// rest is the pause after work, in times of its duration, and maxRest the longest one.
	rest    = 3
	maxRest = 5 * time.Second
	// leaseTime is how long a lease lasts during work, if it is not renewed; renewal is the time between renewals, and
	// margin how long before its end the work is stopped.
	leaseTime = 30 * time.Second
	renewal   = leaseTime / 3
	margin    = leaseTime / 6
	// firstAgain and lastAgain bound the pause before Always begins again, which doubles each time.
	firstAgain = time.Second
	lastAgain  = time.Minute
	// repeated is how long an error that comes again is not logged again.
	repeated = 10 * time.Minute
)

// Leases are kept in the database that nodes share.
type Leases interface {
	// Lease gives a node the lease of a job until a time, and reports whether that is possible: the node has it, or
	// nobody has. Now is the time by the clock that nodes share.
	Lease(ctx context.Context, job, node string, now, until time.Time) (bool, error)
}

// Options are what a Runner needs.
type Options struct {
	Node   string           // name of this node
	Leases Leases           // nil: there is no other node
	Now    func() time.Time // the clock that nodes share; nil: that of this machine
	// Begin is called before the work of Every, and what it returns after it, with its error. It may be nil.
	Begin func(ctx context.Context, job string) (_ context.Context, end func(error))
	Log   *slog.Logger // nil: none
}

// Runner does jobs.
type Runner struct {
	o     Options
	tasks map[string]func(context.Context) // by the names of the jobs
}

// New returns a Runner, which needs Run. Jobs must be registered before that.
func New(o Options) *Runner {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Node += "/" + crypto.Text() // unique even if two nodes have the same name
	if o.Begin == nil {
		o.Begin = func(ctx context.Context, _ string) (context.Context, func(error)) { return ctx, func(error) {} }
	}
	return &Runner{o: o, tasks: map[string]func(context.Context){}}
}

// Run does all jobs until the context is done, and waits for their ends.
func (r *Runner) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, task := range r.tasks {
		all.Go(func() { task(ctx) })
	}
	all.Wait()
}

// add registers what does a job. A name that is missing, or that another job has, is a fault of the program.
func (r *Runner) add(name string, task func(context.Context)) {
	if r.tasks[name] != nil || name == "" {
		panic(fmt.Sprintf("the name of a job is empty or not the only one: %q", name))
	}
	r.tasks[name] = task
}

// Every registers work that is done again a period after its end, give or take a tenth. Kick has it done soon; a node
// without the lease ignores that.
func (r *Runner) Every(
	name string, period time.Duration, where Where, work func(context.Context) error,
) (kick func()) {
	j := &repeatedJob{Runner: r, reports: reports{name: name, log: r.o.Log}, period: period, where: where, work: work}
	if r.o.Leases == nil {
		j.where = EachNode
	}
	wake := make(chan struct{}, 1)
	r.add(name, func(ctx context.Context) { j.run(ctx, wake) })
	return func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// Always registers work that goes on until the context is done. If it ends with an error or a panic, it begins again
// after a pause; nil ends it.
func (r *Runner) Always(name string, work func(context.Context) error) {
	said := reports{name: name, log: r.o.Log}
	r.add(name, func(ctx context.Context) {
		for wait := firstAgain; ctx.Err() == nil; wait = min(2*wait, lastAgain) {
			begun := time.Now()
			err := Safely(func() error { return work(ctx) })
			if err == nil || ctx.Err() != nil {
				return
			}
			said.report(err)
			if time.Since(begun) > lastAgain {
				wait = firstAgain
			}
			Pause(ctx, jitter(wait))
		}
	})
}

// Subscribe registers what listens until the context is done. Begin begins to listen; it is tried until it succeeds.
func (r *Runner) Subscribe(name string, begin func() (stop func(), err error)) {
	r.Always(name, func(ctx context.Context) error {
		stop, err := begin()
		if err != nil {
			return err
		}
		defer stop()
		<-ctx.Done()
		return nil
	})
}

// repeatedJob is a job of Every.
type repeatedJob struct {
	*Runner
	reports

	period time.Duration
	where  Where
	work   func(context.Context) error
}

func (j *repeatedJob) run(ctx context.Context, wake <-chan struct{}) {
	wait, mine := rand.N(j.period/10+1), false
	defer func() {
		if mine && j.where == OneNode {
			j.keep(ctx, 0)
		}
	}()
	for {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-wake:
			timer.Stop()
		case <-timer.C:
		}
		wait = jitter(j.period)
		begun := time.Now()
		mine = j.once(ctx)
		pause := min(rest*time.Since(begun), maxRest)
		if !mine { // the node that has the lease may die
			pause, wait = min(wait, jitter(leaseTime)), 0
		}
		if !Pause(ctx, pause) {
			return
		}
	}
}

// errLost says that a node has lost its lease.
var errLost = errors.New("the lease was lost, and the work was stopped")

// once does the work once, if it is this node's.
func (j *repeatedJob) once(ctx context.Context) (mine bool) {
	work := ctx
	if j.where == OneNode {
		held, end, err := j.hold(ctx)
		if err != nil && ctx.Err() == nil {
			j.report(err)
		}
		if held == nil {
			return false
		}
		defer end()
		work = held
	}
	work, done := j.o.Begin(work, j.name)
	err := Safely(func() error { return j.work(work) })
	switch {
	case ctx.Err() != nil:
		err = nil // the node ends
	case work.Err() != nil:
		err = errors.Join(errLost, err)
	}
	done(err)
	j.report(err)
	return true
}

// lease asks for the lease of the job, until a deadline.
func (j *repeatedJob) lease(ctx context.Context, lasts time.Duration, deadline time.Time) (bool, error) {
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	now := j.o.Now()
	ok, err := j.o.Leases.Lease(ctx, j.name, j.o.Node, now, now.Add(lasts))
	if err != nil {
		return false, fmt.Errorf("ask for the lease: %w", err)
	}
	return ok, nil
}

// hold takes the lease of the job, and renews it until end is called. The context that it returns ends if the lease
// is lost; it is nil if another node has the lease.
func (j *repeatedJob) hold(ctx context.Context) (held context.Context, end func(), err error) {
	until := time.Now().Add(leaseTime)
	if ok, err := j.lease(ctx, leaseTime, until.Add(-margin)); err != nil || !ok {
		return nil, nil, err
	}
	held, lost := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for wait := renewal; Pause(held, wait); {
			asked := time.Now()
			switch ok, err := j.lease(held, leaseTime, until.Add(-margin)); {
			case ok:
				until, wait = asked.Add(leaseTime), renewal
			case err == nil || time.Until(until) <= margin:
				lost()
			default:
				wait = time.Second
			}
		}
	}()
	return held, func() {
		stopped := held.Err() != nil
		lost()
		<-ended
		if !stopped { // the job stays with this node, which comes back in time
			j.keep(ctx, j.period+j.period/4)
		}
	}, nil
}

// keep makes the lease of this node last a time from now on.
func (j *repeatedJob) keep(ctx context.Context, lasts time.Duration) {
	ctx = context.WithoutCancel(ctx)
	if _, err := j.lease(ctx, lasts, time.Now().Add(renewal)); err != nil {
		j.report(err)
	}
}

// reports logs the errors of a job, the same one not too often.
type reports struct {
	name string
	log  *slog.Logger
	last string
	at   time.Time
}

func (r *reports) report(err error) {
	switch {
	case err == nil:
		r.last = ""
		return
	case err.Error() == r.last && time.Since(r.at) < repeated:
		return
	}
	r.last, r.at = err.Error(), time.Now()
	if p := (*PanicError)(nil); errors.As(err, &p) {
		r.log.Error("a job panicked", "job", r.name, "error", err, "stack", string(p.Stack))
		return
	}
	r.log.Warn("a job failed", "job", r.name, "error", err)
}

// PanicError is a panic as an error.
type PanicError struct {
	Value any
	Stack []byte
}

// Error implements error.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Safely does work and returns its error. That of a panic is a PanicError.
func Safely(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{v, debug.Stack()}
		}
	}()
	return work()
}

// Pause waits, and reports whether the context is not done.
func Pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// jitter returns a duration that differs by a tenth at most.
func jitter(d time.Duration) time.Duration { return d - d/10 + rand.N(d/5+1) }
