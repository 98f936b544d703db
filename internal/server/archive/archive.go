package archive

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Games is the database of games; see livegame.Store.
type Games interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error)
}

// Options are what an Archive needs.
type Options struct {
	DB     *db.DB
	Games  Games
	Lookup livegame.Lookup
	// Variants are those that the page offers.
	Variants []game.Game
	// Starter returns the starter games of a variant, or nil; nil: there are none.
	Starter func(variant string) (*Book, error)
	// Watch calls ended when a game may have ended on some node, until stop; nil: nothing does.
	Watch func(ended func()) (stop func())
	// Uncounted is that of package rating; nil: no game is rated.
	Uncounted func(s livegame.Summary, viewer string, moderates bool) string
	Metrics   prometheus.Registerer // nil: none
	Log       *slog.Logger          // nil: none
}

// Archive has the finished games of a server. It is safe for concurrent use.
type Archive struct {
	o         Options
	maxSorted int // see the constant; tests change it
	// Follower archives games that have ended.
	*feed.Follower
}

// New returns an archive. It needs Jobs to archive games.
func New(o Options) *Archive {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Starter == nil {
		o.Starter = func(string) (*Book, error) { return nil, nil }
	}
	a := &Archive{o: o, maxSorted: maxSorted}
	a.Follower = feed.NewFollower(feed.Options{
		Reader: reader, DB: o.DB, Where: job.OneNode, List: o.Games.List, Work: a.file, Watch: o.Watch,
		Metrics: o.Metrics, Log: o.Log,
	})
	return a
}
