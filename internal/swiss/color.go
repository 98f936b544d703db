package swiss

// strength is how strong a color preference is (1.7).
type strength uint8

const (
	none     strength = iota // no game played yet
	mild                     // alternate after as many games with white as with black
	strong                   // one game more with one color
	absolute                 // two games more with one color, or the last two with the same color
)

// setColors derives the color difference and the color preference from the colors of the played games,
// the first game first. Unplayed rounds do not count (C.04.2, 3.4).
func (e *entrant) setColors() {
	n := len(e.colors)
	for _, c := range e.colors {
		if c == White {
			e.diff++
		} else {
			e.diff--
		}
	}
	if n == 0 {
		return
	}
	last := e.colors[n-1]
	switch {
	case e.diff > 1:
		e.preference, e.strength = Black, absolute
	case e.diff < -1:
		e.preference, e.strength = White, absolute
	case n > 1 && e.colors[n-2] == last:
		e.preference, e.strength = last.Other(), absolute
	case e.diff == 1:
		e.preference, e.strength = Black, strong
	case e.diff == -1:
		e.preference, e.strength = White, strong
	default:
		e.preference, e.strength = last.Other(), mild
	}
}

// allocate returns the color of the higher ranked player of a pair (5.2).
func allocate(high, low *entrant, first Color) Color {
	switch {
	case high.preference != low.preference: // 5.2.1
		if high.preference != NoColor {
			return high.preference
		}
		return low.preference.Other()
	case high.strength > low.strength: // 5.2.2
		return high.preference
	case high.strength < low.strength:
		return low.preference.Other()
	case high.strength == absolute && abs(high.diff) != abs(low.diff):
		if abs(high.diff) > abs(low.diff) {
			return high.preference
		}
		return low.preference.Other()
	}
	if c := alternate(high, low); c != NoColor {
		return c
	}
	if high.preference != NoColor { // 5.2.4
		return high.preference
	}
	if first == NoColor {
		first = White
	}
	if high.number%2 == 1 { // 5.2.5
		return first
	}
	return first.Other()
}

// alternate returns the color of the higher ranked player that differs from the one of the last round in which
// the two had different colors, or NoColor without such a round (5.2.3). It counts played games from the end.
func alternate(high, low *entrant) Color {
	for k := 1; k <= len(high.colors) && k <= len(low.colors); k++ {
		if c := high.colors[len(high.colors)-k]; c != low.colors[len(low.colors)-k] {
			return c.Other()
		}
	}
	return NoColor
}

// faults counts what the colors of a pair do to its players.
type faults struct {
	wide    int8 // players with a color difference beyond 2 (C10)
	triple  int8 // players with the same color three times in a row (C11)
	refused int8 // players who do not get their preference (C12)
	strong  int8 // players who do not get their strong preference (C13)
}

// colorFaults returns the faults of the pair, given the colors that its players would get.
func colorFaults(high, low *entrant, first Color) faults {
	c := allocate(high, low, first)
	var f faults
	f.add(high, c)
	f.add(low, c.Other())
	return f
}

func (f *faults) add(e *entrant, c Color) {
	diff := e.diff - 1
	if c == White {
		diff = e.diff + 1
	}
	if abs(diff) > 2 {
		f.wide++
	}
	if n := len(e.colors); n > 1 && e.colors[n-1] == c && e.colors[n-2] == c {
		f.triple++
	}
	if e.preference != NoColor && e.preference != c {
		f.refused++
		if e.strength == strong {
			f.strong++
		}
	}
}

func abs(n int) int { return max(n, -n) }
