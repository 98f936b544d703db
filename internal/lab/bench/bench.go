// Package bench measures the engine: its speed, the depth it reaches, and its
// signature, the nodes that it needs for a fixed depth.
package bench

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Depth is the depth of the signature's searches, in plies.
const Depth = 11

//go:embed positions.tsv
var table string

// Positions returns the bench positions of the named games, or all of them if no game
// is named. A name includes its family: "diminuendo" has positions of other rankings.
// The error contains an unknown name.
func Positions(byName func(string) (game.Game, error), games ...string) ([]game.Position, error) {
	var list []game.Position
	found := map[string]bool{}
	for line := range strings.Lines(table) {
		name, fen, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue // the comment
		}
		family, _, _ := strings.Cut(name, ":")
		if len(games) > 0 && !slices.Contains(games, name) && !slices.Contains(games, family) {
			continue
		}
		found[name], found[family] = true, true
		g, err := byName(name)
		if err != nil {
			return nil, err
		}
		p, err := g.Parse(fen)
		if err != nil {
			return nil, fmt.Errorf("bench position of %s: %w", name, err)
		}
		list = append(list, p)
	}
	for _, name := range games {
		if !found[name] {
			return nil, fmt.Errorf("the bench has no positions of %.40q", name)
		}
	}
	return list, nil
}

// Result is the search of one position.
type Result struct {
	Position game.Position
	Info     engine.Report
	CPU      time.Duration // processor time of all threads; 0 if unknown
}

// Total is the sum of several results.
type Total struct {
	Nodes     uint64
	Wall, CPU time.Duration
	Depth     float64 // mean
}

// Sum adds results.
func Sum(results []Result) (t Total) {
	for _, r := range results {
		t.Nodes += r.Info.Nodes
		t.Wall += r.Info.Time
		t.CPU += r.CPU
		t.Depth += float64(r.Info.Depth) / float64(len(results))
	}
	return t
}

// PerSecond returns the nodes per second of processor time, or of wall time if the
// processor time is unknown.
func (t Total) PerSecond() float64 {
	d := t.CPU
	if d == 0 {
		d = t.Wall
	}
	if d <= 0 {
		return 0
	}
	return float64(t.Nodes) / d.Seconds()
}

// Run searches each position with a reset engine, and calls each, if not nil, after
// every search. If the context ends, so does Run, with the context's error.
func Run(ctx context.Context, e engine.Engine, list []game.Position, l engine.Limits,
	each func(Result)) ([]Result, error) {
	var results []Result
	for _, p := range list {
		e.Reset()
		before := cpuTime()
		info, err := e.Search(ctx, p, l, nil)
		if err != nil {
			return results, fmt.Errorf("%s: %w", p, err)
		}
		if err := ctx.Err(); err != nil {
			return results, err
		}
		r := Result{Position: p, Info: info, CPU: cpuTime() - before}
		results = append(results, r)
		if each != nil {
			each(r)
		}
	}
	return results, nil
}
