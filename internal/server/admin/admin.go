package admin

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Admin does what an operator asks for.
type Admin struct {
	Store  Store
	Lookup livegame.Lookup
	// Tag returns the tag of a guest, as guests.Tag does.
	Tag      func(guest string) string
	Operator string // who asks, for the log
}

const pageSize = 500

// Filter selects games. Zero fields do not restrict it.
type Filter struct {
	Variant string
	Status  livegame.Status
	Since   time.Time // last changed at or after
	Before  time.Time // last changed before
	Player  string    // a part of a player's name, in any case
	Tag     string    // of a guest who plays or created the game
	NoMoves bool
	After   livegame.Place // only games after it in the list
	Limit   int            // most games; 0: all
}

// Games returns the games that a filter selects, the last changed first. It reads them in
// pages, so games that change meanwhile may be missing.
func (a *Admin) Games(ctx context.Context, f Filter) iter.Seq2[livegame.Summary, error] {
	return func(yield func(livegame.Summary, error) bool) {
		p := Page{Variant: f.Variant, Status: f.Status, Since: f.Since, Before: f.Before, After: f.After, Limit: pageSize}
		for found := 0; ; {
			list, err := a.Store.Games(ctx, p)
			if err != nil {
				yield(livegame.Summary{}, err)
				return
			}
			for _, s := range list {
				p.After = s.Place()
				if !a.selects(&f, s) {
					continue
				}
				if !yield(s, nil) {
					return
				}
				if found++; found == f.Limit {
					return
				}
			}
			if len(list) < p.Limit {
				return
			}
		}
	}
}

// selects reports whether a filter selects a game, apart from what the store compares.
func (a *Admin) selects(f *Filter, s livegame.Summary) bool {
	if f.NoMoves && s.Ply > 0 {
		return false
	}
	named, tagged := f.Player == "", f.Tag == ""
	for _, p := range s.Seats {
		named = named || p.Guest != "" && strings.Contains(livegame.Fold(p.Name), livegame.Fold(f.Player))
		tagged = tagged || a.Tag(p.Guest) == f.Tag
	}
	return named && (tagged || a.Tag(s.Creator) == f.Tag)
}

// Load returns a game as it stands.
func (a *Admin) Load(ctx context.Context, id livegame.ID) (*livegame.Game, error) {
	header, events, err := a.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	return livegame.Replay(header, events, a.Lookup)
}

// Close ends a game that is not over, with a result, or without one (game.Ongoing). The words,
// which may be empty, are for the players. Its error is a *livegame.Error if the game is over.
func (a *Admin) Close(ctx context.Context, id livegame.ID, r game.Result, words string) error {
	var e livegame.Event
	var now time.Time
	_, err := eventlog.Update(ctx, livegame.ErrConflict, func(ctx context.Context) (g *livegame.Game, err error) {
		if now, err = timeNow(ctx, a.Store); err != nil {
			return nil, err
		}
		return a.Load(ctx, id)
	}, func(g **livegame.Game) (err error) {
		if e, err = (*g).Close(now, r, words); err != nil {
			return err
		}
		return (*g).Apply(e)
	}, func(ctx context.Context, g *livegame.Game) error { return a.Store.Append(ctx, id, e, g.Summary()) })
	if err != nil {
		return err
	}
	entry := Entry{
		At: now, Operator: a.Operator, Action: Closed, Game: id, Detail: strings.TrimSpace(r.String() + " " + words),
	}
	if err := Log(ctx, a.Store.DB(), entry); err != nil {
		return fmt.Errorf("game %s is closed, but the log lacks it: %w", id, err)
	}
	return nil
}

// Delete deletes a game, in whatever state it is.
func (a *Admin) Delete(ctx context.Context, id livegame.ID) error {
	return eventlog.Retry(ctx, livegame.ErrConflict, func(ctx context.Context) error {
		header, events, err := a.Store.Load(ctx, id)
		if err != nil {
			return err
		}
		detail := "unreadable"
		if g, err := livegame.Replay(header, events, a.Lookup); err == nil {
			s := g.Summary()
			detail = fmt.Sprintf("%s, %s, %d plies, last changed %s", s.Variant, s.Status, s.Ply, s.Updated.Format(time.RFC3339))
		}
		now, err := timeNow(ctx, a.Store)
		if err != nil {
			return err
		}
		entry := Entry{At: now, Operator: a.Operator, Action: Deleted, Game: id, Detail: detail}
		return a.Store.Delete(ctx, Deletion{Game: id, Seq: len(events), At: now, Entry: &entry})
	})
}

// Exported notes that games were exported; which says which, empty: those of a filter.
func (a *Admin) Exported(ctx context.Context, n int, which string) error {
	now, err := timeNow(ctx, a.Store)
	if err != nil {
		return err
	}
	return Log(ctx, a.Store.DB(), Entry{
		At: now, Operator: a.Operator, Action: Exported,
		Detail: strings.TrimSpace(message.Plural(n, "game") + " " + message.Clip(which, maxDetail)),
	})
}

// maxDetail is how many characters of a list of IDs the log has.
const maxDetail = 200

// timeNow returns the time by the clock that all nodes share.
func timeNow(ctx context.Context, s Store) (time.Time, error) {
	now, err := s.Now(ctx)
	if now.IsZero() {
		now = time.Now()
	}
	return now, err
}
