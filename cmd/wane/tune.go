package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/lab/tune"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

// tuneFlags are the inputs and outputs of 'wane tune'.
type tuneFlags struct {
	data        []string
	out         string
	report, dry bool
}

func newTune() *cobra.Command {
	o := tune.Defaults()
	var at tuneFlags
	step := int(o.Step)
	cmd := &cobra.Command{
		Use:   "tune VARIANT",
		Short: "Fit evaluation weights to game results",
		Long: "Fit the weights of a variant's evaluation to the positions and results of 'wane selfplay', and write them to a file. " +
			"By default that is the variant's own file in the source tree: rebuild wane to use it. " +
			"'wane match -e wane,weights=FILE' and 'wane uci --weights FILE' use the file of --out.\n\n" +
			"The loss is the mean squared difference between the expected and the actual result. Some games are " +
			"held out: if the fit does not reduce their loss, the command writes nothing.",
		Example: "wane tune shrink --data shrink.txt --report\n" +
			"wane tune diminuendo --data a.txt --data b.txt --fix tempo --out new.txt\n" +
			"wane tune chess --data chess.txt --dry-run --report",
		Args: usage.Args(1, 1, "one VARIANT, such as shrink (see 'wane variants')"),
	}
	f := cmd.Flags()
	f.StringArrayVar(&at.data, "data", nil, "a file of positions (repeatable)")
	f.StringVarP(&at.out, "out", "o", "", "the file for the weights (default: the variant's own, at the root of the source tree)")
	f.BoolVar(&at.report, "report", false, "print the change and the value of each group of weights")
	f.BoolVar(&at.dry, "dry-run", false, "write nothing")
	f.IntVar(&o.Epochs, "epochs", o.Epochs, "passes through the positions in each round")
	f.IntVar(&o.Rounds, "rounds", o.Rounds, "times to linearize the evaluation and fit")
	f.Float64Var(&o.Rate, "rate", o.Rate, "initial learning rate, in centipawns")
	f.IntVar(&o.Batch, "batch", 0, "positions in each step; 0 for automatic")
	f.Float64Var(&o.Lambda, "lambda", o.Lambda, "weight of the result against the search's score, 0–1")
	f.Float64Var(&o.L2, "l2", o.L2, "penalty for moving a weight by 100 centipawns, in squared errors of one position")
	f.IntVar(&o.Held, "holdout", o.Held, "percentage of held-out games")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "random seed")
	f.IntVar(&step, "step", step, "difference for numerical derivatives, in centipawns")
	f.Float64Var(&o.K, "k", 0, "steepness of the expected result: with 1, 400 centipawns mean ten wins to one loss; 0 for the best fit")
	f.StringSliceVar(&o.Fix, "fix", nil, "weights to keep, such as tempo or mobility[4]")
	f.IntVar(&o.Threads, "threads", o.Threads, "threads")
	f.StringVar(&o.Checkpoint, "checkpoint", "", "save the state to this file and resume from it; removed after the weights are written")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.Step = engine.Score(step); int(o.Step) != step {
			return usage.Errorf(cmd, "--step %d is out of range (1–1000)", step)
		}
		if len(at.data) == 0 {
			return usage.Errorf(cmd, "no positions are given; use --data with files of 'wane selfplay'")
		}
		return runTune(cmd, args[0], at, o)
	}
	return cmd
}

