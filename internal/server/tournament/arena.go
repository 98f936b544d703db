package tournament

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

const (
	berserkPlies  = 14 // a win of fewer brings no point more
	shortPlies    = 20 // a draw of fewer brings nothing
	longPlies     = 60 // a draw of as many counts after another draw, too
	eager         = 8  // as many free players are paired at once
	patience      = 3 * time.Second
	lastPairing   = 20 * time.Second // before the end: no more pairings
	neighbors     = 16               // of how many in the standings an opponent is chosen
	recent        = 4                // last games whose opponents are avoided
	repeatCost    = 40               // of a recent opponent, in places of the standings
	addressCost   = 40               // of the same address
	colorCost     = 3                // of a color that a player has had more often
	longAloneTime = 6 * time.Second  // after which two who have just played meet again
)

// arena is the system Arena.
type arena struct{}

// Mode implements System.
func (arena) Mode() Mode { return Continuous }

// Limit implements System.
func (arena) Limit() int { return 2000 }

// Words implements System.
func (arena) Words(t *View) string { return fmt.Sprintf("An arena of %d minutes", t.Minutes) }

// Check implements System.
func (arena) Check(t *Terms) error {
	t.Rounds, t.Pause, t.Double = 0, 0, false
	switch {
	case !t.Control.RealTime():
		return livegame.Refuse("An arena needs a clock.")
	case t.Duration < MinDuration || t.Duration > MaxDuration || t.Duration%time.Minute != 0:
		return livegame.Refuse("An arena lasts from %d to %d minutes.", MinDuration/time.Minute, MaxDuration/time.Minute)
	case 2*t.Control.Initial() > t.Duration:
		return livegame.Refuse("The arena is too short for games of this length.")
	}
	return nil
}

// TooLate implements System.
func (arena) TooLate(*Tournament, bool) error { return nil }

// TieBreaks implements System.
func (arena) TieBreaks() []string { return []string{"performance"} }

// Ties implements System.
func (arena) Ties(t *Tournament) map[int][]float64 {
	out := make(map[int][]float64, len(t.players))
	for _, p := range t.players {
		out[p.Number] = []float64{float64(p.Performance())}
	}
	return out
}

// Points implements System, in half points: 4 for a win and 2 for a draw, doubled after two wins in a row, and 2 more
// for a win with half the time.
func (arena) Points(p *Entry, c *Cell, r Result) {
	factor := 1
	if p.Fire() {
		factor = 2
	}
	switch c.Result {
	case swiss.Win, swiss.ForfeitWin:
		c.Points, c.Double = 4*factor, factor == 2
		if c.Berserk && r.Plies >= berserkPlies && c.Result == swiss.Win {
			c.Points += 2
		}
		p.Wins++
		p.drawn = false
	case swiss.Draw:
		if r.Plies >= shortPlies && (!p.drawn || r.Plies >= longPlies) {
			c.Points, c.Double = 2*factor, factor == 2
		}
		p.Wins, p.drawn = 0, true
	case swiss.Loss, swiss.ForfeitLoss:
		p.Wins, p.drawn = 0, false
	}
}

// Next implements System: it ends an arena after its time, and until then pairs those who are free.
func (arena) Next(t *Tournament, f Facts) (Event, bool, error) {
	if !f.Now.Before(t.ends.Add(settleTime)) {
		return t.end(), true, nil
	}
	e, due := t.pairFree(f)
	return e, due, nil
}

// pairFree pairs the players who are free and present, if enough are or one has waited for long.
func (t *Tournament) pairFree(f Facts) (Event, bool) {
	if f.Now.Add(lastPairing).After(t.ends) {
		return Event{}, false
	}
	var free []*Entry
	waited := time.Duration(0)
	for _, p := range t.players {
		if p.Out || p.Open > 0 || p.ID == "" || f.Present == nil || !f.Present(p.ID) {
			continue
		}
		free = append(free, p)
		waited = max(waited, f.Now.Sub(p.Free))
	}
	if len(free) < 2 || len(free) < eager && waited < patience {
		return Event{}, false
	}
	e := Event{Kind: Pair}
	for _, pair := range matchArena(free, f.Now) {
		white, black := pair[0], pair[1]
		if prefersBlack(white, black) {
			white, black = black, white
		}
		e.Games = append(e.Games, pairing(f, white, black, 0))
	}
	return e, len(e.Games) > 0
}

// matchArena pairs players of an arena who are near each other in the standings and have not just
// played. Of an odd number, the one who has waited the shortest time waits on.
func matchArena(free []*Entry, now time.Time) (pairs [][2]*Entry) {
	slices.SortFunc(free, func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Number, b.Number))
	})
	if len(free)%2 == 1 {
		latest := 0
		for i, p := range free {
			if !p.Free.Before(free[latest].Free) { // of those of the same time, the last in the standings
				latest = i
			}
		}
		free = slices.Delete(slices.Clone(free), latest, latest+1)
	}
	taken := make([]bool, len(free))
	for i, p := range free {
		if taken[i] {
			continue
		}
		best, least := -1, math.MaxInt
		distance := 0
		for j := i + 1; j < len(free) && (distance < neighbors || best < 0); j++ {
			if taken[j] {
				continue
			}
			if c, ok := cost(p, free[j], now); ok && distance+c < least {
				best, least = j, distance+c
			}
			distance++
		}
		if best >= 0 {
			taken[i], taken[best] = true, true
			pairs = append(pairs, [2]*Entry{p, free[best]})
		}
	}
	return pairs
}

// cost returns how unfit two players are for each other beside their places, and whether they may play.
func cost(a, b *Entry, now time.Time) (int, bool) {
	sum := 0
	for i := range min(recent, len(a.Sheet)) {
		if a.Sheet[len(a.Sheet)-1-i].Opponent != b.Number {
			continue
		}
		if i == 0 && b.Sheet[len(b.Sheet)-1].Opponent == a.Number &&
			(now.Sub(a.Free) < longAloneTime || now.Sub(b.Free) < longAloneTime) {
			return 0, false // they have just played each other
		}
		sum += repeatCost >> i
	}
	if oneAddress(a, b) {
		sum += addressCost
	}
	if a.whites*b.whites > 0 {
		sum += colorCost * min(abs(a.whites), abs(b.whites))
	}
	return sum, true
}

func abs(n int) int { return max(n, -n) }

// prefersBlack reports whether the first of two should have Black: the one who has had White more often, or
// else last.
func prefersBlack(a, b *Entry) bool {
	switch {
	case a.whites != b.whites:
		return a.whites > b.whites
	case len(a.Sheet) == 0 || len(b.Sheet) == 0 || a.last == b.last:
		return (a.Number+b.Number+len(a.Sheet))%2 == 0
	}
	return a.last == 0 // White
}
