package selfplay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/wane-chess/wane/notation"
)

// packedSuffix ends the names of compressed files.
const packedSuffix = ".gz"

// file is the output file, open at its end. A compressed one has a gzip member for the header and
// for each game, so that an interrupted run loses no game before the last.
type file struct {
	*os.File
	packer           *gzip.Writer // nil: not compressed
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
	if strings.HasSuffix(name, packedSuffix) {
		games.packer = gzip.NewWriter(nil)
	}
	if err := games.resume(o); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return games, nil
}

// resume reads the games of earlier runs.
func (f *file) resume(o *Options) error {
	in := &chunks{in: bufio.NewReader(f), packed: f.packer != nil}
	header := o.header()
	first, err := in.next(anyLine)
	switch {
	case errors.Is(err, errIncomplete) && strings.HasPrefix(header, string(first)):
		if err := f.Truncate(0); err != nil {
			return err
		}
		return errors.Join(f.seekTo(0), f.write([]byte(header)))
	case err != nil && !errors.Is(err, errIncomplete):
		return err
	case string(first) != header:
		return fmt.Errorf("the file begins with %.120q, but these games would begin with %q: use the same options, or "+
			"another file", first, header)
	}
	end := endOfGame
	if o.Form == Lines {
		end = anyLine
	}
	for {
		whole := in.read // the end of the last complete game
		block, err := in.next(end)
		if errors.Is(err, errIncomplete) {
			return errors.Join(f.Truncate(whole), f.seekTo(whole))
		}
		if err == nil {
			err = f.take(block, o)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", f.games+1, err)
		}
		f.games++
	}
}

func (f *file) seekTo(offset int64) error {
	_, err := f.Seek(offset, io.SeekStart)
	return err
}

// take counts the positions of a game in the file.
func (f *file) take(block []byte, o *Options) error {
	if o.Form == Lines {
		_, err := notation.ParseGameLine(strings.TrimSuffix(string(block), "\n"))
		return err
	}
	last := block[bytes.LastIndexByte(block[:len(block)-1], '\n')+1:]
	if want := fmt.Sprintf("# game %d: ", f.games+1); !bytes.HasPrefix(last, []byte(want)) {
		return fmt.Errorf("it ends with %.60q; expected %q", last, want)
	}
	return Read(bytes.NewReader(block), "line", func(_, _ int, s Sample) error {
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
	if err := f.write(block.Bytes()); err != nil {
		return err
	}
	f.games++
	f.positions += positions
	return nil
}

// write appends with a single write.
func (f *file) write(block []byte) error {
	if f.packer != nil {
		var packed bytes.Buffer
		f.packer.Reset(&packed)
		_, err := f.packer.Write(block)
		if err = errors.Join(err, f.packer.Close()); err != nil {
			return err
		}
		block = packed.Bytes()
	}
	if _, err := f.Write(block); err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return fmt.Errorf("cannot write %s: %w", f.Name(), err)
	}
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
