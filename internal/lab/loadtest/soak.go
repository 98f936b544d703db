package loadtest

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// Sample is the state of the server at a moment of a soak.
type Sample struct {
	After             time.Duration // since the start of play
	Memory, Heap      float64       // bytes: of the process, and in use after the last collection
	Goroutines, Files float64
	Database          float64 // bytes
	// Games and moves so far, new guests, and sockets that their clients closed and opened
	// again.
	Games, Moves, Guests, Reopened int
}

// Trend is how a number has grown over the second half of a soak, by linear regression.
type Trend struct {
	Name       string
	Mean       float64
	Growth     float64 // over the second half
	Allowed    float64 // growth
	Cumulative bool    // it grows with the games: growth is no fault
}

// Fault reports whether the number has grown too much.
func (t Trend) Fault() bool { return !t.Cumulative && t.Growth > t.Allowed }

// SoakTolerance is the part of its mean by which a number may grow over the second half of a
// soak, besides a few: samples vary.
const SoakTolerance = 0.05

// trends returns how the numbers have grown.
func trends(samples []Sample) []Trend {
	late := samples[len(samples)/2:]
	var list []Trend
	for _, n := range []struct {
		name       string
		value      func(Sample) float64
		few        float64
		cumulative bool
	}{
		{"memory", func(s Sample) float64 { return s.Memory }, 8 << 20, false},
		{"heap", func(s Sample) float64 { return s.Heap }, 4 << 20, false},
		{"goroutines", func(s Sample) float64 { return s.Goroutines }, 20, false},
		{"files", func(s Sample) float64 { return s.Files }, 10, false},
		{"database", func(s Sample) float64 { return s.Database }, 0, true},
	} {
		mean, slope := regression(late, n.value)
		took := (late[len(late)-1].After - late[0].After).Seconds()
		list = append(list, Trend{n.name, mean, slope * took, math.Max(n.few, SoakTolerance*mean), n.cumulative})
	}
	return list
}

// regression returns the mean of a number, and its growth per second by least squares.
func regression(samples []Sample, value func(Sample) float64) (mean, slope float64) {
	var t float64
	for _, s := range samples {
		t += s.After.Seconds() / float64(len(samples))
		mean += value(s) / float64(len(samples))
	}
	var up, down float64
	for _, s := range samples {
		d := s.After.Seconds() - t
		up, down = up+d*(value(s)-mean), down+d*d
	}
	if down == 0 {
		return mean, 0
	}
	return mean, up / down
}

// soakSamples is how many samples a soak takes; leastSample is their least distance.
const (
	soakSamples   = 120
	leastSample   = time.Second
	fewestSamples = 10 // fewer tell nothing
)

// sample reads the server's state until play is over.
func (o *Options) sample(ctx context.Context, t *tally, start time.Time) (samples []Sample, err error) {
	tick := time.NewTicker(max(leastSample, o.For/soakSamples))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return samples, err
		}
		s, e := o.Soak(ctx)
		if ctx.Err() != nil {
			return samples, err
		}
		if e != nil {
			err = fmt.Errorf("reading the server's state: %w", e)
			continue
		}
		s.After = time.Since(start)
		s.Games, s.Moves, _ = t.count()
		s.Guests, s.Reopened = t.comings()
		samples = append(samples, s)
		if len(samples)%10 == 0 {
			o.logf("%s\n", s)
		}
	}
}

// String formats a sample in a line.
func (s Sample) String() string {
	return fmt.Sprintf("%6.0f s: %.1f MiB, heap %.1f MiB, %.0f goroutines, %.0f files, database %.1f MiB; %s, %s, %s, "+
		"%s reopened",
		s.After.Seconds(), s.Memory/(1<<20), s.Heap/(1<<20), s.Goroutines, s.Files, s.Database/(1<<20),
		message.Plural(s.Games, "game"), message.Plural(s.Moves, "move"), message.Plural(s.Guests, "new guest"),
		message.Plural(s.Reopened, "socket"))
}

// formatSoak formats every tenth of the samples and the trends.
func formatSoak(samples []Sample, list []Trend) string {
	var b strings.Builder
	for i := range samples {
		if (i+1)%max(1, len(samples)/10) == 0 {
			fmt.Fprintln(&b, samples[i])
		}
	}
	if len(samples) > 0 && len(list) == 0 {
		fmt.Fprintf(&b, "fewer than %d samples tell nothing about growth: play longer\n", fewestSamples)
	}
	if len(list) > 0 {
		fmt.Fprintf(&b, "second half     mean          growth       allowed\n")
	}
	for _, t := range list {
		unit, verdict := 1.0, "no leak"
		if t.Name == "memory" || t.Name == "heap" || t.Name == "database" {
			unit = 1 << 20
		}
		allowed := fmt.Sprintf("%9.1f", t.Allowed/unit)
		switch {
		case t.Cumulative:
			verdict, allowed = "it keeps the games", "        –"
		case t.Fault():
			verdict = "IT GROWS"
		}
		fmt.Fprintf(&b, "  %-10s %9.1f     %+9.1f     %s  %s\n", t.Name, t.Mean/unit, t.Growth/unit, allowed, verdict)
	}
	return b.String()
}

// Bounds of the moves of a game in a soak: after that, the player to move resigns.
const (
	leastMoves = 10
	mostMoves  = 60
)

// resign ends the current game of a soak.
func (b *table) resign(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, b.o.Timeout)
	defer cancel()
	mover := b.players[b.at.Turn()]
	if _, err := mover.do(ctx, sockets.ClientMessage{T: "do", Game: b.id, ID: b.name(), Order: "resign"}); err != nil &&
		ctx.Err() == nil {
		return b.tally.refuse("game %s: resigning: %v", b.id, err)
	}
	return nil
}

// change has some clients close their socket between two games of a soak: a few come back,
// others are guests who never do, and new ones take their place.
func (b *table) change(ctx context.Context) error {
	for i, c := range b.clients() {
		switch b.random.IntN(4) {
		case 0:
			c.reopen()
			b.tally.came(0, 1)
		case 1:
			c.leave()
			fresh := newClient(c.base, c.http, b.tally, c.reader)
			if i < len(b.players) {
				b.players[i] = fresh
			} else {
				b.watcher = fresh
			}
			if err := fresh.open(ctx); err != nil && ctx.Err() == nil {
				return err
			}
			b.tally.came(1, 0)
		}
	}
	return nil
}
