package train

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/research/selfplay"
	"github.com/wane-chess/wane/rules"
)

// Command returns the command that trains networks.
func Command() *cobra.Command {
	o := Defaults()
	var out, picture string
	var residual bool
	cmd := &cobra.Command{
		Use:   "train VARIANT FILE...",
		Short: "Train a network on positions of self-play",
		Long: "Train the network of a variant on the positions, results and scores of 'research selfplay', and write it to " +
			"a file. 'wane match -e wane,network=FILE' uses it.\n\n" +
			"The loss is the mean squared difference between the expected score and its target. Some games are held out. " +
			"With --state, the same command resumes an interrupted one.",
		Example: "research train convergent convergent.txt --output convergent.nnue\n" +
			"research train shrink a.txt b.txt --output new.nnue --epochs 30 --state shrink.state --plot loss.svg",
		Args: cobra.MinimumNArgs(2),
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the file for the network")
	f.StringVar(&picture, "plot", "", "draw the losses in this SVG file")
	f.BoolVar(&residual, "residual", false, "correct the evaluation by hand instead of replacing it")
	f.IntVar(&o.Epochs, "epochs", o.Epochs, "passes through the positions")
	f.IntVar(&o.Batch, "batch", o.Batch, "positions in each step")
	f.Float64Var(&o.Rate, "rate", o.Rate, "first learning rate")
	f.Float64Var(&o.Decay, "decay", o.Decay, "weight decay")
	f.Float64Var(&o.Lambda, "lambda", o.Lambda, "weight of the result against the search's score, 0–1")
	f.IntVar(&o.Held, "holdout", o.Held, "percentage of held-out games")
	f.BoolVar(&o.Mirror, "mirror", o.Mirror, "see half of the positions as their mirror images")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "random seed")
	f.IntVarP(&o.Threads, "threads", "t", o.Threads, "threads")
	f.StringVar(&o.State, "state", "", "save the fit to this file and resume from it; removed at the end")
	_ = cmd.MarkFlagRequired("output") // the flag exists
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		data, err := readFiles(args[0], args[1:], residual)
		if err != nil {
			return err
		}
		m, began := task.NewMeter(cmd), time.Now()
		o.Progress = func(e Epoch) {
			m.Show(e.Number, o.Epochs, fmt.Sprintf("loss %.6f, on held-out games %.6f", e.Training, e.Held))
		}
		r, err := Run(cmd.Context(), data, o)
		if err != nil {
			return err
		}
		if err := task.Write(out, func(w io.Writer) error {
			_, err := w.Write(r.Weights.Append(nil))
			return err
		}); err != nil {
			return err
		}
		if picture != "" {
			if err := draw(picture, r.Epochs); err != nil {
				return err
			}
		}
		last := r.Epochs[len(r.Epochs)-1]
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, %d of them held out, in %v: loss %.6f, on held-out games %.6f "+
			"(with integers %.6f); half a pawn is %.1f %%\n%s has the network\n",
			message.Plural(r.Positions, "position"), r.Held, time.Since(began).Round(time.Second), last.Training, last.Held,
			r.HeldRounded, 100*expected(r.Slope, 50), out)
		if err == nil && o.State != "" {
			err = os.Remove(o.State)
		}
		return err
	}
	return cmd
}

// readFiles reads files of positions of a variant.
func readFiles(variant string, names []string, residual bool) (*Data, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return nil, err
	}
	data := NewData(g, residual)
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

// draw draws the losses of the epochs.
func draw(name string, epochs []Epoch) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "epoch", "loss"
	lines := [2]plotter.XYs{}
	for _, e := range epochs {
		lines[0] = append(lines[0], plotter.XY{X: float64(e.Number), Y: e.Training})
		lines[1] = append(lines[1], plotter.XY{X: float64(e.Number), Y: e.Held})
	}
	for i, title := range []string{"training", "held-out games"} {
		l, err := plotter.NewLine(lines[i])
		if err != nil {
			return err
		}
		if i == 1 {
			l.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		p.Add(l)
		p.Legend.Add(title, l)
	}
	p.Legend.Top = true
	c, err := p.WriterTo(14*vg.Centimeter, 9*vg.Centimeter, "svg")
	if err != nil {
		return err
	}
	return task.Write(name, func(w io.Writer) error {
		_, err := c.WriteTo(w)
		return err
	})
}
