package tournament

import (
	"context"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Add adds a system.
func Add(name SystemName, s System) { systems[name] = s }

// Enter is what a request of an account begins; see enter.
func (s *Service) Enter(ctx context.Context, id livegame.ID, account string) (leave func()) {
	return s.enter(ctx, id, account)
}

// NotePresence is the job of each node.
func (s *Service) NotePresence(ctx context.Context) error { return s.notePresence(ctx) }

// Shown is what an account is shown of a tournament.
func (s *Service) Shown(ctx context.Context, id livegame.ID, account string) (out State, _ error) {
	present := s.atHand(ctx, id)
	return out, s.Read(ctx, id, func(t *Tournament) error {
		out = t.state(gameview.New(gameview.Options{Lookup: s.o.Lookup}), 0, account, s.Now(), true)
		t.markAway(&out, present)
		return nil
	})
}

// Lists is what an account finds in the lists of tournaments.
func (s *Service) Lists(ctx context.Context, account string) (Tournaments, error) {
	return s.lists(ctx, gameview.New(gameview.Options{Lookup: s.o.Lookup}), "", account)
}
