package puzzles

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/wane-chess/wane/puzzle"
)

// log is the file of a run: a first line that names the run, then the puzzles of each game with
// a line "# game N" after them. What stands after the last such line was interrupted.
type log struct {
	file  *os.File // nil: nothing is kept
	games int
	found []puzzle.Puzzle // in the games before
}

// header names a run: with another one, the games would be others.
func (o *Options) header() string {
	source := fmt.Sprintf("games of the engine with seed %d", o.Seed)
	switch {
	case o.Endings:
		source = fmt.Sprintf("random endings with seed %d", o.Seed)
	case o.Games != nil:
		source = fmt.Sprintf("%d games of a file", len(o.Games))
	}
	pieces := 0
	if o.Tables != nil {
		pieces = o.Tables.CompletePieces(o.Game)
	}
	return fmt.Sprintf("# research puzzles: %s, %s, limits %v, tables of %d pieces",
		o.Game.Name(), source, o.Limits, pieces)
}

func openLog(o *Options) (*log, error) {
	if o.Log == "" {
		return &log{}, nil
	}
	l := &log{}
	text, err := os.ReadFile(o.Log)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole, err := l.read(string(text), o.header())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Log, err)
	}
	if l.file, err = os.OpenFile(o.Log, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return nil, err
	}
	if whole == 0 {
		text := o.header() + "\n"
		whole = len(text)
		_, err = l.file.WriteString(text)
	}
	if err == nil {
		err = l.file.Truncate(int64(whole))
	}
	if err == nil {
		_, err = l.file.Seek(int64(whole), 0)
	}
	if err != nil {
		return nil, errors.Join(err, l.file.Close())
	}
	return l, nil
}

// read reads a file and returns how many of its bytes are whole.
func (l *log) read(text, header string) (whole int, err error) {
	var game []puzzle.Puzzle
	at := 0
	for line := range strings.Lines(text) {
		at += len(line)
		body, ended := strings.CutSuffix(line, "\n")
		var n int
		switch {
		case !ended:
			return whole, nil
		case whole == 0 && body != header:
			return 0, fmt.Errorf("it is the log of another run: %.200q; expected %q", body, header)
		case whole == 0:
			whole = at
		case strings.HasPrefix(body, "# game "):
			if _, err := fmt.Sscanf(body, "# game %d", &n); err != nil || n != l.games+1 {
				return 0, fmt.Errorf("%.40q: expected game %d", body, l.games+1)
			}
			l.games, l.found, game, whole = n, append(l.found, game...), nil, at
		default:
			z, err := puzzle.Parse(body)
			if err != nil {
				return 0, err
			}
			game = append(game, z)
		}
	}
	return whole, nil
}

// add writes what was found in a game.
func (l *log) add(game int, found []puzzle.Puzzle) error {
	if l.file == nil {
		return nil
	}
	out := bufio.NewWriter(l.file)
	for i := range found {
		_, _ = fmt.Fprintln(out, found[i].String()) // Flush reports errors
	}
	_, _ = fmt.Fprintf(out, "# game %d\n", game)
	return out.Flush()
}

func (l *log) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
