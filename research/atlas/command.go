package atlas

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/research/internal/task"
)

// Command returns the commands about the atlas.
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "atlas",
		Short: "Play games of all 720 rankings of Diminuendo Chess, and measure them",
		Args:  cobra.NoArgs,
	}
	cmd.AddCommand(runCommand(), reportCommand(), picksCommand())
	return cmd
}

// runFlags are the flags of the command run.
type runFlags struct {
	out      string
	settings Settings
	counts   Counts
	options  int // games with each set of options
	parallel int
}

func runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Play games of all rankings",
		Long: "Play self-play games of all 720 rankings at a fixed number of nodes for each move, from the start with four " +
			"random plies, and write what is measured of each game to a file. With --options, games with queenish kings, " +
			"with flexible pawns, and with both are played, too; with --skill, games in which one side " +
			fmt.Sprintf("has %d times the nodes of the other.\n\n", SkillFactor) +
			"You can interrupt the command; the same command resumes, also with more games. The complete file depends on " +
			"the seed, the nodes and the engine, not on interruptions.",
		Example: "research atlas run --output all.atlas --nodes 200 --games 400",
		Args:    cobra.NoArgs,
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "", "the file to write or resume")
	fl.Uint64VarP(&f.settings.Nodes, "nodes", "n", 200, "nodes for each move")
	fl.Uint64Var(&f.settings.Seed, "seed", 1, "random seed")
	fl.IntVarP(&f.counts[Plain], "games", "g", 400, "games of each ranking, a multiple of 20")
	fl.IntVar(&f.options, "options", 100,
		"games of each ranking with each of +qk, +fp and +qk+fp, a multiple of 20")
	fl.IntVar(&f.counts[Skill], "skill", 100, "games of each ranking between unequal sides, a multiple of 20")
	fl.IntVarP(&f.parallel, "concurrency", "c", runtime.GOMAXPROCS(0), "games at once")
	_ = cmd.MarkFlagRequired("output") // the flag exists
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

func (f *runFlags) run(cmd *cobra.Command) (err error) {
	for _, s := range []Section{QueenishKings, FlexiblePawns, BothOptions} {
		f.counts[s] = f.options
	}
	if f.settings.Engine, err = EngineID(); err != nil {
		return err
	}
	if err := errors.Join(f.settings.Check(), f.counts.Check()); err != nil {
		return err
	}
	file, err := Open(f.out, f.settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	r := Run{File: file, Counts: f.counts, Parallel: f.parallel}
	m := task.NewMeter(cmd)
	began, before := time.Now(), file.Len()
	r.Progress = func(done, total int) {
		rate := float64(file.Len()-before) / time.Since(began).Seconds()
		m.Show(done, total, fmt.Sprintf("playing: %s, %.1f per second", message.Plural(done, "game"), rate))
	}
	if err := r.Play(cmd.Context()); err != nil {
		return err
	}
	info, err := os.Stat(f.out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s, %.1f MB\n",
		f.out, message.Plural(file.Len(), "game"), float64(info.Size())/1e6)
	return err
}

func reportCommand() *cobra.Command {
	var root string
	var samples bool
	cmd := &cobra.Command{
		Use:   "report [FILE [DEEPER]]",
		Short: "Measure the games and write the table and the sample games of wane, and the page of the manual",
		Long: "Measure the games of 'research atlas run' and write what follows from them: the table and the sample games " +
			"of the program, a page of the manual with plots, and the table as CSV. DEEPER has games at more nodes, which " +
			"check the others. Run the command at the root of the source tree.",
		Example: "research atlas report\nresearch atlas report all.atlas deeper.atlas",
		Args:    cobra.MaximumNArgs(2),
	}
	cmd.Flags().StringVarP(&root, "output", "o", ".", "root of the source tree, where the files are written")
	cmd.Flags().BoolVar(&samples, "replay", true, "play the sample games again and write them")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		files := []string{"research/atlas/rankings.atlas", "research/atlas/deeper.atlas"}
		copy(files, args)
		return writeReport(cmd.Context(), files[0], files[1], root, samples)
	}
	return cmd
}

func picksCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "picks",
		Short:   "Play the missing games of picks.json, the rankings to play first, and print the file",
		Example: "research atlas picks > picks.json && mv picks.json research/atlas/",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return playPicks(cmd.Context(), cmd.OutOrStdout()) },
	}
}
