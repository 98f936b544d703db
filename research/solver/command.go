package solver

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
)

// Command returns the commands about the solver.
func Command() *cobra.Command {
	cmd := &cobra.Command{Use: "solver", Short: "Measure which positions the solver solves", Args: cobra.NoArgs}
	cmd.AddCommand(measureCommand(), positionsCommand())
	return cmd
}

func measureCommand() *cobra.Command {
	var (
		o        Options
		soon     time.Duration
		markdown bool
	)
	cmd := &cobra.Command{
		Use:     "measure FILE",
		Short:   "Solve the positions of a list and count them by the number of free squares",
		Example: "research solver measure engine/solver/testdata/positions.tsv --concurrency 16 --markdown",
		Args:    cobra.ExactArgs(1),
	}
	fl := cmd.Flags()
	fl.DurationVarP(&o.Limits.Time, "movetime", "m", 10*time.Second, "time for each position; 0 for no limit")
	fl.Uint64VarP(&o.Limits.Nodes, "nodes", "n", 0, "nodes for each position; 0 for no limit")
	fl.IntVar(&o.MB, "hash", 256, "size of each solver's table in MB")
	fl.IntVarP(&o.Threads, "threads", "t", 1, "threads for each position")
	fl.IntVarP(&o.Parallel, "concurrency", "c", runtime.GOMAXPROCS(0), "positions at once, each with its own table")
	fl.DurationVar(&soon, "within", time.Second, "also count the positions solved within this shorter time")
	fl.BoolVar(&markdown, "markdown", false, "write a Markdown table")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.Limits.Nodes > 0 && !fl.Changed("movetime") {
			o.Limits.Time = 0
		}
		if o.Limits.Time <= 0 && o.Limits.Nodes == 0 {
			return errors.New("no limit for each position: expected --movetime, such as 10s, or --nodes")
		}
		rows, err := measureFile(cmd, args[0], o, soon)
		if err != nil {
			return err
		}
		late := seconds(o.Limits.Time)
		if o.Limits.Time == 0 {
			late = message.Plural(int(o.Limits.Nodes), "node")
		}
		if markdown {
			return WriteMarkdown(cmd.OutOrStdout(), rows, seconds(soon), late)
		}
		return WriteText(cmd.OutOrStdout(), rows, seconds(soon), late)
	}
	return cmd
}

// measureFile solves the positions of a file.
func measureFile(cmd *cobra.Command, name string, o Options, soon time.Duration) ([]Row, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list, err := ReadList(string(text), rules.ByName)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m := task.NewMeter(cmd)
	done, solved := 0, 0
	o.Done = func(r Measured) {
		if done++; r.Solved {
			solved++
		}
		m.Show(done, len(list), fmt.Sprintf("%d solved", solved))
	}
	measured, err := Measure(cmd.Context(), list, o)
	return Rows(measured, soon), err
}

// seconds formats a time for a heading.
func seconds(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }

// solvable lists the variants with positions to solve.
func solvable() (names []string) {
	for _, g := range rules.All() {
		if solver.Solvable(g.Start()) {
			names = append(names, g.Name())
		}
	}
	return names
}
