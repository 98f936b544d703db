package chat

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/web"
)

// The rooms of a game.
const (
	Players    RoomName = "players"
	Spectators RoomName = "spectators"
)

// OfGame returns the place of a game.
func OfGame(id livegame.ID) Place { return Place("games/" + id) }

// games are the kind of games.
func (s *Service) games() *kind {
	return &kind{
		name: "games", one: "game", rooms: []RoomName{Players, Spectators},
		reads: web.Playing, writes: web.Playing, caller: web.Player,
		who: "The players have a room that they alone read. All others have another, " +
			"which the players read once the game is over.",
		how: "Everyone may write presets, accounts that are older than a day text, too; " +
			"a new account writes text if one of the two has invited the other to the game, or if they follow each other.",
		find: func(ctx context.Context, id livegame.ID) (talk, error) {
			sum, err := s.o.Games.Summary(ctx, id)
			return &game{sum, &s.o}, err
		},
	}
}

// game is the talk about a game.
type game struct {
	livegame.Summary
	o *Options
}

func (g *game) reads(r Reader, room RoomName) bool {
	plays := r.ID != "" && (g.Seats[0].Guest == r.ID || g.Seats[1].Guest == r.ID)
	switch room {
	case Players:
		return plays && !g.alone()
	case Spectators:
		return !plays || g.Status == livegame.Finished
	}
	return false
}

func (g *game) sees(Reader, *Message) bool { return true }

func (g *game) since() time.Time { return time.Time{} }

func (g *game) closed() bool { return false }

// alone reports whether only one person can play: against the engine, or against oneself.
func (g *game) alone() bool {
	white, black := g.Seats[0], g.Seats[1]
	return white.Engine() || black.Engine() || white.Guest == black.Guest
}

func (g *game) bars(_ publictext.Author, room RoomName) *livegame.Error {
	if room == Players && (g.Seats[0].Empty() || g.Seats[1].Empty()) {
		return errNoRoom
	}
	return nil
}

// among returns whether a player writes to a friend: one of the two has invited the other to the game, who has
// accepted, or they follow each other.
func (g *game) among(ctx context.Context, player string, room RoomName) (publictext.Kind, error) {
	if room != Players {
		return publictext.Chat, nil
	}
	other := g.Seats[0].Guest
	if other == player {
		other = g.Seats[1].Guest
	}
	if (g.Creator == other || g.Creator == player) && !g.Public && g.Tournament == "" { // by the link
		return publictext.FriendlyChat, nil
	}
	known, err := false, error(nil)
	if g.o.Invited != nil {
		known, err = g.o.Invited(ctx, g.ID, other, player)
	}
	if !known && err == nil && g.o.Friends != nil {
		known, err = g.o.Friends(ctx, player, other)
	}
	if !known {
		return publictext.Chat, err
	}
	return publictext.FriendlyChat, err
}
