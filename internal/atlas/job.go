package atlas

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Job asks a worker for the games of a batch.
type Job struct {
	Settings Settings `json:"settings"`
	Section  string   `json:"section"`
	Ranking  string   `json:"ranking"` // six letters in lower case
	Number   int      `json:"number"`  // of the batch
	// Not are the names of workers that must not do the job.
	Not []string `json:"not,omitempty"`
}

// job returns the job for a batch.
func (s Settings) job(b Batch) Job {
	return Job{Settings: s, Section: b.Section.String(), Ranking: Rankings[b.Ranking].String(), Number: b.Number}
}

// Key identifies the job: run, section, ranking and number, with dots between them.
func (j Job) Key() string {
	return fmt.Sprintf("%s.%s.%s.%d", j.Settings.Run(), j.Section, j.Ranking, j.Number)
}

// Batch returns the batch that the job asks for.
func (j Job) Batch() (Batch, error) {
	s, err := parseSection(j.Section)
	if err != nil {
		return Batch{}, err
	}
	r, known := rankingNumber[j.Ranking]
	if !known {
		return Batch{}, fmt.Errorf("unknown ranking %.20q", j.Ranking)
	}
	if j.Number < 0 || j.Number >= maxGames/BatchGames {
		return Batch{}, fmt.Errorf("batch %d is out of range", j.Number)
	}
	return Batch{s, r, j.Number}, nil
}

// Check returns what is wrong with the job.
func (j Job) Check() error {
	if err := j.Settings.Check(); err != nil {
		return err
	}
	_, err := j.Batch()
	return err
}

// batchOf inverts Job.Key for a run.
func batchOf(run, key string) (Batch, error) {
	parts := strings.Split(key, ".")
	if len(parts) != 4 || parts[0] != run {
		return Batch{}, fmt.Errorf("invalid key %.60q", key)
	}
	n, err := strconv.Atoi(parts[3])
	if err != nil {
		return Batch{}, fmt.Errorf("invalid key %.60q", key)
	}
	return Job{Section: parts[1], Ranking: parts[2], Number: n}.Batch()
}

// Result is a worker's answer to a job.
type Result struct {
	Key    string `json:"key"` // of the job
	Worker string `json:"worker"`
	Games  []byte `json:"games,omitempty"` // packed
	Error  string `json:"error,omitempty"` // why there are no games
}

const maxWorkerName, maxErrorText = 300, 1000

// Check returns what is wrong with the result, but does not look at the games.
func (r Result) Check() error {
	run, _, _ := strings.Cut(r.Key, ".")
	if _, err := batchOf(run, r.Key); err != nil {
		return err
	}
	if len(r.Worker) > maxWorkerName || len(r.Error) > maxErrorText || strings.ContainsFunc(r.Worker+r.Error, unicode.IsControl) {
		return errors.New("invalid name or error of a worker")
	}
	if (r.Error == "") == (len(r.Games) == 0) {
		return errors.New("expected either games or an error")
	}
	return nil
}

// Queue connects a Run and workers, any number of each. A call that fails may succeed
// later, unless the error is the context's.
type Queue interface {
	// EnqueueGames enqueues a job. It does nothing if the same job is already there or being
	// done.
	EnqueueGames(ctx context.Context, j Job) error
	// ConsumeGames calls do with jobs, parallel at a time, until the context is done, and
	// stores the results. If do fails or the process dies, the job is delivered again, after
	// a while, to any worker.
	ConsumeGames(ctx context.Context, parallel int, do func(context.Context, Job) (Result, error)) error
	// WatchGames calls take with the results of a run that are stored, then with new ones,
	// until the context is done. Some may be missed.
	WatchGames(ctx context.Context, run string, take func(Result)) error
}

// Worker does jobs.
type Worker struct {
	Queue Queue
	Name  string // in results

	idle chan *Player
}

// NewWorker returns a worker that keeps that many players.
func NewWorker(q Queue, name string, players int) *Worker {
	return &Worker{Queue: q, Name: name, idle: make(chan *Player, players)}
}

// Do does one job. It calls yield before each move, which may wait. It fails if the context
// ends, and if the job is for other workers: those with the engine of its settings that the
// job does not exclude.
func (w *Worker) Do(ctx context.Context, j Job, yield func()) (Result, error) {
	r := Result{Key: j.Key(), Worker: w.Name}
	id, err := EngineID()
	switch {
	case err != nil:
		return r, err
	case id != j.Settings.Engine:
		return r, fmt.Errorf("the job is for workers with the engine %s, this one has %s: use the version of wane that runs the atlas", j.Settings.Engine, id)
	case slices.Contains(j.Not, w.Name):
		return r, errors.New("the job is for other workers: this one has sent wrong games")
	}
	games, err := w.play(ctx, j, yield)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err != nil {
		r.Error = printable(err.Error())
		return r, nil
	}
	r.Games = encode(games)
	return r, nil
}

// play plays the games. A panic is an error.
func (w *Worker) play(ctx context.Context, j Job, yield func()) (games []Game, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine panicked: %v", p)
		}
	}()
	b, err := j.Batch()
	if err != nil {
		return nil, err
	}
	var p *Player
	select {
	case p = <-w.idle:
	default:
	}
	if p == nil || p.settings != j.Settings {
		if p, err = NewPlayer(j.Settings); err != nil {
			return nil, err
		}
	}
	games, err = p.Play(ctx, b, yield)
	if err == nil {
		select {
		case w.idle <- p:
		default:
		}
	}
	return games, err
}

// printable returns a text that Result.Check accepts.
func printable(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, ""))
	return strings.ToValidUTF8(text[:min(len(text), maxErrorText)], "") // without a half of a character
}
