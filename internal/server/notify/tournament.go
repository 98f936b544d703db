package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// Started notes that a tournament has started, for the players who have joined. Who joins later is there.
func (s *Service) Started(ctx context.Context, id livegame.ID) {
	if s.o.Tournaments == nil {
		return
	}
	list, err := s.start(ctx, id)
	if err != nil {
		s.o.Log.Warn("cannot notify the players of a tournament: a sweep tries it again", "tournament", id, "error", err)
		return
	}
	s.Take(list...)
}

// start returns what the start of a tournament means.
func (s *Service) start(ctx context.Context, id livegame.ID) (list []Notification, err error) {
	row, players, events, err := s.o.Tournaments.Tournament(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	for n < len(events) && events[n].Kind != tournament.Start {
		n++
	}
	if n == len(events) {
		return nil, nil
	}
	t, err := tournament.Replay(row.Terms, players, events[:n+1])
	if err != nil {
		return nil, err
	}
	for _, p := range t.Players() {
		if !p.Out && !p.Bot && p.Account != "" {
			list = append(list, Notification{
				Player: p.Account, ID: fmt.Sprintf("%s/%s", Begun, id), Kind: Begun, Game: id, Variant: row.Variant, Name: row.Name,
				At: events[n].At,
			})
		}
	}
	return list, nil
}

// started returns what the tournaments mean that have started since a time.
func (s *Service) started(ctx context.Context, since time.Time) (list []Notification, err error) {
	if s.o.Tournaments == nil {
		return nil, nil
	}
	rows, err := s.o.Tournaments.Tournaments(ctx,
		tournament.Query{Status: []tournament.Status{tournament.Started}, Limit: maxSwept})
	for i := range rows {
		if rows[i].Starts.Before(since) {
			continue
		}
		more, failed := s.start(ctx, rows[i].ID)
		list, err = append(list, more...), errors.Join(err, failed)
	}
	return list, err
}
