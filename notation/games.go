package notation

import (
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/wane-chess/wane/game"
)

// Context stops a reading once its Err returns an error. A context.Context is a Context;
// importing its package would make every page larger.
type Context interface{ Err() error }

// forever is a Context that never stops a reading.
type forever struct{}

func (forever) Err() error { return nil }

// Games reads the games of a text one by one. Memory grows with the largest game, not
// with their number.
//
// For a faulty game, Games yields a *ParseError and the game as far as it can be read, or
// nil, and continues with the next game. Any other error ends the iteration: one of r,
// ctx or the options, or a *LimitError. A text without games and a nil r are errors, too.
func Games(ctx Context, r io.Reader, o ReadOptions) iter.Seq2[*Tree, error] {
	return func(yield func(*Tree, error) bool) {
		out := &output{yield: yield, strict: o.Strict}
		if r == nil {
			r = strings.NewReader("")
		}
		if err := readGames(ctx, r, o, out); err != nil {
			out.give(nil, err)
		}
	}
}

// ReadString reads all games of a text; see Games. It returns the games that could be
// read, all warnings, and the errors of the others, joined.
func ReadString(text string, o ReadOptions) ([]*Tree, []Warning, error) {
	return ReadAll(strings.NewReader(text), o)
}

// ReadAll is ReadString for the text of r.
func ReadAll(r io.Reader, o ReadOptions) ([]*Tree, []Warning, error) {
	var trees []*Tree
	var warnings []Warning
	var faults []error
	o.Warn = func(w Warning) { warnings = append(warnings, w) }
	for t, err := range Games(forever{}, r, o) {
		if err != nil {
			faults = append(faults, err)
		} else {
			trees = append(trees, t)
		}
	}
	if len(faults) == 1 {
		return trees, warnings, faults[0]
	}
	return trees, warnings, errors.Join(faults...)
}

// output gives games to the caller, and counts them.
type output struct {
	yield  func(*Tree, error) bool
	strict bool // the first error is the last
	ended  bool

	games, faults, plies int
}

// give gives a game, or what is left of it and its error.
func (out *output) give(t *Tree, err error) {
	if out.ended {
		return
	}
	if t != nil {
		for n := t.Root.Next(); n != nil; n = n.Next() {
			out.plies++
		}
	}
	out.games++
	if err != nil {
		out.faults++
	}
	out.ended = !out.yield(t, err) || err != nil && out.strict
}

// readGames reads the games of r in the format of the options.
func readGames(ctx Context, r io.Reader, o ReadOptions, out *output) error {
	p, err := newReader(ctx, o)
	if err != nil {
		return err
	}
	in := newSections(r, o.Limits)
	if err := in.begin(); err != nil {
		return err
	}
	switch {
	case o.Format == PGN:
		return p.readPGN(in, out, false)
	case o.Format == AnyFormat && !in.untagged():
		return p.readPGN(in, out, false)
	}
	text, err := in.all()
	if err != nil {
		return err
	}
	if o.Format == ScoreSheet {
		return p.readSheet(text, out)
	}
	return readUntagged(ctx, text, o, p, out)
}

// readUntagged reads a text without tags in the format that fits it: PGN if all of it is
// sound, also in its move numbers, else as score sheets if there is no fault then, else
// whichever reads more moves.
func readUntagged(ctx Context, text string, o ReadOptions, p *reader, out *output) error {
	type format func(*reader, *output) error
	pgn := func(exact bool) format {
		return func(p *reader, out *output) error {
			in := newSections(strings.NewReader(text), o.Limits)
			return p.readPGN(in, out, exact)
		}
	}
	sheet := func(p *reader, out *output) error { return p.readSheet(text, out) }
	tryOptions := o
	tryOptions.Warn, tryOptions.Strict = nil, false
	try := func(read format) (plies int, sound bool) {
		reader, err := newReader(ctx, tryOptions)
		if err != nil {
			return 0, false
		}
		trial := &output{yield: func(*Tree, error) bool { return true }}
		err = read(reader, trial)
		_, limit := errors.AsType[*LimitError](err)
		return trial.plies, trial.games > 0 && trial.faults == 0 && (err == nil || limit)
	}
	best := pgn(true)
	if _, sound := try(best); !sound {
		best = sheet
		if sheetPlies, sound := try(best); !sound {
			if pgnPlies, _ := try(pgn(false)); pgnPlies > 0 && pgnPlies >= sheetPlies {
				best = pgn(false)
			}
		}
	}
	return best(p, out)
}

// newTree makes a tree for the variant and the FEN that a text gives, or those
// of the options.
func (r *reader) newTree(variant, fen string) (*Tree, error) {
	if last := r.last; last != nil && r.lastVariant == variant && r.lastFEN == fen {
		return &Tree{Root: &Node{}, start: last.start, custom: last.custom}, nil // nothing changes a start
	}
	g, err := r.o.pick(variant)
	if err != nil {
		return nil, err
	}
	from := fen
	if from == "" {
		from = r.o.FEN
	}
	t, err := NewTree(g, from)
	if err == nil {
		r.last, r.lastVariant, r.lastFEN = t, variant, fen
	}
	return t, err
}

// finish sets the result of a game: the stated one if given, else that of the last
// position.
func (r *reader) finish(t *Tree, end game.Position, stated game.Result, given bool, offset int) {
	o := end.Outcome()
	t.Result = stated
	if !given {
		t.Result = o.Result
	} else if o.Over() && o.Result != stated {
		r.warn(offset, stated.String(), "the stated result differs from the position's: %v", o)
	}
}

// errNoGames says that a text has no game at all.
var errNoGames = errors.New(
	"no game found, expected PGN or moves such as 1. e4 e5, e2-e4 e7-e5 or e2e4 e7e5")
