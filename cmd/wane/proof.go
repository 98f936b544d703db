package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/proof"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

func newProof() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proof",
		Short: "Make and check proofs of results",
		Long: "Proofs of results of Cheshire Cat Chess and Shrink Chess that another program can check by the rules alone: " +
			"'wane proof make' solves a position, on a board of any size, and writes its proof; 'wane proof check' checks files.",
		Example: "wane proof make 'krn/ppp/PPP/KRN w Kk - 0 1' --out krn.proof.gz",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf(cmd, "unknown command %.40q: expected make or check", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newProofMake(), newProofCheck())
	return cmd
}

func newProofMake() *cobra.Command {
	var (
		out, variant string
		hash, most   int
		limits       solver.Limits
		force        bool
	)
	cmd := &cobra.Command{
		Use:   "make FEN",
		Short: "Solve a position and write the proof of its result",
		Long: "Solve a position of Cheshire Cat Chess and write a proof: a strategy for the winner, or in a drawn game for each color. " +
			"A board of another size than 8×8 and 10×10 is a game of its own that begins with the FEN; its pawns have a double step only if it has at least six ranks.\n\n" +
			"With --variant shrink, solve a position of Shrink Chess: the engine, looking at --nodes positions for each, orders the moves and finds mates. More nodes make a shorter proof.",
		Example: "wane proof make 'krn/ppp/PPP/KRN w Kk - 0 1' --out krn.proof.gz\n" +
			"wane proof make -v shrink 'krq/ppp/PPP/KRQ w - - 0 1' --out krq.proof.gz",
		Args: usage.Args(1, 1, "one FEN"),
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "out", "o", "", "the file to write")
	fl.BoolVar(&force, "force", false, "replace the file if it exists")
	fl.StringVarP(&variant, "variant", "v", "cheshire", "cheshire, for all boards, or shrink")
	fl.DurationVarP(&limits.Time, "time", "t", 5*time.Minute, "time for each position, in Shrink Chess for the whole proof; 0 for no limit")
	fl.Uint64Var(&limits.Nodes, "nodes", 0, "largest number of nodes for each position; 0 for no limit, in Shrink Chess 1000")
	fl.IntVar(&hash, "hash", 256, "size of the table of the solver or the engine in MB")
	fl.IntVar(&most, "max-positions", 1_000_000, "largest number of positions for each color")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case out == "":
			return usage.Errorf(cmd, "no file is given; use --out")
		case limits.Time < 0:
			return usage.Errorf(cmd, "--time %v: expected a duration such as 30s, or 0 for no limit", limits.Time)
		}
		if err := errors.Join(usage.InRange(cmd, "hash", hash, solver.MinMB, solver.MaxMB), usage.InRange(cmd, "max-positions", most, 1, 1<<30)); err != nil {
			return err
		}
		p, err := proofStart(cmd, variant, args[0])
		if err != nil {
			return err
		}
		if err := output.CheckWritable(out, force); err != nil { // before the work
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		quiet := output.Watch(cmd.ErrOrStderr(), func() string { return "solving" })
		pr, err := makeProof(ctx, p, limits, hash, most)
		quiet()
		if err != nil {
			return interrupted(ctx, err, "interrupted; nothing was written")
		}
		if err := output.WriteAll(cmd.OutOrStdout(), force, output.To(out, pr.Write)); err != nil {
			return err
		}
		return reportProof(cmd, out, pr)
	}
	return cmd
}

// proofStart reads the position that a proof is to be made of.
func proofStart(cmd *cobra.Command, variant, fen string) (game.Position, error) {
	g, err := input.Variant(cmd, variant)
	switch {
	case err != nil:
	case g.Name() == "cheshire":
		g, err = rules.CheshireOn(fen)
	case g.Name() != "shrink":
		err = usage.Errorf(cmd, "--variant: there are proofs of cheshire, for boards of any size, and shrink only, not of %s", g.Name())
	}
	if err != nil {
		return nil, err
	}
	return g.Parse(fen)
}

// makeProof makes a proof, by the solver where games must end.
func makeProof(ctx context.Context, p game.Position, l solver.Limits, hash, most int) (*proof.Proof, error) {
	if _, ends := p.(game.Acyclic); ends {
		s, err := solver.New(nil, hash)
		if err != nil {
			return nil, err
		}
		return proof.Make(ctx, s, p, l, most)
	}
	e, err := search.Sized(eval.Board, hash)
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
	pr, err := proof.MakeEndless(ctx, e, p, l.Nodes, most)
	if errors.Is(err, context.DeadlineExceeded) {
		err = proof.ErrUnsolved
	}
	return pr, err
}

func newProofCheck() *cobra.Command {
	return &cobra.Command{
		Use:     "check FILE…",
		Short:   "Check proofs by the rules",
		Long:    "Play the strategies of proofs against every answer, by the rules alone, and report what they prove. It stops at the first wrong proof.",
		Example: "wane proof check krn.proof.gz",
		Args:    usage.Args(1, 1<<20, "files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				pr, err := checkProof(name)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if err := reportProof(cmd, name, pr); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// checkProof reads and checks a file.
func checkProof(name string) (*proof.Proof, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	pr, err := proof.Read(f)
	if err != nil {
		return nil, err
	}
	g, err := rules.ByName("shrink")
	if err == nil && pr.Title != g.Title() {
		g, err = rules.CheshireOn(pr.Start + " 0 1")
	}
	if err != nil {
		return nil, err
	}
	return pr, pr.Check(g)
}

func reportProof(cmd *cobra.Command, name string, pr *proof.Proof) error {
	count := 0
	for _, strategy := range pr.Strategies {
		count += len(strategy)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s: %s, %s\n", name, pr.Title, pr.Start, pr.Result, message.Plural(count, "position"))
	return err
}
