package game

// Repeats counts how often the last of the keys, one for each position of a
// game so far, stands among those before it with the same side to move, looking
// back over no more than the given number of plies. No position comes again
// sooner than after four: both sides have to go and come back.
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
