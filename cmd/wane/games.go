package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// gameFlags say how to read recorded games.
type gameFlags struct {
	positionFlags
	correct []string
	strict  bool
}

func (f *gameFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.variant, "variant", "v", "", "the game, where the text does not say; guessed if not given")
	cmd.Flags().StringVarP(&f.fen, "fen", "f", "", "where the games begin, if not at the start")
	cmd.Flags().StringArrayVarP(&f.correct, "correct", "c", nil, "put this move in place of a wrong one, such as 15...Kc4-b4 (repeatable)")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "refuse marks of check and mate, numbers and results that are not so")
}

// oneFile says what commands that read games take.
const oneFile = "one FILE of games to read, or - for standard input"

var (
	variantTag = regexp.MustCompile(`(?m)^\s*\[Variant\s+"`)
	anyTag     = regexp.MustCompile(`(?m)^\s*\[\w+\s+"`)
)

// read reads the games of a file, and prints and returns warnings about them.
func (f *gameFlags) read(cmd *cobra.Command, name string) ([]*notation.Tree, []notation.Warning, error) {
	o := notation.Options{Lookup: rules.ByName, FEN: f.fen, Corrections: f.correct, Strict: f.strict}
	if f.variant != "" {
		var err error
		if o.Game, err = rules.ByName(f.variant); err != nil {
			return nil, nil, err
		}
	}
	text, err := readFile(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	var games []*notation.Tree
	var warnings []notation.Warning
	if o.Game == nil && !variantTag.MatchString(text) {
		games, warnings, err = importGuessing(cmd.ErrOrStderr(), text, o)
	} else {
		games, warnings, err = notation.Import(text, o)
	}
	for _, w := range warnings {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %s: %v\n", fileName(name), w)
	}
	return games, warnings, explain(games, name, err)
}

// explain adds to an error about games what file it is in, and how a single
// wrong move can be corrected.
func explain(games []*notation.Tree, name string, err error) error {
	var fen *game.FENError
	var move *notation.ParseError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &move) && move.Number > 0 && len(move.Legal) > 0 && len(games) > 0:
		dots := "."
		if move.Color == game.Black {
			dots = "..."
		}
		return fmt.Errorf("%s: %w\nTo have another move in its place: --correct '%d%s%s'", fileName(name), err, move.Number, dots, move.Legal[0])
	case errors.As(err, &fen) && move == nil:
		return fmt.Errorf("--fen: %w", err)
	}
	return fmt.Errorf("%s: %w", fileName(name), err)
}

// importGuessing reads a text that names no game: as orthodox chess, which PGN
// means then, or else as the first game in which all of it can be played. If
// there is none, it reports on the game in which it got furthest.
func importGuessing(stderr io.Writer, text string, o notation.Options) (best []*notation.Tree, warned []notation.Warning, err error) {
	all := rules.All()
	chess := len(all) - 1
	furthest, name := -2, ""
	for i := range all {
		o.Game = all[(i+chess)%len(all)]
		games, warnings, failed := notation.Import(text, o)
		plies := 0
		for _, g := range games {
			plies += len(g.Moves())
		}
		var fen *game.FENError
		if plies == 0 && errors.As(failed, &fen) {
			plies = -1 // it cannot even begin
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
		_, _ = fmt.Fprintf(stderr, "wane: read as %s; give --variant if another game is meant\n", name)
	}
	return best, warned, err
}
