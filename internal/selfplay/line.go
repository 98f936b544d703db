package selfplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
)

// maxGame is the longest line of moves that is read, in bytes.
const maxGame = 64 << 10

// Line is a game of the engine with itself, or its beginning.
type Line struct {
	Game   string // the identifier of the rules
	Result game.Result
	Plies  int      // how long the game was
	Moves  []string // in engine form, from the start of the game; the first of them, or all
}

// String returns the line's text, which ParseLine reads back.
func (l Line) String() string {
	return strings.Join([]string{l.Game, l.Result.String(), strconv.Itoa(l.Plies), strings.Join(l.Moves, " ")}, separator)
}

// ParseLine reads a line. It does not look whether the moves are legal.
func ParseLine(text string) (Line, error) {
	fields := strings.Split(text, separator)
	if len(fields) != 4 {
		return Line{}, fmt.Errorf("%d fields with %q between; expected 4: game, result, plies, moves", len(fields), separator)
	}
	l := Line{Game: fields[0], Moves: strings.Fields(fields[3])}
	for _, r := range []game.Result{game.WhiteWins, game.BlackWins, game.Draw} {
		if r.String() == fields[1] {
			l.Result = r
		}
	}
	if l.Result == game.Ongoing {
		return Line{}, fmt.Errorf("bad result %.40q: expected 1-0, 0-1 or 1/2-1/2", fields[1])
	}
	var err error
	if l.Plies, err = strconv.Atoi(fields[2]); err != nil || l.Plies < len(l.Moves) || l.Plies > 1e6 {
		return Line{}, fmt.Errorf("bad number of plies %.40q: expected a whole number from %d, the moves that follow, to 1000000", fields[2], len(l.Moves))
	}
	return l, nil
}

// ReadLines reads the games of a file and hands each over with the number of its
// line. Lines that begin with # and empty lines are skipped. Errors, also those
// of each, are given the file's name and the line.
func ReadLines(r io.Reader, name string, each func(line int, l Line) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxGame)
	line := 0
	for lines.Scan() {
		line++
		text := strings.TrimSuffix(lines.Text(), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := ParseLine(text)
		if err == nil {
			err = each(line, l)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: the line is longer than %d bytes; expected: game | result | plies | moves", name, line+1, maxGame)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, line+1, err)
	}
	return nil
}
