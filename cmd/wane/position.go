package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// positionFlags choose a position: a game, a FEN, or both.
type positionFlags struct{ variant, fen string }

func (f *positionFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.variant, "variant", "v", "", "the game (see 'wane variants'); guessed from the FEN if not given")
	cmd.Flags().StringVarP(&f.fen, "fen", "f", "", "the position; the game's start if not given")
}

// position returns the chosen position. A FEN may also be given as arguments of
// the command, quoted or not.
func (f *positionFlags) position(cmd *cobra.Command, args []string) (game.Position, error) {
	fen := f.fen
	if len(args) > 0 {
		if fen != "" {
			return nil, badUsage(cmd, "the position is given twice, as --fen and as an argument")
		}
		fen = strings.Join(args, " ")
	}
	if f.variant == "" {
		if fen == "" {
			return nil, badUsage(cmd, "which game? Give --variant, or a FEN")
		}
		return guess(cmd.ErrOrStderr(), fen)
	}
	g, err := rules.ByName(f.variant)
	if err != nil {
		return nil, err
	}
	if fen == "" {
		return g.Start(), nil
	}
	return g.Parse(fen)
}

// guess finds the game that a FEN belongs to. If several games read it, it
// takes the first that wane lists and says so.
func guess(stderr io.Writer, fen string) (game.Position, error) {
	var first game.Position
	var others []string
	faults := []error{errors.New("no game reads this FEN (give --variant to say which is meant)")}
	for _, g := range rules.All() {
		p, err := g.Parse(fen)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("%s: %w", g.Name(), err))
		case first == nil:
			first = p
		default:
			others = append(others, g.Name())
		}
	}
	if first == nil {
		return nil, errors.Join(faults...)
	}
	if len(others) > 0 {
		_, _ = fmt.Fprintf(stderr, "wane: read as a position of %s; with --variant also of %s\n",
			first.Game().Name(), strings.Join(others, ", "))
	}
	return first, nil
}

// maxFile is the largest file that is read into memory, in bytes.
const maxFile = 64 << 20

// fileName is what to call a file in messages.
func fileName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// readFile reads a file, or standard input for "-".
func readFile(cmd *cobra.Command, name string) (string, error) {
	if name == "" {
		return "", badUsage(cmd, "the name of the FILE is empty: expected %s", oneFile)
	}
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer func() { _ = f.Close() }() // only read from
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxFile {
		return "", fmt.Errorf("%s is larger than %d MiB", fileName(name), maxFile>>20)
	}
	return string(b), nil
}
