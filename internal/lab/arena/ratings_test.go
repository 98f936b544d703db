package arena

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/cli/engines"
)

// With two engines, ratings agree with the estimate of a match.
func TestRatingsOfTwo(t *testing.T) {
	for _, pairs := range [][5]int{{10, 40, 100, 60, 30}, {5, 5, 5, 5, 5}} {
		e := NewEstimate(pairs)
		elos, margins := ratings(2, []Pairing{{Engines: [2]int{0, 1}, Tally: Tally{Pairs: pairs}}})
		if d := elos[0] - elos[1]; math.Abs(d-e.Elo) > 0.05*math.Abs(e.Elo)+1 || elos[0] != -elos[1] {
			t.Errorf("%v: ratings %v, want a difference of %.1f", pairs, elos, e.Elo)
		}
		if m := 2 * margins[0]; math.Abs(m-e.Margin()) > 0.15*e.Margin() {
			t.Errorf("%v: margin %.1f, want %.1f", pairs, m, e.Margin())
		}
	}
}

// Results of an exact difference in strength give that difference in each format, and
// more games a smaller margin.
func TestRatingsOfFour(t *testing.T) {
	strength := []float64{150, 50, -20, -180}
	for name, config := range map[string]Config{"round robin": {}, "gauntlet": {Gauntlet: true}} {
		config.Contestants = make([]engines.Contestant, len(strength))
		var before float64
		for _, games := range []float64{100, 10_000} {
			pairings := config.pairings()
			for i, p := range pairings {
				won := int(games * expected(strength[p.Engines[0]]-strength[p.Engines[1]]))
				pairings[i].Tally.Pairs = [5]int{int(games) - won, 0, 0, 0, won}
			}
			elos, margins := ratings(len(strength), pairings)
			for i, want := range strength {
				if math.Abs(elos[i]-want) > 2000/games+1 {
					t.Errorf("%s, %.0f games: ratings %.1f, want %v", name, games, elos, strength)
					break
				}
			}
			if before > 0 && math.Abs(before/margins[0]-10) > 1 {
				t.Errorf("%s: margins %.1f and %.1f with 100 times as many games", name, before, margins[0])
			}
			before = margins[0]
		}
	}
}

// Ratings are finite without games, and if an engine won all.
func TestRatingsFinite(t *testing.T) {
	for _, won := range []int{0, 1000} {
		pairings := (&Config{Contestants: make([]engines.Contestant, 3)}).pairings()
		for i := range 2 { // the first engine's
			pairings[i].Tally.Pairs[4] = won
		}
		elos, margins := ratings(3, pairings)
		for i := range elos {
			if math.Abs(elos[i]) > 3000 || !(margins[i] > 0 && margins[i] < 1e6) {
				t.Errorf("%d pairs won: %v ± %v", won, elos, margins)
			}
		}
	}
}

// In a tournament everybody meets everybody from the same openings with both colors; in a
// gauntlet only the first engine does. It does not depend on the concurrency.
func TestTournament(t *testing.T) {
	for _, c := range []struct {
		gauntlet bool
		meetings int
	}{{false, 3}, {true, 2}} {
		var table string
		for _, concurrency := range []int{1, 4} {
			config := newMatch(t, 15, entrant("dice", dice), entrant("greedy", greedy)) // 15 becomes 16
			config.Contestants = append(config.Contestants, entrant("more dice", dice))
			config.Gauntlet, config.Concurrency = c.gauntlet, concurrency
			report, records := gather(t, config)
			if len(records) != 16*c.meetings || report.Planned != len(records) || len(report.Pairings) != c.meetings {
				t.Fatalf("%d games of %d, %d pairings", len(records), report.Planned, len(report.Pairings))
			}
			openings := map[string]int{}
			for _, r := range records {
				openings[r.FEN]++
			}
			for fen, n := range openings {
				if n != 2*c.meetings {
					t.Errorf("%q is played %d times, want %d", fen, n, 2*c.meetings)
				}
			}
			for _, p := range report.Pairings {
				if p.Tally.Games() != 16 || p.Tally.White[0]+p.Tally.White[1]+p.Tally.White[2] != 8 {
					t.Errorf("%v: %+v", p.Engines, p.Tally)
				}
			}
			if best := report.Standings()[0]; report.Names[best.Engine] != "greedy" || best.Elo <= 0 {
				t.Errorf("the best is %+v", best)
			}
			if concurrency > 1 && report.String() != table {
				t.Errorf("four at once:\n%sone at a time:\n%s", report, table)
			}
			table = report.String()
		}
		// Nobody meets himself, and in a gauntlet two engines do not meet.
		none := 0
		for _, cell := range strings.Fields(table) {
			if cell == "-" {
				none++
			}
		}
		if none != 9-2*c.meetings {
			t.Errorf("gauntlet %t: %d cells are empty:\n%s", c.gauntlet, none, table)
		}
	}
}

// A gauntlet does not resume as a round robin.
func TestGauntletIsAnother(t *testing.T) {
	c := newMatch(t, 2, entrant("dice", dice), entrant("greedy", greedy))
	c.Contestants = append(c.Contestants, entrant("more dice", dice))
	c.State = t.TempDir() + "/state"
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	c.Gauntlet = true
	if _, err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "gauntlet") {
		t.Errorf("the error is %v", err)
	}
}

// Tables end a game as soon as they know its position.
func TestTablesEndGames(t *testing.T) {
	c := newMatch(t, 2, entrant("dice", dice), entrant("more dice", dice))
	c.Tables = known(-3)
	_, records := gather(t, c)
	for _, r := range records {
		// After White's first move Black has lost.
		if len(r.Moves) != 1 || !strings.HasSuffix(r.Reason, string(TableResult)) || r.Result == "1/2-1/2" {
			t.Errorf("%d plies, %s, %s", len(r.Moves), r.Result, r.Reason)
		}
	}
}

// counted is a player that counts those who run.
type counted struct {
	engines.Player
	running *int
}

func (c counted) Close() {
	*c.running--
	c.Player.Close()
}

// A worker keeps only a few players of a large tournament.
func TestFewPlayersRun(t *testing.T) {
	running, most := 0, 0
	c := newMatch(t, 2, entrant("a", dice), entrant("b", dice))
	for _, name := range []string{"c", "d", "e", "f"} {
		c.Contestants = append(c.Contestants, entrant(name, dice))
	}
	for i, e := range c.Contestants {
		c.Contestants[i].New = func(ctx context.Context) (engines.Player, error) {
			p, err := e.New(ctx)
			running++
			most = max(most, running)
			return counted{p, &running}, err
		}
	}
	if report, err := Run(t.Context(), c); err != nil || report.Played != 30 {
		t.Fatalf("%d games, %v", report.Played, err)
	}
	if most > maxRunning || running != 0 {
		t.Errorf("%d players ran at once, want at most %d; %d are left", most, maxRunning, running)
	}
}
