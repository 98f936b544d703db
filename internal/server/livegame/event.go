package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// EventKind says what an event records.
type EventKind string

// The kinds of events. The Color of an End is the player who resigned, aborted,
// claimed or agreed, whose time ran out, or whose first move did not come.
const (
	Join            EventKind = "join"             // Player takes the seat of Color
	Move            EventKind = "move"             // Color plays Move, which may end the game
	DrawOffer       EventKind = "draw-offer"       // Color offers a draw
	DrawDecline     EventKind = "draw-decline"     // Color declines the opponent's offer
	TakebackOffer   EventKind = "takeback-offer"   // Color asks to take back Plies plies
	TakebackDecline EventKind = "takeback-decline" // Color declines the opponent's request
	Takeback        EventKind = "takeback"         // takes back the last Plies plies, as Color asked
	End             EventKind = "end"              // the game ends with Result, for Reason
	RematchOffer    EventKind = "rematch-offer"    // Color offers a rematch
	RematchDecline  EventKind = "rematch-decline"  // Color declines the opponent's offer
	Rematch         EventKind = "rematch"          // the game Next starts, with colors swapped
	Vacation        EventKind = "vacation"         // Color's clock stands still for Clocks[Color]; 0: it runs again
	Adopt           EventKind = "adopt"            // Player, an account, takes over the seats of the guest who plays Color
	Berserk         EventKind = "berserk"          // Color has half of the initial time, and no increment
)

// Reasons of results beyond those of package game. They are stored.
const (
	Aborted          game.Reason = "aborted before the second move"
	NoFirstMove      game.Reason = "aborted: no first move was made in time"
	NoStart          game.Reason = "no first move was made in time" // with NoAbort: a loss
	NotJoined        game.Reason = "nobody took the other seat"
	Abandoned        game.Reason = "abandoned: no move in 30 days"
	OpponentLeft     game.Reason = "the opponent left"
	OpponentLeftDraw game.Reason = "the opponent left, a draw was claimed"
	// Closed may have a colon and the operator's words after it; see Game.Close.
	Closed game.Reason = "closed by the operator of the server"
)

// Seats reports whether events of the kind change what is known of a player.
func (k EventKind) Seats() bool { return k == Join || k == Adopt || k == Berserk }

// Event is one change of a game. Fields that its kind does not mention are zero. The
// JSON names are those of notices.
type Event struct {
	Seq     int        `json:"q"` // from 1, without gaps
	Kind    EventKind  `json:"k"`
	Color   game.Color `json:"s,omitempty"` // the player who acted, or whom the event concerns
	At      time.Time  `json:"t"`           // by the server's clock, in whole milliseconds
	Command string     `json:"c,omitempty"` // ID of the command that caused it; empty: none
	Player  Player     `json:"p,omitzero"`  // Join, Adopt; of RematchOffer and Rematch only the Place, in the new game
	Move    string     `json:"m,omitempty"` // in UCI
	SAN     string     `json:"a,omitempty"` // the same move
	// Clocks are the remaining times, by game.Color, after a Move or Takeback in a
	// game with a clock.
	Clocks [2]time.Duration `json:"l,omitzero"`
	Plies  int              `json:"n,omitempty"` // Takeback, TakebackOffer; of Vacation, its Number
	// Result and Reason are set by every event that ends the game: End, and a Move
	// that mates, stalemates or repeats. An aborted game has a Reason, and
	// game.Ongoing as its Result.
	Result game.Result `json:"r,omitempty"`
	Reason game.Reason `json:"w,omitempty"`
	Next   ID          `json:"x,omitempty"` // Rematch: the new game
}

// Same reports whether two events are the same one: it is stored once.
func (e Event) Same(o Event) bool {
	return e.Seq == o.Seq && e.Kind == o.Kind && e.Color == o.Color && e.At.Equal(o.At) && e.Command == o.Command &&
		e.Move == o.Move && e.Plies == o.Plies && e.Player == o.Player && e.Reason == o.Reason && e.Next == o.Next
}

// Ends reports whether the event ended the game.
func (e Event) Ends() bool { return e.Reason != game.NoReason }

// Expired reports whether the event ended the game because a time was over: a player's, or
// that for a first move, an opponent, or a game that was left.
func (e Event) Expired() bool {
	switch e.Reason {
	case game.TimeOut, game.TimeOutDraw, NoFirstMove, NoStart, NotJoined, Abandoned:
		return e.Kind == End
	}
	return false
}

// MoveClocks returns the remaining time of each mover after each move on the board: those
// taken back are left out. In a game without a clock, all are zero.
func MoveClocks(events []Event) []time.Duration {
	var clocks []time.Duration
	for _, e := range events {
		switch e.Kind {
		case Move:
			clocks = append(clocks, e.Clocks[e.Color])
		case Takeback:
			clocks = clocks[:max(0, len(clocks)-e.Plies)]
		}
	}
	return clocks
}
