package notation

import (
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// Termination is how a game ended, in a word of the PGN standard for the tag of that name.
type Termination string

// The words of the standard that games of this module need. It also has "death" and
// "emergency".
const (
	Normal          Termination = "normal"
	TimeForfeit     Termination = "time forfeit"
	Abandoned       Termination = "abandoned"
	Adjudication    Termination = "adjudication"
	RulesInfraction Termination = "rules infraction"
	Unterminated    Termination = "unterminated"
)

// SetOutcome sets the result and says why the game ended, as PGN does: the tag Termination has a
// word of the standard, and a comment is added after the last move with a sentence for people.
// Of a game that goes on only the result is set. If how is "", the word follows from a reason of
// package game.
func (t *Tree) SetOutcome(o game.Outcome, how Termination) {
	t.Result = o.Result
	if o == (game.Outcome{}) {
		return
	}
	switch {
	case how != "":
	case !o.Over(): // it was aborted
		how = Abandoned
	case o.Reason == game.TimeOut || o.Reason == game.TimeOutDraw:
		how = TimeForfeit
	default:
		how = Normal
	}
	sentence := o.String()
	if !o.Over() {
		first, n := utf8.DecodeRuneInString(string(o.Reason))
		sentence = string(unicode.ToUpper(first)) + string(o.Reason[n:])
	}
	_ = t.SetTag("Termination", string(how)) // the name is a tag's
	t.End().comment(sentence + ".")
}
