package swiss

import "fmt"

// Berger returns a round of a round robin, in which each of the players 1 to n meets each other one once,
// by the Berger tables of FIDE's general rules for competitions (C.05, annex 1). An even number of
// players has n-1 rounds, an odd one n, with one player free in each: Bye. Being free counts no points.
func Berger(n, round int) (Round, error) {
	if err := checkBerger(n, round, 1); err != nil {
		return Round{}, err
	}
	return berger(n, round), nil
}

// DoubleBerger returns a round of a double round robin, in which each of the players 1 to n meets each
// other one twice, with both colors. The first half has its last two rounds swapped, as FIDE recommends,
// so no player has the same color three times in a row.
func DoubleBerger(n, round int) (Round, error) {
	if err := checkBerger(n, round, 2); err != nil {
		return Round{}, err
	}
	half := bergerRounds(n)
	if round > half {
		r := berger(n, round-half)
		for i, b := range r.Boards {
			r.Boards[i] = Board{White: b.Black, Black: b.White}
		}
		return r, nil
	}
	switch {
	case half < 2:
	case round == half:
		round--
	case round == half-1:
		round++
	}
	return berger(n, round), nil
}

// bergerRounds returns the number of rounds of a round robin.
func bergerRounds(n int) int { return n + n%2 - 1 }

func checkBerger(n, round, cycles int) error {
	if n < 2 || n > maxPlayers {
		return fmt.Errorf("round robin of %d players, expected 2 to %d", n, maxPlayers)
	}
	if last := cycles * bergerRounds(n); round < 1 || round > last {
		return fmt.Errorf("round %d of a round robin of %d players, expected 1 to %d", round, n, last)
	}
	return nil
}

// berger makes a round. The last player of an even number meets a player who moves on by half the number from round to
// round; all others meet those at the same distance from that player, on a circle without the last one.
func berger(n, round int) Round {
	last := n + n%2
	circle := last - 1
	center := (round - 1) * last / 2 % circle
	at := func(k int) int { return (center+k+circle)%circle + 1 }
	var r Round
	switch {
	case last > n:
		r.Bye = at(0)
	case round%2 == 1:
		r.Boards = append(r.Boards, Board{at(0), last})
	default:
		r.Boards = append(r.Boards, Board{last, at(0)})
	}
	for k := 1; k < last/2; k++ {
		r.Boards = append(r.Boards, Board{at(k), at(-k)})
	}
	return r
}
