package swiss

import "testing"

// TestAllocate gives colors by each rule of 5.2. Histories are those of played games, W and B.
func TestAllocate(t *testing.T) {
	history := func(id int, games string) *entrant {
		e := &entrant{id: id, number: id}
		for _, g := range games {
			e.colors = append(e.colors, map[rune]Color{'W': White, 'B': Black}[g])
		}
		e.setColors()
		return e
	}
	for _, c := range []struct {
		rule, high, low string
		want            Color // of the higher ranked player
	}{
		{"5.2.1: both prefer something else", "W", "B", Black},
		{"5.2.1: only the higher one prefers", "B", "", White},
		{"5.2.1: only the lower one prefers", "", "B", Black},
		{"5.2.2: strong before mild", "WBB", "WB", White},
		{"5.2.2: mild yields to strong", "WB", "BWB", Black},
		{"5.2.2: absolute before strong", "WBWW", "BWW", Black},
		{"5.2.2: the wider difference", "BWBB", "BWBBB", Black},
		{"5.2.2: the wider difference of the higher one", "BWBBB", "BWBB", White},
		{"5.2.3: the last different colors", "BWBW", "WBBW", Black},
		{"5.2.3: the last different colors the other way round", "WBBW", "BWBW", White},
		{"5.2.4: no different colors in rounds that both played", "WB", "BWWB", White},
		{"5.2.4: the higher one prefers white", "WB", "WB", White},
		{"5.2.4: the higher one prefers black", "BW", "BW", Black},
	} {
		if got := allocate(history(1, c.high), history(2, c.low), Black); got != c.want {
			t.Errorf("%s: %s against %s gets %v, expected %v", c.rule, c.high, c.low, got, c.want)
		}
	}
	for _, c := range []struct {
		id          int
		first, want Color
	}{{1, White, White}, {1, Black, Black}, {2, White, Black}, {2, Black, White}, {3, NoColor, White}} { // 5.2.5
		if got := allocate(history(c.id, ""), history(9, ""), c.first); got != c.want {
			t.Errorf("initial color %v: player %d gets %v, expected %v", c.first, c.id, got, c.want)
		}
	}
}
