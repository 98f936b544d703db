package diminuendo

import (
	"iter"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Ranking is the order in which pieces change when they are captured or move to z:
// each type becomes the next, and the last leaves the board (R2, R3). It holds each of
// the six types once.
type Ranking [6]game.PieceType

// Default is the inventor's ranking: K Q R N B P.
var Default = Ranking{game.King, game.Queen, game.Rook, game.Knight, game.Bishop, game.Pawn}

// String returns the six letters in lower case, such as "kqrnbp".
func (r Ranking) String() string {
	var b [6]byte
	for i, pt := range r {
		b[i] = pt.Letter() | 0x20
	}
	return string(b[:])
}

// Next returns the type that a type becomes: NoPieceType for the last.
func (r Ranking) Next(pt game.PieceType) game.PieceType {
	if i := slices.Index(r[:], pt) + 1; i < len(r) {
		return r[i]
	}
	return game.NoPieceType
}

// Rankings yields all 720 rankings, Default first.
func Rankings() iter.Seq[Ranking] {
	return func(yield func(Ranking) bool) { Default.permute(0, yield) }
}

// permute yields the rankings that begin with the first n types of r. It returns false
// if yield does.
func (r Ranking) permute(n int, yield func(Ranking) bool) bool {
	if n == len(r) {
		return yield(r)
	}
	for i := n; i < len(r); i++ {
		next := r
		copy(next[n+1:i+1], r[n:i]) // the rest keeps its order
		next[n] = r[i]
		if !next.permute(n+1, yield) {
			return false
		}
	}
	return true
}

// check returns an error if the ranking lacks a piece type.
func (r Ranking) check() error {
	for _, pt := range Default {
		if !slices.Contains(r[:], pt) {
			return message.Errorf("diminuendo: the ranking has no %v", pt)
		}
	}
	return nil
}

// Family begins the names of all games, and is the name of the one with the default
// ranking.
const Family = "diminuendo"

// options end names, in this order.
var options = [2]string{"+qk", "+fp"}

// nameHelp ends the errors about names.
const nameHelp = "expected a name such as diminuendo, diminuendo+qk or diminuendo:pbnrqk+qk+fp"

// ByName returns the game with that name: "diminuendo", or "diminuendo:" with
// the six letters of a ranking, followed by "+qk" for the queenish king, "+fp" for the
// flexible pawn, or both in that order. The name of the returned game is canonical.
// The error says what is wrong with the name and what is expected.
func ByName(name string) (game.Game, error) {
	fail := func(problem string, args ...any) (game.Game, error) {
		return nil, message.Errorf("game %q: %s, %s", message.Clip(name, 40), message.Sprintf(problem, args...), nameHelp)
	}
	base, rest := name, ""
	if i := strings.IndexByte(name, '+'); i >= 0 {
		base, rest = name[:i], name[i:]
	}
	ranking := Default
	if base != Family {
		letters, ok := strings.CutPrefix(base, Family+":")
		if !ok {
			return fail("it does not begin with %s", Family)
		}
		var err error
		if ranking, err = parseRanking(letters); err != nil {
			return fail("%v", err)
		}
	}
	var on [2]bool
	for last := -1; rest != ""; {
		option := rest
		if i := strings.IndexByte(rest[1:], '+'); i >= 0 {
			option = rest[:i+1]
		}
		rest = rest[len(option):]
		switch i := slices.Index(options[:], option); {
		case i < 0:
			return fail("unknown option %q", message.Clip(option, 40))
		case i == last:
			return fail("duplicate option %s", option)
		case i < last:
			return fail("options %s and %s in the wrong order", options[last], option)
		default:
			on[i], last = true, i
		}
	}
	return New(ranking, on[0], on[1]), nil
}

// parseRanking reads six letters in lower case.
func parseRanking(letters string) (r Ranking, err error) {
	if len(letters) != len(r) {
		n := len([]rune(letters))
		return r, message.Errorf("the ranking %q has %s instead of six",
			message.Clip(letters, 40), message.Plural(n, "letter"))
	}
	for i, c := range []byte(letters) {
		pt := game.PieceTypeOf(c)
		if pt == game.NoPieceType || c < 'a' {
			return r, message.Errorf("the ranking %q has %q, not one of the letters kqrnbp", letters, []rune(letters[i:])[0])
		}
		if slices.Contains(r[:i], pt) {
			return r, message.Errorf("the ranking %q has the letter %q twice", letters, c)
		}
		r[i] = pt
	}
	return r, nil
}
