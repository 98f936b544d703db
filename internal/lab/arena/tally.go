package arena

import (
	"fmt"
	"maps"
	"strings"
)

// Tally counts results, as the first contestant sees them.
type Tally struct {
	Wins, Draws, Losses int
	White               [3]int           // wins, draws and losses with White; the others are with Black
	Pairs               [5]int           // complete pairs of games by the half points won in them
	Faults              [2]map[Fault]int // by contestant
	Reasons             map[string]int   // why games ended
	Plies               int              // of all games together
	half                map[int]int      // points of games whose partner is not there yet, by pair
}

// Games is the number of games counted.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points is what the first contestant won, in points.
func (t *Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Add counts a game.
func (t *Tally) Add(r Record) {
	if t.Reasons == nil {
		t.Reasons, t.half = map[string]int{}, map[int]int{}
		t.Faults = [2]map[Fault]int{{}, {}}
	}
	points := r.points()
	switch points {
	case 2:
		t.Wins++
	case 1:
		t.Draws++
	default:
		t.Losses++
	}
	if r.White == 0 {
		t.White[2-points]++
	}
	if r.Fault != NoFault {
		t.Faults[r.Faulty][r.Fault]++
	}
	t.Reasons[r.Reason]++
	t.Plies += max(r.plies, len(r.Moves))
	pair := r.Game / 2
	if first, found := t.half[pair]; found {
		t.Pairs[first+points]++
		delete(t.half, pair)
	} else {
		t.half[pair] = points
	}
}

// WhiteScore is the share of points that White won, 0 to 1, whoever it was.
func (t *Tally) WhiteScore() float64 {
	games := t.Games()
	if games == 0 {
		return 0
	}
	won := 2*t.White[0] + t.White[1]
	won += 2*(t.Losses-t.White[2]) + t.Draws - t.White[1]
	return float64(won) / 2 / float64(games)
}

// faults lists the faults of a contestant in words.
func (t *Tally) faults(who int) string {
	var list []string
	for _, f := range Faults {
		if n := t.Faults[who][f]; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, f))
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// clone returns an independent copy.
func (t *Tally) clone() Tally {
	c := *t
	c.Reasons, c.half = maps.Clone(t.Reasons), maps.Clone(t.half)
	for i := range c.Faults {
		c.Faults[i] = maps.Clone(t.Faults[i])
	}
	return c
}
