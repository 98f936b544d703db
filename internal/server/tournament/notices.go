package tournament

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
)

// notify says to the players who have joined that a tournament has started. Who joins later is there.
func (s *Service) notify(ctx context.Context, id livegame.ID) {
	if s.o.Notify == nil {
		return
	}
	list, err := s.heard(ctx, id)
	if err != nil {
		s.o.Log.Warn("cannot notify the players of a tournament: a sweep tries it again", "tournament", id, "error", err)
		return
	}
	s.o.Notify(list...)
}

// heard returns what the start of a tournament means to its players.
func (s *Service) heard(ctx context.Context, id livegame.ID) ([]notify.Notification, error) {
	row, players, events, err := s.events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(events, func(e Event) bool { return e.Kind == Start })
	if n < 0 {
		return nil, nil
	}
	t, err := Replay(row.Terms, players, events[:n+1])
	if err != nil {
		return nil, err
	}
	var accounts []string
	for _, p := range t.players {
		if !p.Out && !p.Bot && p.ID != "" {
			accounts = append(accounts, p.ID)
		}
	}
	return notify.Started(id, row.Variant, row.Name, events[n].At, accounts...), nil
}

// paired says to players that their games have begun, where they follow each other and have a clock. In an arena the
// players are there, and of the games at the start of another tournament they hear by that.
func (s *Service) paired(ctx context.Context, id livegame.ID, e *Event) {
	if s.o.Notify == nil {
		return
	}
	var list []notify.Notification
	err := s.Read(ctx, id, func(t *Tournament) error {
		if t.system.Mode() != ByRounds || e.Round == 1 || !t.terms.Control.RealTime() {
			return nil
		}
		for _, g := range e.Games {
			for _, n := range []int{g.White, g.Black} {
				if p := t.Player(n); !p.Bot && p.ID != "" {
					list = append(list, notify.NextGame(g.Game, t.terms.Variant, t.terms.Name, p.ID, s.Now()))
				}
			}
		}
		return nil
	})
	if err != nil {
		s.o.Log.Warn("cannot notify the players of a round", "tournament", id, "error", err)
		return
	}
	if len(list) > 0 {
		s.o.Notify(list...)
	}
}

// Missed returns what the starts since a time mean to players, for a sweep that finds what they have not heard of.
func (s *Service) Missed(ctx context.Context, since time.Time, limit int) (list []notify.Notification, err error) {
	rows, err := s.List(ctx, Query{Status: []Status{Started}, Limit: limit})
	for i := range rows {
		if rows[i].Starts.Before(since) {
			continue
		}
		more, failed := s.heard(ctx, rows[i].ID)
		list, err = append(list, more...), errors.Join(err, failed)
	}
	return list, err
}
