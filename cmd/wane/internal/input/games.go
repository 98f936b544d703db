package input

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// Games says how to read recorded games.
type Games struct {
	Position
	Correct []string
	strict  bool
	format  string
}

// Add adds the flags.
func (f *Games) Add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.Variant, "variant", "v", "",
		"the variant, if the file does not name it; guessed by default")
	cmd.Flags().StringVarP(&f.FEN, "fen", "f", "", "the start position, if the file does not give it")
	f.AddReading(cmd, "")
}

// AddReading adds the flags that say how to read games, but not from where they start. Their
// descriptions begin with prefix.
func (f *Games) AddReading(cmd *cobra.Command, prefix string) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.Correct, "correct", nil,
		prefix+"replace a wrong move by this one, such as 15...Kc4-b4 (repeatable)")
	fl.BoolVar(&f.strict, "strict", false, prefix+"make every warning an error, and stop at the first")
	fl.StringVar(&f.format, "format", "any",
		prefix+"how games are written: pgn, sheet (as the inventors print them) or any (whichever fits)")
}

// ReadingFlags are the names of the flags of AddReading.
var ReadingFlags = []string{"correct", "strict", "format"}

// Recorded are the games of a file.
type Recorded struct {
	// All yields the games with their numbers in the file, from 1, one by one. Those that
	// cannot be read are reported on standard error and skipped; the command then fails
	// in the end, after it has done its work with the others.
	All iter.Seq2[int, *notation.Tree]
	// Warnings are those about the games so far, at most maxWarnings.
	Warnings []notation.Warning
	// Skipped are the errors of the games that were skipped so far, at most maxWarnings.
	Skipped []error
	err     error
	read    int // how many games could be read
}

const maxWarnings = 10_000

// formats are the values of --format.
var formats = map[string]notation.Format{
	"any": notation.AnyFormat, "pgn": notation.PGN, "sheet": notation.ScoreSheet,
}

// Err returns, once All has ended, why not all of the file was read, or that there is no game
// that can be read.
func (r *Recorded) Err() error { return r.err }

// Read opens the games of a file. They are read while the result's All runs.
func (f *Games) Read(cmd *cobra.Command, name string) (*Recorded, error) {
	o := notation.ReadOptions{Lookup: rules.ByName, FEN: f.FEN, Corrections: f.Correct, Strict: f.strict}
	if err := f.check(cmd); err != nil {
		return nil, err
	}
	var err error
	if f.Variant != "" {
		if o.Game, err = Variant(cmd, f.Variant); err != nil {
			return nil, err
		}
	}
	format, ok := formats[f.format]
	if !ok {
		return nil, usage.Errorf(cmd, "--format %.40q: expected any, pgn or sheet", f.format)
	}
	o.Format = format
	note(cmd.ErrOrStderr(), f.FEN, nil)
	r := &Recorded{}
	r.All = func(yield func(int, *notation.Tree) bool) { r.err = r.run(cmd, name, o, yield) }
	return r, nil
}

