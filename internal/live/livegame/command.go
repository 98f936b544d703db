package livegame

import (
	"fmt"
	"time"
)

// CommandKind says what a command asks for.
type CommandKind string

// The orders.
const (
	DoJoin            CommandKind = "join"             // take an empty seat: Side says which, if both are empty
	DoMove            CommandKind = "move"             // play Text at Ply
	DoResign          CommandKind = "resign"           //
	DoOfferDraw       CommandKind = "draw-offer"       // or accept, if the other side has offered
	DoAcceptDraw      CommandKind = "draw-accept"      //
	DoDeclineDraw     CommandKind = "draw-decline"     //
	DoOfferTakeback   CommandKind = "takeback-offer"   // one's own last move; at once against an engine or oneself
	DoAcceptTakeback  CommandKind = "takeback-accept"  //
	DoDeclineTakeback CommandKind = "takeback-decline" //
	DoAbort           CommandKind = "abort"            // before the second move
	DoClaimWin        CommandKind = "claim-win"        // when the opponent has left
	DoClaimDraw       CommandKind = "claim-draw"       // the same
	DoRematch         CommandKind = "rematch"          // offer or accept; at once against an engine or oneself
	DoDeclineRematch  CommandKind = "rematch-decline"  //
)

// Command is what someone wants to happen in a game.
type Command struct {
	// ID is chosen by whoever sends it; the same command sent twice counts once. An
	// engine's move has the ID of its Job: it is stale if the game has changed since.
	ID    string
	Kind  CommandKind
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

// MaxOtherEvents is how many events beyond the moves on the board a game may have before
// nothing more is offered or taken back.
const MaxOtherEvents = 1000

// Arrival is what the world says when a command arrives.
type Arrival struct {
	At  time.Time
	Lag time.Duration // how long messages to the sender and back take, as measured by the server
	// OpponentAwaySince says since when the opponent has been away; zero if he is here.
	OpponentAwaySince time.Time
}

// Error is the error of a command that the game does not allow. Code is for
// programs, the text for people.
type Error struct {
	Code    Code
	Message string
}

// Code says why a command was refused.
type Code string

// The codes.
const (
	NotYourSeat    Code = "not-yours"   // the sender has no seat, or not that one
	NotYourTurn    Code = "not-turn"    // it is not the sender's turn
	Stale          Code = "stale"       // the position has changed since
	IllegalMove    Code = "illegal"     // there is no such move
	GameOver       Code = "over"        // the game has ended
	NotStarted     Code = "not-begun"   // a seat is still empty
	NotAllowed     Code = "not-allowed" // the game's settings or state forbid it
	UnknownCommand Code = "unknown"     // no such order
)

// Error implements error.
func (r *Error) Error() string { return r.Message }

func errorf(c Code, format string, args ...any) error {
	return &Error{c, fmt.Sprintf(format, args...)}
}
