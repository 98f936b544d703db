package swiss

import (
	"math/rand/v2"
)

// randomTournament plays rounds with random results between random opponents, or those that Pair chooses.
func randomTournament(rng *rand.Rand, players, rounds int, paired bool) (Tournament, error) {
	t := Tournament{Rounds: rounds + rng.IntN(3), FirstColor: Color(1 + rng.IntN(2))}
	if t.Rounds == rounds {
		t.Rounds++
	}
	for i := range players {
		t.Players = append(t.Players, Player{ID: i + 1})
	}
	rng.Shuffle(players, func(i, j int) { t.Players[i], t.Players[j] = t.Players[j], t.Players[i] })
	arrival := make([]int, players+1)
	unrest := rng.Float64() * 0.3 // how often players are absent and forfeit
	draws := rng.Float64()
	for id := range arrival {
		if rng.Float64() < unrest {
			arrival[id] = rng.IntN(rounds + 1)
		}
	}
	for r := range rounds {
		for i := range t.Players {
			p := &t.Players[i]
			p.Absent = r < arrival[p.ID] || rng.Float64() < unrest/2
		}
		var round Round
		if paired {
			var err error
			if round, err = Pair(t); err != nil {
				return t, err
			}
		} else {
			round = randomRound(rng, t)
		}
		t.play(rng, round, draws, unrest)
	}
	for i := range t.Players {
		t.Players[i].Absent = rng.Float64() < unrest/2
	}
	if groups := rng.IntN(4); groups > 0 {
		t.Apart = rng.IntN(3) == 0
		for i := range t.Players {
			t.Players[i].Group = rng.IntN(groups + 1)
		}
	}
	return t, nil
}

// randomRound pairs players who have not met, without any other rule.
func randomRound(rng *rand.Rand, t Tournament) Round {
	var free []*Player
	for i := range t.Players {
		if !t.Players[i].Absent {
			free = append(free, &t.Players[i])
		}
	}
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	var round Round
	for len(free) > 1 {
		a := free[0]
		k := 1
		for k < len(free)-1 && met(a, free[k].ID) {
			k++
		}
		b := free[k]
		free = append(append([]*Player(nil), free[1:k]...), free[k+1:]...)
		if met(a, b.ID) {
			b.Absent = true
			a.Absent = true
			continue
		}
		round.Boards = append(round.Boards, Board{a.ID, b.ID})
	}
	if len(free) == 1 {
		round.Bye = free[0].ID
	}
	return round
}

func met(p *Player, id int) bool {
	for _, g := range p.Games {
		if g.Opponent == id && g.Result.Played() {
			return true
		}
	}
	return false
}

// play adds a round with random results.
func (t *Tournament) play(rng *rand.Rand, round Round, draws, unrest float64) {
	games := map[int]Game{round.Bye: {Result: PairingBye}}
	for _, b := range round.Boards {
		white, black := Win, Loss
		switch x := rng.Float64(); {
		case x < unrest/4:
			white, black = ForfeitWin, ForfeitLoss
		case x < unrest/4+0.01:
			white, black = ForfeitLoss, ForfeitLoss
		case rng.Float64() < draws:
			white, black = Draw, Draw
		}
		if rng.IntN(2) == 0 {
			white, black = black, white
		}
		games[b.White] = Game{b.Black, White, white}
		games[b.Black] = Game{b.White, Black, black}
	}
	for i := range t.Players {
		p := &t.Players[i]
		g, ok := games[p.ID]
		if !ok {
			g.Result = []Result{ZeroBye, ZeroBye, HalfBye, FullBye}[rng.IntN(4)]
		}
		p.Games = append(p.Games, g)
	}
}