// run reads the games.
func (r *Recorded) run(
	cmd *cobra.Command, name string, o notation.ReadOptions, yield func(int, *notation.Tree) bool,
) error {
	file, err := openFile(cmd, name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // read-only
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	in := bufio.NewReaderSize(file, sampleSize)
	stderr := cmd.ErrOrStderr()
	sample, _ := in.Peek(sampleSize) // Games reports its error again
	if o.Game == nil && !hasVariant(sample) {
		var note string
		o.Game, note = guessGame(ctx, sample, o)
		_, _ = io.WriteString(stderr, note)
	}
	number := 0
	stop := output.Watch(stderr, func() string { return "reading " + FileName(name) })
	defer stop()
	report := func(text any) { _, _ = fmt.Fprintf(stderr, "wane: %s: %v\n", FileName(name), text) }
	o.Warn = func(w notation.Warning) {
		if len(r.Warnings) < maxWarnings {
			r.Warnings = append(r.Warnings, w)
		}
		report(w)
	}
	var first error // of the first game that is skipped, until another game follows
	var skipped []int
	for tree, err := range notation.Games(ctx, in, o) {
		fault, ok := errors.AsType[*notation.ParseError](err)
		switch {
		case err != nil && (!ok || o.Strict):
			return explain(name, err)
		case first != nil:
			report(first)
			first = nil
		}
		stop() // what is done with the games says how far it is
		number++
		if err == nil {
			r.read++
			if !yield(number, tree) {
				break
			}
			continue
		}
		skipped = append(skipped, number)
		if len(r.Skipped) < maxWarnings {
			r.Skipped = append(r.Skipped, fault)
		}
		if number == 1 {
			first = hint(fault)
		} else {
			report(fault)
		}
	}
	stop()
	switch {
	case first != nil:
		return explain(name, first)
	case len(skipped) > 0 && r.read == 0:
		return fmt.Errorf("%s: none of %s can be read", FileName(name), message.Plural(number, "game"))
	case len(skipped) > 0:
		usage.FailAfter(cmd, fmt.Errorf("%s: %d of %s could not be read and %s skipped: %s", FileName(name),
			len(skipped), message.Plural(number, "game"), map[bool]string{true: "was", false: "were"}[len(skipped) == 1],
			numbers(skipped)))
	}
	return nil
}

// numbers lists the numbers of games, at most 20.
func numbers(list []int) string {
	const most = 20
	var texts []string
	for _, n := range list[:min(len(list), most)] {
		texts = append(texts, strconv.Itoa(n))
	}
	if more := len(list) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}

// hint adds to an error how to correct a wrong move.
func hint(fault *notation.ParseError) error {
	if fault.Number == 0 || fault.Variation || len(fault.Legal) == 0 {
		return fault
	}
	dots := "."
	if fault.Color == game.Black {
		dots = "..."
	}
	return fmt.Errorf("%w\nTo replace the move: --correct '%d%s%s'", fault, fault.Number, dots, fault.Legal[0])
}

// explain adds the file's name to an error, and how to correct a wrong move.
func explain(name string, err error) error {
	if fault, ok := err.(*notation.ParseError); ok { //nolint:errorlint // one with a hint has a type of its own
		err = hint(fault)
	}
	var fen *game.FENError
	var move *notation.ParseError
	if errors.As(err, &fen) && !errors.As(err, &move) {
		return fmt.Errorf("--fen: %w", err)
	}
	return fmt.Errorf("%s: %w", FileName(name), err)
}

// Collect returns all games.
func (r *Recorded) Collect() ([]*notation.Tree, error) {
	var games []*notation.Tree
	for _, t := range r.All {
		games = append(games, t)
	}
	return games, r.err
}

// Choose returns the game with a number from 1, or the first that can be read for 0. It reads
// all games and returns the number of the last, too.
func (r *Recorded) Choose(cmd *cobra.Command, file string, number int) (chosen *notation.Tree, last int, err error) {
	if number < 0 {
		return nil, 0, usage.Errorf(cmd, "--game %d: expected a number from 1", number)
	}
	for n, t := range r.All {
		if last = n; n == number || number == 0 && chosen == nil {
			chosen = t
		}
	}
	switch {
	case r.err != nil:
		return nil, last, r.err
	case chosen == nil && number > last:
		return nil, last, usage.Errorf(cmd, "--game %d: %s has %s", number, FileName(file), message.Plural(last, "game"))
	case chosen == nil:
		return nil, last, fmt.Errorf("--game %d: this game of %s cannot be read", number, FileName(file))
	}
	return chosen, last, nil
}

// sampleSize is how much of a file is looked at to find its variant.
const sampleSize = 64 << 10

// hasVariant reports whether a text has a Variant tag.
func hasVariant(text []byte) bool {
	return slices.ContainsFunc(bytes.Split(text, []byte("\n")), func(line []byte) bool {
		return bytes.HasPrefix(bytes.TrimSpace(line), []byte("[Variant "))
	})
}

// guessGame returns the game of a text without a variant: orthodox chess, which is PGN's
// default, or else the first variant in which all moves are legal, or the most. The note says
// which variant it is, if that is not obvious.
func guessGame(ctx context.Context, sample []byte, o notation.ReadOptions) (game.Game, string) {
	if len(sample) == sampleSize { // the last game may not be whole
		if n := bytes.LastIndex(sample, []byte("\n[Event ")); n > 0 {
			sample = sample[:n]
		}
	}
	all := rules.All()
	chess := all[len(all)-1]
	best, furthest, tagged := chess, -2, bytes.Contains(sample, []byte(`"]`))
	o.Strict, o.Warn = false, nil
	for i := range all {
		o.Game = all[(i+len(all)-1)%len(all)]
		plies, faults := 0, 0
		for tree, err := range notation.Games(ctx, bytes.NewReader(sample), o) {
			if _, ok := errors.AsType[*game.FENError](err); ok {
				plies = -1 // not even the start position is valid
			}
			if err != nil {
				faults++
			}
			if tree != nil {
				plies += len(tree.Moves())
			}
		}
		if faults == 0 || plies > furthest {
			best, furthest = o.Game, plies
		}
		if faults == 0 {
			break
		}
	}
	if (best != chess || !tagged) && furthest > 0 {
		return best, fmt.Sprintf("wane: read as %s; --variant chooses another variant\n", best.Name())
	}
	return best, ""
}

// openFile opens a file, or standard input for "-".
func openFile(cmd *cobra.Command, name string) (io.ReadCloser, error) {
	switch name {
	case "":
		return nil, usage.Errorf(cmd, "the name of the FILE is empty: expected %s", OneFile)
	case "-":
		return io.NopCloser(cmd.InOrStdin()), nil
	}
	return os.Open(name)
}
