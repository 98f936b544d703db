package analysis

import (
	"context"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// redrawEvery is the time between two looks at the feed.
const redrawEvery = 100 * time.Millisecond

// Live searches and shows a table in a terminal until the search ends, the context
// ends, or the user presses q or Ctrl+C; for Ctrl+C, the error is tea.ErrInterrupted. The
// last table stays on the screen. Env is the terminal's environment.
func Live(ctx context.Context, in io.Reader, out io.Writer, env []string, e engine.Engine, p game.Position,
	l engine.Limits) error {
	return run(newModel(ctx, e, p, l), tea.WithInput(in), tea.WithOutput(out), tea.WithEnvironment(env))
}

// run runs the model. Its context ends the search, and the end of the search ends the
// program, so that the last table is always drawn.
func run(m *model, o ...tea.ProgramOption) error {
	defer m.cancel()
	if _, err := tea.NewProgram(m, append(o, tea.WithoutSignalHandler())...).Run(); err != nil {
		return err
	}
	if m.err == nil && m.interrupted {
		return tea.ErrInterrupted
	}
	return m.err
}

// feed takes reports from the search and returns the newest one of each line.
type feed struct {
	mu    sync.Mutex
	lines []engine.Report
	last  engine.Report
}

func (f *feed) report(i engine.Report) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := max(i.MultiPV, 1) - 1
	for len(f.lines) <= at {
		f.lines = append(f.lines, engine.Report{})
	}
	f.lines[at], f.last = i, i
}

func (f *feed) newest() (lines []engine.Report, last engine.Report) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append(lines, f.lines...), f.last
}

// model is the bubbletea model behind Live.
type model struct {
	table
	engine engine.Engine
	root   game.Position // the search's own copy
	limits engine.Limits
	ctx    context.Context // of the search
	cancel context.CancelFunc
	feed   feed
	err    error
	w, h   int

	interrupted bool // by Ctrl+C
	since       time.Time
	now         func() time.Time // time.Now, except in tests
}

type (
	tickMsg struct{} // time to read the feed
	doneMsg struct {
		best engine.Report
		err  error
	}
)

func newModel(ctx context.Context, e engine.Engine, p game.Position, l engine.Limits) *model {
	m := &model{engine: e, root: p.Clone(), limits: l, w: 80, h: 24, now: time.Now}
	m.p, m.lines = p.Clone(), max(l.MultiPV, 1)
	m.ctx, m.cancel = context.WithCancel(ctx)
	return m
}

// Init implements tea.Model.
func (m *model) Init() tea.Cmd {
	m.since = m.now()
	return tea.Batch(m.search, tick())
}

func (m *model) search() tea.Msg {
	best, err := m.engine.Search(m.ctx, m.root, m.limits, m.feed.report)
	return doneMsg{best, err}
}

func tick() tea.Cmd { return tea.Tick(redrawEvery, func(time.Time) tea.Msg { return tickMsg{} }) }

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch msg.String() {
		case "q", "Q", "esc", "ctrl+d":
			m.cancel() // the search then ends the program
		case "ctrl+c":
			m.interrupted = true
			m.cancel()
		case "ctrl+z":
			return m, tea.Suspend
		}
	case tickMsg:
		if m.done {
			return m, nil
		}
		m.take()
		return m, tick()
	case doneMsg:
		m.take()
		m.finish(msg)
		return m, tea.Quit
	}
	return m, nil
}

// take updates the table from the feed. It formats only lines that changed.
func (m *model) take() {
	lines, last := m.feed.newest()
	m.last, m.elapsed = last, m.now().Sub(m.since)
	for i, info := range lines {
		m.set(i, info)
	}
}

func (m *model) set(i int, info engine.Report) {
	for len(m.rows) <= i {
		m.rows = append(m.rows, row{})
	}
	if old := m.rows[i].info; old.Nodes == info.Nodes && old.Depth == info.Depth && old.Score == info.Score &&
		old.Best() == info.Best() {
		return
	}
	m.rows[i] = row{info, numbered(m.p, NewReport(m.p, info).SAN)}
}

// finish shows the final result.
func (m *model) finish(d doneMsg) {
	m.done, m.err = true, d.err
	if d.err != nil {
		return
	}
	full := m.last.HashFull
	m.last, m.elapsed = d.best, d.best.Time
	m.last.HashFull = max(full, d.best.HashFull)
	if len(m.rows) == 0 || m.rows[0].info.Best() != d.best.Best() && m.lines == 1 {
		m.set(0, d.best)
	}
}

// View implements tea.Model.
func (m *model) View() tea.View { return tea.NewView(m.draw(m.w, m.h)) }
