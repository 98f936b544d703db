package tournament

import (
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

// berger is the system RoundRobin.
type berger struct{}

// Mode implements System.
func (berger) Mode() Mode { return AtOnce }

// Limit implements System.
func (berger) Limit() int { return 16 }

// Words implements System.
func (berger) Words(*View) string { return "A round robin by correspondence" }

// Check implements System.
func (berger) Check(t *Terms) error {
	t.Duration, t.Rounds, t.Pause, t.Berserk = 0, 0, 0, false
	if !t.Control.Correspondence() {
		return livegame.Refuse("A round robin is played by correspondence: it needs days for each move.")
	}
	return nil
}

// TooLate implements System.
func (berger) TooLate(*Tournament, bool) error {
	return livegame.Refuse("The round robin has started: it is too late to join.")
}

// Points implements System.
func (berger) Points(_ *Entry, c *Cell, _ Result) { standardPoints(c) }

// TieBreaks implements System.
func (berger) TieBreaks() []string { return []string{"sonneborn-berger", "wins", "direct-encounter"} }

// Ties implements System.
func (berger) Ties(t *Tournament) map[int][]float64 {
	return swissTies(t, swiss.SonnebornBerger, swiss.Wins, swiss.DirectEncounter)
}

// Next implements System: it pairs all games at once, and ends the tournament after the last.
func (berger) Next(t *Tournament, f Facts) (Event, bool, error) {
	if len(t.games) > 0 {
		if t.open > 0 {
			return Event{}, false, nil
		}
		return t.end(), true, nil
	}
	var in []*Entry
	for _, p := range t.seeded() {
		if !p.Out && p.ID != "" {
			in = append(in, p)
		}
	}
	if len(in) < 2 {
		return Event{Kind: Cancel, Reason: TooFew}, true, nil
	}
	e := Event{Kind: Pair, Round: 1}
	for i, round := range roundRobin(len(in), t.terms.Double) {
		for _, b := range round {
			e.Games = append(e.Games, pairing(f, in[b.White-1], in[b.Black-1], i+1))
		}
	}
	return e, len(e.Games) > 0, nil
}

// roundRobin returns the boards of each round of a round robin, by Berger's tables.
func roundRobin(players int, double bool) (rounds [][]swiss.Board) {
	table := swiss.Berger
	if double {
		table = swiss.DoubleBerger
	}
	for n := 1; ; n++ {
		round, err := table(players, n)
		if err != nil { // there are no more
			return rounds
		}
		rounds = append(rounds, round.Boards)
	}
}
