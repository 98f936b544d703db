// Package wdl fits what a score is worth: the chances of a win, a draw and a loss (eval.WDL), from self-play.
package wdl

import (
	"fmt"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/optimize"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/research/selfplay"
)

// Command returns the command that fits the chances.
func Command() *cobra.Command {
	return &cobra.Command{
		Use:   "wdl FILE...",
		Short: "Fit the chances of a win, a draw and a loss to self-play",
		Long: "Fit the chances that UCI_ShowWDL shows to positions and results of 'research selfplay', the positions of " +
			"all files together, and print them beside the number of positions and the mean loss, in bits.",
		Example: "research wdl shrink.txt\nresearch wdl cheshire.txt cheshire8.txt",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			var list []selfplay.Sample
			for _, name := range files {
				f, err := selfplay.Open(name)
				if err != nil {
					return err
				}
				err = selfplay.Read(f, name, func(_, _ int, s selfplay.Sample) error {
					list = append(list, s)
					return nil
				})
				_ = f.Close()
				if err != nil {
					return err
				}
			}
			c, bits, err := Fit(list)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintf(w, "even\tspread\tpositions\tbits\n%.0f\t%.0f\t%d\t%.3f\n", c.Even, c.Spread, len(list), bits)
			return w.Flush()
		},
	}
}

// Fit returns the chances that make the results of positions likeliest, and the mean loss in bits. It leaves out scores
// of mates.
func Fit(list []selfplay.Sample) (c eval.Chances, bits float64, err error) {
	loss := func(x []float64) float64 {
		c := eval.Chances{Even: math.Exp(x[0]), Spread: math.Exp(x[1])}
		sum, n := 0.0, 0
		for _, s := range list {
			if max(s.Score, -s.Score) > engine.MateBound {
				continue
			}
			win, draw, lost := c.Of(s.Score)
			chance := draw
			switch s.Result {
			case 1:
				chance = win
			case 0:
				chance = lost
			}
			sum -= math.Log2(max(chance, 1e-6))
			n++
		}
		return sum / float64(n)
	}
	if len(list) == 0 {
		return c, 0, fmt.Errorf("there are no positions")
	}
	r, err := optimize.Minimize(optimize.Problem{Func: loss}, []float64{math.Log(100), math.Log(100)}, nil,
		&optimize.NelderMead{})
	if err != nil {
		return c, 0, err
	}
	return eval.Chances{Even: math.Exp(r.X[0]), Spread: math.Exp(r.X[1])}, r.F, nil
}
