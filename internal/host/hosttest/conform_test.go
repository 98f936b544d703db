package hosttest_test

import (
	"testing"

	"github.com/wane-chess/wane/internal/host/hosttest"
	"github.com/wane-chess/wane/internal/store/storetest"
)

// TestStoreConforms: the store in memory is as strict as those on disk.
func TestStoreConforms(t *testing.T) {
	fresh := func(*testing.T) func() storetest.Games {
		s := hosttest.NewStore()
		return func() storetest.Games { return s.Another() }
	}
	storetest.ConformGames(t, fresh)
	storetest.ConformOpening(t, fresh)
}
