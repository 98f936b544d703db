package puzzle

import (
	"cmp"
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/puzzle"
)

const (
	// recordsFor is how long a node uses the records of a variant's puzzles before it reads them again.
	recordsFor = 20 * time.Second
	sweepEvery = 6 * time.Hour
	// keepReports is how long a report is kept once it is decided.
	keepReports = 30 * 24 * time.Hour
)

// Options are what a Service needs.
type Options struct {
	DB      *db.DB
	Library Library // nil: Shipped
	// Secret signs tickets. All nodes have the same.
	Secret []byte
	// Lookup is needed for Submit only.
	Lookup livegame.Lookup
	// Prove finds the puzzle of a position and proves it. It is called once at a time; its
	// context ends after ProofTime. Its error is *UnsoundError if the position is no puzzle. nil:
	// nobody can publish puzzles.
	Prove func(ctx context.Context, variant, fen string) (puzzle.Puzzle, error)
	// KeepGuests is how long what a guest did is kept after the guest's last attempt; 0: forever.
	KeepGuests time.Duration
	Now        func() time.Time      // nil: the system's clock
	Rand       func(n int) int       // a random number below n; nil: the standard one
	Metrics    prometheus.Registerer // nil: none
}

// Service is the server's side of puzzles. It is safe for concurrent use. Errors for users are
// *livegame.Error, beside those that a method names.
type Service struct {
	o        Options
	attempts *prometheus.CounterVec
	mixed    func() []puzzle.Puzzle // of all variants, the easiest first
	mu       sync.Mutex
	records  map[string]*shelf // by variant
	places   map[string]string // the IDs of the library's puzzles by variant and position
}

// shelf is the records of a variant's puzzles at a time, by puzzle.
type shelf struct {
	records map[string]Record
	read    time.Time
}

// New returns a service. It needs Jobs to forget what is old.
func New(o Options) *Service {
	if o.Library == nil {
		o.Library = Shipped{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.IntN
	}
	s := &Service{
		o: o, mixed: sync.OnceValue(func() []puzzle.Puzzle { return mix(o.Library) }),
		records: map[string]*shelf{},
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wane_puzzle_attempts_total", Help: "Attempts at puzzles, by result: right, wrong, or repeated.",
		}, []string{"result"}),
	}
	if o.Metrics != nil {
		o.Metrics.MustRegister(s.attempts)
	}
	return s
}

// Jobs registers the sweep.
func (s *Service) Jobs(r *job.Runner) { r.Every("puzzles", sweepEvery, job.OneNode, s.Sweep) }

// Sweep forgets what is old.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.o.Now()
	err := s.o.DB.Forget(ctx, now.Add(-keepReports), "puzzle_reports", "id", "decided", "decided > 0")
	err = cmp.Or(err, s.o.DB.Forget(ctx, now.Add(-maxOpen), "puzzle_open_runs", "player, kind", "begun"))
	if s.o.KeepGuests > 0 {
		err = cmp.Or(err, s.forgetGuests(ctx, now.Add(-s.o.KeepGuests)))
	}
	return err
}

// Pack is the puzzles of a variant in the library.
type Pack struct {
	Variant string   `json:"variant"`
	Count   int      `json:"count"`
	Bytes   int      `json:"bytes" doc:"of the file, without compression"`
	Idle    []string `json:"idle" doc:"puzzles that must not be given out now: they rest or were found wrong"`
}

// Packs returns the puzzles of the library.
func (s *Service) Packs(ctx context.Context) ([]Pack, error) {
	list := []Pack{}
	for _, v := range s.o.Library.Variants() {
		records, err := s.recordsOf(ctx, v)
		if err != nil {
			return nil, err
		}
		p := Pack{Variant: v, Bytes: len(s.o.Library.Text(v)), Idle: []string{}}
		for i, all := 0, s.o.Library.Of(v); i < len(all); i++ {
			p.Count++
			if records[all[i].ID].State != Active {
				p.Idle = append(p.Idle, all[i].ID)
			}
		}
		if p.Count > 0 {
			list = append(list, p)
		}
	}
	return list, nil
}

// Text returns the puzzles of a variant in the library as a file; nil if there are none.
func (s *Service) Text(variant string) []byte {
	if !s.known(variant) {
		return nil
	}
	return s.o.Library.Text(variant)
}

// recordsOf returns the records of a variant's puzzles by ID, which may be some seconds old.
func (s *Service) recordsOf(ctx context.Context, variant string) (map[string]Record, error) {
	now := s.o.Now()
	s.mu.Lock()
	kept := s.records[variant]
	s.mu.Unlock()
	if kept != nil && now.Sub(kept.read) < recordsFor && !now.Before(kept.read) {
		return kept.records, nil
	}
	list, err := db.All[Record](ctx, s.o.DB, selectRecords+"variant = $1 ORDER BY puzzle", variant)
	if err != nil {
		return nil, err
	}
	kept = &shelf{make(map[string]Record, len(list)), now}
	for _, r := range list {
		kept.records[r.Puzzle] = r
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records[variant] = kept
	return kept.records, nil
}

// forget makes this node read the records of a variant again.
func (s *Service) forget(variant string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.records, variant)
}
