package reports

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
)

// Accounts changes accounts, as *account.Service does.
type Accounts interface {
	Close(ctx context.Context, id string) error
	Mute(ctx context.Context, id string, until time.Time) error
}

// Audit is the log of what moderators do.
type Audit interface {
	Log(ctx context.Context, e admin.Entry) error
}

// Decision is what a moderator has decided about the open reports on an account.
type Decision struct {
	Account *account.Record
	UpTo    int64 // ID of the last report that the moderator has read: later ones stay open
	Outcome Outcome
	Until   time.Time // of Muted
	Why     string    // for the log
	By      string    // name of the moderator
}

// Decide does what was decided, then closes the reports and notes that in the log at once. If the server
// dies in between, the reports stay open. It returns ErrDecided if no report is open, ErrLate if another
// moderator was first while it muted or closed the account, or the errors of the store.
func (s *Service) Decide(ctx context.Context, accounts Accounts, audit Audit, d Decision) error {
	open, err := s.o.Store.OpenReports(ctx, d.Account.ID, d.UpTo)
	if err == nil && open == 0 {
		err = ErrDecided
	}
	if err != nil {
		return err
	}
	detail := string(d.Outcome)
	switch d.Outcome {
	case Closed:
		err = accounts.Close(ctx, d.Account.ID)
	case Muted:
		detail += " until " + d.Until.UTC().Format(time.RFC3339)
		err = accounts.Mute(ctx, d.Account.ID, d.Until)
	}
	if err != nil {
		return err
	}
	if d.Outcome != Dismissed {
		ctx = account.WithIdentity(ctx, nil) // what was done is noted, even if the moderator's role ends meanwhile
	}
	now := s.o.Now()
	entry := func(n int) admin.Entry {
		return admin.Entry{
			At: now, Operator: d.By, Action: admin.ReportsDecided, Account: d.Account.Key(),
			Detail: strings.TrimSpace(fmt.Sprintf("%d: %s %s", n, detail, d.Why)),
		}
	}
	err = s.o.Store.Decide(ctx, d.Account.ID, d.UpTo, d.Outcome, d.By, now, entry)
	if errors.Is(err, ErrDecided) && d.Outcome != Dismissed {
		if err = audit.Log(ctx, entry(0)); err == nil {
			err = ErrLate
		}
	}
	return err
}
