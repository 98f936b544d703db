package rating

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

func minutes(base, increment int) livegame.TimeControl {
	return livegame.TimeControl{Base: time.Duration(base) * time.Minute, Increment: time.Duration(increment) * time.Second}
}

func TestPools(t *testing.T) {
	for _, c := range []struct {
		variant string
		control livegame.TimeControl
		want    Pool
	}{
		{"shrink", minutes(1, 2), "shrink/bullet"},
		{"shrink", minutes(3, 0), "shrink/blitz"},
		{"shrink", minutes(3, 2), "shrink/blitz"},
		{"chess", minutes(5, 3), "chess/blitz"},
		{"chess", minutes(5, 5), "chess/rapid"},
		{"chess", minutes(0, 3), "chess/bullet"},
		{"cheshire8", minutes(8, 0), "cheshire8/rapid"},
		{"diminuendo", livegame.TimeControl{PerMove: 24 * time.Hour}, "diminuendo/correspondence"},
		{"diminuendo:pbnrqk+qk", minutes(10, 5), "rankings/rapid"},
		{"diminuendo+qk", minutes(10, 5), "rankings/rapid"},
		{"chess", livegame.TimeControl{}, ""},
	} {
		if got := PoolOf(c.variant, c.control); got != c.want {
			t.Errorf("%s with %v is in the pool %q, want %q", c.variant, c.control, got, c.want)
		}
	}
}

// finished is a game that counts.
func finished() livegame.Summary {
	seats := [2]livegame.Player{
		{Guest: "ann", Person: livegame.Person{Account: true}, Place: "a"},
		{Guest: "ben", Person: livegame.Person{Account: true}, Place: "b"},
	}
	return livegame.Summary{
		Header: livegame.Header{ID: "game", Variant: "shrink", Rated: true, TimeControl: minutes(5, 3), Seats: seats},
		Seats:  seats, Status: livegame.Finished, Ply: 30, Result: game.WhiteWins, Reason: game.Checkmate,
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*livegame.Summary)
		want   Verdict
	}{
		{"a plain game", func(*livegame.Summary) {}, Counts},
		{"a draw", func(s *livegame.Summary) { s.Result, s.Reason = game.Draw, game.Agreement }, Counts},
		{"a level", func(s *livegame.Summary) { s.Seats[1] = livegame.Player{Level: 3} }, Counts},
		{"unknown addresses", func(s *livegame.Summary) { s.Seats[0].Place, s.Seats[1].Place = "", "" }, Counts},
		{"a quick mate", func(s *livegame.Summary) { s.Ply = 4 }, Counts},
		{"not rated", func(s *livegame.Summary) { s.Rated = false }, Casual},
		{"aborted", func(s *livegame.Summary) { s.Result, s.Reason = game.Ongoing, livegame.Aborted }, Unfinished},
		{"live", func(s *livegame.Summary) { s.Status = livegame.Live }, Unfinished},
		{"closed", func(s *livegame.Summary) { s.Reason = livegame.Closed + ": cheating" }, Closed},
		{"a guest", func(s *livegame.Summary) { s.Seats[1].Account = false }, Guest},
		{"one player", func(s *livegame.Summary) { s.Seats[1] = s.Seats[0] }, Guest},
		{"no clock", func(s *livegame.Summary) { s.TimeControl = livegame.TimeControl{} }, Guest},
		{"time over after a move", func(s *livegame.Summary) { s.Ply, s.Reason = 3, game.TimeOut }, Short},
		{"resigned at once", func(s *livegame.Summary) { s.Ply, s.Reason = 9, game.Resignation }, Early},
		{"drawn at once", func(s *livegame.Summary) { s.Ply, s.Result, s.Reason = 9, game.Draw, game.Agreement }, Early},
		{"resigned later", func(s *livegame.Summary) { s.Ply, s.Reason = 10, game.Resignation }, Counts},
		{"one address", func(s *livegame.Summary) { s.Seats[1].Place = "a" }, OneAddress},
		{"a bot of one address", func(s *livegame.Summary) { s.Seats[1].Place, s.Seats[1].Bot = "a", true }, OneAddress},
		{"two bots of one address",
			func(s *livegame.Summary) { s.Seats[1].Place, s.Seats[0].Bot, s.Seats[1].Bot = "a", true, true }, OneAddress},
	} {
		s := finished()
		c.change(&s)
		if got := Judge(s); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Who shares an address with whom is not for everyone.
func TestUncounted(t *testing.T) {
	s := finished()
	s.Seats[1].Place = "a"
	early := finished()
	early.Ply, early.Reason = 9, game.Resignation
	for _, c := range []struct {
		what      string
		of        livegame.Summary
		viewer    string
		moderates bool
		want      string
	}{
		{"White", s, s.Seats[0].Guest, false, "one-address"},
		{"Black", s, s.Seats[1].Guest, false, "one-address"},
		{"a moderator", s, "moderator", true, "one-address"},
		{"someone else", s, "eve", false, ""},
		{"who is not known", s, "", false, ""},
		{"someone else, of an early end", early, "eve", false, "early"},
		{"someone else, of a game that counts", finished(), "eve", false, ""},
	} {
		if got := Uncounted(c.of, c.viewer, c.moderates); got != c.want {
			t.Errorf("%s sees %q, want %q", c.what, got, c.want)
		}
	}
}

// A game against a level changes the person only, and the score counts for both sides.
func TestApply(t *testing.T) {
	end := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	s := finished()
	g := gameOf(s, end)
	white, black := NewStanding("ann", g.Pool), NewStanding("ben", g.Pool)
	c, after := Apply(7, g, [2]Standing{white, black})
	if c.Seq != 7 || c.Before[0] != Start || after[0].Value <= 1500 || after[1].Value >= 1500 || after[0].Wins != 1 ||
		after[1].Losses != 1 || after[1].At != end || c.After[1] != after[1].Rating {
		t.Errorf("%+v leads to %+v", c, after)
	}
	if rise, fall := after[0].Value-1500, 1500-after[1].Value; rise-fall > 1e-9 || fall-rise > 1e-9 {
		t.Errorf("equal players gain %v and lose %v", rise, fall)
	}
	level := NewStanding("level:3", g.Pool)
	_, after = Apply(8, g, [2]Standing{white, level})
	if after[1].Rating != OfEngine("shrink", 3) || after[0].Value <= 1500 {
		t.Errorf("against a level: %+v", after)
	}
	// A game that ended before the last one of a player counts as if no time had passed.
	white.At = end.Add(time.Hour)
	if _, after = Apply(9, g, [2]Standing{white, black}); !after[0].At.Equal(white.At) {
		t.Errorf("the last game was at %v", after[0].At)
	}
	for p, level := range map[Player]int{"ann": 0, "level:3": 3, "level:": 0, "gone:level:3": 0} {
		if p.Level() != level {
			t.Errorf("%s is level %d", p, p.Level())
		}
	}
	for _, name := range append([]string{"losalamos"}, Games...) {
		for level := 2; level <= livegame.MaxLevel; level++ {
			if OfEngine(name, level).Value <= OfEngine(name, level-1).Value {
				t.Errorf("level %d of %s is not above the one before", level, name)
			}
		}
	}
}
