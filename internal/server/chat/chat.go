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
// Chat never delays a move: a node writes messages in turn, many at once, and the database prefers
// moves.
package chat

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// RoomName names a room.
type RoomName string

// The rooms of a game.
const (
	Players    RoomName = "players"
	Spectators RoomName = "spectators"
)

// rooms are all rooms.
var rooms = []RoomName{Players, Spectators}

// Limits of rooms.
const (
	// maxText is how many characters a message has at most.
	maxText = 140
	// MaxMessages is how many messages a room has at most.
	MaxMessages = 1000
	// Recent is how many messages a reader gets at most.
	Recent = 200
)

// Message is what a person or a program has written.
type Message struct {
	Game livegame.ID
	Room RoomName
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
	Room RoomName
	Seq  int
}

// talk is what is written about one thing, and says who may. Games are the only ones.
type talk interface {
	// reads reports whether a person may read a room.
	reads(guest string, room RoomName) bool
	// open reports whether those who read a room may write there.
	open(room RoomName) bool
	// knows reports whether who reads a room is no stranger to the others: also a new account may write text.
	knows(ctx context.Context, guest string, room RoomName) (bool, error)
}

// find returns the talk with an ID, or livegame.ErrNotFound.
func (s *Service) find(ctx context.Context, id livegame.ID) (talk, error) {
	sum, err := s.o.Games.Summary(ctx, id)
	return &game{sum, &s.o}, err
}

// Readable returns the rooms of a game that a person may read, or livegame.ErrNotFound.
func (s *Service) Readable(ctx context.Context, game livegame.ID, guest string) ([]RoomName, error) {
	t, err := s.find(ctx, game)
	if err != nil {
		return nil, err
	}
	return readable(t, guest), nil
}

// readable returns the rooms that a person may read.
func readable(t talk, guest string) (list []RoomName) {
	for _, r := range rooms {
		if t.reads(guest, r) {
			list = append(list, r)
		}
	}
	return list
}

// game is the talk about a game.
type game struct {
	livegame.Summary
	o *Options
}

func (g *game) reads(guest string, room RoomName) bool {
	plays := guest != "" && (g.Seats[0].Guest == guest || g.Seats[1].Guest == guest)
	switch room {
	case Players:
		return plays && !g.alone()
	case Spectators:
		return !plays || g.Status == livegame.Finished
	}
	return false
}

// alone reports whether only one person can play: against the engine, or against oneself.
func (g *game) alone() bool {
	white, black := g.Seats[0], g.Seats[1]
	return white.Engine() || black.Engine() || white.Guest == black.Guest
}

func (g *game) open(room RoomName) bool {
	return room != Players || !g.Seats[0].Empty() && !g.Seats[1].Empty()
}

// knows reports whether the opponent of a player has invited it to the game, or the two follow each other.
func (g *game) knows(ctx context.Context, player string, room RoomName) (bool, error) {
	if room != Players {
		return false, nil
	}
	other := g.Seats[0].Guest
	if other == player {
		other = g.Seats[1].Guest
	}
	if g.Creator == other && !g.Public && g.Tournament == "" { // by the link
		return true, nil
	}
	known, err := false, error(nil)
	if g.o.Invited != nil {
		known, err = g.o.Invited(ctx, g.ID, other, player)
	}
	if !known && err == nil && g.o.Friends != nil {
		known, err = g.o.Friends(ctx, player, other)
	}
	return known, err
}
