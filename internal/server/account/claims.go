package account

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
)

// Claim says that a guest belongs to an account.
type Claim struct{ Guest, Account string } // IDs

// Leaver is an account that is being deleted, and the guests who became its.
type Leaver struct {
	Account string
	Guests  []string
}

// Claim binds a guest to an account, unless the guest is bound or the account is deleted, and says whether it did.
// Until the account has the guest's games, the claim is due at a time: see package adopt.
func (s *Store) Claim(ctx context.Context, guest, id string, due time.Time) (claimed bool, err error) {
	err = s.changeOf(ctx, id, func(ctx context.Context, t tx) error {
		claimed, err = t.Do(ctx, "INSERT INTO claims (guest, account, due) SELECT $1, id, $3 FROM accounts "+
			"WHERE id = $2 AND deleting = 0 ON CONFLICT DO NOTHING", guest, id, due)
		if err != nil || !claimed {
			return err
		}
		return t.accountChanged(ctx, guest, GuestClaimed) // its connections end, on all nodes
	})
	return claimed, err
}

// Claimed returns the ID of the account of a guest; "" after its deletion.
func (s *Store) Claimed(ctx context.Context, guest string) (id string, err error) {
	return db.One[string](ctx, s.DB, auth.ErrNotFound, "SELECT account FROM claims WHERE guest = $1", guest)
}

// TakeClaims returns claims that are due and makes them due again at a time, so that one node has each of them until
// then.
func (s *Store) TakeClaims(ctx context.Context, now, again time.Time, limit int) (list []Claim, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		skip := " FOR UPDATE SKIP LOCKED" // what others are taking
		if t.IsSQLite() {                 // where one transaction writes at a time
			skip = ""
		}
		list, err = db.All[Claim](ctx, t, `UPDATE claims SET due = $2 WHERE guest IN
			(SELECT guest FROM claims WHERE due > 0 AND due <= $1 AND account <> '' ORDER BY due
			LIMIT $3`+skip+`) RETURNING guest, account`, now, again, limit)
		return err
	})
	return list, err
}

// SettleClaim says that the account has all games of a guest.
func (s *Store) SettleClaim(ctx context.Context, guest string) error {
	_, err := s.DB.Exec(ctx, "UPDATE claims SET due = 0 WHERE guest = $1", guest)
	return err
}

// Deleting returns accounts whose owners want them deleted, the first first.
func (s *Store) Deleting(ctx context.Context, limit int) (list []Leaver, err error) {
	rows, err := db.All[Claim](ctx, s.DB, `SELECT a.id AS account, COALESCE(c.guest, '') AS guest
		FROM (SELECT id, deleting FROM accounts WHERE deleting > 0 ORDER BY deleting, id LIMIT $1) AS a
		LEFT JOIN claims AS c ON c.account = a.id AND c.account <> '' ORDER BY a.deleting, a.id`, limit)
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].Account != r.Account {
			list = append(list, Leaver{Account: r.Account})
		}
		if l := &list[len(list)-1]; r.Guest != "" {
			l.Guests = append(l.Guests, r.Guest)
		}
	}
	return list, err
}
