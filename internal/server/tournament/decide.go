package tournament

import (
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
		case t.system.Mode() != Continuous && t.active() < 2:
			return Event{Kind: Cancel, Reason: TooFew}, true, nil
		}
		return Event{Kind: Start}, true, nil
	}
	return t.system.Next(t, f)
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

// results returns the event of new results. Those after the time is over do not count.
func (t *Tournament) results(ended []Result) (Event, bool) {
	var fresh []Result
	seen := map[livegame.ID]bool{}
	for _, r := range ended {
		late := t.status == Started && !t.ends.IsZero() && r.Ended.After(t.ends)
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
	case !t.ends.IsZero():
		return Event{Kind: Delay, Until: livegame.ToMillis(t.ends.Add(missed))}, true
	case t.terms.Control.RealTime():
		return Event{Kind: Delay, Until: livegame.ToMillis(f.Now.Add(warning))}, true
	}
	return Event{}, false
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
	if t.system.Mode() == AtOnce {
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
