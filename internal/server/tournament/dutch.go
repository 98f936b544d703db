package tournament

import (
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

// dutch is the system Swiss.
type dutch struct{}

// Mode implements System.
func (dutch) Mode() Mode { return ByRounds }

// Limit implements System.
func (dutch) Limit() int { return 200 }

// Words implements System.
func (dutch) Words(t *View) string { return fmt.Sprintf("A Swiss tournament of %d rounds", t.Rounds) }

// Check implements System.
func (dutch) Check(t *Terms) error {
	t.Duration, t.Double, t.Berserk = 0, false, false
	switch {
	case t.Control == livegame.TimeControl{}:
		return livegame.Refuse("A Swiss tournament needs a clock, or days for each move.")
	case t.Rounds < MinRounds || t.Rounds > MaxRounds:
		return livegame.Refuse("A Swiss tournament has %d to %d rounds.", MinRounds, MaxRounds)
	case t.Pause < MinPause || t.Pause > MaxPause || t.Pause%time.Second != 0:
		return livegame.Refuse("The pause between two rounds is %d seconds to %d days.",
			MinPause/time.Second, MaxPause/(24*time.Hour))
	}
	return nil
}

// TooLate implements System.
func (dutch) TooLate(t *Tournament, back bool) error {
	if !back && 2*t.round > t.terms.Rounds {
		return livegame.Refuse("More than half of the rounds have been played: it is too late to join.")
	}
	return nil
}

// Points implements System.
func (dutch) Points(_ *Entry, c *Cell, _ Result) { standardPoints(c) }

// TieBreaks implements System.
func (dutch) TieBreaks() []string {
	return []string{"buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-encounter"}
}

// Ties implements System.
func (dutch) Ties(t *Tournament) map[int][]float64 {
	return swissTies(t, swiss.BuchholzCut1, swiss.Buchholz, swiss.SonnebornBerger, swiss.DirectEncounter)
}

// Next implements System: it pairs a round once the one before is over.
func (dutch) Next(t *Tournament, f Facts) (e Event, due bool, err error) {
	switch {
	case t.open > 0:
		return e, false, nil
	case t.round >= t.terms.Rounds:
		return t.end(), true, nil
	case f.Now.Before(t.NextRound()):
		return e, false, nil
	case t.active() < 2:
		return t.end(), true, nil
	}
	e, err = t.pairSwiss(f)
	if errors.Is(err, swiss.ErrNoPairing) { // everybody has played everybody
		return t.end(), true, nil
	}
	return e, err == nil, err
}

// pairSwiss pairs a round by the Dutch system.
func (t *Tournament) pairSwiss(f Facts) (Event, error) {
	list, order := t.swissPlayers()
	addresses := map[string]int{"": 0}
	for i := range list {
		list[i].Absent = order[i].Out || order[i].ID == ""
		group, known := addresses[order[i].Address]
		if !known {
			group = len(addresses)
			addresses[order[i].Address] = group
		}
		list[i].Group = group
	}
	in := swiss.Tournament{
		Players: list, Rounds: t.terms.Rounds, FirstColor: t.firstColor(), Apart: t.terms.Apart,
	}
	round, err := swiss.Pair(in)
	if in.Apart && errors.Is(err, swiss.ErrNoPairing) {
		in.Apart = false
		round, err = swiss.Pair(in)
	}
	if err != nil {
		return Event{}, err
	}
	e := Event{Kind: Pair, Round: t.round + 1}
	for _, b := range round.Boards {
		e.Games = append(e.Games, pairing(f, order[b.White-1], order[b.Black-1], e.Round))
	}
	if round.Bye > 0 {
		e.Byes = []int{order[round.Bye-1].Number}
	}
	return e, nil
}

// firstColor returns the color of the first player in the first round, as if by lot.
func (t *Tournament) firstColor() swiss.Color {
	sum := 0
	for _, c := range []byte(t.terms.ID) {
		sum += int(c)
	}
	if sum%2 == 0 {
		return swiss.White
	}
	return swiss.Black
}
