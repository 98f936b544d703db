package pages

import (
	"context"
	"errors"
	"fmt"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/web/routes"
)

// Studies is what pages need of the studies that people edit together.
type Studies interface {
	Read(ctx context.Context, id livegame.ID, account string, f func(*sharedstudy.Study) error) error
}

// study returns the head of the page of a study. A private one is as one that does not exist, but for
// the status: its members can open it.
func (s *Pages) study(ctx context.Context, id, chapter string) head {
	v := s.personal("studies")
	v.title, v.text = gameview.PageWords("study", nil)
	v.path = routes.Link("study", id)
	if chapter != "" {
		v.path = routes.Link("study", id, chapter)
	}
	if s.studies == nil || !livegame.ID(id).Valid() {
		return v
	}
	err := s.studies.Read(ctx, livegame.ID(id), "", func(t *sharedstudy.Study) error {
		v.title, v.text = t.Name, t.Description
		if c := t.Chapter(chapter); c != nil {
			v.title = c.Name + " · " + t.Name
		}
		if v.text == "" {
			v.text = fmt.Sprintf("A study with %d chapters.", len(t.Chapters))
			if len(t.Chapters) == 1 {
				v.text = "A study of " + t.Chapters[0].Title + "."
			}
		}
		v.hidden = t.Visibility != sharedstudy.Public
		return nil
	})
	if err != nil && !errors.Is(err, sharedstudy.ErrNotFound) { // the page retries
		_, _ = s.guard.Problems.Fault(ctx, err)
	}
	return v
}
