package main

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
)

func newPuzzle() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:   "puzzle",
		Short: "Solve, show and check puzzles",
		Long: "Puzzles are positions in which one move alone reaches the goal: every other move fails, which is proved " +
			"where it can be. The program has some of each variant; 'wane puzzle solve' asks them, one after the other.",
		Example: "wane puzzle solve --variant shrink\nwane puzzle check '1r2/2R1/k3/3K w - - 0 1'",
	}, newPuzzleSolve(), newPuzzleShow(), newPuzzleCheck())
}

// puzzleChoice is the flags that choose puzzles of the program.
type puzzleChoice struct {
	variant, theme string
	rating         int
	seed           uint64
	daily          bool
}

// defaultRating is that of puzzles for a player who asks for none.
const defaultRating = 1200

// errNoPuzzle says that the choice is empty.
var errNoPuzzle = errors.New("there is no such puzzle; choose another --theme or --variant")

// add adds the flags.
func (f *puzzleChoice) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.variant, "variant", "v", "", "only puzzles of this variant")
	fl.StringVar(&f.theme, "theme", "", "only puzzles with this theme, such as royal-entry")
	fl.IntVar(&f.rating, "rating", defaultRating, "about how hard the puzzles are")
	fl.Uint64Var(&f.seed, "seed", 0, "random seed; 0 for other puzzles each time")
	fl.BoolVar(&f.daily, "daily", false, "the puzzle of the day")
}

// check checks the flags.
func (f *puzzleChoice) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0 && (f.daily || f.variant != "" || f.theme != ""):
		return usage.Errorf(cmd, "an ID names one puzzle: expected no --daily, --variant or --theme beside it")
	case f.daily && (f.variant != "" || f.theme != ""):
		return usage.Errorf(cmd, "--daily names one puzzle: expected no --variant or --theme beside it")
	case f.theme != "" && !slices.Contains(puzzle.Themes, puzzle.Theme(f.theme)):
		return usage.Errorf(cmd, "unknown theme %.40q: expected one of %s", f.theme, themeNames())
	case f.variant != "" && len(collection.Of(f.variant)) == 0:
		return usage.Errorf(cmd, "there are no puzzles of %.40q: expected one of %s",
			f.variant, strings.Join(collection.Variants(), ", "))
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

// puzzles returns a function that returns the chosen puzzles, one after the other.
func (f *puzzleChoice) puzzles(cmd *cobra.Command, args []string) (func() (puzzle.Puzzle, bool), error) {
	if err := f.check(cmd, args); err != nil {
		return nil, err
	}
	if f.seed == 0 {
		f.seed = rand.Uint64()
	}
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
func (f *puzzleChoice) random() func() (puzzle.Puzzle, bool) {
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
