package profile

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/rating"
)

// A rating has changed since 30 days ago if it was not provisional then.
func TestChange(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	const pool = rating.Pool("chess/blitz")
	settled := func(value float64) rating.Rating { return rating.Rating{Value: value, Deviation: 60, Volatility: 0.06} }
	change := func(days int, before, after rating.Rating) rating.Change {
		c := rating.Change{Game: rating.Game{Pool: pool, Ended: now.AddDate(0, 0, -days)}}
		c.Players[game.Black] = "ann"
		c.Before[game.Black], c.After[game.Black] = before, after
		return c
	}
	for name, c := range map[string]struct {
		history []rating.Change
		want    int
	}{
		"new":       {[]rating.Change{change(3, rating.Start, settled(1700)), change(2, settled(1700), settled(1650))}, 0},
		"settled":   {[]rating.Change{change(40, rating.Start, settled(1700)), change(3, settled(1700), settled(1650))}, -50},
		"not since": {[]rating.Change{change(40, rating.Start, settled(1650))}, 0},
	} {
		list := []rating.Standing{{Player: "ann", Pool: pool, Rating: settled(1650), At: now}}
		if got := poolRatings(list, c.history, "ann", now); got[0].Change != c.want || got[0].Best == 0 {
			t.Errorf("%s: the rating changed by %d, want %d: %+v", name, got[0].Change, c.want, got[0])
		}
	}
}
