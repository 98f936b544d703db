package account_test

import (
	"testing"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
)

// TestExport runs every query of an export that no feature has.
func TestExport(t *testing.T) { each(t, testExport) }

func testExport(t *testing.T, open func() node) {
	s := open()
	none := func(string, []map[string]any) error { return nil }
	wantError(t, s.Export(background, "ann", none), auth.ErrNotFound)
	join(t, s, "ann", "Ann")
	rows := map[string]int{}
	must(t, s.Export(background, "ann", func(name string, list []map[string]any) error {
		rows[name] = len(list)
		return nil
	}))
	if len(rows) != account.ExportKinds || rows["account"] != 1 || rows["sessions"] != 1 {
		t.Errorf("%v", rows)
	}
}
