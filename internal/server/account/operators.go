package account

import (
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
)

// Users lists accounts, ordered by key.
func (s *Service) Users(ctx context.Context, p Page) ([]*Record, error) {
	return s.o.Store.Accounts(ctx, p)
}

// User returns the account with a name.
func (s *Service) User(ctx context.Context, name string) (*Record, error) {
	key := auth.Key(name)
	if key == "" {
		return nil, auth.ErrNotFound
	}
	return s.o.Store.AccountByKey(ctx, key)
}

// Close closes an account: its sessions end and signing in is refused, on any node. Reopen opens it
// again.
func (s *Service) Close(ctx context.Context, id string) error {
	err := s.update(ctx, id, func(r *Record) error {
		if r.Closed.IsZero() {
			r.Closed = s.now()
		}
		return nil
	})
	if err == nil {
		_, err = s.endSessions(ctx, id, "", "")
	}
	return err
}

// Reopen opens an account that was closed.
func (s *Service) Reopen(ctx context.Context, id string) error {
	return s.update(ctx, id, func(r *Record) error {
		r.Closed = time.Time{}
		return nil
	})
}

// Mute keeps an account from chatting until a time; the zero time lets it chat again.
func (s *Service) Mute(ctx context.Context, id string, until time.Time) error {
	return s.update(ctx, id, func(r *Record) error {
		r.Muted = until.UTC().Truncate(time.Millisecond)
		return nil
	})
}

// SetRole gives an account a role.
func (s *Service) SetRole(ctx context.Context, id string, role auth.Role) error {
	if !slices.Contains(auth.Roles, role) {
		return invalid("role %.40q: expected player, moderator or admin", role)
	}
	return s.update(ctx, id, func(r *Record) error {
		r.Role = role
		return nil
	})
}

// titles are what a title may be.
var titles = regexp.MustCompile(`^[A-Z]{0,4}$`)

// offices are no titles: programs have BOT, and the others look like an office of the server.
var offices = []string{"BOT", "MOD", "ADM", "STAF", "TEAM", "WANE"}

// SetTitle gives an account a title, which is shown before its name; "" takes it.
func (s *Service) SetTitle(ctx context.Context, id, title string) error {
	if slices.Contains(offices, title) || !titles.MatchString(title) {
		return invalid("title %.40q: expected up to four capital letters such as GM, but no office such as BOT or MOD", title)
	}
	return s.update(ctx, id, func(r *Record) error {
		if r.Bot && title != "" {
			return invalid("a program has no title but BOT")
		}
		r.Title = title
		return nil
	})
}

// Governs returns ErrForbidden unless the person of an identity may close, mute or reopen another
// account: that of someone with a lower role.
func (s *Service) Governs(i *auth.Identity, r *Record) error {
	if err := s.fresh(i); err != nil {
		return err
	}
	if !i.Account.Role.AtLeast(auth.Moderator) || r.ID == i.Account.ID ||
		r.Role.AtLeast(i.Account.Role) && i.Account.Role != auth.Admin {
		return auth.ErrForbidden
	}
	return nil
}
