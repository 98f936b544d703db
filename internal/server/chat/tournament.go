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
	// Created returns when tournaments were created, of those that there are.
	Created(ctx context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error)
}

// tournaments are the kind of tournaments.
func (s *Service) tournaments() *kind {
	return &kind{
		name: "tournaments", one: "tournament", rooms: []RoomName{Common},
		reads: web.AnyToken, writes: web.Scopes(auth.TournamentWrite, auth.BoardPlay, auth.BotPlay), caller: web.Account,
		who: "Everyone reads it.",
		how: "Accounts write presets, and text if they are older than a day.",
		find: func(ctx context.Context, id livegame.ID) (talk, error) {
			created, err := s.o.Tournaments.Created(ctx, id)
			at, found := created[id]
			if err == nil && !found {
				err = tournament.ErrNotFound
			}
			return event{at}, err
		},
		created: s.o.Tournaments.Created,
	}
}

// event is the talk about a tournament.
type event struct{ created time.Time }

func (event) reads(_ Reader, room RoomName) bool { return room == Common }

// sees reports whether a message is not about a tournament that had the ID before.
func (e event) sees(_ Reader, m *Message) bool { return !m.At.Before(e.created) }

func (e event) since() time.Time { return e.created }

func (event) closed() bool { return false }

func (event) bars(by publictext.Author, _ RoomName) *livegame.Error {
	if by.Account == nil {
		return errNoAccount
	}
	return nil
}

func (event) knows(context.Context, string, RoomName) (bool, error) { return false, nil }
