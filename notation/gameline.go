package notation

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// maxGameLine is the longest line of moves that is read, in bytes.
const maxGameLine = 64 << 10

const gameLineSeparator = " | "

// GameLine is one game, or its beginning, as one line of text: variant | result |
// plies | UCI moves. Self-play writes such lines, the opening explorer reads them.
type GameLine struct {
	Game   string // the name of the variant
	Result game.Result
	Plies  int      // the length of the whole game
	Moves  []string // as UCI, from the start of the game: all, or the first
}

// String returns the line's text, which ParseGameLine reads back.
func (l GameLine) String() string {
	fields := []string{l.Game, l.Result.String(), strconv.Itoa(l.Plies), strings.Join(l.Moves, " ")}
	return strings.Join(fields, gameLineSeparator)
}

// ParseGameLine reads a line. It does not check that the moves are legal.
func ParseGameLine(text string) (GameLine, error) {
	fields := strings.Split(text, gameLineSeparator)
	if len(fields) != 4 {
		return GameLine{}, message.Errorf(
			"%d fields with %q between, expected 4: game, result, plies, moves", len(fields), gameLineSeparator)
	}
	l := GameLine{Game: fields[0], Moves: strings.Fields(fields[3])}
	for _, r := range []game.Result{game.WhiteWins, game.BlackWins, game.Draw} {
		if r.String() == fields[1] {
			l.Result = r
		}
	}
	if l.Result == game.Ongoing {
		return GameLine{}, message.Errorf("invalid result %.40q, expected 1-0, 0-1 or 1/2-1/2", fields[1])
	}
	var err error
	if l.Plies, err = strconv.Atoi(fields[2]); err != nil || l.Plies < len(l.Moves) || l.Plies > 1e6 {
		return GameLine{}, message.Errorf(
			"invalid number of plies %.40q, expected a whole number (%d–1000000)", fields[2], len(l.Moves))
	}
	return l, nil
}

// ReadGameLines reads the games of a file and calls each with the line number and the
// game. It skips empty lines and lines that begin with #. Errors, including those of
// each, name the file and the line.
func ReadGameLines(r io.Reader, name string, each func(line int, l GameLine) error) error {
	if r == nil {
		return nil
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxGameLine)
	line := 0
	for lines.Scan() {
		line++
		text := strings.TrimSuffix(lines.Text(), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := ParseGameLine(text)
		if err == nil {
			err = each(line, l)
		}
		if err != nil {
			return message.Errorf("%s:%d: %w", name, line, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return message.Errorf("%s:%d: a line of more than %d bytes, expected game | result | plies | moves",
			name, line+1, maxGameLine)
	case err != nil:
		return message.Errorf("%s:%d: %w", name, line+1, err)
	}
	return nil
}
