package tournament

import (
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

// SystemName names a System.
type SystemName string

// The systems.
const (
	// Arena pairs the players who are free until its time is over.
	Arena SystemName = "arena"
	// Swiss pairs players of similar scores in rounds, by FIDE's Dutch system.
	Swiss SystemName = "swiss"
	// RoundRobin pairs everybody with everybody at once, by correspondence.
	RoundRobin SystemName = "round-robin"
)

// systems are all of them. Another one is a line here, its file, and its words on the page.
var systems = map[SystemName]System{Arena: arena{}, Swiss: dutch{}, RoundRobin: berger{}}

// Mode says when a system pairs games.
type Mode int

// The modes.
const (
	Continuous Mode = iota // those who are free are paired again, until the time is over
	ByRounds               // all are paired for a round once the games of the one before are over
	AtOnce                 // all games are paired at the start, and a player who leaves resigns the own ones
)

// System is how a tournament pairs its players, and what games bring them. It only decides: what it knows is in the
// tournament.
type System interface {
	Mode() Mode
	// Check returns what is wrong with the terms of a new tournament, as a *livegame.Error. It clears those that the
	// system has not.
	Check(t *Terms) error
	// Words says what a tournament is, such as "An arena of 60 minutes".
	Words(t *View) string
	// Limit is how many players there may be.
	Limit() int
	// TooLate returns why nobody can join a tournament that is being played, as a *livegame.Error; back: nor come back.
	TooLate(t *Tournament, back bool) error
	// Next returns the event that is due in a tournament that is being played: Pair, Finish or Cancel.
	Next(t *Tournament, f Facts) (e Event, due bool, err error)
	// Points sets what a game has brought a player, whose result in the cell is set.
	Points(p *Entry, c *Cell, r Result)
	// TieBreaks names the tie-breaks of the standings, in their order, and Ties returns those of all players, by number.
	TieBreaks() []string
	Ties(t *Tournament) map[int][]float64
}

// system returns the system of a tournament, or nil if there is none of its name.
func (t *Terms) system() System { return systems[t.System] }

// noSystem is the refusal of terms with a system that does not exist.
func noSystem(name SystemName) error {
	return livegame.Refuse("There is no system %q: expected arena, swiss or round-robin.", name)
}

// swissTies returns tie-breaks as package swiss computes them.
func swissTies(t *Tournament, methods ...swiss.TieBreak) map[int][]float64 {
	out := make(map[int][]float64, len(t.players))
	for _, p := range t.players {
		out[p.Number] = make([]float64, len(methods))
	}
	list, order := t.swissPlayers()
	table := swiss.Tournament{Players: list, Rounds: t.terms.Rounds, RoundRobin: t.system.Mode() == AtOnce}
	standings, err := swiss.Standings(table, methods...)
	if err != nil { // no result can be inconsistent; see Apply
		return out
	}
	for _, st := range standings {
		values := out[order[st.ID-1].Number]
		for i, v := range st.TieBreaks {
			values[i] = float64(v) / units[methods[i]]
		}
	}
	return out
}

// standardPoints gives a point for a win and half a point for a draw.
func standardPoints(c *Cell) { c.Points = swiss.StandardPoints.Of(c.Result) }
