package openings

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/notation"
)

// Hide hides a proposal, or with all every proposal of its author, or shows it again. By is the moderator's name.
func (s *Service) Hide(ctx context.Context, id int64, hidden, all bool, by string) error {
	e := admin.Entry{At: s.o.Now(), Operator: by, Action: admin.OpeningHidden, Detail: fmt.Sprint(id)}
	switch {
	case !hidden:
		e.Action, all = admin.OpeningUnhidden, false
	case all:
		e.Detail += " and all of its author"
	}
	defer s.changed()
	return s.o.Store.HideOpening(ctx, id, hidden, all, e)
}

// List returns what was proposed, the latest first.
func (s *Service) List(ctx context.Context, q Query) ([]Proposal, error) {
	return s.o.Store.ListOpenings(ctx, q)
}

// Set gives the position at the end of a line from the start of its game a name, whatever the votes. By
// is the operator.
func (s *Service) Set(ctx context.Context, l notation.Line, name, by string) error {
	p, err := s.proposal(l, name)
	if err != nil {
		return err
	}
	defer s.changed()
	return s.o.Store.SetOpening(ctx, p, admin.Entry{At: p.Created, Operator: by, Action: admin.OpeningSettled})
}

// Settle makes a proposal the name of its position whatever the votes, or leaves it to the votes again.
func (s *Service) Settle(ctx context.Context, id int64, settled bool, by string) error {
	e := admin.Entry{At: s.o.Now(), Operator: by, Action: admin.OpeningSettled, Detail: fmt.Sprint(id)}
	if !settled {
		e.Action = admin.OpeningUnsettled
	}
	defer s.changed()
	return s.o.Store.SettleOpening(ctx, id, settled, e)
}
