package input

import (
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// Games says how to read recorded games.
type Games struct {
	Position
	Correct []string
	strict  bool
}

// Add adds the flags.
func (f *Games) Add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.Variant, "variant", "v", "", "the variant, if the file does not name it; guessed by default")
	cmd.Flags().StringVarP(&f.FEN, "fen", "f", "", "the start position, if the file does not give it")
	f.addReading(cmd, "")
}

// AddCorrect adds the flag that replaces moves.
func (f *Games) AddCorrect(cmd *cobra.Command, prefix string) {
	cmd.Flags().StringArrayVarP(&f.Correct, "correct", "c", nil, prefix+"replace a wrong move by this one, such as 15...Kc4-b4 (repeatable)")
}

func (f *Games) addReading(cmd *cobra.Command, prefix string) {
	f.AddCorrect(cmd, prefix)
	cmd.Flags().BoolVar(&f.strict, "strict", false, prefix+"make every warning an error")
}

// Choose returns the games, or the one with a number from 1; 0 stands for all.
func Choose(cmd *cobra.Command, games []*notation.Tree, file string, number int) ([]*notation.Tree, error) {
	switch {
	case len(games) == 0:
		return nil, fmt.Errorf("%s holds no games", FileName(file))
	case number < 0 || number > len(games):
		return nil, usage.Errorf(cmd, "--game %d: %s has games 1–%d", number, FileName(file), len(games))
	case number > 0:
		return games[number-1 : number], nil
	}
	return games, nil
}

var (
	variantTag = regexp.MustCompile(`(?m)^\s*\[Variant\s+"`)
	anyTag     = regexp.MustCompile(`(?m)^\s*\[\w+\s+"`)
)

// Read reads the games of a file. It prints and returns warnings about them.
func (f *Games) Read(cmd *cobra.Command, name string) ([]*notation.Tree, []notation.Warning, error) {
	o := notation.ReadOptions{Lookup: rules.ByName, FEN: f.FEN, Corrections: f.Correct, Strict: f.strict}
	if err := f.check(cmd); err != nil {
		return nil, nil, err
	}
	if f.Variant != "" {
		var err error
		if o.Game, err = Variant(cmd, f.Variant); err != nil {
			return nil, nil, err
		}
	}
	text, err := ReadFile(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	stop := output.Watch(cmd.ErrOrStderr(), func() string { return "reading " + FileName(name) })
	defer stop()
	var games []*notation.Tree
	var warnings []notation.Warning
	note := ""
	if o.Game == nil && !variantTag.MatchString(text) {
		games, warnings, note, err = importGuessing(text, o)
	} else {
		games, warnings, err = notation.ReadString(text, o)
	}
	stop()
	_, _ = io.WriteString(cmd.ErrOrStderr(), note)
	for _, w := range warnings {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %s: %v\n", FileName(name), w)
	}
	return games, warnings, explain(games, name, err)
}

// explain adds to an error the file's name, and how to correct a single wrong move.
func explain(games []*notation.Tree, name string, err error) error {
	var fen *game.FENError
	var move *notation.ParseError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &move) && move.Number > 0 && !move.Variation && len(move.Legal) > 0 && len(games) > 0:
		dots := "."
		if move.Color == game.Black {
			dots = "..."
		}
		return fmt.Errorf("%s: %w\nTo replace the move: --correct '%d%s%s'", FileName(name), err, move.Number, dots, move.Legal[0])
	case errors.As(err, &fen) && move == nil:
		return fmt.Errorf("--fen: %w", err)
	}
	return fmt.Errorf("%s: %w", FileName(name), err)
}

// importGuessing reads a text without a variant: as orthodox chess, which is PGN's
// default, or else as the first variant in which all moves are legal. If there is
// none, it returns the error of the variant with the most legal moves. The note says which
// variant it was, if that is not obvious.
func importGuessing(text string, o notation.ReadOptions) (best []*notation.Tree, warned []notation.Warning, note string, err error) {
	all := rules.All()
	chess := len(all) - 1
	furthest, name := -2, ""
	for i := range all {
		o.Game = all[(i+chess)%len(all)]
		games, warnings, failed := notation.ReadString(text, o)
		plies := 0
		for _, g := range games {
			plies += len(g.Moves())
		}
		var fen *game.FENError
		if plies == 0 && errors.As(failed, &fen) {
			plies = -1 // not even the start position is valid
		}
		if failed == nil || plies > furthest {
			furthest, name = plies, o.Game.Name()
			best, warned, err = games, warnings, failed
		}
		if failed == nil {
			break
		}
	}
	if (name != "chess" || !anyTag.MatchString(text)) && furthest > 0 {
		note = fmt.Sprintf("wane: read as %s; --variant chooses another variant\n", name)
	}
	return best, warned, note, err
}
