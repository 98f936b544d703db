package archive_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

// Databases keep the hashes of positions, so they never change.
func TestPositionHash(t *testing.T) {
	for _, c := range []struct {
		variant, moves string
		want           archive.PositionHash
	}{
		{"chess", "", 50759725857330117},
		{"shrink", "", -6580701470293174285},
		{"diminuendo:pbnrqk+qk", "", 3390182984118664453},
		{"cheshire", "e2e4", 5880333833628842317},
		{"convergent", "e3e4", -380773856133880299},
	} {
		if got := archive.HashOf(at(t, c.variant, c.moves)); got != c.want {
			t.Errorf("%s after %q has the hash %d, want %d", c.variant, c.moves, got, c.want)
		}
	}
	one, other := at(t, "chess", "e2e4 e7e5 g1f3"), at(t, "chess", "g1f3 e7e5 e2e4")
	if one.String() == other.String() || archive.HashOf(one) != archive.HashOf(other) {
		t.Errorf("%s and %s have the hashes %d and %d, want the same", one, other, archive.HashOf(one), archive.HashOf(other))
	}
	for _, moves := range []string{"", "e2e4 e7e5", "e2e4 e7e5 e1e2", "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6"} {
		if p := at(t, "chess", moves); archive.HashOf(p) == archive.HashOf(one) {
			t.Errorf("%s and %s have the same hash", p, one)
		}
	}
	if archive.HashOf(at(t, "chess", "")) == archive.HashOf(at(t, "shrink", "")) {
		t.Error("positions of two variants have the same hash")
	}
}

func TestRecord(t *testing.T) {
	s := sample("Game00000001")
	s.Ply = 99 // the events decide
	r, err := archive.NewRecord(s, eventsOf("e2e4 e7e5 -1 d7d5 e4d5 -2 c7c5"), rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	if r.Plies != 2 || r.Line != "e2e4 c7c5 " || !r.Ended.Equal(epoch.Add(8*time.Minute)) ||
		r.Kind() != archive.Humans || r.Level() != 0 {
		t.Errorf("the record is %+v", r)
	}
	want := []archive.Step{
		{Position: archive.HashOf(at(t, "chess", "")), Move: "e2e4"},
		{Position: archive.HashOf(at(t, "chess", "e2e4")), Move: "c7c5"},
		{Position: archive.HashOf(at(t, "chess", "e2e4 c7c5"))},
	}
	if fmt.Sprint(r.Steps) != fmt.Sprint(want) {
		t.Errorf("the steps are %v, want %v", r.Steps, want)
	}
}

func TestRecords(t *testing.T) {
	dance := strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 15)
	for _, c := range []struct {
		name, moves string
		change      func(*livegame.Summary)
		check       func(*archive.Record) bool
	}{
		{"hidden", "e2e4", func(s *livegame.Summary) { s.Public = false },
			func(r *archive.Record) bool { return r.Line == "e2e4 " && r.Steps == nil }},
		{"another start", "a1a8", func(s *livegame.Summary) { s.FEN = "7k/8/8/8/8/8/8/R6K w - - 0 1" },
			func(r *archive.Record) bool {
				return strings.HasPrefix(r.Start, "7k/") && r.Line == "a1a8 " && len(r.Steps) == 2
			}},
		{"a repeated position", dance, nil, func(r *archive.Record) bool {
			return r.Plies == 60 && len(r.Steps) == 4 && strings.Count(r.Line, " ") == archive.Depth
		}},
		{"an engine", "e2e4", func(s *livegame.Summary) { s.Seats[1] = livegame.Player{Level: 4} },
			func(r *archive.Record) bool { return r.Kind() == archive.Engine && r.Level() == 4 }},
		{"alone", "e2e4", func(s *livegame.Summary) { s.Seats[1] = s.Seats[0] },
			func(r *archive.Record) bool { return r.Kind() == archive.Solo }},
	} {
		s := sample("Game00000001")
		if c.change != nil {
			c.change(&s)
		}
		if r, err := archive.NewRecord(s, eventsOf(c.moves), rules.ByName); err != nil || !c.check(r) {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
}

func TestRecordErrors(t *testing.T) {
	for _, c := range []struct {
		name, moves, want string
		change            func(*livegame.Summary)
	}{
		{"an illegal move", "e2e4 e2e4", `ply 2: "e2e4": `, func(*livegame.Summary) {}},
		{"an unknown variant", "e2e4", `unknown game "go"`, func(s *livegame.Summary) { s.Variant = "go" }},
		{"an invalid position", "e2e4", "FEN", func(s *livegame.Summary) { s.FEN = "x" }},
	} {
		s := sample("Game00000001")
		c.change(&s)
		if _, err := archive.NewRecord(s, eventsOf(c.moves), rules.ByName); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %s", c.name, err, c.want)
		}
	}
}

func TestCursor(t *testing.T) {
	c := archive.Cursor{Ended: epoch, ID: "Game00000001"}
	if again, err := archive.ParseCursor(c.String()); err != nil || again != c {
		t.Errorf("%s is read as %v, %v", c, again, err)
	}
	if none, err := archive.ParseCursor((archive.Cursor{}).String()); err != nil || none.ID != "" {
		t.Errorf("none is read as %v, %v", none, err)
	}
	for _, text := range []string{"x", "-", "1-", "1", "x-Game", "1-" + strings.Repeat("x", 65), "99999999999999999999-a",
		"1-a b", "1-a\x00", "1-\xff"} {
		if c, err := archive.ParseCursor(text); err == nil {
			t.Errorf("%q is read as %v", text, c)
		}
	}
}

func TestFamily(t *testing.T) {
	for variant, want := range map[string]string{
		"diminuendo": "diminuendo", "diminuendo:pbnrqk+qk+fp": "diminuendo", "diminuendo+qk": "diminuendo",
		"cheshire8": "cheshire8", "": "",
	} {
		if got := archive.Family(variant); got != want {
			t.Errorf("the family of %s is %s, want %s", variant, got, want)
		}
	}
}
