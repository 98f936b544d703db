package analysis

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

var escape = regexp.MustCompile(`\x1b\[[0-9;:?<=>]*[ -/]*[@-~]`)

// plain removes escape sequences.
func plain(s string) string { return escape.ReplaceAllString(s, "") }

func position(t *testing.T, variant, fen string) game.Position {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	if fen == "" {
		return g.Start()
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// line parses consecutive moves in SAN.
func line(t *testing.T, p game.Position, san string) []game.Move {
	t.Helper()
	p = p.Clone()
	var out []game.Move
	for _, s := range strings.Fields(san) {
		m, err := notation.ParseSAN(p, s)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		out = append(out, m)
	}
	return out
}

// script is an engine that reports given infos and then, with hold, waits for its
// context to end.
type script struct {
	infos    []engine.Report
	hold     bool
	err      error
	reported chan struct{} // closed, if not nil, after the last report
}

func (s *script) Reset() {}

func (s *script) Search(ctx context.Context, _ game.Position, _ engine.Limits,
	report func(engine.Report)) (engine.Report, error) {
	if s.err != nil {
		return engine.Report{}, s.err
	}
	for _, i := range s.infos {
		if ctx.Err() == nil {
			report(i)
		}
	}
	if s.reported != nil {
		close(s.reported)
	}
	if s.hold {
		<-ctx.Done()
	}
	best := s.infos[0]
	for _, i := range s.infos {
		if i.MultiPV == 1 {
			best = i
		}
	}
	return best, nil
}

// searchReports returns reports about the start of Shrink Chess.
func searchReports(t *testing.T) (game.Position, []engine.Report) {
	p := position(t, "shrink", "")
	return p, []engine.Report{
		{Depth: 1, SelDepth: 1, MultiPV: 1, Score: 12, Nodes: 21, Time: time.Millisecond, PV: line(t, p, "e4")},
		{Depth: 2, SelDepth: 4, MultiPV: 1, Score: 34, Nodes: 1234, Time: 10 * time.Millisecond, HashFull: 1,
			PV: line(t, p, "e4 d5 exd5 c5")},
		{Depth: 2, SelDepth: 3, MultiPV: 2, Score: -5, Bound: engine.LowerBound, Nodes: 1300, Time: 11 * time.Millisecond,
			HashFull: 1, PV: line(t, p, "d4 d5")},
		{
			Depth: 9, SelDepth: 15, MultiPV: 1, Score: engine.Mate - 5, Nodes: 12_345_678, Time: 2500 * time.Millisecond,
			HashFull: 421,
			PV:       line(t, p, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3 a6 Bb3 Ba7 h3"),
		},
		{Depth: 9, SelDepth: 11, MultiPV: 2, Score: -engine.Mate + 8, Nodes: 12_345_999, Time: 2501 * time.Millisecond,
			HashFull: 421, PV: line(t, p, "d4 d5 Nc3 Nc6")},
	}
}
