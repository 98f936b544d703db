package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// puzzleFlags are the flags of 'wane puzzle'.
type puzzleFlags struct {
	variant, theme, fen string
	rating              int
	seed                uint64
	daily, asJSON       bool
	glyphs              bool
}

// defaultRating is that of puzzles for a player who asks for none.
const defaultRating = 1200

func newPuzzle() *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "puzzle [ID]",
		Short: "Solve puzzles, or ask whether a position is one",
		Long: "Solve puzzles: positions in which one move alone reaches the goal. Enter moves as in 'wane play', or hint, solution, next or quit. " +
			"Without an ID, puzzles come with a rating near --rating, one after the other.\n\n" +
			"With --fen, say whether the position is a puzzle: its solution and how it is proved, or the flaw, such as a second solution.",
		Example: "wane puzzle\nwane puzzle --variant shrink --theme collapse-promotes --rating 1500\n" +
			"wane puzzle --daily\nwane puzzle --variant shrink --fen '1r2/2R1/k3/3K w - - 0 1'",
		Args: usage.Args(0, 1, "one ID of a puzzle, or none"),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.variant, "variant", "v", "", "only puzzles of this variant; with --fen the variant of the position")
	fl.StringVar(&f.theme, "theme", "", "only puzzles with this theme, such as royal-entry")
	fl.IntVar(&f.rating, "rating", defaultRating, "about how hard the puzzles are")
	fl.Uint64Var(&f.seed, "seed", 0, "random seed; 0 for other puzzles each time")
	fl.BoolVar(&f.daily, "daily", false, "the puzzle of the day")
	fl.StringVarP(&f.fen, "fen", "f", "", "say whether this position is a puzzle")
	fl.BoolVar(&f.asJSON, "json", false, "write the puzzle, with its solution, as JSON")
	fl.BoolVarP(&f.glyphs, "glyphs", "g", false, "show pieces as chess symbols instead of letters")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd, args); err != nil {
			return err
		}
		if cmd.Flags().Changed("fen") {
			return f.compose(cmd)
		}
		if f.seed == 0 {
			f.seed = rand.Uint64()
		}
		next, err := f.source(cmd, args)
		if err != nil {
			return err
		}
		if f.asJSON {
			z, ok := next()
			if !ok {
				return errNoPuzzle
			}
			return output.JSON(cmd.OutOrStdout(), z)
		}
		s := solving{in: bufio.NewScanner(cmd.InOrStdin()), out: cmd.OutOrStdout(), glyphs: f.glyphs}
		return s.run(next)
	}
	return cmd
}

var errNoPuzzle = errors.New("there is no such puzzle; 'wane puzzle --help' has the themes and variants to choose from")

// check checks the flags.
func (f *puzzleFlags) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0 && (f.daily || f.variant != "" || f.theme != "" || f.fen != ""):
		return usage.Errorf(cmd, "an ID names one puzzle: expected no --daily, --variant, --theme or --fen beside it")
	case f.daily && (f.variant != "" || f.theme != "" || cmd.Flags().Changed("fen")):
		return usage.Errorf(cmd, "--daily names one puzzle: expected no --variant, --theme or --fen beside it")
	case f.theme != "" && !slices.Contains(puzzle.Themes, puzzle.Theme(f.theme)):
		return usage.Errorf(cmd, "unknown theme %.40q: expected one of %s", f.theme, themeNames())
	case cmd.Flags().Changed("fen") && f.variant == "":
		return usage.Errorf(cmd, "--fen needs --variant, such as shrink")
	case f.variant != "" && !cmd.Flags().Changed("fen") && len(collection.Of(f.variant)) == 0:
		return usage.Errorf(cmd, "there are no puzzles of %.40q: expected one of %s", f.variant, strings.Join(collection.Variants(), ", "))
	}
	return usage.InRange(cmd, "rating", f.rating, puzzle.MinRating, puzzle.MaxRating)
}

