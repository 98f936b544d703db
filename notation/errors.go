package notation

import (
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// MoveError says why a text is not a legal move of a position.
type MoveError struct {
	Text    string   // as it was given
	Problem string   // what is wrong
	Choices []string // legal moves that may be meant; of a move with promotions one
	// Ambiguous says that the text fits all Choices.
	Ambiguous bool
}

// Error implements error.
func (e *MoveError) Error() string {
	if e.Ambiguous {
		return message.Sprintf("%q fits %d moves%s", message.Clip(e.Text, 60), len(e.Choices), listing(": ", e.Choices))
	}
	return message.Sprintf("%q: %s%s", message.Clip(e.Text, 60), e.Problem, listing("; possible: ", e.Choices))
}

// ParseError says what in a text cannot be read as a game, and where.
type ParseError struct {
	Line, Column int        // from 1; columns count characters
	Game         int        // the number of the game in the text, from 1; 0 if it is about none
	Number       int        // of the move, 0 if the problem is not at a move
	Color        game.Color // of the move; only with a Number
	Text         string     // what is there
	Problem      string
	Legal        []string // the legal moves; of a move with promotions one
	Variation    bool     // the move is one of a variation, which corrections do not change
}

// Error implements error.
func (e *ParseError) Error() string {
	var b strings.Builder
	b.WriteString(message.Sprintf("line %d, column %d: ", e.Line, e.Column))
	if e.Number > 0 {
		b.WriteString("move " + numberText(e.Number, e.Color) + ": ")
	}
	if e.Text != "" {
		b.WriteString(strconv.Quote(message.Clip(e.Text, 60)) + ": ")
	}
	b.WriteString(e.Problem)
	if len(e.Legal) == 1 {
		b.WriteString("; the only legal move is " + e.Legal[0])
	} else {
		b.WriteString(listing("; the legal moves are ", e.Legal))
	}
	return b.String()
}

// Warning is a remark about a text that can be read nevertheless.
type Warning struct {
	Line, Column int    // from 1; columns count characters
	Text         string // what is there; may be empty
	Problem      string
	Corrected    bool // one of the Corrections was used
}

// String returns the warning in one line.
func (w Warning) String() string {
	if w.Text == "" {
		return message.Sprintf("line %d, column %d: %s", w.Line, w.Column, w.Problem)
	}
	return message.Sprintf("line %d, column %d: %q: %s", w.Line, w.Column, message.Clip(w.Text, 60), w.Problem)
}

// numberText writes a move number as score sheets do: "7." for White's move,
// "7..." for Black's.
func numberText(n int, color game.Color) string {
	if color == game.White {
		return message.Sprintf("%d.", n)
	}
	return message.Sprintf("%d...", n)
}

// maxListed is how many moves an error prints at most.
const maxListed = 128

// listing joins texts for an error, at most maxListed.
func listing(intro string, texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	if len(texts) > maxListed {
		return message.Sprintf("%s%s and %d more", intro, strings.Join(texts[:maxListed], ", "), len(texts)-maxListed)
	}
	return intro + strings.Join(texts, ", ")
}
