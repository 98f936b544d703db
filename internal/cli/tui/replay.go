package tui

import (
	"context"
	"errors"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// ReplayOptions say what to replay.
type ReplayOptions struct {
	// Games are the games of a file, at least one.
	Games []*notation.Tree
	// Glyphs shows pieces as chess symbols instead of letters.
	Glyphs bool
	// Env is the environment, which describes the terminal; nil means os.Environ().
	Env []string
}

// ReplayModel is the bubbletea model of Replay. Use it by pointer and in one
// goroutine.
type ReplayModel struct {
	o ReplayOptions
	screen
	game  int              // index into o.Games
	nodes []*notation.Node // the current line: a path from the root to an end
	line  *match           // the same line, played to its end
	pos   game.Position    // the position shown
	view  game.View
	at    int // number of moves played at the position shown

	scroll  int
	playing bool // automatically
	pace    int  // index into paces
	ticks   int
	typing  *input // input of a move number; nil if closed
	pager   *pager
	note    string
	noteBad bool
}

// paces are the times between moves in automatic play.
var paces = []time.Duration{4 * time.Second, 2 * time.Second, time.Second, 500 * time.Millisecond,
	250 * time.Millisecond}

// NewReplay returns the model of a replay.
func NewReplay(o ReplayOptions) (*ReplayModel, error) {
	if len(o.Games) == 0 {
		return nil, errors.New("tui: no game to replay")
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	m := &ReplayModel{o: o, screen: newScreen(o.Env), pace: 2}
	m.glyphs, m.flip = o.Glyphs, o.Games[0].Flipped()
	m.open(0)
	return m, nil
}

// Replay runs the program in the terminal until the user quits or the context ends. After
// Ctrl+C the error is tea.ErrInterrupted.
func Replay(ctx context.Context, o ReplayOptions) error {
	m, err := NewReplay(o)
	if err != nil {
		return err
	}
	return run(ctx, m, m.o.Env)
}

// open shows a game from its start, from the side that its tags ask for.
func (m *ReplayModel) open(i int) {
	if m.o.Games[i].Flipped() != m.o.Games[m.game].Flipped() {
		m.flip = !m.flip
	}
	m.game = i
	m.playing = false
	m.follow(m.o.Games[i].Root)
	m.seek(0)
}

// follow shows the line through a node and its first descendants. It keeps the current
// move as far as the lines agree.
func (m *ReplayModel) follow(n *notation.Node) {
	nodes := n.Path()
	for n = n.Next(); n != nil; n = n.Next() {
		nodes = append(nodes, n)
	}
	m.nodes = nodes
	start := m.o.Games[m.game].Start()
	m.line = newMatch(start)
	for _, n := range nodes {
		m.line.play(n.Move, [2]time.Duration{})
	}
	m.pos, m.at = start, 0
	m.view = m.pos.View()
}

// seek shows the position after this many moves of the line.
func (m *ReplayModel) seek(at int) {
	at = max(min(at, len(m.nodes)), 0)
	for ; m.at > at; m.at-- {
		m.pos.Unmake()
	}
	for ; m.at < at; m.at++ {
		m.pos.Make(m.nodes[m.at].Move)
	}
	m.view = m.pos.View()
	m.scroll = 0
}

// node returns the current node.
func (m *ReplayModel) node() *notation.Node {
	if m.at == 0 {
		return m.o.Games[m.game].Root
	}
	return m.nodes[m.at-1]
}

// choose goes to a child of the current node.
func (m *ReplayModel) choose(i int) {
	children := m.node().Children
	if i >= len(children) {
		return
	}
	at := m.at
	if m.at < len(m.nodes) && m.nodes[m.at] == children[i] {
		m.seek(at + 1)
		return
	}
	m.follow(children[i])
	m.seek(at + 1)
}

// mainLine goes back from a variation to the main line.
func (m *ReplayModel) mainLine() {
	root := m.o.Games[m.game].Root
	same, n := 0, root.Next()
	for same < len(m.nodes) && m.nodes[same] == n {
		same, n = same+1, n.Next()
	}
	if same == len(m.nodes) {
		return
	}
	at := min(m.at, same)
	m.follow(root)
	m.seek(at)
}

// Init implements tea.Model.
func (m *ReplayModel) Init() tea.Cmd { return tea.RequestBackgroundColor }

// Update implements tea.Model.
func (m *ReplayModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m.update(msg) {
		return m, nil
	}
	switch msg := msg.(type) {
	case tickMsg:
		if msg.generation != m.ticks || !m.playing {
			return m, nil
		}
		m.seek(m.at + 1)
		return m, m.tick()
	case tea.KeyPressMsg:
		return m, m.key(msg.String(), msg)
	case tea.MouseWheelMsg:
		switch {
		case m.pager != nil && msg.Button == tea.MouseWheelUp:
			m.pager.top -= 3
		case m.pager != nil:
			m.pager.top += 3
		case msg.Button == tea.MouseWheelUp:
			m.seek(m.at - 1)
		default:
			m.seek(m.at + 1)
		}
	case tea.MouseClickMsg:
		if key := m.draw().hit(msg.X, msg.Y); key != "" {
			return m, m.key(key, tea.KeyPressMsg{})
		}
	}
	return m, nil
}

// View implements tea.Model.
func (m *ReplayModel) View() tea.View { return m.screen.view(m.draw()) }

// tick waits for the next move in automatic play, which ends with the line.
func (m *ReplayModel) tick() tea.Cmd {
	m.ticks++
	if m.at >= len(m.nodes) {
		m.playing = false
		return nil
	}
	generation := m.ticks
	return m.after(paces[m.pace], func(time.Time) tea.Msg { return tickMsg{generation} })
}
