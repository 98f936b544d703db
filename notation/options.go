package notation

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// DefaultMaxBytes is the longest text that is read unless the options allow
// another length.
const DefaultMaxBytes = 64 << 20

// ReadOptions say how to read games.
type ReadOptions struct {
	// Game is what a text is about that names no variant. If it is nil, Lookup
	// finds orthodox chess.
	Game game.Game
	// Lookup finds a game by its identifier, such as "shrink". It may be nil
	// if Game is set; texts that name another game are then rejected.
	Lookup func(name string) (game.Game, error)
	// FEN is where the games of a text begin that give no position; empty means
	// the start of the game. In score sheets, a game that cannot begin there
	// may begin at the start instead.
	FEN string
	// Corrections replace moves, such as "15...Kc4-b4": the move's number as
	// it is printed, "." for White or "..." for Black, and the right move in
	// any notation. "2#15...Kc4-b4" is for the second game of a text only; others
	// are for every game in which the corrected move is legal.
	Corrections []string
	// Strict makes errors of warnings: wrong marks of check and mate, wrong results and
	// numbers, ignored text. Only the use of a correction remains a warning.
	Strict bool
	// MaxBytes is the longest text to read; 0 means DefaultMaxBytes.
	MaxBytes int
}

func (o *ReadOptions) maxBytes() int {
	if o.MaxBytes <= 0 {
		return DefaultMaxBytes
	}
	return o.MaxBytes
}

// pick returns the game that a variant's name stands for, or the default one.
func (o *ReadOptions) pick(variant string) (game.Game, error) {
	if variant == "" {
		switch {
		case o.Game != nil:
			return o.Game, nil
		case o.Lookup != nil:
			return o.Lookup("chess")
		}
		return nil, errors.New("no game is given to read for; expected a Variant tag, or the option for the game")
	}
	names := variantNames(variant)
	if o.Game != nil {
		for _, name := range append(names, strings.ToLower(variant)) {
			if o.Game.Name() == name || strings.ToLower(o.Game.Title()) == name {
				return o.Game, nil
			}
		}
	}
	if o.Lookup == nil {
		return nil, fmt.Errorf("unknown variant %q; expected %s", message.Clip(variant, 60), o.Game.Name())
	}
	var first error
	for _, name := range names {
		g, err := o.Lookup(name)
		if err == nil {
			return g, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// variantNames lists identifiers that a name as people write it may stand for:
// "Shrink Chess" may be "shrink", "Cheshire Cat (8×8)" may be "cheshire8".
func variantNames(variant string) []string {
	name := strings.ToLower(strings.TrimSpace(variant))
	names := []string{name}
	switch name {
	case "standard", "normal", "orthodox", "orthodox chess", "orthochess", "from position":
		return append(names, "chess")
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" -_(),", r) })
	if len(words) == 0 {
		return names
	}
	switch last := words[len(words)-1]; last {
	case "8x8", "8×8", "small", "8":
		names = append(names, words[0]+"8")
	}
	return append(names, words[0])
}
