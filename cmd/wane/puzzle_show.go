package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newPuzzleShow() *cobra.Command {
	var f puzzleChoice
	var asJSON, glyphs bool
	cmd := &cobra.Command{
		Use:   "show [ID]",
		Short: "Show a puzzle with its solution",
		Long: "Show a puzzle of the program with its solution, how that is proved, its themes and its rating. Without " +
			"an ID, the puzzle has a rating near --rating.",
		Example: "wane puzzle show --daily\nwane puzzle show --variant cheshire --theme sacrifice --json",
		Args:    usage.Args(0, 1, "one ID of a puzzle, or none"),
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the puzzle as JSON")
	cmd.Flags().BoolVar(&glyphs, "glyphs", false, "show pieces as chess symbols instead of letters")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		next, err := f.puzzles(cmd, args)
		if err != nil {
			return err
		}
		z, ok := next()
		switch {
		case !ok:
			return errNoPuzzle
		case asJSON:
			return output.JSON(cmd.OutOrStdout(), z)
		}
		return showPuzzle(cmd.OutOrStdout(), z, glyphs)
	}
	return cmd
}

// showPuzzle prints a puzzle.
func showPuzzle(w io.Writer, z puzzle.Puzzle, glyphs bool) error {
	p, moves, err := z.Replay(rules.ByName)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "Puzzle %s, %s\n%s\n%s\n", z.ID, p.Game().Title(), puzzleBoard(p, glyphs),
		z.FEN); err != nil {
		return err
	}
	return describePuzzle(w, z, p, moves)
}

func newPuzzleCheck() *cobra.Command {
	var at input.Position
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [FEN]",
		Short: "Say whether a position is a puzzle",
		Long: "Say whether a position is a puzzle: its solution and how that is proved, or the flaw, such as a second " +
			"solution. The exit code is 1 if it is none.",
		Example: "wane puzzle check '1r2/2R1/k3/3K w - - 0 1' --variant shrink",
	}
	at.Add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the puzzle, or the flaw, as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := at.Read(cmd, args)
		if err != nil {
			return err
		}
		return checkPuzzle(cmd, p, asJSON)
	}
	return cmd
}

// checkLimits bound the proof of a position that a user asks about.
var checkLimits = puzzle.Limits{Mate: 5_000_000, Solver: 1_000_000, Free: 13, Search: 200_000, Confirm: 1_000_000}

// checkPuzzle says whether a position is a puzzle.
func checkPuzzle(cmd *cobra.Command, p game.Position, asJSON bool) error {
	pr, err := puzzle.NewProver(checkLimits, tablebase.Builtin())
	if err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	z, err := pr.Find(ctx, p)
	var flaw *puzzle.Flaw
	switch {
	case errors.As(err, &flaw) && asJSON:
		return errors.Join(output.JSON(cmd.OutOrStdout(), flaw), errors.New("the position is no puzzle"))
	case errors.As(err, &flaw):
		return fmt.Errorf("the position is no puzzle: %w", flaw)
	case err != nil:
		return interrupted(ctx, err, "interrupted")
	case asJSON:
		return output.JSON(cmd.OutOrStdout(), z)
	}
	p, moves, err := z.Replay(rules.ByName)
	if err != nil {
		return err
	}
	_, _ = io.WriteString(cmd.OutOrStdout(), "A puzzle. ")
	return describePuzzle(cmd.OutOrStdout(), z, p, moves)
}

// proofTexts say how a puzzle is proved.
var proofTexts = map[puzzle.Proof]string{
	puzzle.Exhaustive: "Proved: all moves of both sides were tried.",
	puzzle.Tablebase:  "Proved: the tablebases know the result of every move.",
	puzzle.Solved:     "Proved: every move was solved to the end of the game.",
	puzzle.Searched:   "Not proved: the engine's judgment, confirmed by a longer search.",
}

// describePuzzle prints the goal of a puzzle, its solution and what else is known of it.
func describePuzzle(w io.Writer, z puzzle.Puzzle, p game.Position, moves []game.Move) error {
	themes := make([]string, len(z.Themes))
	for i, t := range z.Themes {
		themes[i] = string(t)
	}
	_, err := fmt.Fprintf(w, "%s\nSolution: %s\n%s\nThemes: %s\nRating: %d\n",
		goalText(z, p), line(p, moves), proofTexts[z.Proof], strings.Join(themes, ", "), z.Rating)
	return err
}
