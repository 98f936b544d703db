package chat

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
)

// Tournaments is what chat needs of tournaments, as *tournament.Service.
type Tournaments interface {
	// Access returns who may see what belongs to a tournament, or tournament.ErrNotFound.
	Access(ctx context.Context, id livegame.ID) (tournament.Access, error)
	// Created returns when tournaments were created, of those that there are.
	Created(ctx context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error)
}

// tournaments are the kind of tournaments.
func (s *Service) tournaments() *kind {
	return &kind{
		name: "tournaments", one: "tournament", rooms: []RoomName{Common},
		reads: web.AnyToken, writes: web.Scopes(auth.TournamentWrite, auth.BoardPlay, auth.BotPlay), caller: web.Account,
		who: "Everyone reads it; that of a private tournament only its players and its creator.",
		how: "Accounts write presets, and text if they are older than a day.",
		find: func(ctx context.Context, id livegame.ID) (talk, error) {
			access, err := s.o.Tournaments.Access(ctx, id)
			return &event{access}, err
		},
		created: s.o.Tournaments.Created,
	}
}

// event is the talk about a tournament.
type event struct{ of tournament.Access }

func (e *event) reads(r Reader, room RoomName) bool {
	return room == Common && (e.of.Admits(r.account()) || r.Moderates)
}

// sees reports whether a message is not about a tournament that had the ID before.
func (e *event) sees(_ Reader, m *Message) bool { return !m.At.Before(e.of.Created) }

func (e *event) since() time.Time { return e.of.Created }

func (e *event) closed() bool { return false }

func (e *event) bars(by publictext.Author, _ RoomName) *livegame.Error {
	switch {
	case by.Account == nil:
		return errNoAccount
	case !e.of.Admits(by.Account.ID):
		return errNoPlayer
	}
	return nil
}

func (e *event) among(context.Context, string, RoomName) (publictext.Kind, error) {
	return publictext.Chat, nil
}
