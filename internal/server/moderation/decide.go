package moderation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
)

// Decide does what a moderator, whose name is by, has decided about the open reports on an account, then closes the
// reports and notes that in the log at once. If the server dies in between, the reports stay open. It returns an error
// for users if no report is open, or if another moderator was first while it muted or closed the account.
func (s *Service) Decide(ctx context.Context, r *account.Record, d Decision, by string) error {
	open, err := s.countOpen(ctx, r.ID, d.UpTo)
	if err == nil && open == 0 {
		err = errDecided
	}
	if err != nil {
		return err
	}
	detail := string(d.Outcome)
	switch d.Outcome {
	case Closed:
		err = s.o.Accounts.Close(ctx, r.ID)
	case Muted:
		until := time.UnixMilli(d.Until)
		detail += " until " + until.UTC().Format(time.RFC3339)
		err = s.o.Accounts.Mute(ctx, r.ID, until)
	}
	if err != nil {
		return err
	}
	if d.Outcome != Dismissed {
		ctx = auth.WithIdentity(ctx, nil) // what was done is noted, even if the moderator's role ends meanwhile
	}
	now := s.o.Now()
	entry := func(n int) admin.Entry {
		return admin.Entry{
			At: now, Operator: by, Action: admin.ReportsDecided, Account: r.Key(),
			Detail: strings.TrimSpace(fmt.Sprintf("%d: %s %s", n, detail, d.Reason.Reason)),
		}
	}
	err = s.decide(ctx, r.ID, d, by, now, entry)
	if errors.Is(err, errDecided) && d.Outcome != Dismissed {
		if err = admin.Log(ctx, s.o.DB, entry(0)); err == nil {
			err = errLate
		}
	}
	return err
}
