package notation

import (
	"errors"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Format is how a text holds its games.
type Format int

// The formats.
const (
	// AnyFormat reads a text with tags as PGN. It reads one without tags as PGN or as a
	// score sheet, whichever reads more of it.
	AnyFormat Format = iota
	// PGN is the format of other chess programs.
	PGN
	// ScoreSheet is how the inventors print their games: moves in any notation, numbered
	// or not, with prose before, between and after them.
	ScoreSheet
)

// Limits bound what is read of a text. Zero means no limit, except for GameBytes and
// GameNodes.
type Limits struct {
	Bytes     int // of the text
	Games     int // of the text, with those that cannot be read
	Nodes     int // moves of all games of the text, with variations
	GameBytes int // of one game; 0 means DefaultGameBytes
	GameNodes int // moves of one game, with variations; 0 means DefaultGameNodes
	Plies     int // from the start of a game to the end of any line
	Comment   int // bytes of a comment
}

// The limits of one game, unless others are set.
const (
	DefaultGameBytes = 4 << 20
	DefaultGameNodes = 100_000
)

// MaxSheetBytes is the longest text that is read as score sheets.
const MaxSheetBytes = 1 << 20

// LimitError says that a text exceeds one of the Limits on the whole text. What was read
// before is valid.
type LimitError struct {
	What string // "bytes", "games" or "moves"
	Max  int
}

// Error implements error.
func (e *LimitError) Error() string {
	switch e.What {
	case "games":
		return message.Sprintf("the text has more than %d games: the rest is not read", e.Max)
	case "moves":
		return message.Sprintf("the text has more than %d moves: the rest is not read", e.Max)
	}
	return message.Sprintf("the text has more than %d bytes: the rest is not read", e.Max)
}

// ReadOptions say how to read games.
type ReadOptions struct {
	// Game is the game of a text that names no variant. If it is nil, Lookup finds
	// orthodox chess.
	Game game.Game
	// Lookup finds a game by its identifier, such as "shrink". It may be nil
	// if Game is set; texts that name another game are then rejected.
	Lookup func(name string) (game.Game, error)
	// FEN is the start position of games that give none; empty means the start of the
	// game. In a score sheet, a game whose first move is illegal there may begin at the
	// start of the game.
	FEN string
	// Corrections replace moves, such as "15...Kc4-b4": the move's number as
	// it is printed, "." for White or "..." for Black, and the right move in
	// any notation. "2#15...Kc4-b4" is for the second game of a text only; others
	// are for every game in which the corrected move is legal.
	Corrections []string
	// Format is how the text holds its games.
	Format Format
	// Strict turns warnings into errors: wrong marks of check and mate, wrong results and
	// numbers, foreign marks, ignored text. Only the use of a correction remains a
	// warning. Reading ends with the first error.
	Strict bool
	Limits Limits
	// Warn is called for each warning, at most 100 of a game. It may be nil.
	Warn func(Warning)
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
		return nil, errors.New("unknown variant: expected a Variant tag, or an option that says which game it is")
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
		return nil, message.Errorf("unknown variant %q; expected %s", message.Clip(variant, 60), o.Game.Name())
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
