package swiss

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var tournaments = flag.Int("swiss.tournaments", 250, "how many random tournaments a test pairs")

// ranks returns a round as pairs of ranks, the higher first, as twinPair does.
func ranks(t Tournament, r Round) (pairs [][2]int, bye int) {
	rank := map[int]int{}
	for i, e := range t.entrants() {
		rank[e.id] = i
	}
	for _, b := range r.Boards {
		i, j := rank[b.White], rank[b.Black]
		pairs = append(pairs, [2]int{min(i, j), max(i, j)})
	}
	bye = -1
	if r.Bye != 0 {
		bye = rank[r.Bye]
	}
	return pairs, bye
}

// TestTwin compares Pair with the literal twin.
func TestTwin(t *testing.T) {
	none := 0
	for seed := range *tournaments {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		players := 2 + rng.IntN(7)
		tour, err := randomTournament(rng, players, rng.IntN(min(players+1, 7)), seed%2 == 0)
		if err != nil && !errors.Is(err, ErrNoPairing) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := Pair(tour)
		if err != nil && !errors.Is(err, ErrNoPairing) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, wantBye, ok := twinPair(tour.entrants(), tour.FirstColor)
		if ok != (err == nil) {
			t.Fatalf("seed %d: error %v, the twin has a pairing: %v", seed, err, ok)
		}
		if !ok {
			none++
			continue
		}
		pairs, bye := ranks(tour, got)
		if a, b := pairsText(pairs, bye), pairsText(want, wantBye); a != b {
			t.Errorf("seed %d: paired %s, the twin %s\n%s", seed, a, b, describe(tour.entrants()))
		}
	}
	t.Logf("%d tournaments, %d without a pairing", *tournaments, none)
}

func describe(players []*entrant) string {
	s := ""
	for i, e := range players {
		s += fmt.Sprintf("%d: %+v\n", i, *e)
	}
	return s
}

// TestTwinOfAnything compares Pair with the twin for players whose pasts do not fit together. That
// reaches criteria that matter rarely in real tournaments of few players.
func TestTwinOfAnything(t *testing.T) {
	none := 0
	for seed := range 3 * *tournaments {
		rng := rand.New(rand.NewPCG(uint64(seed), 6))
		players := anyEntrants(rng)
		p := &pairing{players: players, first: White}
		err := p.solve()
		want, wantBye, ok := twinPair(players, White)
		if ok != (err == nil) {
			t.Fatalf("seed %d: error %v, the twin has a pairing: %v", seed, err, ok)
		}
		if !ok {
			none++
			continue
		}
		bye := -1
		if p.odd() {
			bye = p.face.mate(p.bye())
		}
		if a, b := pairsText(p.pairs, bye), pairsText(want, wantBye); a != b {
			t.Errorf("seed %d: paired %s, the twin %s\n%s", seed, a, b, describe(players))
		}
	}
	t.Logf("%d fields, %d without a pairing", 3**tournaments, none)
}

