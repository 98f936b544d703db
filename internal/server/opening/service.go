package opening

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/notation"
)

const (
	freshTime = 10 * time.Second // how long a node shows names without a look at the database
	countTime = 10 * time.Minute // how long it remembers how many games went through a position
	countSize = 5000             // positions
	lineSize  = 5000             // lines whose positions a node remembers
)

// Options are what a Service needs.
type Options struct {
	DB     *db.DB
	Lookup livegame.Lookup
	// Tallies counts the games of the server, as archive.Archive.MoveTallies does; nil: only starter games count.
	Tallies func(ctx context.Context, position archive.PositionHash) ([]archive.MoveTally, error)
	// Starter returns the starter games of a variant, or nil; nil: there are none.
	Starter func(variant string) (*archive.Book, error)
	Now     func() time.Time
	Log     *slog.Logger // nil: none
}

// Service names openings. It is safe for concurrent use. Its errors for users are *livegame.Error,
// *problem.Problem, and those of this package.
type Service struct {
	o      Options
	counts *otter.Cache[archive.PositionHash, map[string]int]
	lines  *otter.Cache[string, []archive.PositionHash] // those of Given

	shipped func() []Named

	stale  atomic.Bool                                // this node has changed names
	turn   *semaphore.Weighted                        // of 1: its holder uses the rest
	names  map[string]map[archive.PositionHash]string // by variant and position; nil: not loaded
	looked time.Time
}

// New returns a service.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		o: o, turn: semaphore.NewWeighted(1), shipped: sync.OnceValue(func() []Named { return shippedNames(o.Lookup) }),
		lines: otter.Must(&otter.Options[string, []archive.PositionHash]{MaximumSize: lineSize}),
		counts: otter.Must(&otter.Options[archive.PositionHash, map[string]int]{
			MaximumSize: countSize, ExpiryCalculator: otter.ExpiryWriting[archive.PositionHash, map[string]int](countTime),
		}),
	}
}

// Line returns the names along a line, at most to MaxPlies.
func (s *Service) Line(ctx context.Context, l notation.Line) ([]Opening, error) {
	w, err := s.walk(l)
	if err != nil {
		return nil, err
	}
	names, err := s.named(ctx, w.variant)
	if err != nil {
		return nil, err
	}
	known := 0
	if w.fromStart {
		if known, err = s.known(ctx, w); err != nil {
			return nil, err
		}
	}
	return Along(w.spots, w.sans[:known], names), nil
}

// Given returns the name of the opening of a line that people gave or that comes with wane, "" if there
// is none or it is not known now.
func (s *Service) Given(ctx context.Context, l notation.Line) string {
	g, err := s.o.Lookup(l.Variant)
	if err != nil {
		return ""
	}
	names, err := s.named(ctx, g.Name())
	if err != nil {
		s.o.Log.Warn("cannot read the names of openings", "error", err)
	}
	if len(names) == 0 {
		return ""
	}
	key := g.Name() + "\n" + l.FEN + "\n" + strings.Join(l.Moves[:min(MaxPlies, len(l.Moves))], " ")
	spots, known := s.lines.GetIfPresent(key)
	if !known {
		w, err := s.walk(l)
		if err != nil {
			return ""
		}
		spots = w.spots
		s.lines.Set(key, spots)
	}
	if all := Along(spots, nil, names); len(all) > 0 {
		return all[len(all)-1].Name
	}
	return ""
}

// walked is a line with its positions.
type walked struct {
	variant   string
	fromStart bool // of the game
	moves     []string
	sans      []string // of the first moves only: as many as a name can have
	spots     []archive.PositionHash
}

// walk plays a line out, at most to MaxPlies.
func (s *Service) walk(l notation.Line) (*walked, error) {
	p, err := notation.Line{Variant: l.Variant, FEN: l.FEN}.Start(s.o.Lookup)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	w := &walked{variant: p.Game().Name(), spots: []archive.PositionHash{archive.HashOf(p)}}
	w.fromStart = l.FEN == "" || w.spots[0] == archive.HashOf(p.Game().Start())
	for i, text := range l.Moves[:min(MaxPlies, len(l.Moves))] {
		var m game.Move
		if m, err = notation.ParseUCI(p, text); err != nil {
			return nil, problem.Invalid(&notation.LineError{Number: i + 1, Text: text, Err: err})
		}
		if i < maxMade {
			w.sans = append(w.sans, notation.NewMoves(p).SAN(m))
		}
		w.moves = append(w.moves, p.UCI(m))
		p.Make(m)
		w.spots = append(w.spots, archive.HashOf(p))
	}
	return w, nil
}

// known returns how many plies of a line from the start of its game are known.
func (s *Service) known(ctx context.Context, w *walked) (int, error) {
	var games []int
	for i := range w.sans {
		counts, err := s.countsAt(ctx, w.variant, w.spots[i])
		if err != nil {
			return 0, err
		}
		if i == 0 {
			all := 0
			for _, n := range counts {
				all += n
			}
			games = append(games, all)
		}
		games = append(games, counts[w.moves[i]])
		if Known(games) <= i {
			break // what follows is not known either
		}
	}
	return Known(games), nil
}

// countsAt returns how many games have each move in a position, as this node remembers it.
func (s *Service) countsAt(ctx context.Context, variant string, spot archive.PositionHash) (map[string]int, error) {
	if counts, ok := s.counts.GetIfPresent(spot); ok {
		return counts, nil
	}
	counts := map[string]int{}
	if s.o.Tallies != nil {
		list, err := s.o.Tallies(ctx, spot)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			counts[t.Move] += t.Games()
		}
	}
	if s.o.Starter != nil {
		book, err := s.o.Starter(variant)
		if err != nil {
			return nil, fmt.Errorf("starter games of %s: %w", variant, err)
		}
		if book != nil {
			for _, t := range book.At(spot) {
				counts[t.Move] += t.Games()
			}
		}
	}
	s.counts.Set(spot, counts)
	return counts, nil
}

// named returns the names of a variant's positions. The caller must not change them. If the database does not
// answer, they are those of before.
func (s *Service) named(ctx context.Context, variant string) (map[archive.PositionHash]string, error) {
	if err := s.turn.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.turn.Release(1)
	if now := s.o.Now(); s.stale.Swap(false) || s.names == nil || now.Sub(s.looked) >= freshTime {
		list, err := s.all(ctx)
		if err != nil && s.names == nil {
			return nil, err
		}
		s.looked = now
		if err != nil {
			s.o.Log.Warn("cannot read the names of openings", "error", err)
			return s.names[variant], nil
		}
		s.names = together(list, s.shipped())
	}
	return s.names[variant], nil
}

// Jobs implements feature.Feature: there are none.
func (s *Service) Jobs(*job.Runner) {}