func runTune(cmd *cobra.Command, name string, at tuneFlags, o tune.Options) error {
	g, err := input.Variant(cmd, name)
	if err != nil {
		return err
	}
	e := eval.New(g)
	if !at.dry { // before the work
		if at.out, err = weightsFile(g, at.out); err != nil {
			return err
		}
	}
	data := tune.NewData(g, e, func(name string) (game.Game, error) {
		rules, err := rules.ByName(name)
		if err == nil && eval.File(rules) != eval.File(g) {
			err = fmt.Errorf("position of %s: its evaluator does not use the weights of %s", name, g.Name())
		}
		return rules, err
	})
	for _, file := range at.data {
		stop := output.Watch(cmd.ErrOrStderr(), func() string { return "reading " + file })
		err := readData(data, file)
		stop()
		if err != nil {
			return err
		}
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	m := output.NewMeter(cmd.ErrOrStderr())
	o.Progress = m.Show
	r, err := tune.Run(ctx, data, o)
	m.Close()
	switch {
	case err != nil && o.Checkpoint == "":
		return interrupted(ctx, err, "interrupted; without --checkpoint, nothing is saved")
	case err != nil:
		return interrupted(ctx, err, "interrupted; the same command resumes from %s", o.Checkpoint)
	}
	if err := writeFit(cmd.OutOrStdout(), r, at.report); err != nil {
		return err
	}
	switch {
	case !r.Better():
		return fmt.Errorf("the loss did not shrink, nothing is written: before %v; after %v; use more positions, fewer --epochs or a larger --l2", r.Before, r.After)
	case at.dry:
		return nil
	}
	if err := writeWeights(cmd, at.out, r, remark(cmd, name, r)); err != nil {
		return err
	}
	if o.Checkpoint != "" {
		return os.Remove(o.Checkpoint)
	}
	return nil
}

// weightsFile returns the file for the weights of a variant: the given one or, at the
// root of the source tree, the variant's own. An existing file must have weights of
// that variant, and the variant's own must have those of this program.
func weightsFile(g game.Game, out string) (string, error) {
	name := out
	if name == "" {
		name = filepath.FromSlash(eval.File(g))
	}
	e := eval.New(g)
	before := values(e)
	err := setWeights(e, g, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && out == "":
		return "", fmt.Errorf("the weights of %s are in %s of the source tree, which is not here: run this at its root, or name a file with --out", g.Name(), name)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err != nil:
	case out == "" && !slices.Equal(values(e), before):
		err = fmt.Errorf("%s has other weights than this program: rebuild wane", name)
	}
	if err != nil {
		return "", err
	}
	return name, output.CheckWritable(name, true)
}

// values returns the weights of an evaluator.
func values(e engine.Evaluator) []engine.Score {
	var values []engine.Score
	for _, w := range e.Weights() {
		values = append(values, *w.Value)
	}
	return values
}

// readData reads a file of positions of any size.
func readData(d *tune.Data, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // read-only
	return d.Read(f, name)
}

// writeFit writes the result of a fit.
func writeFit(w io.Writer, r *tune.Result, report bool) error {
	_, err := fmt.Fprintf(w, "%s of %s, %d of them held out; %d of %s used; K %.3f\nbefore: %v\nafter:  %v\n"+
		"        (linear model: %v)\nresults only, before: %v\nafter:  %v\n",
		message.Plural(r.Positions, "position"), message.Plural(r.Games, "game"), r.Held, r.Touched, message.Plural(r.Weights, "weight"), r.K, r.Before, r.After, r.Model, r.ResultsBefore, r.ResultsAfter)
	if err == nil && report {
		err = r.Report(w)
	}
	return err
}

// writeWeights writes the weights to a file.
func writeWeights(cmd *cobra.Command, name string, r *tune.Result, remark string) error {
	err := output.WriteAll(cmd.OutOrStdout(), true, output.To(name, func(w io.Writer) error { return r.Write(w, remark) }))
	if err != nil {
		return err
	}
	next := "rebuild wane to use them"
	if cmd.Flags().Changed("out") {
		next = fmt.Sprintf("compare them with 'wane match -e wane,weights=%s,name=new -e wane'", name)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has the new weights; %s\n", name, next)
	return err
}

// remark returns a comment for the file: the command, without flags that do not
// change the weights, and the losses.
func remark(cmd *cobra.Command, name string, r *tune.Result) string {
	words := []string{"'wane tune", name}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "out", "report", "threads", "checkpoint":
		case "data":
			files, _ := cmd.Flags().GetStringArray("data")
			for _, file := range files {
				words = append(words, "--data "+filepath.Base(file))
			}
		default:
			words = append(words, "--"+f.Name+" "+strings.Trim(f.Value.String(), "[]"))
		}
	})
	return fmt.Sprintf("%s' on %s of %s: before, %v; after, %v.", strings.Join(words, " "),
		message.Plural(r.Positions, "position"), message.Plural(r.Games, "game"), r.Before, r.After)
}

// maxWeights is the size of the largest file of weights, in bytes.
const maxWeights = 16 << 20

// setWeights sets an evaluator's weights to those of a file.
func setWeights(e engine.Evaluator, g game.Game, file string) error {
	text, err := atomicfile.Read(file, maxWeights)
	if err != nil {
		return err
	}
	if err := weights.Read(string(text), e.Weights()); err != nil {
		return fmt.Errorf("%s: not the weights of %s: %w", file, g.Name(), err)
	}
	e.Reweigh()
	return nil
}

// boards returns the boards of a variant with the weights of a file or, without a
// file, of any variant with the program's weights.
func boards(g game.Game, file string) (engine.Boards, error) {
	if file == "" {
		return eval.Board, nil
	}
	e := eval.New(g)
	return e.Board, setWeights(e, g, file)
}
