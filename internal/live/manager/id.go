package manager

import (
	"crypto/rand"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	idLength  = 12
	maxID     = 64 // of names that a caller has chosen
)

// NewID makes the name of a game: twelve letters and digits, of 71 random bits.
func NewID() livegame.ID {
	id := make([]byte, 0, idLength)
	var dice [2 * idLength]byte
	for {
		_, _ = rand.Read(dice[:]) // never fails
		for _, d := range dice {
			d &= 63
			if int(d) >= len(idLetters) {
				continue // so that all letters are equally likely
			}
			if id = append(id, idLetters[d]); len(id) == idLength {
				return livegame.ID(id)
			}
		}
	}
}

// validID reports whether there can be a game of that name. Whatever else stands in
// a link never gets as far as the store or the queue.
func validID(id livegame.ID) bool {
	if id == "" || len(id) > maxID {
		return false
	}
	for _, r := range []byte(id) {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
		default:
			return false
		}
	}
	return true
}
