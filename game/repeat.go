package game

// Repeats counts how often the last of the keys stands among those before it
// with the same side to move, looking back over no more than the given number
// of plies.
func Repeats(keys []uint64, plies int) int {
	last := len(keys) - 1
	oldest := max(last-plies, 0)
	n := 0
	for i := last - 4; i >= oldest; i -= 2 {
		if keys[i] == keys[last] {
			n++
		}
	}
	return n
}
