package livegame

import (
	"fmt"
	"time"
)

// Order says what a command asks for.
type Order string

// The orders.
const (
	DoJoin            Order = "join"             // take an empty seat: Side says which, if both are empty
	DoMove            Order = "move"             // play Text at Ply
	DoResign          Order = "resign"           //
	DoOfferDraw       Order = "draw-offer"       // or accept, if the other side has offered
	DoAcceptDraw      Order = "draw-accept"      //
	DoDeclineDraw     Order = "draw-decline"     //
	DoOfferTakeback   Order = "takeback-offer"   // one's own last move; at once against an engine or oneself
	DoAcceptTakeback  Order = "takeback-accept"  //
	DoDeclineTakeback Order = "takeback-decline" //
	DoAbort           Order = "abort"            // before the second move
	DoClaimWin        Order = "claim-win"        // when the opponent has left
	DoClaimDraw       Order = "claim-draw"       // the same
	DoRematch         Order = "rematch"          // offer or accept; at once against an engine or oneself
	DoDeclineRematch  Order = "rematch-decline"  //
)

// Command is what someone wants to happen in a game.
type Command struct {
	// ID is chosen by whoever sends it; the same command sent twice counts once. An
	// engine's move has the ID of its Job: it is stale if the game has changed since.
	ID    string
	Order Order
	Guest string // identity of the sender; empty for the engine
	Name  string // DoJoin: the sender's name
	// Color says for which side the command is meant where the sender plays both,
	// and which seat DoJoin wants: "white", "black", or "" for whichever it is.
	Color string
	Ply   int // DoMove: how many plies were played before this one; -1: whatever there are
	// Seen is the number of the last event that the sender knew of; 0: not said. A
	// move, or a wish to take one back, is Stale if a takeback came after that: it was
	// meant for another position, even if as many plies were played there.
	Seen int
	Text string // DoMove: the move in engine form or short algebraic
	// Engine says that a worker sends this move for an engine's seat.
	Engine bool
}

// MaxTalk is how many events beyond the moves on the board a game may have before
// nothing more is offered or taken back.
const MaxTalk = 1000

// Moment is what the world says when a command arrives.
type Moment struct {
	Now time.Time
	Lag time.Duration // how long messages to the sender and back take, as measured by the server
	// Gone says since when the opponent has been away; zero if he is here.
	Gone time.Time
}

// Refusal is the error of a command that the game does not allow. Code is for
// programs, the text for people.
type Refusal struct {
	Code Code
	Text string
}

// Code says why a command was refused.
type Code string

// The codes.
const (
	NotYours   Code = "not-yours"   // the sender has no seat, or not that one
	NotTurn    Code = "not-turn"    // it is not the sender's turn
	Stale      Code = "stale"       // the position has changed since
	Illegal    Code = "illegal"     // there is no such move
	Over       Code = "over"        // the game has ended
	NotBegun   Code = "not-begun"   // a seat is still empty
	NotAllowed Code = "not-allowed" // the game's settings or state forbid it
	Unknown    Code = "unknown"     // no such order
)

// Error implements error.
func (r *Refusal) Error() string { return r.Text }

func refuse(c Code, format string, args ...any) error {
	return &Refusal{c, fmt.Sprintf(format, args...)}
}
