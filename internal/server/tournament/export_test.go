package tournament

import (
	"context"

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
