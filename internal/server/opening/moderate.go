package opening

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/internal/server/admin"
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
	return s.hide(ctx, id, hidden, all, e)
}

// Set gives the position at the end of a line from the start of its game a name, whatever the votes, also if it was
// hidden or not proposed. By is the operator.
func (s *Service) Set(ctx context.Context, l notation.Line, name, by string) error {
	p, err := s.proposal(l, name)
	if err != nil {
		return err
	}
	return s.set(ctx, p, by)
}

// Settle makes a proposal the name of its position whatever the votes, or leaves it to the votes again.
func (s *Service) Settle(ctx context.Context, id int64, settled bool, by string) error {
	e := admin.Entry{At: s.o.Now(), Operator: by, Action: admin.OpeningSettled, Detail: fmt.Sprint(id)}
	if !settled {
		e.Action = admin.OpeningUnsettled
	}
	return s.settle(ctx, id, settled, e)
}
