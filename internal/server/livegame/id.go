package livegame

import "crypto/rand"

// The IDs that wane makes are twelve letters and digits, which hold 71 bits.
const (
	idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	idLength  = 12
	maxID     = 64 // of an ID that a caller has chosen
)

// ID identifies a game. The game's link contains it.
type ID string

// NewID makes a random ID.
func NewID() ID {
	var random [2 * idLength]byte
	_, _ = rand.Read(random[:]) // never fails
	return DeriveID(random)
}

// DeriveID makes an ID that depends only on the bytes of a hash.
func DeriveID(hash [2 * idLength]byte) ID {
	id := make([]byte, idLength)
	for i := range id {
		// The bias of a remainder of 16 bits is below 0.1 %.
		id[i] = idLetters[(int(hash[2*i])<<8|int(hash[2*i+1]))%len(idLetters)]
	}
	return ID(id)
}

// Valid reports whether there can be a game of that ID: 1–64 letters,
// digits, hyphens and underscores.
func (id ID) Valid() bool {
	if id == "" || len(id) > maxID {
		return false
	}
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
