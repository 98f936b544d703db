package analysis

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
)

// screen returns what a model shows, without escape sequences.
func screen(m tea.Model) string { return plain(m.View().Content) }

// started returns a model whose clock is fixed at a time after its start.
func started(e engine.Engine, p game.Position, lines int, after time.Duration) *model {
	m := newModel(context.Background(), e, p, engine.Limits{MultiPV: lines})
	begin := time.Unix(0, 0)
	m.now = func() time.Time { return begin }
	m.Init()
	m.now = func() time.Time { return begin.Add(after) }
	return m
}

func TestTable(t *testing.T) {
	p, infos := searchReports(t)
	m := started(&script{infos: infos}, p, 2, 3*time.Second)
	golden(t, "thinking.txt", screen(m))
	for _, i := range infos[:3] {
		m.feed.report(i)
	}
	m.Update(tickMsg{})
	golden(t, "early.txt", screen(m))
	for _, i := range infos[3:] {
		m.feed.report(i)
	}
	m.Update(tickMsg{})
	golden(t, "late.txt", screen(m))
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 10})
	golden(t, "small.txt", screen(m))
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	_, quit := m.Update(doneMsg{best: infos[3]})
	golden(t, "done.txt", screen(m))
	if quit == nil || quit() != (tea.QuitMsg{}) {
		t.Error("the program runs after the end of the search")
	}
}

// The table fits the window, whatever its content.
func TestTableFits(t *testing.T) {
	p := position(t, "cheshire",
		"r*n***b*rr/p******pp*/1*r***p**p/1p***p*k*B/**pB1*1***/5P*1*K/2P2P**2/4P*2N1/NP*P***PPP/RR******RR w - - 2 23")
	for lines := 1; lines <= 9; lines++ {
		m := started(nil, p, lines, time.Hour)
		for i := 1; i <= lines; i++ {
			m.feed.report(engine.Report{MultiPV: i, Depth: 100, SelDepth: 199, Score: -3199, Bound: engine.UpperBound,
				Nodes: 999_999_999_999, PV: p.Legal(nil)[:1]})
		}
		m.Update(tickMsg{})
		for width := leastWidth; width < 130; width++ {
			for _, height := range []int{10, 24, 60} {
				m.Update(tea.WindowSizeMsg{Width: width, Height: height})
				shown := strings.Split(strings.TrimSuffix(screen(m), "\n"), "\n")
				if len(shown) > height {
					t.Fatalf("%d lines in a window of %d:\n%s", len(shown), height, screen(m))
				}
				for _, l := range shown {
					if lipgloss.Width(l) > width {
						t.Fatalf("%q is wider than %d", l, width)
					}
				}
			}
		}
	}
}

// live runs Live in a window of 80×24.
func live(ctx context.Context, in io.Reader, out io.Writer, e engine.Engine, p game.Position, l engine.Limits) error {
	return run(newModel(ctx, e, p, l), tea.WithInput(in), tea.WithOutput(out), tea.WithEnvironment([]string{"TERM=xterm"}),
		tea.WithWindowSize(80, 24))
}

// Live runs without a terminal here. q or Ctrl+C ends the search, and the last table
// shows its result.
func TestLive(t *testing.T) {
	p, infos := searchReports(t)
	for _, key := range []string{"q", "\x03"} {
		keys, press := io.Pipe()
		e := &script{infos: infos, hold: true, reported: make(chan struct{})}
		go func() {
			<-e.reported
			_, _ = io.WriteString(press, key)
		}()
		var out bytes.Buffer
		err := live(context.Background(), keys, &out, e, p, engine.Limits{MultiPV: 2})
		if interrupted := key == "\x03"; interrupted != errors.Is(err, tea.ErrInterrupted) || !interrupted && err != nil {
			t.Fatalf("%q: %v", key, err)
		}
		if text := plain(out.String()); !strings.Contains(text, "2. Nf3 Nc6") || !strings.Contains(text, "done") {
			t.Errorf("the screen lacks the line or the end: %s", text)
		}
	}
}

// For the race detector: the real engine and the table share no unprotected memory.
func TestLiveSearch(t *testing.T) {
	keys, _ := io.Pipe()
	var out bytes.Buffer
	p := position(t, "shrink", "")
	e := search.New(eval.NewNode)
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	err := live(context.Background(), keys, &out, e, p, engine.Limits{MultiPV: 3, Nodes: 40_000})
	if err != nil || !strings.Contains(plain(out.String()), "done") {
		t.Errorf("%v, %s", err, out.String())
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := live(gone, keys, &out, search.New(eval.NewNode), p, engine.Limits{}); err != nil {
		t.Error(err)
	}
	err = live(context.Background(), keys, &out, &script{err: engine.ErrNoMoves}, p, engine.Limits{})
	if !errors.Is(err, engine.ErrNoMoves) {
		t.Errorf("%v; want ErrNoMoves", err)
	}
}
