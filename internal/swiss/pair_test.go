package swiss

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
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
		want, wantBye, ok := twinPair(tour)
		if ok != (err == nil) {
			t.Fatalf("seed %d: error %v, the twin has a pairing: %v", seed, err, ok)
		}
		if !ok {
			none++
			continue
		}
		pairs, bye := ranks(tour, got)
		if a, b := pairsText(pairs, bye), pairsText(want, wantBye); a != b {
			t.Errorf("seed %d: paired %s, the twin %s\n%s", seed, a, b, describe(tour))
		}
	}
	t.Logf("%d tournaments, %d without a pairing", *tournaments, none)
}

func describe(t Tournament) string {
	s := ""
	for i, e := range t.entrants() {
		s += fmt.Sprintf("%d: player %d score %d colors %v met %v down %v up %v bye %v\n", i, e.id, e.score, e.colors, e.met, e.down, e.up, e.byeAllowed)
	}
	return s
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
		if !white.topscorer && !black.topscorer && (white.strength == absolute && white.preference == Black || black.strength == absolute && black.preference == White) {
			t.Errorf("seed %d: %v refuses an absolute preference", seed, b)
		}
		order := [3]int{max(white.score, black.score), white.score + black.score, b.White}
		if black.score > white.score || black.score == white.score && b.Black < b.White {
			order[2] = b.Black
		}
		if order[0] > above[0] || order[0] == above[0] && (order[1] > above[1] || order[1] == above[1] && order[2] < above[2]) {
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
