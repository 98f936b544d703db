package archive

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"github.com/wane-chess/wane/game"
)

// PositionHash names a position of a game, whatever moves led to it. It is kept in
// databases, so it must not change: it is made of the text of the position, not of
// keys that are drawn by chance.
type PositionHash int64

// HashOf returns the spot of a position: the first eight bytes of the SHA-256 of
// the game's name, a line feed, and the FEN without its two counts.
func HashOf(p game.Position) PositionHash {
	fen := p.String()
	for range 2 {
		if i := strings.LastIndexByte(fen, ' '); i >= 0 {
			fen = fen[:i]
		}
	}
	sum := sha256.Sum256([]byte(p.Game().Name() + "\n" + fen))
	return PositionHash(binary.BigEndian.Uint64(sum[:]))
}