// anyEntrants makes players with random scores, opponents, colors and floats.
func anyEntrants(rng *rand.Rand) []*entrant {
	n := 2 + rng.IntN(7)
	groups := 1 + rng.IntN(4)
	chance := func() float64 { return rng.Float64() * 0.8 }
	meet, float, top, repeat, games := chance()*0.8, chance(), chance()-0.4, chance(), 5
	switch rng.IntN(4) {
	case 0: // one bracket in which only opponents matter, for exchanges
		n, groups, meet, float, games = 6+rng.IntN(3), 1, 0.4+chance()/2, 0, 1
	case 1: // players moved down who floated
		groups, meet, float, games = 3, 0.3+chance()/2, 1, 1
	}
	var all []*entrant
	for i := range n {
		e := &entrant{
			id: i + 1, number: i + 1, score: 2 * groups, met: map[int]bool{}, byeAllowed: rng.IntN(3) > 0, unplayed: rng.IntN(3),
		}
		e.score -= i*groups/n + rng.IntN(2)*rng.IntN(groups)%2
		color := Color(1 + rng.IntN(2))
		for range rng.IntN(games) {
			if rng.Float64() > repeat {
				color = color.Other()
			}
			e.colors = append(e.colors, color)
		}
		for back := range 2 {
			switch x := rng.Float64(); {
			case x < float/2:
				e.down[back] = true
			case x < float:
				e.up[back] = true
			}
		}
		e.topscorer = rng.Float64() < top
		e.setColors()
		all = append(all, e)
	}
	for i, e := range all {
		for _, o := range all[:i] {
			if rng.Float64() < meet {
				e.met[o.id], o.met[e.id] = true, true
			}
		}
	}
	slices.SortFunc(all, func(a, b *entrant) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	return all
}

// TestProperties checks what holds for every pairing, in tournaments of up to 60 players.
func TestProperties(t *testing.T) {
	for seed := range *tournaments / 5 {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		players := 2 + rng.IntN(59)
		tour, err := randomTournament(rng, players, rng.IntN(9), seed%3 != 0)
		if err == nil {
			var round Round
			if round, err = Pair(tour); err == nil {
				checkRound(t, seed, tour, round)
				continue
			}
		}
		if !errors.Is(err, ErrNoPairing) {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// checkRound checks that everybody present is paired once, and the absolute criteria C1–C3.
func checkRound(t *testing.T, seed int, tour Tournament, round Round) {
	t.Helper()
	byID := map[int]*entrant{}
	for _, e := range tour.entrants() {
		byID[e.id] = e
	}
	seen := map[int]bool{}
	see := func(id int) *entrant {
		e := byID[id]
		if e == nil || seen[id] {
			t.Fatalf("seed %d: player %d is absent or paired twice", seed, id)
		}
		seen[id] = true
		return e
	}
	above := [3]int{1 << 30, 1 << 30, 0}
	for _, b := range round.Boards {
		white, black := see(b.White), see(b.Black)
		if white.met[b.Black] {
			t.Errorf("seed %d: %v meet again", seed, b)
		}
		if !white.topscorer && !black.topscorer && (white.strength == absolute && white.preference == Black ||
			black.strength == absolute && black.preference == White) {
			t.Errorf("seed %d: %v refuses an absolute preference", seed, b)
		}
		order := [3]int{max(white.score, black.score), white.score + black.score, b.White}
		if black.score > white.score || black.score == white.score && b.Black < b.White {
			order[2] = b.Black
		}
		if order[0] > above[0] ||
			order[0] == above[0] && (order[1] > above[1] || order[1] == above[1] && order[2] < above[2]) {
			t.Errorf("seed %d: board %v after %v", seed, order, above)
		}
		above = order
	}
	if round.Bye != 0 && !see(round.Bye).byeAllowed {
		t.Errorf("seed %d: player %d may not get the bye", seed, round.Bye)
	}
	if len(seen) != len(byID) || (round.Bye != 0) != (len(byID)%2 == 1) {
		t.Errorf("seed %d: %d of %d players are in the round, bye %d", seed, len(seen), len(byID), round.Bye)
	}
}

// BenchmarkPair pairs a tournament of 200 players in 9 rounds.
func BenchmarkPair(b *testing.B) {
	for _, players := range []int{200, 199, 500} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 3))
			t := Tournament{Rounds: 9}
			for i := range players {
				t.Players = append(t.Players, Player{ID: i + 1})
			}
			for round := range 9 {
				var r Round
				b.Run(fmt.Sprint(round+1), func(b *testing.B) {
					for b.Loop() {
						var err error
						if r, err = Pair(t); err != nil {
							b.Fatal(err)
						}
					}
				})
				t.play(rng, r, 0.35, 0.02)
			}
		})
	}
}

// TestExchangeOrder pairs ten players who may meet only some opponents, so that two exchanges of two
// players compete whose numbers out of S1, and sums out of S2, are equal: 6 and 9, 7 and 8 (4.3.4).
func TestExchangeOrder(t *testing.T) {
	allowed := strings.Fields("1-2 3-4 5-7 6-8 9-10 5-6 7-9 8-10")
	var players []*entrant
	for i := range 10 {
		e := &entrant{id: i + 1, number: i + 1, met: map[int]bool{}}
		for _, o := range players {
			if !slices.Contains(allowed, fmt.Sprintf("%d-%d", o.id, e.id)) {
				e.met[o.id], o.met[e.id] = true, true
			}
		}
		players = append(players, e)
	}
	p := &pairing{players: players, first: White}
	if err := p.solve(); err != nil {
		t.Fatal(err)
	}
	if got, want := pairsText(p.pairs, -1), "0-1 2-3 4-6 5-7 8-9 bye -1"; got != want {
		t.Errorf("paired %s, expected %s, as the twin says", got, want)
	}
}
