package tournament

import (
	"errors"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

const (
	// gapTime is how long no node may have looked after a tournament before that counts as a gap.
	gapTime = time.Minute
	// warning is how long after a gap a tournament starts or resumes, so that players can come back.
	warning = 2 * time.Minute
	// settleTime is how long after its end an arena waits for results of before.
	settleTime = time.Second
	// maxEvent is how many games an event has at most.
	maxEvent = 1000
)

// Facts are what a decision needs beside the tournament.
type Facts struct {
	Now time.Time
	// Seen is when a node looked after the tournament last; zero: not known.
	Seen time.Time
	// Ended are results of games that have ended.
	Ended []Result
	// Present reports whether an account is there to be paired in an arena; nil: none is.
	Present func(account string) bool
	// NewID makes the ID of a game; nil: livegame.NewID.
	NewID func() livegame.ID
}

// Decide returns the next event that is due, if there is one. It has no number and no time.
func (t *Tournament) Decide(f Facts) (e Event, due bool, err error) {
	if f.NewID == nil {
		f.NewID = livegame.NewID
	}
	if t.status.Over() {
		return e, false, nil
	}
	if e, due = t.gap(f); due {
		return e, due, nil
	}
	if e, due = t.results(f.Ended); due {
		return e, due, nil
	}
	if t.status == Created {
		switch {
		case f.Now.Before(t.starts):
			return e, false, nil
		case t.terms.System != Arena && t.active() < 2:
			return Event{Kind: Cancel, Reason: TooFew}, true, nil
		}
		return Event{Kind: Start}, true, nil
	}
	switch t.terms.System {
	case Arena:
		if !f.Now.Before(t.ends.Add(settleTime)) {
			return t.end(), true, nil
		}
		e, due = t.pairArena(f)
	case Swiss:
		return t.nextRound(f)
	case RoundRobin:
		e, due = t.pairAll(f)
	}
	return e, due, nil
}

// end returns the event of a tournament whose games are over.
func (t *Tournament) end() Event {
	for _, g := range t.games {
		if g.Result != nil && g.Result.Score != Void {
			return Event{Kind: Finish}
		}
	}
	return Event{Kind: Cancel, Reason: NoGames}
}

// results returns the event of new results. In an arena those after its end do not count.
func (t *Tournament) results(ended []Result) (Event, bool) {
	var fresh []Result
	seen := map[livegame.ID]bool{}
	for _, r := range ended {
		late := t.terms.System == Arena && t.status == Started && r.Ended.After(t.ends)
		if g := t.byGame[r.Game]; g != nil && g.Result == nil && !seen[r.Game] && !late {
			seen[r.Game] = true
			if g.OneAddress && t.terms.Apart {
				r.Score = Void
			}
			fresh = append(fresh, r)
		}
	}
	if len(fresh) > maxEvent {
		fresh = fresh[:maxEvent]
	}
	return Event{Kind: Score, Results: fresh}, len(fresh) > 0
}

// gap returns the event of a tournament for which no node was there.
func (t *Tournament) gap(f Facts) (Event, bool) {
	if t.status == Created {
		return Event{Kind: Delay, Until: livegame.ToMillis(f.Now.Add(warning))}, f.Now.Sub(t.starts) > gapTime
	}
	since := f.Seen // an event of a director shows that a node was there, too
	if t.directed.After(since) {
		since = t.directed
	}
	missed := f.Now.Sub(since)
	switch {
	case missed <= gapTime:
		return Event{}, false
	case t.terms.System == Arena:
		return Event{Kind: Delay, Until: livegame.ToMillis(t.ends.Add(missed))}, true
	case t.terms.System == Swiss && t.terms.Control.RealTime():
		return Event{Kind: Delay, Until: livegame.ToMillis(f.Now.Add(warning))}, true
	}
	return Event{}, false
}

// nextRound pairs a round of a Swiss tournament once the one before is over.
func (t *Tournament) nextRound(f Facts) (e Event, due bool, err error) {
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
		list[i].Absent = order[i].Out || order[i].Account == ""
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

// pairing returns a new game of two players.
func pairing(f Facts, white, black *Entry, round int) Pairing {
	return Pairing{
		Game: f.NewID(), White: white.Number, Black: black.Number, Round: round, OneAddress: oneAddress(white, black),
	}
}

// oneAddress reports whether two players joined from one address, as far as that is known.
func oneAddress(a, b *Entry) bool { return a.Address != "" && a.Address == b.Address }

// swissPlayers returns the players as package swiss takes them, with the players of its numbers: the
// first has number 1. A game that is being played counts like a round without a game.
func (t *Tournament) swissPlayers() ([]swiss.Player, []*Entry) {
	order := t.seeded()
	ids := make([]int, len(t.players)+1) // by number
	for i, p := range order {
		ids[p.Number] = i + 1
	}
	rounds := t.round
	if t.terms.System == RoundRobin {
		rounds = t.Rounds()
	}
	list := make([]swiss.Player, len(order))
	for i, p := range order {
		games := make([]swiss.Game, rounds)
		for r := range games {
			games[r].Result = swiss.ZeroBye
		}
		for _, c := range p.Sheet {
			switch g := &games[c.Round-1]; {
			case c.Result == 0: // being played, or void
			case c.Opponent == 0:
				g.Result = c.Result
			default:
				*g = swiss.Game{Opponent: ids[c.Opponent], Result: c.Result, Color: swissColor(c.Color)}
			}
		}
		list[i] = swiss.Player{ID: i + 1, Games: games}
	}
	return list, order
}

func swissColor(c game.Color) swiss.Color {
	if c == game.White {
		return swiss.White
	}
	return swiss.Black
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

// pairAll pairs all games of a round robin at once, and ends it after the last.
func (t *Tournament) pairAll(f Facts) (Event, bool) {
	if len(t.games) > 0 {
		if t.open > 0 {
			return Event{}, false
		}
		return t.end(), true
	}
	var in []*Entry
	for _, p := range t.seeded() {
		if !p.Out && p.Account != "" {
			in = append(in, p)
		}
	}
	if len(in) < 2 {
		return Event{Kind: Cancel, Reason: TooFew}, true
	}
	e := Event{Kind: Pair, Round: 1}
	for i, round := range roundRobin(len(in), t.terms.Double) {
		for _, b := range round {
			e.Games = append(e.Games, pairing(f, in[b.White-1], in[b.Black-1], i+1))
		}
	}
	return e, len(e.Games) > 0
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
