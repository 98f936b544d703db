package swiss

import (
	"fmt"
	"slices"
	"testing"
)

// tieBreaksOf returns one tie-break of each player, and the ranks by score and it.
func tieBreaksOf(t *testing.T, k known, by TieBreak) (values, ranks map[int]int) {
	t.Helper()
	all, err := Standings(k.Tournament, by)
	if err != nil {
		t.Fatal(err)
	}
	values, ranks = map[int]int{}, map[int]int{}
	for _, s := range all {
		values[s.ID], ranks[s.ID] = s.TieBreaks[0], s.Rank
	}
	return values, ranks
}

// TestTieBreaks compares with published values, those of the rules of 2026.
func TestTieBreaks(t *testing.T) {
	for _, c := range []struct {
		file string
		by   TieBreak
		unit float64
		want map[int]float64
	}{
		{"held-5", Buchholz, 2, map[int]float64{1: 12.5, 2: 13, 3: 15.5, 4: 14, 5: 8.5, 8: 13.5, 11: 12.5, 16: 12.5}},
		{"held-5", BuchholzCut1, 2, map[int]float64{5: 7.5, 8: 12, 11: 11}},
		{"held-5", SonnebornBerger, 4, map[int]float64{
			1: 8, 2: 9.5, 3: 10.5, 4: 9.25, 5: 4.25, 6: 6, 7: 3.25, 8: 5.25,
			9: 2.25, 10: 1.5, 11: 4.75, 12: 4, 13: 4.25, 14: 4.5, 15: 3.5, 16: 7.25,
		}},
		{"held-5", Wins, 1, map[int]float64{
			1: 2, 2: 3, 3: 2, 4: 2, 5: 2, 6: 3, 7: 1, 8: 2, 9: 1, 10: 1, 11: 2, 12: 2, 13: 1, 14: 2, 15: 2, 16: 3,
		}},
		{"held-robin", SonnebornBerger, 4, map[int]float64{1: 9.25, 2: 6.25, 3: 6.25, 4: 4.25, 5: 3.25, 6: 2.25}},
		{"unplayed", SonnebornBerger, 4, map[int]float64{
			1: 14, 2: 14, 3: 14.25, 4: 6, 5: 17.5, 6: 7, 7: 9.25, 8: 4.75,
			9: 16.75, 10: 9.25, 11: 13.5, 12: 14, 13: 3.25, 14: 8.25, 15: 5.25,
		}},
	} {
		k := readKnown(t, "testdata/"+c.file+".txt")
		k.RoundRobin = c.file == "held-robin"
		values, _ := tieBreaksOf(t, k, c.by)
		for id, want := range c.want {
			if got := float64(values[id]) / c.unit; got != want {
				t.Errorf("%s: player %d has %v %v, expected %v", c.file, id, c.by, got, want)
			}
		}
	}
}

func TestDirectEncounter(t *testing.T) {
	for _, c := range []struct {
		file string
		want map[int]int // ranks
	}{
		{"held-5", map[int]int{1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}},
		{"held-9", map[int]int{
			1: 3, 2: 5, 3: 1, 4: 3, 5: 9, 6: 2, 7: 6, 8: 6, 9: 14, 10: 9, 11: 13, 12: 14, 13: 16, 14: 9, 15: 9, 16: 6,
		}},
		{"held-robin", map[int]int{1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}},
	} {
		k := readKnown(t, "testdata/"+c.file+".txt")
		k.RoundRobin = c.file == "held-robin"
		_, ranks := tieBreaksOf(t, k, DirectEncounter)
		for id, want := range c.want {
			if ranks[id] != want {
				t.Errorf("%s: player %d has rank %d, expected %d", c.file, id, ranks[id], want)
			}
		}
	}
}

