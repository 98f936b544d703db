package account

import (
	"context"
	"fmt"
	"slices"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// exports are what an account gets of its data, beside games and what features export. A package that stores
// more of a person adds a line. No query shows a secret, or what identifies another player.
var exports = []feature.Export{
	{Name: "account", Query: "SELECT name, role, bot, title, created, muted, email, language FROM accounts WHERE id = $1"},
	{Name: "sessions", Query: "SELECT device, created, used FROM sessions WHERE account = $1 ORDER BY created"},
	{Name: "tokens", Query: "SELECT name, scopes, created, used FROM tokens WHERE account = $1 ORDER BY created"},
	{Name: "passkeys", Query: "SELECT name, created, used FROM passkeys WHERE account = $1 ORDER BY created"},
}

// Export is that of the Store.
func (s *Service) Export(ctx context.Context, id string, put func(name string, rows []map[string]any) error) error {
	return s.o.Store.Export(ctx, id, put)
}

// Export calls put with each kind of data of an account: a list of rows by column. Moments are milliseconds since 1970.
func (s *Store) Export(ctx context.Context, id string, put func(name string, rows []map[string]any) error) error {
	all := exports
	for _, d := range s.Data {
		all = append(slices.Clip(all), d.Exports...)
	}
	for _, e := range all {
		var rows []map[string]any
		var err error
		if e.Rows != nil {
			rows, err = e.Rows(ctx, s.DB, id)
		} else {
			rows, err = db.All[map[string]any](ctx, s.DB, e.Query, id)
		}
		if err == nil && e.Name == "account" && len(rows) == 0 {
			err = auth.ErrNotFound
		}
		if err == nil {
			err = put(e.Name, append([]map[string]any{}, rows...)) // not nil
		}
		if err != nil {
			return fmt.Errorf("export %s: %w", e.Name, err)
		}
	}
	return nil
}
