package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/tune"
	"github.com/wane-chess/wane/rules"
)

// tuneFlags say what 'wane tune' reads and writes.
type tuneFlags struct {
	data          []string
	out, variable string
	report, dry   bool
}

func newTune() *cobra.Command {
	o := tune.Defaults()
	var at tuneFlags
	step := int(o.Step)
	cmd := &cobra.Command{
		Use:   "tune VARIANT",
		Short: "Fit the weights of a game's evaluation to results",
		Long: "Fit the weights of a game's evaluation to the results of games, as 'wane selfplay' writes them, and write the weights " +
			"into the game's Go source. Build wane anew to play with them.\n\n" +
			"The error that is made small is the mean square of what the evaluation promises less what the game gave. Some games are " +
			"held back from the fit, to check it: if it does not make the evaluation better on them, nothing is written.",
		Example: "wane tune shrink --data shrink.txt --report\n" +
			"wane tune diminuendo --data a.txt --data b.txt --fix tempo\n" +
			"wane tune chess --data chess.txt --dry-run --report",
		Args: takes(1, 1, "a VARIANT, such as shrink; 'wane variants' lists them"),
	}
	f := cmd.Flags()
	f.StringArrayVar(&at.data, "data", nil, "a file of positions (repeatable)")
	f.StringVarP(&at.out, "out", "o", "", "the Go file that has the weights; found in the game's folder if not given")
	f.StringVar(&at.variable, "var", "", "the variable that has the weights, if there are several")
	f.BoolVar(&at.report, "report", false, "tell of each group of weights how it changed and what it is worth")
	f.BoolVar(&at.dry, "dry-run", false, "write nothing")
	f.IntVar(&o.Epochs, "epochs", o.Epochs, "passes through the positions in each round")
	f.IntVar(&o.Rounds, "rounds", o.Rounds, "how often to look anew at what each weight does, and fit again")
	f.Float64Var(&o.Rate, "rate", o.Rate, "about how far a weight may go in one step at first, in centipawns")
	f.IntVar(&o.Batch, "batch", 0, "positions for each step; 0: by how many there are")
	f.Float64Var(&o.Lambda, "lambda", o.Lambda, "how much the result counts against the search's score, 0 to 1")
	f.Float64Var(&o.L2, "l2", o.L2, "what moving a weight by 100 centipawns costs, in squared errors of single positions")
	f.IntVar(&o.Held, "held", o.Held, "percent of the games to hold back for the check")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "what chance draws")
	f.IntVar(&step, "step", step, "by how much to change a weight to see what it does, in centipawns")
	f.Float64Var(&o.K, "k", 0, "steepness of the promise: with 1, 400 centipawns promise ten wins to one loss; 0: what fits best")
	f.StringSliceVar(&o.Fix, "fix", nil, "weights not to touch, such as tempo or mobility[4]")
	f.IntVar(&o.Threads, "threads", o.Threads, "threads to work with")
	f.StringVar(&o.Checkpoint, "checkpoint", "", "a file to save the state to, and to go on from; it is removed once the weights are written")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.Step = game.Score(step); int(o.Step) != step {
			return badUsage(cmd, "--step %d: expected a number from 1 to 1000", step)
		}
		if len(at.data) == 0 {
			return badUsage(cmd, "which positions? Give files that 'wane selfplay' wrote with --data")
		}
		return runTune(cmd, args[0], at, o)
	}
	return cmd
}

func runTune(cmd *cobra.Command, name string, at tuneFlags, o tune.Options) error {
	g, err := tunedGame(name)
	if err != nil {
		return err
	}
	var source *tune.Source
	if !at.dry { // before the work, not after it
		if source, err = tune.FindSource(g, ".", at.out, at.variable); err != nil {
			return err
		}
	}
	data := tune.NewData(g, rules.ByName)
	for _, file := range at.data {
		if err := readData(data, file); err != nil {
			return err
		}
	}
	ctx, stop := stoppable(cmd)
	defer stop()
	m := newMeter(cmd.ErrOrStderr())
	o.Progress = m.show
	r, err := tune.Run(ctx, data, o)
	m.close()
	if errors.Is(err, context.Canceled) {
		if o.Checkpoint == "" {
			return errors.New("stopped; nothing is left of it, as there is no --checkpoint")
		}
		return fmt.Errorf("stopped; the same command goes on from %s", o.Checkpoint)
	}
	if err != nil {
		return err
	}
	if err := tell(cmd.OutOrStdout(), r, at.report); err != nil {
		return err
	}
	switch {
	case !r.Better():
		return fmt.Errorf("the loss did not shrink, so nothing is written: before %v; after %v. Give more positions, fewer --epochs, or a larger --l2", r.Before, r.After)
	case at.dry:
		return nil
	}
	if err := writeWeights(cmd, source, r, remark(cmd, name, r)); err != nil {
		return err
	}
	if o.Checkpoint != "" {
		return os.Remove(o.Checkpoint)
	}
	return nil
}

// tunedGame returns a game whose evaluation has weights.
func tunedGame(name string) (game.Tuned, error) {
	g, err := rules.ByName(name)
	if err != nil {
		return nil, err
	}
	if tuned, ok := g.(game.Tuned); ok {
		return tuned, nil
	}
	var names []string
	for _, g := range rules.All() {
		if _, ok := g.(game.Tuned); ok {
			names = append(names, g.Name())
		}
	}
	return nil, fmt.Errorf("the evaluation of %s has no weights to fit; those of %s have", name, strings.Join(names, ", "))
}

// readData reads a file of positions, of whatever size.
func readData(d *tune.Data, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read from
	return d.Read(f, name)
}

// tell tells what a fit led to.
func tell(w io.Writer, r *tune.Result, report bool) error {
	_, err := fmt.Fprintf(w, "%d positions of %d games, %d of them held back; %d of %d weights in use; K %.3f\nbefore: %v\nafter:  %v\n"+
		"        (as if all were linear: %v)\nagainst results alone, before: %v\nafter:  %v\n",
		r.Positions, r.Games, r.Held, r.Touched, r.Weights, r.K, r.Before, r.After, r.Model, r.ResultsBefore, r.ResultsAfter)
	if err == nil && report {
		err = r.Report(w)
	}
	return err
}

// writeWeights puts the weights into the source.
func writeWeights(cmd *cobra.Command, s *tune.Source, r *tune.Result, remark string) error {
	text, err := s.Rewrite(r.Old, r.Now, remark)
	if err != nil {
		return err
	}
	err = writeAll(cmd.OutOrStdout(), true, output{s.File, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s in %s has the new weights; build wane anew to use them\n", s.Var, s.File)
	return err
}

// remark tells how weights were found, for the source: the command without what
// makes no difference to them, and the losses.
func remark(cmd *cobra.Command, name string, r *tune.Result) string {
	words := []string{"'wane tune", name}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "out", "var", "report", "threads", "checkpoint":
		case "data":
			files, _ := cmd.Flags().GetStringArray("data")
			for _, file := range files {
				words = append(words, "--data "+filepath.Base(file))
			}
		default:
			words = append(words, "--"+f.Name+" "+strings.Trim(f.Value.String(), "[]"))
		}
	})
	return fmt.Sprintf("%s' on %d positions of %d games: before, %v; after, %v.", strings.Join(words, " "), r.Positions, r.Games, r.Before, r.After)
}
