// Package chat is what people write to each other beside a game, or another thing of a kind that has chats.
//
// A game has two rooms. The players' is read by them alone; the spectators' by all others, and
// by the players once the game is over. Guests choose among presets, which the page translates.
// An account that is older than a day may write text; a new one may to a player who has invited it
// to the game, or if the two follow each other, and in a study to whose people it belongs.
//
// Messages are numbered in their room and kept for some weeks, of many only the last. A node that has stored one sends
// it to those who follow the chat there, and a notice with its number to the other nodes, which then read it. Notices
// may be lost: the numbers show a gap, and every few seconds a node looks for rooms with new messages.
//
// Chat never delays a move: a node writes messages in turn, many at once, and the database prefers
// moves.
package chat

import (
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// RoomName names a room of a place.
type RoomName string

// Limits of rooms.
const (
	// maxText is how many characters a message has at most.
	maxText = 140
	// MaxMessages is how many messages a room keeps at most: the last ones.
	MaxMessages = 1000
	// Recent is how many messages a reader gets at most.
	Recent = 200
)

// Message is what a person or a program has written.
type Message struct {
	Place Place
	Room  RoomName
	Seq   int // in the room, from 1
	At    time.Time
	// Author is the guest or account that wrote it; it is secret. Person is how others saw it then.
	Author string
	Person livegame.Person
	// Preset is the key of a sentence that the page knows, or empty; then Text is what was written.
	Preset, Text string
	// Hidden says that a moderator has removed the text.
	Hidden bool
	// Closed says that only those read it who belong to the place, since it was closed to others when this was written.
	Closed bool
	// Blocked says that the reader blocks the author: there is no text. It is not stored.
	Blocked bool
	// Command is the ID of the request, so that a repeated request counts once.
	Command string
}

// Reader is a person who reads.
type Reader struct {
	ID        string // of the guest or account; "": it has none
	Account   bool   // it is one
	Moderates bool   // it is signed in as a moderator
	// Identity proves the account: a token reads only what its scopes allow. Nil: the caller has seen to that.
	Identity *auth.Identity
}

// ReaderOf returns the sender of a request as a reader.
func ReaderOf(v *guests.Visit) Reader {
	return Reader{ID: v.Guest.ID, Account: v.Identity != nil, Moderates: v.Moderates(), Identity: v.Identity}
}
