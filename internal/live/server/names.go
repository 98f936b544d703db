package server

import "math/rand/v2"

// The words of which names of new guests are made. Both lists are our own; no
// pair exceeds maxName.
var (
	humours = []string{
		"Airy", "Bashful", "Blithe", "Brisk", "Canny", "Cheery", "Clever", "Cosy", "Crafty", "Curious", "Daring", "Dreamy", "Drowsy", "Eager",
		"Fading", "Fearless", "Gentle", "Giddy", "Grinning", "Hasty", "Humming", "Jaunty", "Jolly", "Keen", "Lanky", "Lively", "Lofty", "Lucky",
		"Mellow", "Merry", "Misty", "Modest", "Nimble", "Patient", "Plucky", "Polite", "Proud", "Quiet", "Roaming", "Rosy", "Shrinking", "Sly",
		"Solemn", "Spry", "Steady", "Sunny", "Tidy", "Tiny", "Trusty", "Vanishing", "Waning", "Whistling", "Wily", "Witty", "Zesty",
	}
	figures = []string{
		"Archer", "Badger", "Bishop", "Castle", "Cat", "Column", "Corner", "Crown", "Diagonal", "Dormouse", "Duchess", "Finch", "Footman",
		"Fork", "Gambit", "Grin", "Hare", "Hatter", "Hedgehog", "Heron", "Hexagon", "King", "Knight", "Lantern", "Magpie", "Moon", "Otter",
		"Owl", "Page", "Pawn", "Pin", "Queen", "Raven", "Rook", "Skewer", "Sparrow", "Square", "Squire", "Tempo", "Tower", "Walrus", "Wren",
	}
)

// inventName makes a name for a new guest, such as "Grinning Rook".
func inventName() string {
	return humours[rand.IntN(len(humours))] + " " + figures[rand.IntN(len(figures))]
}
