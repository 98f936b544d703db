// Package input has the flags that choose a position, recorded games, a line of
// moves and tablebases, and reads files.
package input

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/rules"
)

// ErrNoVariant says how to choose a variant.
var ErrNoVariant = errors.New("no variant is given; use --variant (see 'wane variants')")

// Position chooses a position: a variant, a FEN, or both.
type Position struct{ Variant, FEN string }

// Add adds the flags.
func (f *Position) Add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.Variant, "variant", "v", "",
		"the variant (see 'wane variants'); guessed from the FEN by default")
	cmd.Flags().StringVarP(&f.FEN, "fen", "f", "", "the position (default: the variant's start)")
}

// Variant returns a variant that a flag or an argument names.
func Variant(cmd *cobra.Command, name string) (game.Game, error) {
	g, err := rules.ByName(name)
	if err != nil {
		return nil, usage.Errorf(cmd, "%w", err)
	}
	return g, nil
}

// expectedFEN says what a FEN is.
const expectedFEN = "a FEN, such as '2k/1R1/K2 w - - 0 1'"

// FENOf returns the FEN of arguments, quoted or not.
func FENOf(cmd *cobra.Command, args []string) (string, error) {
	fen := strings.TrimSpace(strings.Join(args, " "))
	if fen == "" {
		return "", usage.Errorf(cmd, "the position is empty: expected %s", expectedFEN)
	}
	return fen, nil
}

// Text returns the FEN from the flag or from the arguments, quoted or not; empty
// if there is none. A flag or an argument without text is an error.
func (f *Position) Text(cmd *cobra.Command, args []string) (string, error) {
	if err := f.check(cmd); err != nil {
		return "", err
	}
	if len(args) == 0 {
		return f.FEN, nil
	}
	if f.FEN != "" {
		return "", usage.Errorf(cmd, "the position is given twice, as --fen and as an argument")
	}
	return FENOf(cmd, args)
}

// check rejects empty flags.
func (f *Position) check(cmd *cobra.Command) error {
	if err := usage.NotEmpty(cmd, "variant", f.Variant, "a variant (see 'wane variants')"); err != nil {
		return err
	}
	return usage.NotEmpty(cmd, "fen", strings.TrimSpace(f.FEN), expectedFEN)
}

// Read returns the chosen position.
func (f *Position) Read(cmd *cobra.Command, args []string) (game.Position, error) {
	fen, err := f.Text(cmd, args)
	if err != nil {
		return nil, err
	}
	if f.Variant == "" {
		if fen == "" {
			return nil, usage.Errorf(cmd, "no position is given; use --variant, --fen or both")
		}
		return guess(cmd.ErrOrStderr(), fen)
	}
	g, err := Variant(cmd, f.Variant)
	if err != nil {
		return nil, err
	}
	if fen == "" {
		return g.Start(), nil
	}
	return Parse(cmd, g, fen)
}

// Parse parses a FEN or a record of EPD. Castling rights and an en passant square that
// are impossible are dropped, and operations that are no counts are ignored, with a note.
func Parse(cmd *cobra.Command, g game.Game, fen string) (game.Position, error) {
	p, dropped, err := rulekit.ParseLenient(g, fen)
	if err == nil {
		note(cmd.ErrOrStderr(), fen, dropped)
	}
	return p, err
}

// note says what was dropped of a FEN, and which operations of an EPD record are ignored.
func note(stderr io.Writer, fen string, dropped []*game.FENError) {
	for _, e := range dropped {
		_, _ = fmt.Fprintf(stderr, "wane: %v; dropped\n", e)
	}
	if ignored := rulekit.IgnoredOperations(fen); ignored != nil {
		_, _ = fmt.Fprintf(stderr, "wane: operations of EPD are ignored: %s\n", strings.Join(ignored, ", "))
	}
}

// guess parses a FEN without a variant. If it is valid in several, guess takes the
// first of the list and prints a note. If it is in none, guess drops what is impossible.
func guess(stderr io.Writer, fen string) (game.Position, error) {
	var first, lenient game.Position
	var others []string
	var dropped []*game.FENError
	faults := []error{errors.New("the FEN is invalid in every variant (choose one with --variant)")}
	for _, g := range rules.All() {
		p, without, err := rulekit.ParseLenient(g, fen)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("%s: %w", g.Name(), err))
		case without != nil && lenient == nil:
			lenient, dropped = p, without
		case without != nil:
		case first == nil:
			first = p
		default:
			others = append(others, g.Name())
		}
	}
	if first == nil && lenient != nil {
		note(stderr, fen, dropped)
		return lenient, nil
	}
	if first == nil {
		return nil, errors.Join(faults...)
	}
	note(stderr, fen, nil)
	if len(others) > 0 {
		_, _ = fmt.Fprintf(stderr, "wane: read as %s; the FEN is also valid in %s, which --variant chooses\n",
			first.Game().Name(), strings.Join(others, ", "))
	}
	return first, nil
}

// OneFile names the argument of commands that read games.
const OneFile = "one FILE of games, or - for standard input"

// maxFile is the size of the largest readable file, in bytes.
const maxFile = 64 << 20

// FileName returns a file's name for messages.
func FileName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// ReadFile reads a file, or standard input for "-".
func ReadFile(cmd *cobra.Command, name string) (string, error) {
	in, err := openFile(cmd, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }() // read-only
	b, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxFile {
		return "", fmt.Errorf("%s is larger than %d MiB", FileName(name), maxFile>>20)
	}
	return string(b), nil
}
