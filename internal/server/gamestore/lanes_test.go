package gamestore

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// postgres opens an empty PostgreSQL database.
func postgres(t *testing.T) (*Store, string) {
	t.Helper()
	url := pgtest.Start(t)
	if _, err := db.Migrate(t.Context(), url, nil); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, url
}

// blitz returns a live game between two people after some moves.
func blitz(id livegame.ID, at time.Time, ply int) livegame.Summary {
	players := [2]livegame.Player{
		{Guest: "ann", Person: livegame.Person{Name: "Ann"}},
		{Guest: "ben", Person: livegame.Person{Name: "Ben"}},
	}
	return livegame.Summary{
		Header: livegame.Header{ID: id, Variant: "shrink", Seats: players, Created: at, Public: true,
			TimeControl: livegame.TimeControl{Base: 3 * time.Minute}},
		Seats: players, Status: livegame.Live, Seq: ply, Ply: ply, Turn: game.Color(ply % 2), Updated: at,
		Deadline: at.Add(3 * time.Minute),
	}
}

// move stores a move.
func move(ctx context.Context, s *Store, after livegame.Summary) error {
	return s.Append(ctx, after.ID, livegame.Event{
		Seq: after.Seq, Kind: livegame.Move, At: after.Updated, Command: fmt.Sprint(after.Seq), Move: "e2e4",
	}, after)
}

// While another session holds the lock of the archive, and chores wait for it, everything else goes on: moves, reads,
// what users wait for, and other chores once those have given up.
func TestMovesBesideChores(t *testing.T) {
	s, url := postgres(t)
	ctx := t.Context()
	begun := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	const waiting = 12
	for i := range waiting {
		over := blitz(livegame.ID(fmt.Sprintf("Over%08d", i)), begun, 0)
		over.Status = livegame.Finished
		if err := s.Create(ctx, over); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Create(ctx, blitz("Live00000001", begun, 0)); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.Background()) }()
	tx, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, hashtext(''))", int32(db.ArchiveLock)); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range waiting {
		id := livegame.ID(fmt.Sprintf("Over%08d", i))
		all.Go(func() {
			if err := s.Delete(ctx, admin.Deletion{Game: id, At: begun}); err != nil {
				t.Error(err)
			}
		})
	}
	for held := int32(0); held < s.db.Pool(db.Chores).Config().MaxConns; {
		held = s.db.Pool(db.Chores).Stat().AcquiredConns()
		time.Sleep(time.Millisecond)
	}
	const moves = 40
	for ply := range moves {
		if err := move(ctx, s, blitz("Live00000001", begun.Add(time.Duration(ply)*time.Second), ply+1)); err != nil {
			t.Fatal(err)
		}
	}
	if _, events, err := s.Load(ctx, "Live00000001"); err != nil || len(events) != moves {
		t.Errorf("%d moves are stored (%v)", len(events), err)
	}
	if err := (&account.Store{DB: s.DB()}).PutPlace(ctx, "ann", "home", begun); err != nil {
		t.Error(err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if list, err := s.Deleted(ctx, time.Time{}); err != nil || len(list) != waiting {
		t.Errorf("%d games are deleted (%v)", len(list), err)
	}
}

// The moves of a live game touch no index, but for one every five minutes, so that PostgreSQL updates rows in place.
func TestMovesTouchNoIndex(t *testing.T) {
	s, url := postgres(t)
	ctx := t.Context()
	begun := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	const games, plies = 20, 60
	for i := range games {
		if err := s.Create(ctx, blitz(livegame.ID(fmt.Sprintf("Blitz%07d", i)), begun, 0)); err != nil {
			t.Fatal(err)
		}
	}
	for ply := range plies {
		at := begun.Add(time.Duration(ply) * 5 * time.Second)
		for i := range games {
			if err := move(ctx, s, blitz(livegame.ID(fmt.Sprintf("Blitz%07d", i)), at, ply+1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil { // the server counts what a connection did when that ends
		t.Fatal(err)
	}
	s, err := Open(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	type counts struct{ Updates, InPlace int }
	var c counts
	for range 100 { // in a moment
		c, err = db.One[counts](ctx, s.db, nil,
			"SELECT n_tup_upd AS updates, n_tup_hot_upd AS in_place FROM pg_stat_user_tables WHERE relname = 'games'")
		if err != nil {
			t.Fatal(err)
		}
		if c.Updates >= games*plies {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Logf("%d of %d updates are in place", c.InPlace, c.Updates)
	if c.Updates != games*plies || c.InPlace*100 < 90*c.Updates {
		t.Errorf("%d of %d updates are in place, want 90 %%", c.InPlace, c.Updates)
	}
}
