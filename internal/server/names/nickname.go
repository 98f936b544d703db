package names

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

const (
	// maxName is how many characters a name has at most.
	maxName = 24
	// Rules numbers the versions of CheckNickname. It grows when a name that was free is no
	// longer, so that guests who have it get another.
	Rules = 2
	// numberSigns begin a tag, or look as if they did.
	numberSigns = "#\uff03\ufe5f\u266f\u2317\u29e3\u22d5\u2a68\u2d4c"
)

// The words in the names of new guests. No pair exceeds maxName.
var (
	adjectives = []string{
		"Airy", "Bashful", "Blithe", "Brisk", "Canny", "Cheery", "Clever", "Cosy", "Crafty", "Curious", "Daring", "Dreamy",
		"Drowsy", "Eager", "Fading", "Fearless", "Gentle", "Giddy", "Grinning", "Hasty", "Humming", "Jaunty", "Jolly", "Keen",
		"Lanky", "Lively", "Lofty", "Lucky", "Mellow", "Merry", "Misty", "Modest", "Nimble", "Patient", "Plucky", "Polite",
		"Proud", "Quiet", "Roaming", "Rosy", "Shrinking", "Sly", "Solemn", "Spry", "Steady", "Sunny", "Tidy", "Tiny",
		"Trusty", "Vanishing", "Waning", "Whistling", "Wily", "Witty", "Zesty",
	}
	nouns = []string{
		"Archer", "Badger", "Bishop", "Castle", "Cat", "Column", "Corner", "Crown", "Diagonal", "Dormouse", "Duchess",
		"Finch", "Footman", "Fork", "Gambit", "Grin", "Hare", "Hatter", "Hedgehog", "Heron", "Hexagon", "King", "Knight",
		"Lantern", "Magpie", "Moon", "Otter", "Owl", "Page", "Pawn", "Pin", "Queen", "Raven", "Rook", "Skewer", "Sparrow",
		"Square", "Squire", "Tempo", "Tower", "Walrus", "Wren",
	}
)

// Invent makes a name for a new guest, such as "Grinning Rook".
func Invent() string {
	return adjectives[rand.IntN(len(adjectives))] + " " + nouns[rand.IntN(len(nouns))]
}

// CheckNickname returns the name of a guest as the page shows it, in the form of RFC 8266, or an
// error that says what is wrong with it.
func CheckNickname(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", fmt.Errorf(
			"the name is not valid text (UTF-8); it needs 1 to %d letters, digits, signs and spaces", maxName)
	}
	if err := checkCharacters(name); err != nil {
		return "", err
	}
	name, err := precis.Nickname.String(strings.Join(strings.Fields(name), " "))
	if err != nil {
		return "", errors.New("the name has a character that names cannot have; use letters, digits, signs and spaces")
	}
	if err := checkCharacters(name); err != nil { // a sign such as ˘ has become a mark on nothing
		return "", err
	}
	if n := utf8.RuneCountInString(name); n > maxName {
		return "", fmt.Errorf("the name has %d characters; up to %d are allowed", n, maxName)
	}
	if isReserved(name) {
		return "", fmt.Errorf("the name %q looks like that of a computer or of a player without a name; choose another", name)
	}
	return name, nil
}

// checkCharacters returns an error if a name has characters that it may not have, or none that
// can be seen.
func checkCharacters(name string) error {
	visible := false
	for _, c := range name {
		switch {
		case unicode.IsSpace(c):
		case strings.ContainsRune(numberSigns, c):
			return fmt.Errorf("the name has the character %c, which begins a player's tag; "+
				"use letters, digits, other signs and spaces", c)
		case !unicode.IsPrint(c) || unicode.Is(unicode.Mn, c) && !visible:
			return fmt.Errorf("the name has an invisible character (%U); use letters, digits, signs and spaces", c)
		default:
			visible = true
		}
	}
	if !visible {
		return fmt.Errorf("the name is empty; it needs 1 to %d letters, digits, signs and spaces", maxName)
	}
	return nil
}
