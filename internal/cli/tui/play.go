package tui

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// PlayModel is the bubbletea model of Play. Use it by pointer and in one goroutine.
type PlayModel struct {
	o        PlayOptions
	menu     *menu   // shown if not nil
	lastMenu *menu   // with the user's last choices
	first    tea.Cmd // starts the first game
	think    thinker
	screen

	setup  gameSetup
	person [2]bool // human players, by color
	match  *match
	clock  clock
	ticks  int // generation of the running tick; older ones stop

	cur     cursor
	chosen  game.Square // of the chosen piece, or NoSquare
	dragged game.Square // where the user pressed the mouse button, or NoSquare
	asked   *promotion
	askedOf []game.Effect // of the route that the promotion belongs to
	shown   *shown        // the effects of the move under the cursor
	hint    game.Move
	scroll  int // lines that the move list is scrolled up from its end
	rnd     *rand.Rand
	saved   bool

	line       *input    // input of a move or a file name; nil if closed
	typed      game.Move // the typed move, or NoMove
	typedWhole bool      // including its promotions
	lineFor    func(m *PlayModel, text string) tea.Cmd
	lineAsk    string
	problem    string // the error in the line
	ask        *question
	pager      *pager
	note       string // in the last line of the screen until the next key
	noteBad    bool
}

// question is a question to answer with y or n.
type question struct {
	text string
	ends bool // yes ends the game
	yes  func() tea.Cmd
}

// shown is a move with its effects.
type shown struct {
	ply     int
	move    game.Move
	phrases *notation.Language
	effects []game.Effect
	text    string
}

// NewPlay returns the model of a game, or of the menu if the options have no start
// position.
func NewPlay(ctx context.Context, o PlayOptions) (*PlayModel, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m := &PlayModel{o: o, chosen: game.NoSquare, dragged: game.NoSquare}
	m.think = thinker{engine: o.Engine, ctx: ctx}
	m.screen = newScreen(o.Env)
	m.glyphs = o.Glyphs
	m.rnd = rand.New(rand.NewPCG(o.Seed, 1))
	if o.Start == nil {
		m.menu = newMenu(&m.o)
		return m, nil
	}
	setup := gameSetup{m.o.Start, m.o.Seat, m.o.Level, m.o.Time}
	m.first = m.begin(setup) //nolint:contextcheck // m.think has the context
	return m, nil
}

// Play runs the program in the terminal until the user quits or the context ends.
func Play(ctx context.Context, o PlayOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m, err := NewPlay(ctx, o)
	if err != nil {
		return err
	}
	defer m.think.wait()
	if err := run(ctx, m, m.o.Env); !errors.Is(err, tea.ErrInterrupted) {
		return err
	}
	return nil // to leave a game is no failure
}

// tickMsg updates clocks. Only the latest generation counts.
type tickMsg struct{ generation int }

// ticking is the time between two updates of the clocks and the engine's time.
const ticking = 100 * time.Millisecond

// Init implements tea.Model.
func (m *PlayModel) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.first)
}

// Update implements tea.Model.
func (m *PlayModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m.update(msg) {
		return m, nil
	}
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tickMsg:
		if msg.generation != m.ticks {
			return m, nil
		}
		m.checkFlag()
		if m.needTicks() {
			cmd = m.tick()
		}
		return m, cmd
	case searchedMsg:
		cmd = m.searched(msg)
	case tea.KeyPressMsg:
		cmd = m.key(msg.String(), msg)
	case tea.PasteMsg:
		m.paste(msg.Content)
	case tea.MouseMsg:
		cmd = m.mouse(msg)
	}
	return m, cmd
}

// paste inserts pasted text into the open input line, or into a new one for a move.
func (m *PlayModel) paste(text string) {
	switch {
	case m.pager != nil || m.ask != nil || m.asked != nil || m.w < minWidth || m.h < minHeight:
	case m.menu != nil:
		if m.menu.line != nil {
			m.menu.line.press(tea.PasteMsg{Content: text})
		}
	case m.line == nil:
		m.typeMove(text)
	default:
		m.line.press(tea.PasteMsg{Content: text})
		m.lineChanged()
	}
}

// View implements tea.Model.
func (m *PlayModel) View() tea.View { return m.view(m.draw()) }

// wake starts the ticks if something on the screen changes with time.
func (m *PlayModel) wake() tea.Cmd {
	if !m.needTicks() {
		return nil
	}
	m.ticks++
	return m.tick()
}

func (m *PlayModel) tick() tea.Cmd {
	generation := m.ticks
	return m.after(ticking, func(time.Time) tea.Msg { return tickMsg{generation} })
}

func (m *PlayModel) needTicks() bool {
	return m.match != nil && m.menu == nil && (m.clock.running || m.think.busy())
}

// cancel cancels a half-entered move. An input line for a file name stays open when
// the engine moves.
func (m *PlayModel) cancel() {
	m.chosen, m.dragged = game.NoSquare, game.NoSquare
	m.asked, m.askedOf = nil, nil
	if m.typingMove() {
		m.close()
	}
}

func (m *PlayModel) inform(format string, args ...any) {
	m.note, m.noteBad = fmt.Sprintf(format, args...), false
}

func (m *PlayModel) warn(format string, args ...any) {
	m.note, m.noteBad = fmt.Sprintf(format, args...), true
}
