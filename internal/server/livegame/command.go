package livegame

import (
	"fmt"
	"time"
)

// CommandKind says what a command requests.
type CommandKind string

// The kinds of commands. At once means: without the opponent's consent.
const (
	DoJoin            CommandKind = "join"             // take the empty seat, or that of Color
	DoMove            CommandKind = "move"             // play Text at Ply
	DoResign          CommandKind = "resign"           //
	DoOfferDraw       CommandKind = "draw-offer"       // accepts the opponent's offer, if there is one
	DoAcceptDraw      CommandKind = "draw-accept"      //
	DoDeclineDraw     CommandKind = "draw-decline"     //
	DoOfferTakeback   CommandKind = "takeback-offer"   // of the own last move; at once against an engine or oneself
	DoAcceptTakeback  CommandKind = "takeback-accept"  //
	DoDeclineTakeback CommandKind = "takeback-decline" //
	DoAbort           CommandKind = "abort"            // before the second move
	DoClaimWin        CommandKind = "claim-win"        // when the opponent has left
	DoClaimDraw       CommandKind = "claim-draw"       // the same
	DoRematch         CommandKind = "rematch"          // offers or accepts; at once against an engine or oneself
	DoDeclineRematch  CommandKind = "rematch-decline"  //
	DoBerserk         CommandKind = "berserk"          // halves the own time before the first move, if MayBerserk
	DoVacation        CommandKind = "vacation"         // only the server sends it: see Command.Vacation
	// DoAdopt gives the seats of the sender, a guest, to the account As.Guest. Only the server sends it: clients cannot
	// set As.
	DoAdopt CommandKind = "adopt"
)

// Command is a request to change a game.
type Command struct {
	// ID is chosen by the sender; a command that is sent twice counts once. An
	// engine's move has the ID of its Job, and is stale once the game has changed.
	ID    string
	Kind  CommandKind
	Guest string // ID of the sender; empty: an engine
	Name  string // DoJoin: the sender's name
	// As is, for DoJoin, what else is known about the sender as a player; for DoRematch, its
	// Place is that in the new game; for DoAdopt, its Guest is the account.
	As Player
	// Color is "white", "black" or "" (any). It selects the seat for DoJoin, and the
	// player for a sender who plays both colors.
	Color string
	Ply   int // DoMove: how many plies precede it; -1: any number
	// Seen is the number of the last event that the sender knew; 0: not given. A move
	// or takeback offer is Stale after a later takeback, since it was meant for another
	// position.
	Seen int
	Text string // DoMove: the move in UCI or SAN
	// Address is a hash of the sender's address, or empty. Jobs that the command causes
	// count as its; it is not stored.
	Address string
	// Engine says that a worker sends this move for an engine.
	Engine bool
	// Vacation is that of DoVacation.
	Vacation Away
}

// Away is a vacation of a player, or its end.
type Away struct {
	Number int       // counts the player's vacations and their ends, from 1
	Until  time.Time // in the past: the player is back
}

// MaxOtherEvents is how many events other than moves on the board a game may have.
// Then offers and takebacks are rejected.
const MaxOtherEvents = 1000

// Arrival holds the circumstances in which a command arrives.
type Arrival struct {
	At  time.Time
	Lag time.Duration // the sender's round trip, as the server measures it
	// OpponentAwaySince is zero if the opponent is connected.
	OpponentAwaySince time.Time
}

// Error is the error of a command that the game rejects. Code is for programs,
// Message for users.
type Error struct {
	Code    Code
	Message string
}

// Code says why a command is rejected.
type Code string

// The codes.
const (
	NotYourSeat    Code = "not-yours"   // the sender does not have that seat
	NotYourTurn    Code = "not-turn"    // it is not the sender's turn
	Stale          Code = "stale"       // the position has changed since
	IllegalMove    Code = "illegal"     // the move is illegal or cannot be read
	GameOver       Code = "over"        // the game has ended
	NotStarted     Code = "not-begun"   // a seat is still empty
	NotAllowed     Code = "not-allowed" // the game's settings or state forbid it
	UnknownCommand Code = "unknown"     // there is no such command
)

// Error implements error.
func (r *Error) Error() string { return r.Message }

// Refuse returns an *Error with the code NotAllowed and a formatted message.
func Refuse(format string, args ...any) error { return errorf(NotAllowed, format, args...) }

func errorf(c Code, format string, args ...any) error {
	return &Error{c, fmt.Sprintf(format, args...)}
}
