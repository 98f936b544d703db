package swiss

import (
	"cmp"
	"slices"
)

// Pair pairs the coming round of a Swiss tournament by the FIDE (Dutch) System. It is deterministic.
//
// Of the color rules, 5.2.5 alone looks at pairing numbers: at those among the players who have been in a
// pairing so far or are in this one, counted from 1.
//
// The error is ErrNoPairing if no pairing meets the absolute criteria. Any other error says what is wrong
// with the tournament, and with which player and round.
func Pair(t Tournament) (Round, error) {
	if err := t.check(); err != nil {
		return Round{}, err
	}
	if t.RoundRobin {
		return Round{}, errRoundRobin
	}
	if t.Rounds != 0 && len(t.Players) > 0 && len(t.Players[0].Games) >= t.Rounds {
		return Round{}, errFinished(t.Rounds)
	}
	p := &pairing{players: t.entrants(), first: t.FirstColor}
	if err := p.solve(); err != nil {
		return Round{}, err
	}
	return p.round(), nil
}

// pairing is the work on one round. Players are known by their place in the order of 1.2. One more place stands for
// the bye if the number of players is odd.
type pairing struct {
	players  []*entrant
	first    Color
	face     *face // the pairings still possible, of all players not yet paired
	byeScore int   // the score of the player with the bye
	pairs    [][2]int
	faults   []faults // of each possible pair, by place
}

// bye is the place that stands for the bye, or the number of places without one.
func (p *pairing) bye() int { return len(p.players) }

func (p *pairing) odd() bool { return len(p.players)%2 == 1 }

// solve finds all pairs, one bracket after the other (1.9).
func (p *pairing) solve() error {
	n := len(p.players)
	if n == 0 {
		return nil
	}
	p.face = newFace(n+n%2, func(i, j int) bool {
		if j == p.bye() {
			return p.players[i].byeAllowed
		}
		return compatible(p.players[i], p.players[j])
	})
	if p.face == nil {
		return ErrNoPairing
	}
	if p.odd() { // C5
		p.face.maximize(func(i, j int) int64 {
			if j == p.bye() {
				return -int64(p.players[i].score)
			}
			return 0
		})
		p.byeScore = p.players[p.face.mate(p.bye())].score
	}
	p.findFaults()
	groups := p.scoregroups()
	var movedDown []int
	for g, residents := range groups {
		b := &bracket{pairing: p, movedDown: movedDown, residents: residents}
		if g+1 < len(groups) {
			b.next = groups[g+1]
		}
		movedDown = b.pair()
	}
	return nil
}

// findFaults looks up the colors of all possible pairs.
func (p *pairing) findFaults() {
	n := len(p.players)
	p.faults = make([]faults, n*n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			p.faults[i*n+j] = colorFaults(p.players[i], p.players[j], p.first)
		}
	}
}

func (p *pairing) faultsOf(i, j int) faults { return p.faults[i*len(p.players)+j] }

// scoregroups returns the places of the players of each score, the highest score first (1.3.1).
func (p *pairing) scoregroups() [][]int {
	var groups [][]int
	for i, e := range p.players {
		if i == 0 || e.score != p.players[i-1].score {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	return groups
}

// round gives colors to the pairs and orders the boards (C.04.2, 3.6).
func (p *pairing) round() Round {
	slices.SortFunc(p.pairs, func(a, b [2]int) int {
		highA, highB := p.players[a[0]], p.players[b[0]]
		return cmp.Or(
			cmp.Compare(highB.score, highA.score),
			cmp.Compare(p.players[b[1]].score, p.players[a[1]].score),
			cmp.Compare(highA.id, highB.id),
		)
	})
	var r Round
	for _, pair := range p.pairs {
		high, low := p.players[pair[0]], p.players[pair[1]]
		if allocate(high, low, p.first) == White {
			r.Boards = append(r.Boards, Board{high.id, low.id})
		} else {
			r.Boards = append(r.Boards, Board{low.id, high.id})
		}
	}
	if p.odd() {
		r.Bye = p.players[p.face.mate(p.bye())].id
	}
	return r
}
