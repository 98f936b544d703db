package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine/proof"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

func newProof() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proof",
		Short: "Make and check proofs of results of Cheshire Cat Chess",
		Long: "Proofs of results of Cheshire Cat Chess that another program can check by the rules alone: " +
			"'wane proof make' solves a position, on a board of any size from 3×3 to 10×10, and writes its proof; 'wane proof check' checks files.",
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
		out        string
		hash, most int
		limits     solver.Limits
		force      bool
	)
	cmd := &cobra.Command{
		Use:   "make FEN",
		Short: "Solve a position and write the proof of its result",
		Long: "Solve a position of Cheshire Cat Chess and write a proof: a strategy for the winner, or in a drawn game for each color. " +
			"A board of another size than 8×8 and 10×10 is a game of its own that begins with the FEN; its pawns have a double step only if it has at least six ranks.",
		Example: "wane proof make 'krn/ppp/PPP/KRN w Kk - 0 1' --out krn.proof.gz",
		Args:    usage.Args(1, 1, "one FEN"),
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "out", "o", "", "the file to write")
	fl.BoolVar(&force, "force", false, "replace the file if it exists")
	fl.DurationVarP(&limits.Time, "time", "t", 5*time.Minute, "stop after this time at a position; 0 for no limit")
	fl.IntVar(&hash, "hash", 256, "size of the solver's table in MB")
	fl.IntVar(&most, "most", 1_000_000, "largest number of positions for each color")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case out == "":
			return usage.Errorf(cmd, "no file is given; use --out")
		case limits.Time < 0:
			return usage.Errorf(cmd, "--time %v: expected a duration such as 30s, or 0 for no limit", limits.Time)
		}
		if err := errors.Join(usage.InRange(cmd, "hash", hash, solver.MinMB, solver.MaxMB), usage.InRange(cmd, "most", most, 1, 1<<30)); err != nil {
			return err
		}
		g, err := rules.CheshireOn(args[0])
		if err != nil {
			return err
		}
		p, err := g.Parse(args[0])
		if err != nil {
			return err
		}
		if err := output.CheckWritable(out, force); err != nil { // before the work
			return err
		}
		s, err := solver.New(nil, hash)
		if err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		quiet := output.Watch(cmd.ErrOrStderr(), func() string { return "solving" })
		pr, err := proof.Make(ctx, s, p, limits, most)
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
	g, err := rules.CheshireOn(pr.Start + " 0 1")
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