// TestStandings ranks by several tie-breaks; players tied in everything share a rank.
func TestStandings(t *testing.T) {
	tour := Tournament{Players: []Player{
		{ID: 2, Games: []Game{{4, Black, Draw}, {3, White, Win}}},
		{ID: 1, Games: []Game{{3, White, Win}, {4, Black, Draw}}},
		{ID: 3, Games: []Game{{1, Black, Loss}, {2, Black, Loss}}},
		{ID: 4, Games: []Game{{2, White, Draw}, {1, White, Draw}}},
	}}
	got, err := Standings(tour, Buchholz, DirectEncounter)
	if err != nil {
		t.Fatal(err)
	}
	want := "[{1 1 3 [2 0]} {2 1 3 [2 0]} {4 3 2 [6 0]} {3 4 0 [6 0]}]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, expected %v", got, want)
	}
	for _, bad := range []TieBreak{0, Wins + 1} {
		if _, err := Standings(tour, bad); err == nil {
			t.Errorf("tie-break %d gives no error", bad)
		}
	}
	tour.RoundRobin = true
	if _, err := Standings(tour, Buchholz); err == nil {
		t.Error("Buchholz of a round robin gives no error")
	}
	if _, err := Pair(tour); err == nil {
		t.Error("a round robin is paired by scores")
	}
}

