package channels_test

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/livegame"
)

var noon = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

// played returns a live blitz game between two people with a rating, who have just moved.
func played(id livegame.ID, rating int, change ...func(*livegame.Summary)) livegame.Summary {
	g := livegame.Summary{Header: livegame.Header{ID: id, Variant: "shrink", Public: true, Created: noon.Add(-time.Minute),
		TimeControl: livegame.TimeControl{Base: 3 * time.Minute}}, Status: livegame.Live, Ply: 4, Updated: noon}
	g.Seats = [2]livegame.Player{
		{
			Guest: "white of " + string(id), Person: livegame.Person{Rating: rating},
		}, {Guest: "black of " + string(id), Person: livegame.Person{Rating: rating}},
	}
	for _, f := range change {
		f(&g)
	}
	return g
}

func engine(g *livegame.Summary) {
	g.Seats[game.Black] = livegame.Player{Level: 8, Person: livegame.Person{Rating: 2400}}
}
func bot(g *livegame.Summary)  { g.Seats[game.White].Bot = true }
func slow(g *livegame.Summary) { g.TimeControl = livegame.TimeControl{PerMove: 24 * time.Hour} }
func quiet(d time.Duration) func(*livegame.Summary) {
	return func(g *livegame.Summary) { g.Updated = noon.Add(-d) }
}

func TestBest(t *testing.T) {
	for _, c := range []struct {
		name string
		live []livegame.Summary
		want livegame.ID
	}{
		{"none", nil, ""},
		{"the higher rating", []livegame.Summary{played("a", 1500), played("b", 1600), played("c", 1400)}, "b"},
		{"people before a higher rating", []livegame.Summary{played("a", 2000, engine), played("b", 1000)}, "b"},
		{"bots are no people", []livegame.Summary{played("a", 2000, bot), played("b", 1000)}, "b"},
		{"one of the players is better than none",
			[]livegame.Summary{played("a", 1000, bot), played("b", 2000, bot, engine)}, "a"},
		{"faster than by correspondence", []livegame.Summary{played("a", 2000, slow), played("b", 1000, engine)}, "b"},
		{"without a clock is faster than by correspondence", []livegame.Summary{played("a", 2000, slow),
			played("b", 1000, func(g *livegame.Summary) { g.TimeControl = livegame.TimeControl{} })}, "b"},
		{"only by correspondence", []livegame.Summary{played("a", 1000, slow), played("b", 2000, slow)}, "b"},
		{"the older of equals", []livegame.Summary{played("a", 1500), played("b", 1500, func(g *livegame.Summary) {
			g.Created = noon.Add(-time.Hour)
		})}, "b"},
		{"the first ID of equals", []livegame.Summary{played("b", 1500), played("a", 1500)}, "a"},
		{"no move for long", []livegame.Summary{played("a", 2000, quiet(channels.Fresh)), played("b", 1000)}, "b"},
		{"no move at all", []livegame.Summary{played("a", 2000, func(g *livegame.Summary) { g.Ply = 0 })}, ""},
		{"private", []livegame.Summary{played("a", 2000, func(g *livegame.Summary) { g.Public = false })}, ""},
		{"one person with both colors",
			[]livegame.Summary{played("a", 2000, func(g *livegame.Summary) { g.Seats[1] = g.Seats[0] })}, ""},
		{"over", []livegame.Summary{played("a", 2000, func(g *livegame.Summary) { g.Status = livegame.Finished })}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got livegame.ID
			if best := channels.Best(c.live, noon); best != nil {
				got = best.ID
			}
			if got != c.want {
				t.Errorf("the best is %q, want %q", got, c.want)
			}
		})
	}
}

func TestChoose(t *testing.T) {
	current := func(g livegame.Summary) *channels.Current { return &channels.Current{Summary: g} }
	ended := func(ago time.Duration) *channels.Current {
		return &channels.Current{
			Summary: played("now", 1500, func(g *livegame.Summary) { g.Status = livegame.Finished }), Ended: noon.Add(-ago),
		}
	}
	for _, c := range []struct {
		name    string
		current *channels.Current
		shown   time.Duration // for so long
		live    []livegame.Summary
		want    livegame.ID
	}{
		{"nothing is played", ended(time.Hour), time.Hour, nil, "now"},
		{"the game was deleted", nil, 0, []livegame.Summary{played("a", 1000)}, "a"},
		{"a little better", current(played("now", 1500)), time.Hour,
			[]livegame.Summary{played("a", 1500+channels.MuchBetter-1)}, "now"},
		{"much better", current(played("now", 1500)), channels.Dwell,
			[]livegame.Summary{played("a", 1500+channels.MuchBetter)}, "a"},
		{"much better, but at once", current(played("now", 1500)), channels.Dwell - 1,
			[]livegame.Summary{played("a", 2500)}, "now"},
		{"people after a bot", current(played("now", 2500, bot)), time.Hour, []livegame.Summary{played("a", 0)}, "a"},
		{"a bot after people", current(played("now", 0)), time.Hour, []livegame.Summary{played("a", 2500, bot)}, "now"},
		{"fast after slow", current(played("now", 2500, slow)), time.Hour, []livegame.Summary{played("a", 0, engine)}, "a"},
		{"slow after fast", current(played("now", 0, engine)), time.Hour, []livegame.Summary{played("a", 2500, slow)}, "now"},
		{"a long thought", current(played("now", 1500, quiet(channels.Quiet-1))), time.Hour,
			[]livegame.Summary{played("a", 1000)}, "now"},
		{"too long a thought", current(played("now", 1500, quiet(channels.Quiet))), time.Hour,
			[]livegame.Summary{played("a", 1000)}, "a"},
		{"a long thought, and no other game", current(played("now", 1500, quiet(time.Hour))), time.Hour, nil, "now"},
		{"the final position stays", ended(channels.Linger - 1), time.Hour, []livegame.Summary{played("a", 2500)}, "now"},
		{"the next game follows", ended(channels.Linger), 0, []livegame.Summary{played("a", 1000)}, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			live := c.live
			if c.current != nil && c.current.Ended.IsZero() {
				live = append(live, c.current.Summary)
			}
			was := channels.Shown{Channel: "shrink", Game: "now", Since: noon.Add(-c.shown)}
			if got := channels.Choose(was, c.current, live, noon); got != c.want {
				t.Errorf("the channel shows %q, want %q", got, c.want)
			}
		})
	}
}

func TestLast(t *testing.T) {
	over := func(id livegame.ID, plies int, change ...func(*livegame.Summary)) archive.Game {
		return archive.Game{Summary: played(id, 1500, append(change, func(g *livegame.Summary) { g.Ply = plies })...)}
	}
	for _, c := range []struct {
		name string
		list []archive.Game
		want livegame.ID
	}{
		{"none", nil, ""},
		{"the last between people", []archive.Game{over("a", 50, engine), over("b", 50), over("c", 80)}, "b"},
		{"not a very short one", []archive.Game{over("a", 3), over("b", 50)}, "b"},
		{"else the last", []archive.Game{over("a", 3), over("b", 50, engine)}, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got livegame.ID
			if last := channels.Last(c.list); last != nil {
				got = last.ID
			}
			if got != c.want {
				t.Errorf("the last is %q, want %q", got, c.want)
			}
		})
	}
}
