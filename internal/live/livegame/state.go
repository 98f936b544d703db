package livegame

import (
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
)

// Lookup finds a game's rules by the variant's identifier.
type Lookup func(variant string) (game.Game, error)

// Game is a game as it stands after some events. One goroutine at a time may
// use it.
type Game struct {
	header   Header
	events   []Event
	commands map[string]int // index of the event that a command has led to

	seats     [2]Player
	pos       game.Position
	fen       string // of pos; empty: not written yet
	moves     []string
	outcome   game.Outcome
	started   bool // both seats are taken, or were when it ended
	over      bool
	endedAt   time.Time
	lastAt    time.Time // of the last event, or the creation
	turnSince time.Time // since when the side to move has been on turn
	// clocks are what both sides had when the turn last changed, before each ply:
	// the last of them is for now. Without a clock it stays empty.
	clocks [][2]time.Duration

	draw         offers
	takeback     offers
	lastTakeback int // number of the last Takeback; 0: none
	rematch      offers
	nextGame     ID // the rematch

	legal       []game.Move // kept for its memory
	lastDecided decidedMove
}

// offers are what both sides have proposed and not yet got an answer to.
type offers struct {
	open     [2]bool
	declined [2]bool // declined: not again before the side has moved
}

// decidedMove is the move that Do has read last. It spares Apply from reading it
// again.
type decidedMove struct {
	seq     int
	text    string
	move    game.Move
	outcome game.Outcome
}

// New returns the state of a game without events. It is an error if the header
// makes no sense: an unknown variant, a bad FEN or one where the game is over, a
// time control out of bounds. Errors are *Refusal, fit for people. The header is
// kept with the names of variant and position in their usual form.
func New(h Header, find Lookup) (*Game, error) {
	h, p, err := checkHeader(h, find)
	if err != nil {
		return nil, err
	}
	g := &Game{header: h, commands: map[string]int{}, seats: h.Seats, pos: p, lastAt: h.Created}
	if h.TimeControl.RealTime() {
		start := h.TimeControl.Initial()
		g.clocks = [][2]time.Duration{{start, start}}
	}
	g.start()
	return g, nil
}

// Replay returns the state after the events.
func Replay(h Header, events []Event, find Lookup) (*Game, error) {
	g, err := New(h, find)
	if err != nil {
		return nil, err
	}
	g.events = make([]Event, 0, len(events)+8)
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// start notes that the game is live if both seats are taken.
func (g *Game) start() {
	if !g.seats[0].Empty() && !g.seats[1].Empty() {
		g.started, g.turnSince = true, g.lastAt
	}
}

// EventByCommand returns the event that a command with this id has led to.
func (g *Game) EventByCommand(command string) (Event, bool) {
	i, ok := g.commands[command]
	if !ok {
		return Event{}, false
	}
	return g.events[i], true
}

// Header returns what the game was begun with.
func (g *Game) Header() Header { return g.header }

// Events returns all events so far; the caller must not change them, and nobody
// else will.
func (g *Game) Events() []Event { return slices.Clip(g.events) }

// Seats returns who sits where, by game.Color.
func (g *Game) Seats() [2]Player { return g.seats }

// ColorsOf returns which sides a guest plays.
func (g *Game) ColorsOf(guest string) ColorSet {
	if guest == "" {
		return ColorSet{}
	}
	return ColorSet{g.seats[0].Guest == guest, g.seats[1].Guest == guest}
}

// Moves returns the moves on the board, in engine form; the caller must not
// change them, and nobody else will.
func (g *Game) Moves() []string { return slices.Clip(g.moves) }

// Position returns the position on the board; the caller must leave it as it is.
func (g *Game) Position() game.Position { return g.pos }

// RematchID returns the rematch that has begun, or "".
func (g *Game) RematchID() ID { return g.nextGame }

// Status tells how far the game has come.
func (g *Game) Status() Status {
	switch {
	case g.over:
		return Finished
	case g.started:
		return Live
	}
	return Waiting
}

// solo tells whether one guest plays both sides.
func (g *Game) solo() bool {
	return g.started && g.seats[0].Guest != "" && g.seats[0].Guest == g.seats[1].Guest
}

// hasEngine tells whether an engine plays.
func (g *Game) hasEngine() bool { return g.seats[0].Engine() || g.seats[1].Engine() }

// Summary returns the game for lists.
func (g *Game) Summary() Summary {
	if g.fen == "" {
		g.fen = g.pos.String()
	}
	m := Summary{
		Header:       g.header,
		Seats:        g.seats,
		Status:       g.Status(),
		Seq:          len(g.events),
		Ply:          len(g.moves),
		Turn:         g.pos.Turn(),
		Position:     g.fen,
		Result:       g.outcome.Result,
		Reason:       g.outcome.Reason,
		Updated:      g.lastAt,
		EngineToMove: g.engineToMove(),
	}
	if n := len(g.moves); n > 0 {
		m.LastMove = g.moves[n-1]
	}
	if due, ok := g.deadline(); ok {
		m.Deadline = due
	}
	return m
}

// engineToMove tells whether an engine is to move.
func (g *Game) engineToMove() bool { return g.Status() == Live && g.seats[g.pos.Turn()].Engine() }

// Job returns the job for the engine if one is to move. Its clocks are as they
// were when it was Issued, which is when the engine's turn began; it has none for
// games without a clock.
func (g *Game) Job(attempt int) (Job, bool) {
	if !g.engineToMove() {
		return Job{}, false
	}
	j := Job{
		ID:        fmt.Sprintf("%s%d", g.jobPrefix(), attempt),
		Game:      g.header.ID,
		Ply:       len(g.moves),
		Variant:   g.header.Variant,
		FEN:       g.header.FEN,
		Moves:     g.Moves(),
		Level:     g.seats[g.pos.Turn()].Level,
		Increment: g.header.TimeControl.Increment,
		Issued:    g.turnSince,
	}
	if n := len(g.clocks); n > 0 {
		j.Clocks = g.clocks[n-1]
	}
	return j, true
}

// jobPrefix is what the ids of all attempts at the present job begin with.
func (g *Game) jobPrefix() string { return fmt.Sprintf("%s/%d/", g.header.ID, len(g.events)) }
