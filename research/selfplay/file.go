package selfplay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/wane-chess/wane/notation"
)

// file is the output file, open at its end.
type file struct {
	*os.File
	games, positions int
	seen             keySet // of its positions
}

// openFile opens or creates the file. It removes an incomplete game of an interrupted
// run.
func openFile(name string, o *Options) (*file, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, f.Close(), fmt.Errorf("%s is not a regular file", name))
	}
	games := &file{File: f}
	if err := games.resume(o); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return games, nil
}

// resume reads the games of earlier runs.
func (f *file) resume(o *Options) error {
	in := bufio.NewReader(f)
	header := o.header()
	first, err := in.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF) && strings.HasPrefix(header, first): // new, or with an incomplete first line
		if err := f.Truncate(0); err != nil {
			return err
		}
		_, err := f.WriteAt([]byte(header), 0)
		return errors.Join(err, f.seekTo(int64(len(header))))
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case first != header:
		return fmt.Errorf("the file begins with %.120q, but these games would begin with %q: use the same options, or "+
			"another file", first, header)
	}
	whole := int64(len(header)) // end of the last complete game
	var block bytes.Buffer
	for at := whole; ; {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break // the last line, if any, is incomplete
		}
		if err != nil {
			return err
		}
		at += int64(len(line))
		if o.Form == Lines {
			if _, err := notation.ParseGameLine(strings.TrimSuffix(string(line), "\n")); err != nil {
				return fmt.Errorf("game %d: %w", f.games+1, err)
			}
			whole = at
			f.games++
			continue
		}
		_, _ = block.Write(line)
		if line[0] != '#' {
			continue
		}
		if want := fmt.Sprintf("# game %d: ", f.games+1); !bytes.HasPrefix(line, []byte(want)) {
			return fmt.Errorf("after %d games there is %.60q; expected %q", f.games, line, want)
		}
		if err := f.take(&block, o); err != nil {
			return fmt.Errorf("game %d: %w", f.games+1, err)
		}
		whole = at
		f.games++
	}
	if err := f.Truncate(whole); err != nil {
		return err
	}
	return f.seekTo(whole)
}

func (f *file) seekTo(offset int64) error {
	_, err := f.Seek(offset, io.SeekStart)
	return err
}

// take counts the positions of a game in the file.
func (f *file) take(block *bytes.Buffer, o *Options) error {
	return Read(block, "line", func(_, _ int, s Sample) error {
		g, err := o.Lookup(s.Game)
		if err != nil {
			return err
		}
		p, err := g.Parse(s.FEN)
		if err != nil {
			return err
		}
		f.seen.add(mix(p.Key(), s.Game))
		f.positions++
		return nil
	})
}

// add writes a game with a single write.
func (f *file) add(o *Options, g finishedGame) error {
	var block bytes.Buffer
	positions := 0
	if o.Form == Lines {
		l := notation.GameLine{Game: g.rules, Result: g.outcome.Result, Plies: g.plies, Moves: g.moves}
		if o.Keep > 0 {
			l.Moves = l.Moves[:min(o.Keep, len(l.Moves))]
		}
		_, _ = fmt.Fprintln(&block, l)
	} else {
		positions = f.samples(&block, g)
	}
	if _, err := f.Write(block.Bytes()); err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return fmt.Errorf("cannot write %s: %w", f.Name(), err)
	}
	f.games++
	f.positions += positions
	return nil
}

// samples formats the positions of a game that the file does not have yet, and returns
// their number.
func (f *file) samples(block *bytes.Buffer, g finishedGame) (positions int) {
	for _, s := range g.samples {
		if f.seen.add(mix(s.key, s.Game)) {
			positions++
			_, _ = fmt.Fprintln(block, s.Sample)
		}
	}
	_, _ = fmt.Fprintf(block, "# game %d: %v, %s, %d plies\n", f.games+1, g.outcome.Result, g.outcome.Reason, g.plies)
	return positions
}

// mix combines a key with the game's name, to distinguish positions of several games
// (FNV-1a).
func mix(key uint64, rules string) uint64 {
	for i := range len(rules) {
		key = (key ^ uint64(rules[i])) * 0x100000001b3
	}
	return key
}
