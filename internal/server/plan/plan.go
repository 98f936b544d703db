// Package plan keeps what a player prepares in a game and no other player sees: conditional moves
// and a note.
//
// Conditional moves are lines of a game by correspondence. Once the opponent has played the first
// move of a line, the server plays the second, and so on. What the server plays is a command of the
// player whose ID names the opponent's move, so it is played once whichever nodes try. The game
// manager says what was played without waiting (Service.Game); a sweep finds what a node that
// died did not answer.
package plan

import (
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Limits.
const (
	MaxLines = 100  // of a player in a game
	MaxPlies = 60   // of a line
	MaxNote  = 5000 // characters
)

// ErrConflict means that the lines or the note were changed elsewhere.
var ErrConflict error = problem.Conflict("It was changed elsewhere, perhaps in another tab.")

// Lines are the conditional moves of a player in a game.
type Lines struct {
	Game    livegame.ID
	Player  string // ID of a guest or an account
	Version int    // counts the changes, from 1; 0: there were none
	Ply     int    // plies of the game before the first move of each line
	// Seen is the number of the game's last event then. A later takeback makes the lines void.
	Seen int
	// Moves are the lines in UCI. Each begins with a move of the opponent and ends with an answer,
	// and no move of the opponent has two answers.
	Moves [][]string
}

// Note is what a player writes down beside a game.
type Note struct {
	Game    livegame.ID
	Player  string
	Version int // counts the changes, from 1; 0: there were none
	At      time.Time
	Text    string
}

// maximal leaves out lines that are the beginning of another, or equal to an earlier one.
func maximal(lines [][]string) (kept [][]string) {
	for i, line := range lines {
		contained := false
		for j, other := range lines {
			contained = contained || j != i && begins(other, line) && (len(other) > len(line) || j < i)
		}
		if !contained {
			kept = append(kept, line)
		}
	}
	return kept
}

func begins(line, with []string) bool {
	return len(line) >= len(with) && slices.Equal(line[:len(with)], with)
}

// after returns what is left of lines after more moves of the game.
func after(lines [][]string, played []string) (rest [][]string) {
	for _, line := range lines {
		if begins(line, played) && len(line) > len(played) {
			rest = append(rest, line[len(played):])
		}
	}
	return rest
}
