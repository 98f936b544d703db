package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// EventKind says what an event records.
type EventKind string

// The kinds of events. The Side of an End is who did it: who resigned, aborted,
// claimed, agreed; or whose flag fell, or first move did not come.
const (
	Join            EventKind = "join"             // Player takes the seat of Side
	Move            EventKind = "move"             // Side plays Move; it may end the game
	DrawOffer       EventKind = "draw-offer"       // Side offers a draw
	DrawDecline     EventKind = "draw-decline"     // Side declines the draw that the other offered
	TakebackOffer   EventKind = "takeback-offer"   // Side asks to take back Plies plies
	TakebackDecline EventKind = "takeback-decline" // Side declines that
	Takeback        EventKind = "takeback"         // the last Plies plies are taken back, as Side had asked
	End             EventKind = "end"              // the game ends with Result, for Reason
	RematchOffer    EventKind = "rematch-offer"    // Side would like to play again
	RematchDecline  EventKind = "rematch-decline"  // Side would not
	Rematch         EventKind = "rematch"          // the game Next has begun, with colours swapped
)

// Reasons of results beyond those that package game knows.
const (
	Aborted          game.Reason = "aborted before the second move"
	NoFirstMove      game.Reason = "aborted: no first move was made in time"
	NotJoined        game.Reason = "nobody took the other seat"
	OpponentLeft     game.Reason = "the opponent left"
	OpponentLeftDraw game.Reason = "the opponent left, a draw was claimed"
)

// Event is one change of a game. Fields that its kind does not mention are zero.
type Event struct {
	Seq     int // from 1, without gaps
	Kind    EventKind
	Color   game.Color // who did it, or whom it is about
	At      time.Time  // by the server's clock, in whole milliseconds
	Command string     // id of the command that led to it; empty if none did
	Player  Player     // Join
	Move    string     // in engine form
	SAN     string     // the same move in short algebraic notation
	// Clocks are, after a Move or Takeback in a game with a clock, what both
	// sides have left, by game.Color.
	Clocks [2]time.Duration
	Plies  int // Takeback, TakebackOffer
	// Result and Reason are set by every event that ends the game: End, and a
	// Move that mates, stalemates, repeats … A game that was aborted has
	// game.Ongoing as its Result, and a Reason.
	Result game.Result
	Reason game.Reason
	Next   ID // Rematch
}

// Ends tells whether the event ended the game.
func (e Event) Ends() bool { return e.Reason != game.NoReason }
