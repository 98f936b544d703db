package node

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// Admin works on a node's database for an operator. The node may be running.
type Admin struct {
	*admin.Admin
	base  string // public address of the server; empty: unknown
	views *gameview.Views
	db    *gamestore.Store
	// Accounts does what is done with accounts. Running nodes hear of it within seconds.
	Accounts *account.Service
	// Reports are what players report of others.
	Reports *moderation.Service
	// Puzzles are those that players solve, compose and report.
	Puzzles *puzzle.Service
	// Openings are the names of openings. Running nodes show a change within ten seconds.
	Openings *opening.Service
	// Ratings are those of players.
	Ratings *rating.Service
	// Tournaments are those of players and of the server. Running nodes hear of a change within seconds.
	Tournaments *tournament.Service
}

// OpenAdmin opens a node's database, which must exist. The operator is for the log.
func OpenAdmin(ctx context.Context, c Config, operator string) (*Admin, error) {
	c = c.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	if path, ok := strings.CutPrefix(c.DB, "sqlite:"); ok {
		if _, err := os.Stat(strings.TrimPrefix(path, "//")); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no database %s: name the server's with --data or --db", path)
		}
	}
	db, err := gamestore.OpenExisting(ctx, c.DB)
	if err != nil {
		return nil, err
	}
	db.Use(data...)
	secret, err := db.Secret(ctx, guests.SecretName)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	people, err := account.NewService(account.Options{Store: &account.Store{DB: db.DB(), Data: data}})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	tag := guests.New(secret, false, time.Now).Tag
	return &Admin{
		Admin: &admin.Admin{Store: db, Lookup: c.Games.ByName, Tag: tag, Operator: operator},
		base:  strings.TrimSuffix(c.BaseURL, "/"),
		views: gameview.New(gameview.Options{Lookup: c.Games.ByName, Tag: tag}), db: db, Accounts: people,
		Reports:     moderation.New(moderation.Options{DB: db.DB(), Accounts: people, Now: time.Now}),
		Puzzles:     puzzle.New(puzzle.Options{DB: db.DB(), Lookup: c.Games.ByName}),
		Openings:    opening.New(opening.Options{DB: db.DB(), Lookup: c.Games.ByName, Now: time.Now}),
		Ratings:     rating.New(rating.Options{DB: db.DB(), Games: db}),
		Tournaments: tournament.New(tournament.Options{DB: db.DB(), Games: clockOnly{}, Lookup: c.Games.ByName}),
	}, nil
}

// clockOnly is the games of a service that changes none.
type clockOnly struct{ tournament.Games }

// Now implements tournament.Games.
func (clockOnly) Now() time.Time { return time.Now() }

// Shut closes the database.
func (a *Admin) Shut() error { return a.db.Close() }

// View shows a game as the API does.
func (a *Admin) View(s livegame.Summary) gameview.Game { return a.views.Game(s, "") }

// Full returns a game with its events, as the API does.
func (a *Admin) Full(ctx context.Context, id livegame.ID) (gameview.FullGame, error) {
	snap, err := a.snapshot(ctx, id)
	full, _ := a.views.Full(snap, "", 0)
	return full, err
}

// PGN returns a game as PGN.
func (a *Admin) PGN(ctx context.Context, id livegame.ID) (string, error) {
	snap, err := a.snapshot(ctx, id)
	if err != nil {
		return "", err
	}
	site := "?"
	if a.base != "" {
		site = a.base + "/game/" + string(id)
	}
	return gameview.PGN(snap, site, a.Lookup)
}

func (a *Admin) snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error) {
	g, err := a.Load(ctx, id)
	if err != nil {
		return manager.Snapshot{}, err
	}
	return manager.Snapshot{
		Header: g.Header(), Summary: g.Summary(), Seats: g.Seats(), Status: g.Status(), Events: g.Events(), Moves: g.Moves(),
		Clocks: g.Clocks(time.Now()),
	}, nil
}
