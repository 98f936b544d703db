package swiss

import (
	"math/bits"
	"slices"
)

// applyOrder keeps the one pairing that is generated first (3.6, 3.7 and article 4), and records its pairs.
func (b *bracket) applyOrder() {
	b.choosePairedMDPs()
	b.chooseMDPOpponents()
	b.pairRemainder()
}

// recordPairs records pairs of the bracket that are the same in all pairings of the face.
func (b *bracket) recordPairs(players []int) {
	gone := map[int]bool{}
	for _, i := range players {
		j := b.opponent(i)
		if gone[i] || j < 0 {
			continue
		}
		gone[i], gone[j] = true, true
		b.pairs = append(b.pairs, [2]int{min(i, j), max(i, j)})
	}
	if len(gone) > 0 {
		b.face = b.face.without(gone)
	}
}

// choosePairedMDPs keeps the first set of players moved down who are paired: the one with the
// smallest differing number (4.4).
func (b *bracket) choosePairedMDPs() {
	for part := range slices.Chunk(b.movedDown, b.maskBits()) {
		rank := map[int]int{}
		for k, i := range part {
			rank[i] = len(part) - 1 - k
		}
		b.face.maximize(func(i, j int) int64 {
			if r, ok := rank[i]; ok && b.paired(i, j) {
				return 1 << r
			}
			return 0
		})
	}
}

// chooseMDPOpponents keeps the first transposition of the residents against the players moved down (4.2),
// and settles these pairs.
func (b *bracket) chooseMDPOpponents() {
	var upper []int
	for _, i := range b.movedDown {
		if b.opponent(i) >= 0 {
			upper = append(upper, i)
		}
	}
	b.transpose(upper, b.residents)
}

// transpose settles the pairs of players with the first opponents that are possible, in the order of 4.2:
// the lowest opponent for the first player, then for the second, and so on.
func (b *bracket) transpose(upper, lower []int) {
	number := map[int]int{}
	for k, i := range lower {
		number[i] = k
	}
	digit := bits.Len(uint(len(lower)))
	for part := range slices.Chunk(upper, max(1, b.face.bits()/digit)) {
		shift := map[int]int{}
		for k, i := range part {
			shift[i] = digit * (len(part) - 1 - k)
		}
		b.face.maximize(func(i, j int) int64 {
			s, ok := shift[i]
			if !ok || !b.paired(i, j) {
				return 0
			}
			return -int64(number[j]) << s
		})
		b.recordPairs(part)
	}
}

// pairRemainder pairs the residents who do not meet players moved down, as a homogeneous bracket (3.6).
func (b *bracket) pairRemainder() {
	var remainder []int
	pairs := 0
	for _, i := range b.residents {
		if b.face.mate(i) < 0 {
			continue
		}
		remainder = append(remainder, i)
		if b.isUpper(i) {
			pairs++
		}
	}
	if pairs == 0 || b.pairNaturally(remainder, pairs) {
		return
	}
	b.exchange(remainder, pairs)
	var upper, lower []int // S1 and S2 after the exchange
	for _, i := range remainder {
		if b.isUpper(i) {
			upper = append(upper, i)
		} else {
			lower = append(lower, i)
		}
	}
	b.transpose(upper, lower)
}

// pairNaturally settles the first candidate, the upper half against the lower half, if it is possible.
func (b *bracket) pairNaturally(remainder []int, pairs int) bool {
	opponent := map[int]int{}
	for k := range pairs {
		opponent[remainder[k]] = remainder[pairs+k]
	}
	try := b.face.clone()
	sum := try.maximize(func(i, j int) int64 {
		if o, ok := opponent[i]; ok && o == j {
			return 1
		}
		return 0
	})
	if sum < int64(pairs) {
		return false
	}
	b.face = try
	b.recordPairs(remainder)
	return true
}

// exchange keeps the pairings with the first exchange that is possible (4.3). After it, S1 has the player
// with the lower number of each pair: any other exchange that makes the same pairs comes later.
func (b *bracket) exchange(remainder []int, pairs int) {
	number := map[int]int{} // in-bracket sequence numbers (4.1)
	for k, i := range remainder {
		number[i] = k + 1
	}
	inS1 := func(i int) bool { return number[i] != 0 && number[i] <= pairs }
	b.count(func(i, j int) bool { return b.paired(i, j) && inS1(i) }) // 4.3.1: fewest exchanged players
	exchanged := pairs
	for _, i := range remainder[:pairs] {
		if b.isUpper(i) {
			exchanged--
		}
	}
	if exchanged > 0 {
		b.minimize(func(i, _ int) int { return number[i] }) // 4.3.2: smallest difference
		b.preferUpper(backwards(remainder[:pairs]), -1)     // 4.3.3: largest number out of S1
		b.preferUpper(remainder[pairs:], 1)                 // 4.3.4: smallest number out of S2
	}
}

// isUpper says whether a player is the higher one of a pair of the bracket in a pairing of the face.
func (b *bracket) isUpper(i int) bool {
	return i < b.opponent(i)
}

// preferUpper decides for one player after the other whether they are the higher one of a pair of the bracket: they are
// with sign 1 and are not with sign -1, if that is possible.
func (b *bracket) preferUpper(players []int, sign int64) {
	for part := range slices.Chunk(players, b.maskBits()) {
		rank := map[int]int{}
		for k, i := range part {
			rank[i] = len(part) - 1 - k
		}
		b.face.maximize(func(i, j int) int64 {
			if r, ok := rank[i]; ok && b.paired(i, j) {
				return sign << r
			}
			return 0
		})
	}
}

// maskBits is how many yes-or-no questions fit into one weight.
func (b *bracket) maskBits() int { return max(1, b.face.bits()) }

func backwards(players []int) []int {
	players = slices.Clone(players)
	slices.Reverse(players)
	return players
}
