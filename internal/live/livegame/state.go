package livegame

import (
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
)

// Lookup finds a game's rules by the variant's identifier.
type Lookup func(variant string) (game.Game, error)

// State is a game as it stands after some events. One goroutine at a time may
// use it.
type State struct {
	header   Header
	events   []Event
	commands map[string]int // index of the event that a command has led to

	seats   [2]Player
	pos     game.Position
	fen     string // of pos; empty: not written yet
	moves   []string
	outcome game.Outcome
	begun   bool // both seats are taken, or were when it ended
	ended   bool
	endAt   time.Time
	last    time.Time // of the last event, or the creation
	turnAt  time.Time // since when the side to move has been on turn
	// clocks are what both sides had when the turn last changed, before each ply:
	// the last of them is for now. Without a clock it stays empty.
	clocks [][2]time.Duration

	draw     offers
	takeback offers
	rewound  int // number of the last Takeback; 0: none
	again    offers
	next     ID // the rematch

	legal   []game.Move // kept for its memory
	decided decision
}

// offers are what both sides have proposed and not yet got an answer to.
type offers struct {
	open   [2]bool
	barred [2]bool // declined: not again before the side has moved
}

// decision is the move that Do has read last. It spares Apply from reading it
// again.
type decision struct {
	seq     int
	text    string
	move    game.Move
	outcome game.Outcome
}

// New returns the state of a game without events. It is an error if the header
// makes no sense: an unknown variant, a bad FEN or one where the game is over, a
// time control out of bounds. Errors are *Refusal, fit for people. The header is
// kept with the names of variant and position in their usual form.
func New(h Header, find Lookup) (*State, error) {
	h, p, err := check(h, find)
	if err != nil {
		return nil, err
	}
	s := &State{header: h, commands: map[string]int{}, seats: h.Seats, pos: p, last: h.Created}
	if h.Control.RealTime() {
		start := h.Control.Start()
		s.clocks = [][2]time.Duration{{start, start}}
	}
	s.begin()
	return s, nil
}

// Replay returns the state after the events.
func Replay(h Header, events []Event, find Lookup) (*State, error) {
	s, err := New(h, find)
	if err != nil {
		return nil, err
	}
	s.events = make([]Event, 0, len(events)+8)
	for _, e := range events {
		if err := s.Apply(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// begin notes that the game is live if both seats are taken.
func (s *State) begin() {
	if !s.seats[0].Empty() && !s.seats[1].Empty() {
		s.begun, s.turnAt = true, s.last
	}
}

// Done returns the event that a command with this id has led to.
func (s *State) Done(command string) (Event, bool) {
	i, ok := s.commands[command]
	if !ok {
		return Event{}, false
	}
	return s.events[i], true
}

// Header returns what the game was begun with.
func (s *State) Header() Header { return s.header }

// Events returns all events so far; the caller must not change them, and nobody
// else will.
func (s *State) Events() []Event { return slices.Clip(s.events) }

// Seats returns who sits where, by game.Color.
func (s *State) Seats() [2]Player { return s.seats }

// ColorsOf returns which sides a guest plays.
func (s *State) ColorsOf(guest string) ColorSet {
	if guest == "" {
		return ColorSet{}
	}
	return ColorSet{s.seats[0].Guest == guest, s.seats[1].Guest == guest}
}

// Moves returns the moves on the board, in engine form; the caller must not
// change them, and nobody else will.
func (s *State) Moves() []string { return slices.Clip(s.moves) }

// Position returns the position on the board; the caller must leave it as it is.
func (s *State) Position() game.Position { return s.pos }

// Next returns the rematch that has begun, or "".
func (s *State) Next() ID { return s.next }

// Status tells how far the game has come.
func (s *State) Status() Status {
	switch {
	case s.ended:
		return Finished
	case s.begun:
		return Live
	}
	return Waiting
}

// alone tells whether one guest plays both sides.
func (s *State) alone() bool {
	return s.begun && s.seats[0].Guest != "" && s.seats[0].Guest == s.seats[1].Guest
}

// engine tells whether an engine plays.
func (s *State) engine() bool { return s.seats[0].Engine() || s.seats[1].Engine() }

// Summary returns the game for lists.
func (s *State) Summary() Summary {
	if s.fen == "" {
		s.fen = s.pos.String()
	}
	m := Summary{
		Header:   s.header,
		Seats:    s.seats,
		Status:   s.Status(),
		Seq:      len(s.events),
		Ply:      len(s.moves),
		Turn:     s.pos.Turn(),
		Position: s.fen,
		Result:   s.outcome.Result,
		Reason:   s.outcome.Reason,
		Updated:  s.last,
		Thinking: s.thinking(),
	}
	if n := len(s.moves); n > 0 {
		m.Last = s.moves[n-1]
	}
	if due, ok := s.due(); ok {
		m.Deadline = due
	}
	return m
}

// thinking tells whether an engine is to move.
func (s *State) thinking() bool { return s.Status() == Live && s.seats[s.pos.Turn()].Engine() }

// Job returns the job for the engine if one is to move. Its clocks are as they
// were when it was Issued, which is when the engine's turn began; it has none for
// games without a clock.
func (s *State) Job(attempt int) (Job, bool) {
	if !s.thinking() {
		return Job{}, false
	}
	j := Job{
		ID:        fmt.Sprintf("%s%d", s.jobs(), attempt),
		Game:      s.header.ID,
		Ply:       len(s.moves),
		Variant:   s.header.Variant,
		FEN:       s.header.FEN,
		Moves:     s.Moves(),
		Level:     s.seats[s.pos.Turn()].Level,
		Increment: s.header.Control.Increment,
		Issued:    s.turnAt,
	}
	if n := len(s.clocks); n > 0 {
		j.Clocks = s.clocks[n-1]
	}
	return j, true
}

// jobs is what the ids of all attempts at the present job begin with.
func (s *State) jobs() string { return fmt.Sprintf("%s/%d/", s.header.ID, len(s.events)) }