func themeNames() string {
	names := make([]string, len(puzzle.Themes))
	for i, t := range puzzle.Themes {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}

// source returns a function that returns the puzzles to solve.
func (f *puzzleFlags) source(cmd *cobra.Command, args []string) (func() (puzzle.Puzzle, bool), error) {
	if len(args) == 0 && !f.daily {
		return f.random(), nil
	}
	z, ok := puzzle.Puzzle{}, false
	if f.daily {
		z, ok = collection.Daily(time.Now())
	} else if z, ok = collection.ByID(args[0]); !ok {
		return nil, usage.Errorf(cmd, "there is no puzzle %.20q in the program", args[0])
	}
	return func() (puzzle.Puzzle, bool) {
		defer func() { ok = false }()
		return z, ok
	}, nil
}

// random returns puzzles near the rating, each once.
func (f *puzzleFlags) random() func() (puzzle.Puzzle, bool) {
	rng := rand.New(rand.NewPCG(f.seed, 0))
	seen := map[string]bool{}
	return func() (puzzle.Puzzle, bool) {
		variants := collection.Variants()
		if f.variant != "" {
			variants = []string{f.variant}
		}
		rng.Shuffle(len(variants), func(i, j int) { variants[i], variants[j] = variants[j], variants[i] })
		rating := f.rating + rng.IntN(201) - 100
		for _, v := range variants {
			z, ok := collection.Nearest(v, rating, func(z *puzzle.Puzzle) bool {
				return !seen[z.ID] && (f.theme == "" || z.Has(puzzle.Theme(f.theme)))
			})
			if ok {
				seen[z.ID] = true
				return z, true
			}
		}
		return puzzle.Puzzle{}, false
	}
}

// composeLimits bound the proof of a position that a user asks about.
var composeLimits = puzzle.Limits{Mate: 5_000_000, Solver: 1_000_000, Free: 13, Search: 200_000, Confirm: 1_000_000}

// compose says whether a position is a puzzle.
func (f *puzzleFlags) compose(cmd *cobra.Command) error {
	at := input.Position{Variant: f.variant, FEN: f.fen}
	p, err := at.Read(cmd, nil)
	if err != nil {
		return err
	}
	pr, err := puzzle.NewProver(composeLimits, tablebase.Builtin())
	if err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	z, err := pr.Find(ctx, p)
	var flaw *puzzle.Flaw
	switch {
	case errors.As(err, &flaw) && f.asJSON:
		return errors.Join(output.JSON(cmd.OutOrStdout(), flaw), errors.New("the position is no puzzle"))
	case errors.As(err, &flaw):
		return fmt.Errorf("the position is no puzzle: %w", flaw)
	case err != nil:
		return interrupted(ctx, err, "interrupted")
	case f.asJSON:
		return output.JSON(cmd.OutOrStdout(), z)
	}
	return describePuzzle(cmd.OutOrStdout(), z)
}

// proofTexts say how a puzzle is proved.
var proofTexts = map[puzzle.Proof]string{
	puzzle.Exhaustive: "Proved: all moves of both sides were tried.",
	puzzle.Tablebase:  "Proved: the tablebases know the result of every move.",
	puzzle.Solved:     "Proved: every move was solved to the end of the game.",
	puzzle.Searched:   "Not proved: the engine's judgment, confirmed by a longer search.",
}

// describePuzzle prints a puzzle with its solution.
func describePuzzle(w io.Writer, z puzzle.Puzzle) error {
	p, moves, err := z.Replay(rules.ByName)
	if err != nil {
		return err
	}
	themes := make([]string, len(z.Themes))
	for i, t := range z.Themes {
		themes[i] = string(t)
	}
	_, err = fmt.Fprintf(w, "A puzzle: %s\nSolution: %s\n%s\nThemes: %s\nEstimated rating: %d\n",
		goalText(z, p), line(p, moves), proofTexts[z.Proof], strings.Join(themes, ", "), z.Rating)
	return err
}
