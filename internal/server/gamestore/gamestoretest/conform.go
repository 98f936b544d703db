// Package gamestoretest is the conformance test of stores.
package gamestoretest

import (
	"testing"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Games is a store of games.
type Games = livegame.Store

// Store is all that a store keeps.
type Store interface {
	Games
	admin.Store
	job.Leases
	adopt.Finished
	// DB is its database.
	DB() *db.DB
	// Use names the data of features.
	Use(data ...feature.Data)
}

// Opener returns a function that opens a new database without games. Each call of that
// function returns another handle on the same database, as another node has. The test
// closes the handles.
type Opener func(t *testing.T) (open func() Games)

type part struct {
	name string
	test func(*testing.T, *handles)
}

// ConformGames runs the conformance test of a store of games. Its parts are
// subtests.
func ConformGames(t *testing.T, fresh Opener) {
	run(t, fresh, []part{
		{"Create", testCreate},
		{"CreateTwice", testCreateTwice},
		{"CreateRefused", testCreateRefused},
		{"OnePairing", testOnePairing},
		{"AppendInOrder", testAppendInOrder},
		{"AppendRefused", testAppendRefused},
		{"AppendManyGames", testAppendManyGames},
		{"ConflictAlone", testConflictAlone},
		{"NotFound", testNotFound},
		{"After", testAfter},
		{"RoundTrip", testRoundTrip},
		{"RoundTripAny", testRoundTripAny},
		{"Race", testRace},
		{"RaceOfCommands", testRaceOfCommands},
		{"TwoNodes", testTwoNodes},
		{"List", testList},
		{"ListOrder", testListOrder},
		{"Secret", testSecret},
		{"SecretRace", testSecretRace},
		{"Reopen", testReopen},
		{"Canceled", testCanceled},
		{"Close", testClose},
		{"Ping", testPing},
		{"Now", testNow},
	})
}

// Conform runs the conformance test of a whole store, whose handles are Stores.
func Conform(t *testing.T, fresh Opener) {
	ConformGames(t, fresh)
	run(t, fresh, []part{
		{"Delete", testDelete},
		{"Games", testGames},
		{"Forget", testForget},
		{"AdminLog", testAdminLog},
		{"Adopt", testAdopt},
		{"Leases", testLeases},
	})
}

func run(t *testing.T, fresh Opener, parts []part) {
	t.Helper()
	for _, part := range parts {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			part.test(t, &handles{T: t, open: fresh(t)})
		})
	}
}

// ConformOpening runs the part of the conformance test that needs a database
// without a schema.
func ConformOpening(t *testing.T, empty Opener) {
	t.Run("OpenAtOnce", func(t *testing.T) { testOpenAtOnce(t, &handles{T: t, open: empty(t)}) })
}

// handles opens stores on one database and closes them at the end.
type handles struct {
	*testing.T
	open func() Games
}

// games opens one more handle.
func (h *handles) games() Games {
	h.Helper()
	s := h.open()
	h.Cleanup(func() { _ = s.Close() })
	return s
}

// store opens one more handle of a whole store.
func (h *handles) store() Store {
	h.Helper()
	return h.games().(Store)
}
