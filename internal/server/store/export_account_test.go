package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/store"
)

// Every query of an export that no feature has runs on both databases.
func TestExportAccount(t *testing.T) {
	for name, address := range emptied {
		t.Run(name, func(t *testing.T) {
			s := handle(t, address(t))
			t.Cleanup(func() { _ = s.Close() })
			none := func(string, []map[string]any) error { return nil }
			if err := s.Export(t.Context(), "ann", none); !errors.Is(err, auth.ErrNotFound) {
				t.Errorf("no account: %v", err)
			}
			r := &account.Record{
				Account:  auth.Account{ID: "ann", Name: "Ann", Role: auth.Player, Created: time.UnixMilli(1), Seq: 1},
				Skeleton: "ann", Password: "hash", Handle: []byte("x"),
			}
			if err := s.CreateAccount(t.Context(), r,
				&account.Session{ID: "s", Account: "ann", Hash: "secret", Device: "Firefox"}, nil); err != nil {
				t.Fatal(err)
			}
			rows := map[string]int{}
			if err := s.Export(t.Context(), "ann", func(name string, list []map[string]any) error {
				rows[name] = len(list)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if len(rows) != store.ExportKinds || rows["account"] != 1 || rows["sessions"] != 1 {
				t.Errorf("%v", rows)
			}
		})
	}
}
