package notation

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// Termination is how a game ended, in a word of the PGN standard for the tag of that name.
type Termination string

// The words of the standard that games of this module need. It also has "death", "emergency"
// and "unterminated".
const (
	Normal          Termination = "normal"
	TimeForfeit     Termination = "time forfeit"
	Abandoned       Termination = "abandoned"
	Adjudication    Termination = "adjudication"
	RulesInfraction Termination = "rules infraction"
)

// SetOutcome sets the result and says why the game ended, as PGN does: the tag Termination has a
// word of the standard, and a comment after the last move has a sentence for people. A game
// that goes on gets neither. If how is "", the word follows from a reason of package game.
func (t *Tree) SetOutcome(o game.Outcome, how Termination) {
	t.Result = o.Result
	if o == (game.Outcome{}) {
		return
	}
	switch {
	case how != "":
	case o.Reason == game.TimeOut || o.Reason == game.TimeOutDraw:
		how = TimeForfeit
	default:
		how = Normal
	}
	sentence := o.String()
	if !o.Over() { // it was aborted
		sentence = strings.ToUpper(string(o.Reason[:1])) + string(o.Reason[1:])
	}
	_ = t.SetTag("Termination", string(how)) // the name is a tag's
	t.End().comment(sentence + ".")
}
