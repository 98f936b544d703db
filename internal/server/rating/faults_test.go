package rating_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// Whatever is changed behind the back of the store, Verify finds it.
func TestVerifyFindsFaults(t *testing.T) {
	ctx := context.Background()
	d := dbtest.Open(t)
	s := newNode(t, d)
	begun := at(1000)
	add := func(id livegame.ID, at time.Time) {
		t.Helper()
		sum := gamestoretest.NewGame(id)
		sum.Rated = true
		sum.Seats = [2]livegame.Player{
			{Guest: "ann", Person: livegame.Person{Account: true}},
			{Guest: "ben", Person: livegame.Person{Account: true}},
		}
		sum.Header.Seats = sum.Seats
		if err := s.games.Create(ctx, sum); err != nil {
			t.Fatal(err)
		}
		e := livegame.Event{Seq: 1, Kind: livegame.Move, At: at, Move: "e2e4", Result: game.WhiteWins, Reason: game.Checkmate}
		sum.Seq, sum.Status, sum.Result, sum.Reason, sum.Ply, sum.Updated = 1, livegame.Finished, e.Result, e.Reason, 40, at
		if err := s.games.Append(ctx, id, e, sum); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		add(livegame.ID(fmt.Sprintf("Fault%07d", i)), begun.Add(time.Duration(i)*time.Hour))
	}
	verify := func(want string) {
		t.Helper()
		var said []string
		a, err := s.Verify(ctx, func(text string) { said = append(said, text) })
		text := strings.Join(said, "\n")
		if err != nil || (text == "") != (want == "") || !strings.Contains(text, want) {
			t.Errorf("%+v: %q, %v; want %q", a, text, err, want)
		}
	}
	verify("game Fault0000000 has never been rated")
	if err := s.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	verify("")
	exec := func(statement string) {
		t.Helper()
		if _, err := d.Exec(ctx, statement); err != nil {
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
	d := dbtest.Open(t)
	s := newNode(t, d)
	begun := at(1000)
	for i := range 41 {
		sum := gamestoretest.NewGame(livegame.ID(fmt.Sprintf("Damage%06d", i)))
		sum.Rated = true
		sum.Seats = [2]livegame.Player{
			{Guest: "ann", Person: livegame.Person{Account: true}},
			{Guest: "ben", Person: livegame.Person{Account: true}},
		}
		sum.Header.Seats = sum.Seats
		if err := s.games.Create(ctx, sum); err != nil {
			t.Fatal(err)
		}
		e := livegame.Event{
			Seq: 1, Kind: livegame.Move, At: begun, Move: "e2e4", Result: game.WhiteWins, Reason: game.Checkmate,
		}
		sum.Seq, sum.Status, sum.Result, sum.Reason, sum.Ply, sum.Updated = 1, livegame.Finished,
			e.Result, e.Reason, 40, begun
		if err := s.games.Append(ctx, sum.ID, e, sum); err != nil {
			t.Fatal(err)
		}
	}
	sweep := func(result string, wantFailing, wantChanges int) {
		t.Helper()
		if _, err := d.Exec(ctx, "UPDATE games SET result = $1 WHERE id < 'Damage000040'", result); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(s.Sweep(ctx))
		if n := strings.Count(text, "game Damage"); n != wantFailing || (text == "<nil>") != (wantFailing == 0) {
			t.Errorf("%d games fail: %v; want %d", n, text, wantFailing)
		}
		var said []string
		a, err := s.Verify(ctx, func(text string) { said = append(said, text) })
		if err != nil || len(said) != wantFailing || a.Changes != wantChanges ||
			wantFailing > 0 && !strings.Contains(said[0], "game Damage000000 cannot be read") {
			t.Errorf("%+v: %q, %v", a, said, err)
		}
	}
	sweep("2-0", 40, 1)
	sweep("1-0", 0, 41)
}
