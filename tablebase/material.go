package tablebase

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Material is the pieces on the board of a game, kings included. Exchanging the colors
// gives the same Material: White is the color with more pieces or, with equal numbers,
// the better ones. Materials are comparable; the zero value is none.
type Material struct{ key key }

// key counts the pieces of each kind but the kings, four bits each: White's queens
// first, then rooks, bishops, knights, pawns; then Black's. The game is above them.
type key uint64

const (
	colorBits = 20
	blackBits = (1<<colorBits - 1) << colorBits
	gameBits  = math.MaxUint64 >> (2 * colorBits) << (2 * colorBits)
)

// empty is the key of a game's bare kings.
func (g Game) empty() key { return key(g) << (2 * colorBits) }

// keyOf is what a piece adds to a key.
func keyOf(pc game.Piece) key {
	if pc.Type() < game.Queen {
		return 0
	}
	return 1 << (4*uint(pc.Type()-game.Queen) + colorBits*uint(pc.Color()))
}

// swapped exchanges the colors.
func (k key) swapped() key {
	return k&gameBits | k&blackBits>>colorBits | k&(blackBits>>colorBits)<<colorBits
}

func (k key) game() Game { return Game(k >> (2 * colorBits)) }

func (k key) count(pc game.Piece) int { return int(k / keyOf(pc) & 15) }

// color lists the pieces of a color except the king, the best first.
func (k key) color(s game.Color) (list []game.PieceType) {
	for pt := game.Queen; pt <= game.Pawn; pt++ {
		for range k.count(pt.Of(s)) {
			list = append(list, pt)
		}
	}
	return list
}

// material returns the Material of a key, and whether its colors are exchanged.
func (k key) material() (m Material, swapped bool) {
	w, b := k.color(game.White), k.color(game.Black)
	if cmp.Or(cmp.Compare(len(w), len(b)), slices.Compare(b, w)) < 0 {
		return Material{k.swapped()}, true
	}
	return Material{k}, false
}

// ParseMaterial reads a text such as "KQvKR" or "convergent-KQvKR", with the pieces in
// any order and letters in either case. Without a game before a hyphen, it is Shrink
// Chess.
func ParseMaterial(text string) (Material, error) {
	name, pieces, other := strings.Cut(text, "-")
	if !other {
		return Shrink.ParseMaterial(text)
	}
	for _, g := range Games() {
		if strings.EqualFold(name, g.String()) {
			return g.ParseMaterial(pieces)
		}
	}
	return Material{}, message.Errorf("invalid material %.40q: there are no tables of %.40q, "+
		"expected something like KQvKR or convergent-KQvKR", text, name)
}

// ParseMaterial reads a text such as "KQvKR", with the pieces in any order and letters
// in either case.
func (g Game) ParseMaterial(text string) (Material, error) {
	refuse := func(why string) (Material, error) {
		return Material{}, message.Errorf("invalid material %.40q: %s, expected something like KQvKR with at most %d pieces",
			text, why, g.MaxPieces())
	}
	if g > withoutRoyals {
		return refuse("there are no tables of " + g.String())
	}
	white, black, two := strings.Cut(strings.ToUpper(text), "V")
	if !two {
		return refuse("no v between the colors")
	}
	if n := len(white) + len(black); n > g.MaxPieces() || n < g.MinPieces() {
		return refuse(message.Sprintf("%d pieces", n))
	}
	k := g.empty()
	for i, pieces := range []string{white, black} {
		if strings.Count(pieces, "K") != 1 {
			return refuse("each color needs one K")
		}
		for _, letter := range []byte(pieces) {
			pt := game.PieceTypeOf(letter)
			if pt == game.NoPieceType {
				return refuse(message.Sprintf("unknown piece %q", letter))
			}
			k += keyOf(pt.Of(game.Color(i)))
		}
	}
	m, _ := k.material()
	return m, nil
}

