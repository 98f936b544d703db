package puzzle

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// FlawKind says what keeps a position from being a puzzle, or a puzzle from being sound.
type FlawKind string

// The flaws.
const (
	Over           FlawKind = "over"            // the game is over, or there is no choice
	NoSolution     FlawKind = "no-solution"     // no move reaches a goal, or the move of the solution does not
	SecondSolution FlawKind = "second-solution" // several moves reach the goal
	Shorter        FlawKind = "shorter"         // there is a shorter mate
	TooHard        FlawKind = "too-hard"        // the limits do not suffice for a proof
	IllegalMove    FlawKind = "illegal-move"    // the solution has a move that is not legal
)

// Flaw is the error about an unsound puzzle.
type Flaw struct {
	Kind FlawKind `json:"kind"`
	// Line are the moves from the position to where the flaw is, and Moves those that reach
	// the goal there, both as UCI.
	Line  []string `json:"line"`
	Moves []string `json:"moves"`
	Text  string   `json:"text"` // the flaw in words, such as "e2e4 and d2d4 both mate in 2"
}

// Error implements error.
func (f *Flaw) Error() string {
	if len(f.Line) == 0 {
		return f.Text
	}
	return message.Sprintf("after %s: %s", strings.Join(f.Line, " "), f.Text)
}

// flaw makes a flaw of a position, in which some moves matter.
func flaw(kind FlawKind, p game.Position, moves []game.Move, format string, args ...any) *Flaw {
	f := &Flaw{Kind: kind, Line: []string{}, Moves: texts(p, moves)}
	f.Text = message.Sprintf(format, args...)
	return f
}

// second is the flaw that several moves reach the goal. goal completes the sentence.
func second(p game.Position, moves []game.Move, goal string) *Flaw {
	t := texts(p, moves)
	if len(t) == 2 {
		return flaw(SecondSolution, p, moves, "%s and %s both %s", t[0], t[1], goal)
	}
	return flaw(SecondSolution, p, moves, "%d moves %s: %s", len(t), goal, strings.Join(t, " "))
}

// texts writes moves of a position as UCI.
func texts(p game.Position, moves []game.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = p.UCI(m)
	}
	return out
}

// prepend puts a move before the line of a flaw.
func (f *Flaw) prepend(move string) *Flaw {
	f.Line = append([]string{move}, f.Line...)
	return f
}
