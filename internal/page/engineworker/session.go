package engineworker

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
)

// Limits of a command.
const (
	MaxMultiPV = 5
	MaxHash    = 256 // MB: a page has not much more

	defaultHash = 16     // MB, until a command sets it
	maxMoves    = 20_000 // more than any game has
)

// Engine is an engine with a transposition table of variable size. Nodes returns how
// many positions its search has visited; it may be called at any time.
type Engine interface {
	engine.Engine
	SetHash(mb int) error
	Nodes() uint64
}

// Session executes the commands of a page. Handle may be called at any time; Run once.
type Session struct {
	build  func(mb int) (Engine, error)
	engine Engine         // nil until the first "go"
	prover *puzzle.Prover // nil until the first "puzzle"
	hash   int            // MB
	board  board
	game   string // that the engine's table is about
	send   func(Answer)
	yield  func()
	now    func() time.Time

	mu     sync.Mutex
	next   *Command           // to execute after the current one
	cancel context.CancelFunc // stops the current search
	wake   chan struct{}      // next may have been set
}

// New returns a session. Build makes its engine, with a table of so many MB. Send
// sends an answer, and must not wait for commands. Searches call yield from time to
// time; Handle must get a chance to be called during yield.
func New(
	build func(mb int) (Engine, error), byName func(string) (game.Game, error), send func(Answer), yield func(),
) *Session {
	return &Session{
		build: build, board: board{byName: byName}, send: send, yield: yield, now: time.Now,
		cancel: func() {}, wake: make(chan struct{}, 1),
	}
}

// Handle takes a command, in JSON, and returns at once.
func (s *Session) Handle(text string) {
	var c Command
	if err := pagejson.Unmarshal(text, &c); err != nil {
		s.send(Answer{T: "error", Text: message.Sprintf("invalid command: %v", err)})
		return
	}
	switch c.T {
	case "go", "puzzle", "probe", "rate", "stop":
	default:
		s.send(Answer{T: "error", ID: c.ID,
			Text: message.Sprintf("unknown command %.20q, expected go, puzzle, probe, rate or stop", c.T)})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel()
	if s.next = nil; c.T != "stop" {
		s.next = &c
		select {
		case s.wake <- struct{}{}:
		default: // Run will wake anyway
		}
	}
}

// Run executes commands until the context is done.
func (s *Session) Run(ctx context.Context) {
	s.send(Answer{T: "readyok"})
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		c, ctx, cancel := s.begin(ctx)
		if c != nil {
			s.send(s.execute(ctx, c))
		}
		cancel()
	}
}

// begin takes the next command, or nil, with a context that the command after it
// cancels.
func (s *Session) begin(ctx context.Context) (*Command, context.Context, context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.next
	s.next = nil
	ctx, s.cancel = context.WithCancel(ctx)
	return c, ctx, s.cancel
}

// execute executes a command and returns the last answer. A panic becomes an error, so
// that the page can report it and try another position.
func (s *Session) execute(ctx context.Context, c *Command) (last Answer) {
	defer func() {
		if p := recover(); p != nil {
			s.board.clear() // a panic may leave both in any state
			s.game, s.prover = "", nil
			last = Answer{T: "error", ID: c.ID, Text: message.Sprintf("the engine failed: %v", p)}
		}
	}()
	switch c.T {
	case "puzzle":
		return s.puzzle(ctx, c)
	case "probe":
		return s.probe(c)
	case "rate":
		return rate(c)
	}
	p, err := s.prepare(c)
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	if end := p.Outcome(); p.LegalCount() == 0 {
		return Answer{T: "over", ID: c.ID, Result: end.Result.String(), Reason: string(end.Reason)}
	}
	return s.search(ctx, c, p)
}

// prepare checks a command, sets the engine up for it and returns its position.
func (s *Session) prepare(c *Command) (game.Position, error) {
	switch {
	case c.MultiPV < 0 || c.MultiPV > MaxMultiPV:
		return nil, message.Errorf("multipv %d is out of range (1–%d)", c.MultiPV, MaxMultiPV)
	case min(c.Depth, c.Nodes, c.MoveTime, c.Time, c.Increment) < 0:
		return nil, message.Errorf("depth %d, nodes %d, movetime %d, time %d, increment %d: expected no negative limit",
			c.Depth, c.Nodes, c.MoveTime, c.Time, c.Increment)
	case c.Hash < 0 || c.Hash > MaxHash:
		return nil, message.Errorf("hash %d MB is out of range (1–%d)", c.Hash, MaxHash)
	}
	p, err := s.board.set(notation.Line{Variant: c.Variant, FEN: c.FEN, Moves: c.Moves})
	if err != nil {
		return nil, err
	}
	used := s.engine != nil
	if err := s.setHash(c.Hash); err != nil {
		return nil, err
	}
	// Different positions of two games may have the same key.
	if used && (c.NewGame || s.game != c.Variant) {
		s.engine.Reset()
	}
	s.game = c.Variant
	return p, nil
}

// setHash makes the engine, or changes the size of its table; zero leaves it. No table
// is ever larger than needed meanwhile: WebAssembly's memory does not shrink.
func (s *Session) setHash(mb int) error {
	if s.engine == nil {
		e, err := s.build(cmp.Or(mb, defaultHash))
		if err != nil {
			return err
		}
		s.engine, s.hash = e, cmp.Or(mb, defaultHash)
		return nil
	}
	if mb == 0 || mb == s.hash {
		return nil
	}
	if err := s.engine.SetHash(mb); err != nil {
		return err
	}
	s.hash = mb
	return nil
}

// board keeps the line of the last command, so that a step along a game costs one move.
type board struct {
	byName func(string) (game.Game, error)
	line   notation.Line
	pos    game.Position // after the moves; nil if there is no line
}

// set replaces the line and returns the position at its end, which is valid until the
// next call. Errors are those of notation.Line.Advance.
func (b *board) set(l notation.Line) (game.Position, error) {
	if len(l.Moves) > maxMoves {
		return nil, message.Errorf("%d moves are too many, at most %d", len(l.Moves), maxMoves)
	}
	var err error
	b.pos, b.line, err = b.line.Advance(b.pos, l, b.byName)
	if err != nil {
		return nil, err
	}
	return b.pos, nil
}

// clear removes the line.
func (b *board) clear() { b.line, b.pos = notation.Line{}, nil }
