package proofs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Command returns the commands about proofs.
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proofs",
		Short: "Make and check proofs of results",
		Long: "Proofs of results of Cheshire Cat Chess and Shrink Chess that another program can check by the rules alone. " +
			"'make' solves a position, on a board of any size, and writes its proof; 'check' checks files.",
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(makeCommand(), checkCommand())
	return cmd
}

func makeCommand() *cobra.Command {
	var (
		out, variant string
		hash, most   int
		limits       solver.Limits
	)
	cmd := &cobra.Command{
		Use:   "make FEN",
		Short: "Solve a position and write the proof of its result",
		Long: "Solve a position of Cheshire Cat Chess and write a proof: a strategy for the winner, or in a drawn game for " +
			"each color. A board of another size than 8×8 and 10×10 is a game of its own that begins with the FEN; its pawns " +
			"have a double step only if it has at least six ranks.\n\n" +
			"With --variant shrink, solve a position of Shrink Chess: the engine, looking at --nodes positions for each, " +
			"orders the moves and finds mates. More nodes make a shorter proof.",
		Example: "research proofs make 'krn/ppp/PPP/KRN w Kk - 0 1' --output krn.proof.gz\n" +
			"research proofs make -v shrink 'krq/ppp/PPP/KRQ w - - 0 1' --output krq.proof.gz",
		Args: cobra.ExactArgs(1),
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "output", "o", "", "the file to write")
	fl.StringVarP(&variant, "variant", "v", "cheshire", "cheshire, for all boards, or shrink")
	fl.DurationVarP(&limits.Time, "movetime", "m", 5*time.Minute,
		"time for each position, in Shrink Chess for the whole proof; 0 for no limit")
	fl.Uint64VarP(&limits.Nodes, "nodes", "n", 0,
		"largest number of nodes for each position; 0 for no limit, in Shrink Chess 1000")
	fl.IntVar(&hash, "hash", 256, "size of the table of the solver or the engine in MB")
	fl.IntVar(&most, "max-positions", 1_000_000, "largest number of positions for each color")
	_ = cmd.MarkFlagRequired("output") // the flag exists
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := startOf(variant, args[0])
		if err != nil {
			return err
		}
		pr, err := makeProof(cmd.Context(), p, limits, hash, most)
		if err != nil {
			return err
		}
		if err := task.Write(out, pr.Write); err != nil {
			return err
		}
		return report(cmd, out, pr)
	}
	return cmd
}

// startOf reads the position that a proof is to be made of.
func startOf(variant, fen string) (game.Position, error) {
	var g game.Game
	var err error
	switch variant {
	case "cheshire":
		g, err = cheshire.NewForFEN(fen)
	case "shrink":
		g, err = rules.ByName(variant)
	default:
		err = fmt.Errorf("--variant %.40q: expected cheshire, for boards of any size, or shrink", variant)
	}
	if err != nil {
		return nil, err
	}
	return g.Parse(fen)
}

// makeProof makes a proof, by the solver where games must end.
func makeProof(ctx context.Context, p game.Position, l solver.Limits, hash, most int) (*Proof, error) {
	if _, ends := p.(game.Acyclic); ends {
		s, err := solver.New(nil, hash)
		if err != nil {
			return nil, err
		}
		return Make(ctx, s, p, l, most)
	}
	e, err := search.NewSized(eval.NewNode, hash)
	if err != nil {
		return nil, err
	}
	if l.Nodes == 0 {
		l.Nodes = 1000
	}
	if l.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, l.Time)
		defer stop()
	}
	pr, err := MakeEndless(ctx, e, p, l.Nodes, most)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrUnsolved
	}
	return pr, err
}

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE…",
		Short: "Check proofs by the rules",
		Long: "Play the strategies of proofs against every answer, by the rules alone, and report what they prove. It " +
			"stops at the first wrong proof.",
		Example: "research proofs check krn.proof.gz",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				pr, err := checkFile(name)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if err := report(cmd, name, pr); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// checkFile reads and checks a file.
func checkFile(name string) (*Proof, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	pr, err := Read(f)
	if err != nil {
		return nil, err
	}
	g, err := rules.ByName("shrink")
	if err == nil && pr.Title != g.Title() {
		g, err = cheshire.NewForFEN(pr.Start + " 0 1")
	}
	if err != nil {
		return nil, err
	}
	return pr, pr.Check(g)
}

func report(cmd *cobra.Command, name string, pr *Proof) error {
	count := 0
	for _, strategy := range pr.Strategies {
		count += len(strategy)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s: %s, %s\n", name, pr.Title, pr.Start, pr.Result,
		message.Plural(count, "position"))
	return err
}
