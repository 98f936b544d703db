package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/atlas"
	"github.com/wane-chess/wane/internal/message"
)

// atlasRunFlags are the flags of 'wane atlas run'.
type atlasRunFlags struct {
	out      string
	settings atlas.Settings
	counts   atlas.Counts
	options  int // games with each set of options
	parallel int
}

func newAtlasRun() *cobra.Command {
	var f atlasRunFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Play games of all rankings",
		Long: "Play self-play games of all 720 rankings at a fixed number of nodes for each move, from the start with four random plies, and write " +
			"what is measured of each game to a file. With --options, games with queenish kings, with flexible pawns, and with both are played, too; with --skill, games in which one side " +
			fmt.Sprintf("has %d times the nodes of the other.\n\n", atlas.SkillFactor) +
			"You can interrupt the command; the same command resumes, also with more games. The complete file depends on the seed, the nodes and the engine, " +
			"not on interruptions.",
		Example: "wane atlas run --out all.atlas --nodes 200 --games 400",
		Args:    usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "out", "o", "", "the file to write or resume")
	fl.Uint64VarP(&f.settings.Nodes, "nodes", "n", 200, "nodes for each move")
	fl.Uint64Var(&f.settings.Seed, "seed", 1, "random seed")
	fl.IntVarP(&f.counts[atlas.Plain], "games", "g", 400, "games of each ranking, a multiple of 20")
	fl.IntVar(&f.options, "options", 100, "games of each ranking with each of +qk, +fp and +qk+fp, a multiple of 20")
	fl.IntVar(&f.counts[atlas.Skill], "skill", 100, "games of each ranking between unequal sides, a multiple of 20")
	fl.IntVarP(&f.parallel, "concurrency", "c", runtime.GOMAXPROCS(0), "games at once")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

func (f *atlasRunFlags) run(cmd *cobra.Command) (err error) {
	for _, s := range []atlas.Section{atlas.QueenishKings, atlas.FlexiblePawns, atlas.BothOptions} {
		f.counts[s] = f.options
	}
	if f.settings.Engine, err = atlas.EngineID(); err != nil {
		return err
	}
	if f.out == "" {
		return usage.Errorf(cmd, "no file is given; use --out")
	}
	if err := usage.InRange(cmd, "concurrency", f.parallel, 1, 1024); err != nil {
		return err
	}
	if err := errors.Join(f.settings.Check(), f.counts.Check()); err != nil {
		return usage.Errorf(cmd, "%w", err)
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	file, err := atlas.Open(f.out, f.settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	r := atlas.Run{File: file, Counts: f.counts, Parallel: f.parallel}
	m := output.NewMeter(cmd.ErrOrStderr())
	began, before := time.Now(), file.Len()
	r.Progress = func(done, total int) {
		m.Show("playing", done, total, fmt.Sprintf("%s, %.1f per second", message.Plural(done, "game"), float64(file.Len()-before)/time.Since(began).Seconds()))
	}
	err = r.Play(ctx)
	m.Close()
	if err != nil {
		return interrupted(ctx, err, "interrupted after %s; the same command resumes", message.Plural(file.Len(), "game"))
	}
	return reportAtlasFile(cmd.OutOrStdout(), f.out, file.Len())
}

// reportAtlasFile prints what a complete file has.
func reportAtlasFile(w io.Writer, name string, games int) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s has %s, %.1f MB\n", name, message.Plural(games, "game"), float64(info.Size())/1e6)
	return err
}
