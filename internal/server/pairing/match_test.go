package pairing

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// waiter returns a game in which a player with a rating (0: none) has waited for some time.
func waiter(i, rating int, waited time.Duration) livegame.Summary {
	guest := fmt.Sprintf("player%05d", i)
	s := livegame.Summary{Header: livegame.Header{
		ID: livegame.ID(fmt.Sprintf("game%08d", i)), Variant: "chess", Rated: rating > 0, Public: true, Pairing: true,
		Creator: guest, TimeControl: livegame.TimeControl{Base: 3 * time.Minute}, Created: noon.Add(-waited),
	}, Status: livegame.Waiting}
	s.Seats[i&1] = livegame.Player{Guest: guest, Person: livegame.Person{Account: rating > 0, Rating: rating}}
	return s
}

// literal is match as its rules read: every game with every younger one.
func literal(
	list []livegame.Summary, now time.Time, skip map[livegame.ID]bool, blocked map[string]map[string]bool,
) map[livegame.ID]livegame.ID {
	list = slices.SortedFunc(slices.Values(list), func(a, b livegame.Summary) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	near := func(s livegame.Summary, p, opponent livegame.Player) bool {
		if !s.Pairing || s.RatingMin > 0 || s.RatingMax > 0 || p.Rating == 0 || opponent.Rating == 0 {
			return true
		}
		points, unlimited := Window(p, now.Sub(s.Created))
		if opponent.Provisional {
			points = max(points, provisionalWindow)
		}
		return unlimited || max(p.Rating-opponent.Rating, opponent.Rating-p.Rating) <= points
	}
	joins, taken := map[livegame.ID]livegame.ID{}, map[livegame.ID]bool{}
	for i, a := range list {
		for _, b := range list[i+1:] {
			p, ok := host(a)
			q, ok2 := host(b)
			if !ok || !ok2 || skip[a.ID] || skip[b.ID] || taken[a.ID] || taken[b.ID] || !a.Pairing && !b.Pairing ||
				a.Variant != b.Variant || a.TimeControl != b.TimeControl || a.Rated != b.Rated || a.FEN != "" || b.FEN != "" ||
				p.Guest == q.Guest || a.Accepts(q) != nil || b.Accepts(p) != nil || !near(a, p, q) || !near(b, q, p) ||
				blocked[p.Guest][q.Guest] || blocked[q.Guest][p.Guest] {
				continue
			}
			taken[a.ID], taken[b.ID] = true, true
			if b.Pairing {
				joins[b.ID] = a.ID
			} else {
				joins[a.ID] = b.ID
			}
		}
	}
	return joins
}

// TestMatchIsLiteral compares match with the literal form over random lists in any order.
func TestMatchIsLiteral(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pairs := 0
	for round := range 300 {
		var list []livegame.Summary
		skip, blocked := map[livegame.ID]bool{}, map[string]map[string]bool{}
		for i := range random.IntN(40) {
			rating := 0
			if random.IntN(4) > 0 {
				rating = 800 + random.IntN(1600)
			}
			s := waiter(i, rating, time.Duration(random.IntN(50))*time.Second)
			s.Variant = []string{"chess", "shrink"}[random.IntN(2)]
			s.Rated = random.IntN(3) > 0
			s.Pairing = random.IntN(4) > 0
			if random.IntN(3) == 0 {
				s.RatingMin = []int{0, 1000, 1500}[random.IntN(3)]
				s.RatingMax = []int{0, 1600, 2000}[random.IntN(3)]
			}
			if random.IntN(20) == 0 {
				s.FEN = "8/8/8/8/8/8/8/8 w - - 0 1"
			}
			seat := &s.Seats[i&1]
			seat.Provisional = random.IntN(3) == 0
			switch random.IntN(12) {
			case 0: // one of the player's other games
				seat.Guest, s.Creator = "player00000", "player00000"
			case 1: // the opponent is there already
				s.Seats[1-i&1].Guest = "opponent"
			case 2:
				skip[s.ID] = true
			case 3:
				blocked[seat.Guest] = map[string]bool{fmt.Sprintf("player%05d", random.IntN(40)): true}
			}
			list = append(list, s)
		}
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		got, want := match(list, noon, skip, blocked), literal(list, noon, skip, blocked)
		if !maps.Equal(got, want) {
			t.Fatalf("round %d: %d games: got %v, want %v", round, len(list), got, want)
		}
		pairs += len(got)
	}
	if pairs < 500 {
		t.Errorf("%d pairs in all rounds are too few to compare", pairs)
	}
}

// BenchmarkMatch pairs 2,000 players. In "no pair" all want the same game, and all pairs are compared
// without a result; in "all pairs" each finds an opponent.
func BenchmarkMatch(b *testing.B) {
	const players = 2000
	for _, c := range []struct {
		name   string
		rating func(i int) int
		pairs  int
	}{
		{"no pair", func(i int) int { return 1 + i*101 }, 0},
		{"all pairs", func(int) int { return 1500 }, players / 2},
		{"spread", func(i int) int { return 600 + i*7919%2000 }, -1},
	} {
		b.Run(c.name, func(b *testing.B) {
			list := make([]livegame.Summary, players)
			for i := range list {
				list[i] = waiter(i, c.rating(i), 0)
			}
			for b.Loop() {
				if n := len(match(list, noon, nil, nil)); c.pairs >= 0 && n != c.pairs {
					b.Fatalf("%d pairs, want %d", n, c.pairs)
				}
			}
		})
	}
}