// TestBerger compares with FIDE's tables for up to 8 players.
func TestBerger(t *testing.T) {
	tables := map[int][]string{
		4: {"1-4 2-3", "4-3 1-2", "2-4 3-1"},
		6: {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"},
		8: {
			"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
			"3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
		},
	}
	for n, table := range tables {
		for i, want := range table {
			r, err := Berger(n, i+1)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for k, b := range r.Boards {
				if k > 0 {
					got += " "
				}
				got += fmt.Sprintf("%d-%d", b.White, b.Black)
			}
			if got != want {
				t.Errorf("%d players, round %d: %s, expected %s", n, i+1, got, want)
			}
		}
	}
}

// TestRoundRobins checks that each player meets each other one as often as promised, and the colors.
func TestRoundRobins(t *testing.T) {
	for n := 2; n <= 20; n++ {
		for cycles, pair := range map[int]func(n, round int) (Round, error){1: Berger, 2: DoubleBerger} {
			games, whites, byes := map[[2]int]int{}, map[int]int{}, map[int]int{}
			colors := map[int][]Color{}
			rounds := cycles * bergerRounds(n)
			for r := 1; r <= rounds; r++ {
				round, err := pair(n, r)
				if err != nil {
					t.Fatal(err)
				}
				byes[round.Bye]++
				for _, b := range round.Boards {
					games[[2]int{min(b.White, b.Black), max(b.White, b.Black)}]++
					whites[b.White]++
					colors[b.White] = append(colors[b.White], White)
					colors[b.Black] = append(colors[b.Black], Black)
				}
			}
			for i := 1; i <= n; i++ {
				for j := i + 1; j <= n; j++ {
					if games[[2]int{i, j}] != cycles {
						t.Errorf("%d players, %d cycles: %d and %d meet %d times", n, cycles, i, j, games[[2]int{i, j}])
					}
				}
				if n%2 == 1 && byes[i] != cycles {
					t.Errorf("%d players: %d is free in %d rounds", n, i, byes[i])
				}
				if balance := 2*whites[i] - len(colors[i]); balance < -1 || balance > 1 {
					t.Errorf("%d players, %d cycles: %d has white %d times of %d", n, cycles, i, whites[i], len(colors[i]))
				}
				for k := 2; k < len(colors[i]) && n > 3; k++ {
					if c := colors[i][k-2 : k+1]; c[0] == c[1] && c[1] == c[2] {
						t.Errorf("%d players, %d cycles: %d has %v three times in a row", n, cycles, i, c[0])
					}
				}
			}
			for _, bad := range []int{0, rounds + 1} {
				if _, err := pair(n, bad); err == nil {
					t.Errorf("%d players: round %d gives no error", n, bad)
				}
			}
		}
	}
	if _, err := Berger(1, 1); err == nil {
		t.Error("a round robin of one player gives no error")
	}
}

// TestErrors checks what is said of bad tournaments.
func TestErrors(t *testing.T) {
	game := func(o int, c Color, r Result) []Game { return []Game{{o, c, r}} }
	for _, c := range []struct {
		tour Tournament
		want string
	}{
		{Tournament{Players: []Player{{ID: 0}}}, "pairing number 0 is out of range, expected 1 or more"},
		{Tournament{Players: []Player{{ID: 1}, {ID: 1}}}, "two players have the pairing number 1"},
		{Tournament{FirstColor: 7}, "initial color is 7, expected white or black"},
		{Tournament{Points: Points{Win: 1, Draw: 1}},
			"points for win, draw, loss are 1, 1, 0: expected win above draw, draw not below loss, all from 0 to 10000"},
		{Tournament{Points: Points{Win: 2, Draw: 1, PairingBye: 3}},
			"points for the pairing-allocated bye are 3, expected 0 to 2, those for a win"},
		{Tournament{Players: []Player{{ID: 1}, {ID: 2, Games: game(1, White, Win)}}},
			"player 2 has 1 past rounds, player 1 has 0"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, White, Win)}}},
			"player 1, round 1: the opponent 2 is not in the tournament"},
		{Tournament{Players: []Player{{ID: 1, Games: game(1, White, Win)}}},
			"player 1, round 1: the opponent is the same player"},
		{Tournament{Players: []Player{{ID: 1, Games: game(0, NoColor, 0)}}}, "player 1, round 1: the result is missing"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, NoColor, HalfBye)}}},
			"player 1, round 1: a half-point bye has no opponent and no color"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, NoColor, Draw)}, {ID: 2, Games: game(1, NoColor, Draw)}}},
			"player 1, round 1: a draw needs a color"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, White, Win)}, {ID: 2, Games: game(1, White, Loss)}}},
			"player 1, round 1: both players have white, or only one has a color"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, White, Win)}, {ID: 2, Games: game(1, Black, Win)}}},
			"player 1, round 1: a win against a win of player 2"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, White, Win)}, {ID: 2, Games: game(0, NoColor, ZeroBye)}}},
			"player 1, round 1: the opponent 2 has another opponent"},
		{Tournament{
			Players: []Player{{ID: 1, Games: game(0, NoColor, PairingBye)}, {ID: 2, Games: game(0, NoColor, PairingBye)}},
		},
			"round 1: players 1 and 2 both have the pairing-allocated bye"},
		{Tournament{Rounds: 1, Players: []Player{{ID: 1, Games: game(0, NoColor, ZeroBye)}}},
			"all 1 rounds of the tournament are played"},
		{Tournament{Players: []Player{{ID: 1, Games: game(2, White, Win)}, {ID: 2, Games: game(1, Black, Loss)}}},
			ErrNoPairing.Error()},
	} {
		_, err := Pair(c.tour)
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v, expected %s", err, c.want)
		}
	}
	if r, err := Pair(Tournament{}); err != nil || len(r.Boards) != 0 || r.Bye != 0 {
		t.Errorf("no players: %v, %v", r, err)
	}
	if r, err := Pair(Tournament{Players: []Player{{ID: 3}}}); err != nil || r.Bye != 3 {
		t.Errorf("one player: %v, %v", r, err)
	}
}

// TestPoints pairs with a scale of 3 points for a win.
func TestPoints(t *testing.T) {
	p := Points{Win: 3, Draw: 1, PairingBye: 1}
	for r, want := range map[Result]int{
		Win: 3, Draw: 1, Loss: 0, ForfeitWin: 3, ForfeitLoss: 0, PairingBye: 1, FullBye: 3, HalfBye: 1, ZeroBye: 0,
	} {
		if got := p.Of(r); got != want {
			t.Errorf("a %v counts %d, expected %d", r, got, want)
		}
	}
	if got := (Points{}).Of(PairingBye); got != 2 {
		t.Errorf("a pairing-allocated bye counts %d by default, expected 2", got)
	}
	names := []string{}
	for r := Result(0); r <= ZeroBye+1; r++ {
		names = append(names, r.String())
	}
	if slices.Contains(names, "") {
		t.Errorf("a result has no name: %v", names)
	}
}
