package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/store/storetest"
)

// Whatever is changed behind the back of the store, Verify finds it.
func TestVerifyFindsFaults(t *testing.T) {
	ctx := context.Background()
	address := sqliteAddress(t)
	s := handle(t, address)
	defer func() { _ = s.Close() }()
	begun := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	add := func(id livegame.ID, at time.Time) {
		t.Helper()
		sum := storetest.NewGame(id)
		sum.Rated = true
		sum.Seats = [2]livegame.Player{{Guest: "ann", Account: true}, {Guest: "ben", Account: true}}
		sum.Header.Seats = sum.Seats
		if err := s.Create(ctx, sum); err != nil {
			t.Fatal(err)
		}
		e := livegame.Event{Seq: 1, Kind: livegame.Move, At: at, Move: "e2e4", Result: game.WhiteWins, Reason: game.Checkmate}
		sum.Seq, sum.Status, sum.Result, sum.Reason, sum.Ply, sum.Updated = 1, livegame.Finished, e.Result, e.Reason, 40, at
		if err := s.Append(ctx, id, e, sum); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		add(livegame.ID(fmt.Sprintf("Fault%07d", i)), begun.Add(time.Duration(i)*time.Hour))
	}
	verify := func(want string) {
		t.Helper()
		var said []string
		a, err := rating.Verify(ctx, s, begun.Add(24*time.Hour), func(text string) { said = append(said, text) })
		text := strings.Join(said, "\n")
		if err != nil || (text == "") != (want == "") || !strings.Contains(text, want) {
			t.Errorf("%+v: %q, %v; want %q", a, text, err, want)
		}
	}
	verify("game Fault0000000 has never been rated")
	if err := rating.NewRater(s, nil).Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	verify("")
	db, err := sql.Open("sqlite", strings.TrimPrefix(address, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	exec := func(statement string) {
		t.Helper()
		if _, err := db.ExecContext(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, c := range []struct{ do, undo, want string }{
		{"UPDATE rating_changes SET white_new_rating = white_new_rating + 1e-12 * white_new_rating WHERE seq = 2", "",
			"change 2, of game Fault0000001"},
		{"UPDATE rating_changes SET result = '0-1' WHERE seq = 4", "UPDATE rating_changes SET result = '1-0' WHERE seq = 4",
			"change 4 is not that of game"},
		{"UPDATE rating_changes SET ended = ended + 1 WHERE seq = 1",
			"UPDATE rating_changes SET ended = ended - 1 WHERE seq = 1", "change 1 is not that of game"},
		{"UPDATE ratings SET wins = wins + 1 WHERE player = 'ann'", "UPDATE ratings SET wins = wins - 1 WHERE player = 'ann'",
			"the rating of a player in shrink/blitz"},
		{"UPDATE rating_changes SET game = 'Other' WHERE seq = 3",
			"UPDATE rating_changes SET game = 'Fault0000002' WHERE seq = 3",
			"change 3 is that of game Other, which does not exist"},
		{"UPDATE rating_changes SET deleted = 1 WHERE seq = 3", "UPDATE rating_changes SET deleted = 0 WHERE seq = 3",
			"says that game Fault0000002 was deleted"},
		{"UPDATE rating_changes SET seq = 9 WHERE seq = 4", "UPDATE rating_changes SET seq = 4 WHERE seq = 9",
			"no changes from 4 to 8"},
		{"UPDATE games SET ply = 3 WHERE id = 'Fault0000003'", "UPDATE games SET ply = 40 WHERE id = 'Fault0000003'",
			"does not count (short)"},
		{"UPDATE ratings SET player = 'eve' WHERE player = 'ben'", "UPDATE ratings SET player = 'ben' WHERE player = 'eve'",
			"rating in shrink/blitz is missing"},
	} {
		if c.undo == "" {
			exec("CREATE TABLE kept AS SELECT * FROM rating_changes")
			c.undo = "DELETE FROM rating_changes; INSERT INTO rating_changes SELECT * FROM kept; DROP TABLE kept"
		}
		exec(c.do)
		verify(c.want)
		exec(c.undo)
	}
	verify("")
}

// Games that cannot be read, more than a batch, do not keep others from being rated. Once they can, they are rated.
func TestDamagedRatedGames(t *testing.T) {
	ctx := context.Background()
	address := sqliteAddress(t)
	s := handle(t, address)
	defer func() { _ = s.Close() }()
	begun := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for i := range 41 {
		sum := storetest.NewGame(livegame.ID(fmt.Sprintf("Damage%06d", i)))
		sum.Rated = true
		sum.Seats = [2]livegame.Player{{Guest: "ann", Account: true}, {Guest: "ben", Account: true}}
		sum.Header.Seats = sum.Seats
		if err := s.Create(ctx, sum); err != nil {
			t.Fatal(err)
		}
		e := livegame.Event{
			Seq: 1, Kind: livegame.Move, At: begun, Move: "e2e4", Result: game.WhiteWins, Reason: game.Checkmate,
		}
		sum.Seq, sum.Status, sum.Result, sum.Reason, sum.Ply, sum.Updated = 1, livegame.Finished,
			e.Result, e.Reason, 40, begun
		if err := s.Append(ctx, sum.ID, e, sum); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", strings.TrimPrefix(address, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rater := rating.NewRater(s, nil)
	sweep := func(result string, wantFailing, wantChanges int) {
		t.Helper()
		if _, err := db.ExecContext(ctx, "UPDATE games SET result = ? WHERE id < 'Damage000040'", result); err != nil {
			t.Fatal(err)
		}
		if err := rater.Sweep(ctx); (err != nil) != (wantFailing > 0) || rater.Failing() != wantFailing {
			t.Errorf("%d games fail: %v; want %d", rater.Failing(), err, wantFailing)
		}
		var said []string
		a, err := rating.Verify(ctx, s, begun.Add(24*time.Hour), func(text string) { said = append(said, text) })
		if err != nil || len(said) != wantFailing || a.Changes != wantChanges ||
			wantFailing > 0 && !strings.Contains(said[0], "game Damage000000 cannot be read") {
			t.Errorf("%+v: %q, %v", a, said, err)
		}
	}
	sweep("2-0", 40, 1)
	sweep("1-0", 0, 41)
}
