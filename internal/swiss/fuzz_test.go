package swiss

import (
	"errors"
	"testing"
)

// source reads numbers from a fuzzed input, zeros after its end.
type source struct{ data []byte }

func (s *source) next(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b) % n
}

// fuzzedTournament makes a tournament of up to 7 players. It is mostly consistent: only some inputs
// change one entry to anything.
func fuzzedTournament(data []byte) Tournament {
	s := &source{data}
	players, rounds := s.next(8), s.next(6)
	t := Tournament{Rounds: rounds + s.next(3), FirstColor: Color(s.next(3))}
	if s.next(4) == 0 {
		t.Points = Points{Win: 3, Draw: s.next(3), PairingBye: s.next(4)}
	}
	for i := range players {
		p := Player{ID: i + 1, Absent: s.next(8) == 7}
		for range rounds {
			p.Games = append(p.Games, Game{Result: []Result{ZeroBye, HalfBye, ZeroBye, FullBye}[s.next(4)]})
		}
		t.Players = append(t.Players, p)
	}
	for r := range rounds {
		order := make([]int, players)
		for i := range order {
			j := s.next(i + 1)
			order[i] = order[j]
			order[j] = i
		}
		for k := 0; k+1 < players; k += 2 {
			fuzzGame(s, &t.Players[order[k]], &t.Players[order[k+1]], r)
		}
		if players%2 == 1 && s.next(2) == 1 {
			t.Players[order[players-1]].Games[r].Result = PairingBye
		}
	}
	if players > 0 && rounds > 0 && s.next(4) == 3 {
		p := &t.Players[s.next(players)]
		p.ID = s.next(12) - 1
		p.Games[s.next(rounds)] = Game{s.next(10) - 1, Color(s.next(5) - 1), Result(s.next(12))}
	}
	return t
}

func fuzzGame(s *source, a, b *Player, round int) {
	results := [][2]Result{
		{Win, Loss}, {Loss, Win}, {Draw, Draw}, {Win, Loss}, {Loss, Win}, {Draw, Draw},
		{ForfeitWin, ForfeitLoss}, {ForfeitLoss, ForfeitLoss}, {Draw, Loss}, {},
	}
	r := results[s.next(len(results))]
	if r[0] == 0 || met(a, b.ID) {
		return
	}
	a.Games[round] = Game{b.ID, White, r[0]}
	b.Games[round] = Game{a.ID, Black, r[1]}
}

// FuzzPair pairs tournaments that need not make sense, and compares with the twin if they do.
func FuzzPair(f *testing.F) {
	f.Add([]byte{6, 3, 1, 1, 1})
	f.Add([]byte{7, 4, 1, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
		25, 26, 27, 28, 29, 30})
	f.Fuzz(func(t *testing.T, data []byte) {
		tour := fuzzedTournament(data)
		round, err := Pair(tour)
		if _, rankErr := Standings(tour, Buchholz, BuchholzCut1, SonnebornBerger, Wins,
			DirectEncounter); (rankErr != nil) != (tour.check() != nil) {
			t.Errorf("standings: %v", rankErr)
		}
		if err != nil && !errors.Is(err, ErrNoPairing) {
			return
		}
		if err == nil {
			checkRound(t, 0, tour, round)
		}
		want, wantBye, ok := twinPair(tour.entrants(), tour.FirstColor)
		if ok != (err == nil) {
			t.Fatalf("error %v, the twin has a pairing: %v\n%s", err, ok, describe(tour.entrants()))
		}
		if ok {
			pairs, bye := ranks(tour, round)
			if a, b := pairsText(pairs, bye), pairsText(want, wantBye); a != b {
				t.Errorf("paired %s, the twin %s\n%s", a, b, describe(tour.entrants()))
			}
		}
	})
}
