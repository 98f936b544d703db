package swiss

import "slices"

// bracket is a pairing bracket (1.3.2). All players are known by their place.
type bracket struct {
	*pairing
	movedDown []int // unpaired in the bracket before, by rank
	residents []int // the scoregroup
	next      []int // the next scoregroup

	role []role // by place
}

// role is what a player is in a bracket.
type role uint8

const (
	below       role = iota // in a lower bracket
	nextBracket             // a resident of the next bracket
	resident
	mdp // moved down
)

// pair pairs the bracket and returns the downfloaters, by rank.
func (b *bracket) pair() []int {
	b.role = make([]role, len(b.players)+1)
	for _, i := range b.next {
		b.role[i] = nextBracket
	}
	for _, i := range b.residents {
		b.role[i] = resident
	}
	for _, i := range b.movedDown {
		b.role[i] = mdp
	}
	b.applyQuality()
	b.applyOrder()
	var left []int
	for _, i := range slices.Concat(b.movedDown, b.residents) {
		if b.face.mate(i) >= 0 {
			left = append(left, i)
		}
	}
	return left
}

// paired says whether a pair is one of the bracket, given the higher ranked player first. Two players who
// moved down are no such pair: if they could meet, they would have met in an earlier bracket, by C6.
func (b *bracket) paired(i, j int) bool {
	return b.role[j] == resident && b.role[i] >= resident
}

// pairedNext says likewise whether a pair is one of the next bracket if the players of this one move down.
func (b *bracket) pairedNext(i, j int) bool {
	return b.role[j] == nextBracket && b.role[i] >= nextBracket
}

func (b *bracket) score(i int) int { return b.players[i].score }

// count keeps the pairings with the most pairs of a kind.
func (b *bracket) count(kind func(i, j int) bool) {
	b.face.maximize(func(i, j int) int64 {
		if kind(i, j) {
			return 1
		}
		return 0
	})
}

// minimize keeps the pairings with the smallest sum over the pairs of the bracket.
func (b *bracket) minimize(sum func(i, j int) int) {
	b.face.maximize(func(i, j int) int64 {
		if b.paired(i, j) {
			return -int64(sum(i, j))
		}
		return 0
	})
}

// scores returns the different scores of players, the highest first.
func (b *bracket) scores(players []int) []int {
	var all []int
	for _, i := range players {
		if k := len(all); k == 0 || all[k-1] != b.score(i) {
			all = append(all, b.score(i))
		}
	}
	return all
}

// applyQuality keeps the best pairings by the quality criteria C6–C21 (3.4, 3.8). The criteria C1–C5 hold
// for all pairings of the face.
func (b *bracket) applyQuality() {
	both := slices.Concat(b.movedDown, b.residents)
	if b.residents[0] == 0 {
		// In the first bracket C7 follows from C6. All others comply with both by C8 of the bracket before.
		b.count(b.paired) // C6
	}
	if len(b.next) > 0 { // C8: C6 and C7 in the next bracket
		b.count(b.pairedNext)
		for _, s := range b.scores(both) {
			b.count(func(i, j int) bool { return b.pairedNext(i, j) && b.role[i] != nextBracket && b.score(i) == s })
		}
	}
	if b.odd() && b.score(b.residents[0]) <= b.byeScore && b.downfloaters() == 1 { // C9
		b.face.maximize(func(i, j int) int64 {
			if j == b.bye() {
				return -int64(b.players[i].unplayed)
			}
			return 0
		})
	}
	b.minimize(func(i, j int) int { return toInt(related(b.players[i], b.players[j])) }) // see Player.Group
	b.minimize(func(i, j int) int { return int(b.faultsOf(i, j).wide) })                 // C10
	b.minimize(func(i, j int) int { return int(b.faultsOf(i, j).triple) })               // C11
	b.minimize(func(i, j int) int { return int(b.faultsOf(i, j).refused) })              // C12
	b.minimize(func(i, j int) int { return int(b.faultsOf(i, j).strong) })               // C13
	for back := range 2 {
		b.minimize(func(i, j int) int { // C14, C16
			return -b.residentDown(i, back) - b.residentDown(j, back)
		})
		b.count(func(i, j int) bool { return b.paired(i, j) && !b.opponentUp(i, j, back) }) // C15, C17
	}
	for back := range 2 {
		// The more points a player moved down has, the greater are the score differences, of pairs and as a downfloater.
		for _, s := range b.scores(b.movedDown) { // C18, C20
			b.count(func(i, j int) bool {
				return b.paired(i, j) && b.role[i] == mdp && b.score(i) == s && b.players[i].down[back]
			})
		}
		for _, s := range b.scores(b.movedDown) { // C19, C21
			b.minimize(func(i, j int) int { return toInt(b.opponentUp(i, j, back) && b.score(i) == s) })
		}
	}
}

// opponent returns the opponent of a player within the bracket in a pairing of the face, or -1 if there
// is none or the pair is settled.
func (b *bracket) opponent(i int) int {
	j := b.face.mate(i)
	if j < 0 || !b.paired(min(i, j), max(i, j)) {
		return -1
	}
	return j
}

// downfloaters returns the number of players of the bracket who are not paired in it, the same in all
// pairings of the face.
func (b *bracket) downfloaters() int {
	n := 0
	for _, i := range slices.Concat(b.movedDown, b.residents) {
		if b.opponent(i) < 0 {
			n++
		}
	}
	return n
}

// residentDown is 1 for a resident who floated down a number of rounds back.
func (b *bracket) residentDown(i, back int) int {
	return toInt(b.role[i] == resident && b.players[i].down[back])
}

// opponentUp says whether a pair of the bracket is one of a player moved down and a resident who floated
// up a number of rounds back.
func (b *bracket) opponentUp(i, j, back int) bool {
	return b.role[i] == mdp && b.role[j] == resident && b.players[j].up[back]
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
