package web_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/rules"
)

// The tags of a game do not depend on the time zone of the server, and say which player is
// a computer.
func TestTagsOfGame(t *testing.T) {
	k := web.New(web.Options{
		Views: gameview.New(gameview.Options{Lookup: rules.ByName}), Base: &url.URL{Scheme: "https", Host: "wane.example"},
	})
	snap := manager.Snapshot{
		Header: livegame.Header{
			ID: "abcdefghijkl", Variant: "chess", Created: time.Date(2026, 3, 1, 0, 30, 9, 0, time.FixedZone("", 3600)),
		},
		Seats: [2]livegame.Player{{Level: 8}, {Guest: "ann", Person: livegame.Person{Name: "Ann"}}},
	}
	text, err := k.PGN(t.Context(), snap)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{
		`[Site "https://wane.example/game/abcdefghijkl"]`, `[Date "2026.02.28"]`, `[UTCDate "2026.02.28"]`,
		`[UTCTime "23:30:09"]`,
		`[White "Computer, level 8"]`, `[WhiteType "program"]`, `[Black "Ann"]`, `[BlackType "human"]`,
	} {
		if !strings.Contains(text, tag) {
			t.Errorf("%s is not in\n%s", tag, text)
		}
	}
}