// Materials lists all materials of the game with a number of pieces, in an order in
// which they can be solved; nil unless the number is in MinPieces–MaxPieces.
func (g Game) Materials(pieces int) (list []Material) {
	var kinds []key
	for _, color := range []game.Color{game.White, game.Black} {
		for pt := game.Queen; pt <= game.Pawn; pt++ {
			kinds = append(kinds, keyOf(pt.Of(color)))
		}
	}
	var grow func(k key, from, left int)
	grow = func(k key, from, left int) {
		if left == 0 {
			if m, swapped := k.material(); !swapped {
				list = append(list, m)
			}
			return
		}
		for i := from; i < len(kinds); i++ {
			grow(k+kinds[i], i, left-1)
		}
	}
	if g <= withoutRoyals && pieces >= g.MinPieces() && pieces <= g.MaxPieces() {
		grow(g.empty(), 0, pieces-2)
	}
	slices.SortFunc(list, func(a, b Material) int {
		return cmp.Or(cmp.Compare(a.Pawns(), b.Pawns()), cmp.Compare(a.String(), b.String()))
	})
	return list
}

// Game is the game of the material.
func (m Material) Game() Game { return m.key.game() }

// String returns the name that ParseMaterial reads: the pieces, such as "KQvKR", after
// the game unless that is Shrink Chess: "convergent-KQvKR".
func (m Material) String() string {
	if g := m.Game(); g != Shrink {
		return g.String() + "-" + m.Name()
	}
	return m.Name()
}

// Name is the usual name without the game, such as "KQvKR".
func (m Material) Name() string {
	text := []byte{}
	for _, s := range []game.Color{game.White, game.Black} {
		if s == game.Black {
			text = append(text, 'v')
		}
		text = append(text, 'K')
		for _, pt := range m.key.color(s) {
			text = append(text, pt.Letter())
		}
	}
	return string(text)
}

// Pieces is the number of pieces, kings included.
func (m Material) Pieces() int {
	return 2 + len(m.key.color(game.White)) + len(m.key.color(game.Black))
}

// Pawns is the number of pawns of both colors.
func (m Material) Pawns() int {
	return m.key.count(game.Pawn.Of(game.White)) + m.key.count(game.Pawn.Of(game.Black))
}

// Entries is the number of entries of the material's table, impossible positions
// included.
func (m Material) Entries() int { return layoutOf(m).size() }

// Symmetric reports whether both colors have the same pieces.
func (m Material) Symmetric() bool { return m.key == m.key.swapped() }

// Count is the number of a piece, with the colors of the Material: 1 for kings, 0 for
// NoPiece.
func (m Material) Count(pc game.Piece) int {
	switch p := pc.Type(); {
	case p == game.King:
		return 1
	case p < game.Queen || p > game.Pawn:
		return 0
	}
	return m.key.count(pc)
}

// Needs lists the materials that a move can lead to, except the material itself: those
// after a capture, one or several promotions, or both.
func (m Material) Needs() (list []Material) {
	seen := map[Material]bool{m: true}
	add := func(k key) {
		if n, _ := k.material(); n.Pieces() >= m.Game().MinPieces() && !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	after := []key{m.key}
	for _, color := range []game.Color{game.White, game.Black} {
		for pt := game.Queen; pt <= game.Pawn; pt++ {
			if m.key.count(pt.Of(color)) > 0 {
				after = append(after, m.key-keyOf(pt.Of(color)))
			}
		}
	}
	for _, k := range after {
		if m.Game() == Shrink {
			k.promoted(0, add)
		} else {
			add(k)
		}
	}
	slices.SortFunc(list, func(a, b Material) int {
		return cmp.Or(cmp.Compare(a.Pieces(), b.Pieces()), cmp.Compare(a.Pawns(), b.Pawns()),
			cmp.Compare(a.String(), b.String()))
	})
	return list
}

// promoted visits the key and all keys that promotions of either color lead to.
func (k key) promoted(from int, visit func(key)) {
	visit(k)
	for i := from; i < 2*len(game.Promotions); i++ {
		color, pt := game.Color(i/len(game.Promotions)), game.Promotions[i%len(game.Promotions)]
		if k.count(game.Pawn.Of(color)) > 0 {
			(k - keyOf(game.Pawn.Of(color)) + keyOf(pt.Of(color))).promoted(i, visit)
		}
	}
}

// Together returns the largest number of entries that are solved together: in Shrink
// Chess, those on boards of one size.
func (m Material) Together() (most int) {
	ix, ok := layoutOf(m).(*index)
	if !ok {
		return m.Entries()
	}
	for _, b := range ix.shapes.blocks {
		most = max(most, ix.colors*int(ix.start[b.end]-ix.start[b.first]))
	}
	return most
}
