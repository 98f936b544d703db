package storetest

import (
	"testing"

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

// Store is all that a store keeps.
type Store interface {
	livegame.Store
	review.Store
	archive.Store
}

// Opener returns the function that opens a fresh database without games; each call of
// that function gives another handle on the same database, as another node has.
// The test closes the handles itself.
type Opener func(t *testing.T) (open func() Store)

// Conform runs the conformance test. Its parts are subtests.
func Conform(t *testing.T, fresh Opener) {
	for _, part := range []struct {
		name string
		test func(*testing.T, *handles)
	}{
		{"Create", testCreate},
		{"CreateTwice", testCreateTwice},
		{"CreateRefused", testCreateRefused},
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
		{"Reviews", testReviews},
		{"ReviewRefused", testReviewRefused},
		{"ReviewRace", testReviewRace},
		{"OpenReviews", testOpenReviews},
		{"Search", testSearch},
		{"SearchPages", testSearchPages},
		{"SearchRefused", testSearchRefused},
		{"Archive", testArchive},
		{"ArchiveVoid", testArchiveVoid},
		{"ArchiveRace", testArchiveRace},
		{"Openings", testOpenings},
		{"Secret", testSecret},
		{"SecretRace", testSecretRace},
		{"Reopen", testReopen},
		{"Cancelled", testCancelled},
		{"Close", testClose},
		{"Ping", testPing},
	} {
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

// ConformSearch runs the part of the conformance test that searches for any games.
func ConformSearch(t *testing.T, fresh Opener) { testSearch(t, &handles{T: t, open: fresh(t)}) }

// handles opens stores on one database and closes them at the end.
type handles struct {
	*testing.T
	open func() Store
}

// store opens one more handle.
func (h *handles) store() Store {
	h.Helper()
	s := h.open()
	h.Cleanup(func() { _ = s.Close() })
	return s
}
