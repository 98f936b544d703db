// Package livegame is a game between two seats, as a pure state machine.
//
// A game is a Header, which never changes, and a list of Events. Game replays them:
// it knows the position, the clocks, the offers and the result. Do decides what a
// Command causes and returns the one Event that records it; Apply adds an Event.
// Times are arguments; the package reads no clock and does no input or output, and
// the same header and events always make the same Game.
//
// Every change is one event with the next number (Event.Seq). The node that stores a
// number first has made the change: the store rejects a second event with the same
// number, or with the ID of a stored command. So any number of nodes may decide about
// the same game at once.
//
// The package also declares what it needs from outside: a Store of games, and a Queue
// that connects nodes and takes engine moves to workers.
package livegame

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Lookup finds the rules of a variant, as rules.ByName does.
type Lookup func(variant string) (game.Game, error)

// Game is the state of a game after its events. It is not safe for concurrent use.
type Game struct {
	header   Header
	events   []Event
	commands map[string]int // ID to the index of its event

	seats     [2]Player
	pos       game.Position
	fen       string // of pos, once it is needed
	moves     []string
	outcome   game.Outcome
	started   bool // both seats are taken
	over      bool
	endedAt   time.Time
	lastAt    time.Time // of the last event, or the creation
	turnSince time.Time // start of the turn
	// clocks are the remaining times at the start of each turn, the current one last.
	// It is empty in a game without a clock.
	clocks [][2]time.Duration

	vacations [2]vacations // by game.Color

	draw         offers
	takeback     offers
	lastTakeback int // its Seq; 0: none
	rematch      offers
	nextGame     ID // the rematch
	// rematchPlaces are the places from which players offered the rematch; see Player.Place.
	rematchPlaces [2]string

	legal       []game.Move // a reused buffer
	lastDecided decidedMove
}

// offers are one kind of offer, by game.Color of the player who offers.
type offers struct {
	open     [2]bool
	declined [2]bool // no second offer before the player moves
}

// decidedMove is the last move that Do has parsed, so that Apply need not parse it
// again.
type decidedMove struct {
	seq     int
	text    string
	move    game.Move
	outcome game.Outcome
}

// New returns a game without events. It normalizes the header's variant and FEN. The
// error is an *Error, for example because of an unknown variant, an invalid FEN, a
// position where the game is over, or a time control out of range.
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

// Replay returns a game after its events.
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

// start starts the game if both seats are taken.
func (g *Game) start() {
	if !g.seats[0].Empty() && !g.seats[1].Empty() {
		g.started, g.turnSince = true, g.lastAt
	}
}

// EventByCommand returns the event that the command with this ID caused.
func (g *Game) EventByCommand(command string) (Event, bool) {
	i, ok := g.commands[command]
	if !ok {
		return Event{}, false
	}
	return g.events[i], true
}

// Header returns the game's header.
func (g *Game) Header() Header { return g.header }

// Events returns all events. The caller must not change them; Game never does.
func (g *Game) Events() []Event { return slices.Clip(g.events) }

// Seats returns the players, by game.Color.
func (g *Game) Seats() [2]Player { return g.seats }

// ColorsOf returns the colors that a guest plays.
func (g *Game) ColorsOf(guest string) ColorSet {
	if guest == "" {
		return ColorSet{}
	}
	return ColorSet{g.seats[0].Guest == guest, g.seats[1].Guest == guest}
}

// Moves returns the moves on the board, in UCI. The caller must not change them; Game
// never does.
func (g *Game) Moves() []string { return slices.Clip(g.moves) }

// Position returns the position on the board. The caller must not change it.
func (g *Game) Position() game.Position { return g.pos }

// RematchID returns the ID of the rematch, or "" if there is none.
func (g *Game) RematchID() ID { return g.nextGame }

// Status returns whether the game waits, is live or is finished.
func (g *Game) Status() Status {
	switch {
	case g.over:
		return Finished
	case g.started:
		return Live
	}
	return Waiting
}

// solo reports whether one guest plays both colors.
func (g *Game) solo() bool {
	return g.started && g.seats[0].Guest != "" && g.seats[0].Guest == g.seats[1].Guest
}

// DrawOffers returns who has offered a draw and waits for an answer.
func (g *Game) DrawOffers() ColorSet { return g.draw.open }

// TakebackOffers returns who has asked to take back a move and waits for an answer.
func (g *Game) TakebackOffers() ColorSet { return g.takeback.open }

// HasEngine reports whether an engine plays.
func (g *Game) HasEngine() bool { return g.seats[0].Engine() || g.seats[1].Engine() }

// Summary returns the game's summary.
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
		EngineToMove: g.EngineToMove(),
	}
	if n := len(g.moves); n > 0 {
		m.LastMove = g.moves[n-1]
	}
	if due, ok := g.deadline(); ok {
		m.Deadline = due
	}
	return m
}

// EngineToMove reports whether an engine is to move.
func (g *Game) EngineToMove() bool { return g.Status() == Live && g.seats[g.pos.Turn()].Engine() }

// Job returns the job for the engine, if it is to move. The job's clocks are those at
// the start of the turn, when it was Issued. Its owner is the opponent, without an address.
func (g *Game) Job(attempt int) (Job, bool) {
	if !g.EngineToMove() {
		return Job{}, false
	}
	turn := g.pos.Turn()
	j := Job{
		ID:        fmt.Sprintf("%s%d", g.jobPrefix(), attempt),
		Game:      g.header.ID,
		Ply:       len(g.moves),
		Line:      notation.Line{Variant: g.header.Variant, FEN: g.header.FEN, Moves: g.Moves()},
		Level:     g.seats[turn].Level,
		Increment: g.header.TimeControl.Increment,
		Issued:    g.turnSince,
		Seq:       len(g.events),
		Owner:     Owner{Guest: hashGuest(g.seats[turn.Other()].Guest)},
	}
	if n := len(g.clocks); n > 0 {
		j.Clocks = g.clocks[n-1]
	}
	return j, true
}

// hashGuest hashes the ID of the owner of a job.
func hashGuest(id string) string { return hashID("the owner of a job", id) }

// hashID hashes a secret ID for a purpose; "" stays "".
func hashID(purpose, id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(purpose + ": " + id))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// jobPrefix is the common prefix of the IDs of all attempts at the current job. It has a hash
// of the last event: if a store loses that, another one gets its number.
func (g *Game) jobPrefix() string {
	n := len(g.events)
	if n == 0 {
		return fmt.Sprintf("%s/0/", g.header.ID)
	}
	e, h := g.events[n-1], fnv.New32a()
	// never fails
	_, _ = fmt.Fprint(h, e.Kind, " ", e.Color, " ", e.At.UnixMilli(), " ", e.Command, " ", e.Move, " ", e.Plies)
	return fmt.Sprintf("%s/%d/%08x/", g.header.ID, n, h.Sum32())
}
