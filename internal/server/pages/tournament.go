package pages

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/web/routes"
)

// Tournaments is what pages need of the tournaments.
type Tournaments interface {
	Read(ctx context.Context, id livegame.ID, f func(*tournament.Tournament) error) error
}

// tournament returns the head of the page of a tournament.
func (s *Pages) tournament(ctx context.Context, id string) head {
	v := s.general("home")
	v.title, v.text = gameview.PageWords("tournament", nil)
	v.path, v.hidden = routes.Link("tournament", id), true
	if s.tournaments == nil {
		return v
	}
	err := s.tournaments.Read(ctx, livegame.ID(id), func(t *tournament.Tournament) error {
		view := t.View(s.views, nil)
		v.title, v.text = view.Name+" · "+view.Title, view.Words()
		v.card, v.hidden = "/api/tournaments/"+id+"/card.png", view.Private
		return nil
	})
	if errors.Is(err, tournament.ErrNotFound) {
		return notFound
	}
	if err != nil { // the page retries
		_, _ = s.guard.Problems.Fault(ctx, err)
	}
	return v
}
