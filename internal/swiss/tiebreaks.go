package swiss

import "slices"

// TieBreak is a value that ranks players with equal scores (C.07). More is better in each.
type TieBreak uint8

// The tie-breaks. Scores are in the units of Points, half points with StandardPoints.
const (
	// Buchholz is the sum of the scores of all opponents (8.1).
	Buchholz TieBreak = iota + 1
	// BuchholzCut1 is Buchholz without the lowest of these scores (14.1), or, if the player missed rounds by choice,
	// without the lowest of those rounds (16.5).
	BuchholzCut1
	// SonnebornBerger is the sum of the scores of all opponents, each times the points scored against that opponent (9.1).
	// With StandardPoints the unit is a quarter of a point.
	SonnebornBerger
	// DirectEncounter is the number of tied players whom the player leaves behind in the games among them (6).
	DirectEncounter
	// Wins is the number of rounds that brought as many points as a win, played or not (7.1).
	Wins
)

var tieBreakCodes = [...]string{
	Buchholz: "BH", BuchholzCut1: "BH/C1", SonnebornBerger: "SB", DirectEncounter: "DE", Wins: "WIN",
}

// String returns FIDE's code, such as "BH/C1".
func (b TieBreak) String() string {
	if b >= Buchholz && b <= Wins {
		return tieBreakCodes[b]
	}
	return "?"
}

// requested says whether the player chose to have no game that round (16.1.1).
func (r Result) requested() bool { return r == HalfBye || r == ZeroBye }

// voluntary says whether a round was unplayed by the will of the player (16.1.2).
func (r Result) voluntary() bool { return r.requested() || r == ForfeitLoss }

// table knows the scores of a tournament.
type table struct {
	*Tournament
	players  map[int]*Player
	scores   map[int]int
	adjusted map[int]int // as they count for opponents
}

func newTable(t *Tournament) *table {
	b := &table{Tournament: t, players: map[int]*Player{}, scores: map[int]int{}, adjusted: map[int]int{}}
	for i := range t.Players {
		p := &t.Players[i]
		b.players[p.ID] = p
		b.scores[p.ID] = p.Score(t.Points)
		b.adjusted[p.ID] = b.adjust(p)
	}
	return b
}

// adjust returns the score of a player as it counts for the opponents: requested byes at the end count as draws (16.3).
func (b *table) adjust(p *Player) int {
	sum := b.scores[p.ID]
	if b.RoundRobin {
		return sum
	}
	for _, g := range slices.Backward(p.Games) {
		if !g.Result.voluntary() {
			break
		}
		if g.Result.requested() {
			sum += b.Points.Of(Draw) - b.Points.Of(g.Result)
		}
	}
	return sum
}

// contribution is what one round adds to a tie-break.
type contribution struct {
	opponent  int // score of the opponent, or of a dummy
	points    int // scored in the round
	voluntary bool
}

// contributions returns what the rounds of a player add. An unplayed round of a Swiss tournament counts
// as a game against a dummy with the score of the player, but no more than the opponent who did not
// appear has, or draws in all rounds bring (16.4).
func (b *table) contributions(p *Player) []contribution {
	var all []contribution
	for _, g := range p.Games {
		c := contribution{points: b.Points.Of(g.Result)}
		switch {
		case g.Result.Played() || b.RoundRobin && g.Result.paired():
			c.opponent = b.adjusted[g.Opponent]
		case b.RoundRobin:
			continue
		case g.Result.paired():
			c.opponent = min(b.scores[p.ID], b.adjusted[g.Opponent])
			c.voluntary = g.Result.voluntary()
		default:
			c.opponent = min(b.scores[p.ID], len(p.Games)*b.Points.Of(Draw))
			c.voluntary = g.Result.voluntary()
		}
		all = append(all, c)
	}
	return all
}

// value returns a tie-break of a player, any but DirectEncounter.
func (b *table) value(by TieBreak, p *Player) int {
	sum := 0
	switch by {
	case Buchholz, BuchholzCut1:
		least, chosen := -1, false
		for _, c := range b.contributions(p) {
			sum += c.opponent
			if least < 0 || c.voluntary && !chosen || c.voluntary == chosen && c.opponent < least {
				least, chosen = c.opponent, c.voluntary
			}
		}
		if by == BuchholzCut1 && least > 0 {
			sum -= least
		}
	case SonnebornBerger:
		for _, c := range b.contributions(p) {
			sum += c.points * c.opponent
		}
	case Wins:
		for _, g := range p.Games {
			if b.Points.Of(g.Result) == b.Points.Of(Win) {
				sum++
			}
		}
	}
	return sum
}
