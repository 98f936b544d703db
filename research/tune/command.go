package tune

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

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/research/selfplay"
	"github.com/wane-chess/wane/rules"
)

// tuneFlags are the flags and arguments of the command.
type tuneFlags struct {
	Options
	data        []string
	out         string
	step        int
	report, dry bool
}

// Command returns the command that fits weights.
func Command() *cobra.Command {
	at := tuneFlags{Options: Defaults()}
	o := &at.Options
	cmd := &cobra.Command{
		Use:   "tune VARIANT FILE...",
		Short: "Fit evaluation weights to game results",
		Long: "Fit the weights of a variant's evaluation to the positions and results of 'research selfplay', and write " +
			"them to a file. By default that is the variant's own file in the source tree: rebuild wane to use it. " +
			"'wane match -e wane,weights=FILE' and 'wane uci --weights FILE' use the file of --output.\n\n" +
			"The loss is the mean squared difference between the expected and the actual result. Some games are " +
			"held out: if the fit does not reduce their loss, the command writes nothing.",
		Example: "research tune shrink shrink.txt --report\n" +
			"research tune diminuendo a.txt b.txt --fix tempo --output new.txt\n" +
			"research tune chess chess.txt --dry-run --report",
		Args: cobra.MinimumNArgs(2),
	}
	f := cmd.Flags()
	f.StringVarP(&at.out, "output", "o", "",
		"the file for the weights (default: the variant's own, at the root of the source tree)")
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
	f.IntVar(&at.step, "step", int(o.Step), "difference for numerical derivatives, in centipawns")
	f.Float64Var(&o.K, "k", 0,
		"steepness of the expected result: with 1, 400 centipawns mean ten wins to one loss; 0 for the best fit")
	f.StringSliceVar(&o.Fix, "fix", nil, "weights to keep, such as tempo or mobility[4]")
	f.IntVarP(&o.Threads, "threads", "t", o.Threads, "threads")
	f.StringVar(&o.Checkpoint, "state", "",
		"save the state to this file and resume from it; removed after the weights are written")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.Step = engine.Score(at.step); int(o.Step) != at.step {
			return fmt.Errorf("--step %d is out of range (1–1000)", at.step)
		}
		at.data = args[1:]
		return at.run(cmd, args[0])
	}
	return cmd
}

func (at *tuneFlags) run(cmd *cobra.Command, name string) error {
	g, err := rules.ByName(name)
	if err != nil {
		return err
	}
	if !at.dry { // before the work
		if at.out, err = weightsFile(g, at.out); err != nil {
			return err
		}
	}
	data, err := readFiles(g, at.data)
	if err != nil {
		return err
	}
	m := task.NewMeter(cmd)
	at.Progress = func(stage string, done, total int, remark string) {
		if stage == "" {
			m.Note(remark)
			return
		}
		m.Show(done, total, strings.TrimSuffix(stage+": "+remark, ": "))
	}
	r, err := Run(cmd.Context(), data, at.Options)
	if err != nil {
		return err
	}
	if err := writeFit(cmd.OutOrStdout(), r, at.report); err != nil {
		return err
	}
	switch {
	case !r.Better():
		return fmt.Errorf("the loss did not shrink, nothing is written: before %v; after %v; "+
			"use more positions, fewer --epochs or a larger --l2", r.Before, r.After)
	case at.dry:
		return nil
	}
	if err := at.write(cmd, r, remark(cmd, name, at.data, r)); err != nil {
		return err
	}
	if at.Checkpoint != "" {
		return os.Remove(at.Checkpoint)
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
	e, err := eval.Tunable(eval.Classic(g), g)
	if err != nil {
		return "", err
	}
	before := values(e)
	err = eval.Load(e, g, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && out == "":
		return "", fmt.Errorf("the weights of %s are in %s of the source tree, which is not here: "+
			"run this at its root, or name a file with --output", g.Name(), name)
	case errors.Is(err, fs.ErrNotExist):
		_, err := os.Stat(filepath.Dir(name))
		return name, err
	case err != nil:
		return "", err
	case out == "" && !slices.Equal(values(e), before):
		return "", fmt.Errorf("%s has other weights than this program: build it again", name)
	}
	return name, nil
}

// values returns the weights of an evaluator.
func values(e engine.Tunable) []engine.Score {
	return (&weightList{all: e.Weights()}).values()
}

// readFiles reads files of positions of any size, for the weights of a game.
func readFiles(g game.Game, names []string) (*Data, error) {
	e, err := eval.Tunable(eval.Classic(g), g)
	if err != nil {
		return nil, err
	}
	data := NewData(g, e, func(name string) (game.Game, error) {
		rules, err := rules.ByName(name)
		if err == nil && eval.File(rules) != eval.File(g) {
			err = fmt.Errorf("position of %s: its evaluator does not use the weights of %s", name, g.Name())
		}
		return rules, err
	})
	for _, name := range names {
		f, err := selfplay.Open(name)
		if err != nil {
			return nil, err
		}
		err = data.Read(f, name)
		_ = f.Close() // read-only
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// writeFit writes the result of a fit.
func writeFit(w io.Writer, r *Result, report bool) error {
	_, err := fmt.Fprintf(w, "%s of %s, %d of them held out; %d of %s used; K %.3f\nbefore: %v\nafter:  %v\n"+
		"        (linear model: %v)\nresults only, before: %v\nafter:  %v\n",
		message.Plural(r.Positions, "position"), message.Plural(r.Games, "game"), r.Held,
		r.Touched, message.Plural(r.Weights, "weight"), r.K, r.Before, r.After, r.Model, r.ResultsBefore, r.ResultsAfter)
	if err == nil && report {
		err = r.Report(w)
	}
	return err
}

// write writes the weights to a file.
func (at *tuneFlags) write(cmd *cobra.Command, r *Result, remark string) error {
	if err := task.Write(at.out, func(w io.Writer) error { return r.Write(w, remark) }); err != nil {
		return err
	}
	next := "rebuild wane to use them"
	if cmd.Flags().Changed("output") {
		next = fmt.Sprintf("compare them with 'wane match -e wane,weights=%s,name=new -e wane'", at.out)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s has the new weights; %s\n", at.out, next)
	return err
}

// remark returns a comment for the file: the command, without flags that do not
// change the weights, and the losses.
func remark(cmd *cobra.Command, name string, files []string, r *Result) string {
	words := []string{"'research tune", name}
	for _, file := range files {
		words = append(words, filepath.Base(file))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "output", "report", "threads", "state":
		default:
			words = append(words, "--"+f.Name+" "+strings.Trim(f.Value.String(), "[]"))
		}
	})
	return fmt.Sprintf("%s' on %s of %s: before, %v; after, %v.", strings.Join(words, " "),
		message.Plural(r.Positions, "position"), message.Plural(r.Games, "game"), r.Before, r.After)
}
