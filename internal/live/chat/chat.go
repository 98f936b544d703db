// Package chat is what players and spectators of a game write to each other.
//
// A game has two rooms. The players' is read by them alone; the spectators' by all others, and
// by the players once the game is over. Guests choose among presets, which the page translates.
// An account that is older than a day may write text; a new one may to a player who has invited it
// to the game, or if the two follow each other.
//
// Messages are numbered in their room and kept for some weeks. A node that has stored one sends
// it to those who watch the game there, and a notice with its number to the other nodes, which
// then read it. Notices may be lost: the numbers show a gap, and every few seconds a node looks
// for rooms with new messages.
//
// Chat never delays a move: a node writes messages in turn, many at once, and the store prefers
// moves.
package chat

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/publictext"
)

// Room is one of the two rooms of a game.
type Room string

// The rooms.
const (
	Players    Room = "players"
	Spectators Room = "spectators"
)

// Rooms are all rooms.
var Rooms = []Room{Players, Spectators}

// Limits of rooms.
const (
	// MaxText is how many characters a message has at most.
	MaxText = 140
	// MaxMessages is how many messages a room has at most.
	MaxMessages = 1000
	// Recent is how many messages a reader gets at most.
	Recent = 200
)

// Message is what a person or a program has written.
type Message struct {
	Game livegame.ID
	Room Room
	Seq  int // in the room, from 1
	At   time.Time
	// Author is the guest or account that wrote it; it is secret. Name is its name then.
	Author, Name string
	Account, Bot bool
	// Preset is the key of a sentence that the page knows, or empty; then Text is what was written.
	Preset, Text string
	// Hidden says that a moderator has removed the text.
	Hidden bool
	// Blocked says that the reader blocks the author: there is no text. It is not stored.
	Blocked bool
	// Command is the ID of the request, so that a repeated request counts once.
	Command string
}

// Place is the last message of a room.
type Place struct {
	Game livegame.ID
	Room Room
	Seq  int
}

// Store keeps messages. It is safe for concurrent use. Its changes make room for moves: they may
// wait.
type Store interface {
	// Say stores messages and returns them with their numbers, in the same order. A message
	// whose command was stored in the game before is returned as it was then; one for a room
	// that is full has the number 0.
	Say(ctx context.Context, list []Message) ([]Message, error)
	// Said returns the messages of a room after a number, in order; of too many, the last.
	Said(ctx context.Context, game livegame.ID, room Room, after, limit int) ([]Message, error)
	// SaidSince returns the rooms with messages since a time.
	SaidSince(ctx context.Context, since time.Time) ([]Place, error)
	// Hide hides what an author wrote in a game.
	Hide(ctx context.Context, game livegame.ID, author string) error
}

// May is what an author may write.
type May string

// What an author may write.
const (
	Text    May = "text"
	Preset  May = "presets"
	Nothing May = "nothing"
)

// May returns what an author may write in a room of a game.
func (s *Service) May(ctx context.Context, by publictext.Author, g *livegame.Summary, room Room) May {
	switch err := s.mayWrite(ctx, by, g, room, ""); {
	case err == nil:
		return Text
	case errors.Is(err, publictext.ErrMuted):
		return Nothing
	}
	return Preset
}

// Reads reports whether a person may read a room of a game.
func Reads(s *livegame.Summary, guest string, room Room) bool {
	plays := guest != "" && (s.Seats[0].Guest == guest || s.Seats[1].Guest == guest)
	switch room {
	case Players:
		return plays && !alone(s)
	case Spectators:
		return !plays || s.Status == livegame.Finished
	}
	return false
}

// alone reports whether only one person can play: against the engine, or against oneself.
func alone(s *livegame.Summary) bool {
	white, black := s.Seats[0], s.Seats[1]
	return white.Engine() || black.Engine() || white.Guest == black.Guest
}

// Readable returns the rooms that a person may read.
func Readable(s *livegame.Summary, guest string) (list []Room) {
	for _, r := range Rooms {
		if Reads(s, guest, r) {
			list = append(list, r)
		}
	}
	return list
}
