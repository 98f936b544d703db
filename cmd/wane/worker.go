package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/live/node"
	"github.com/wane-chess/wane/internal/live/queue"
	"github.com/wane-chess/wane/internal/live/worker"
	"github.com/wane-chess/wane/internal/tablebuild"
	"github.com/wane-chess/wane/rules"
)

func newWorker() *cobra.Command {
	var url, format, folder string
	var parallel, solving int
	var tables playerTables
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work out the engine's moves, reviews and endings for others",
		Long: "Work out the engine's moves, and reviews of finished games, for the nodes of 'wane serve' that use the same NATS servers, " +
			"and solve endings for 'wane tablebase build' there. " +
			"Any number of workers share the work; what a worker had that dies is given to another. " +
			"Reviews take half of a worker's hands at most, and make room for moves. Endings make room for both; " +
			"each that is solved at the same time takes up to 0.5 GB of memory. The tables for it, and those that come of it, " +
			"are kept in --endings-folder, some 5 MB each; what is neither there nor in --tables is fetched.\n\n" +
			"Every flag can be set in the environment as well, such as WANE_NATS for --nats; the flag counts if both are given.",
		Example: "wane worker --nats nats://bus:4222 --parallel 4",
		Args:    takes(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVar(&url, "nats", "", "where the NATS servers are, as nats://HOST:PORT")
	fl.IntVarP(&parallel, "parallel", "p", runtime.NumCPU(), "how many moves to work out at once")
	fl.IntVar(&solving, "endings", 1, "how many endings to solve at once; 0: none")
	fl.StringVar(&folder, "endings-folder", "", "where tables are kept for solving endings (default "+shownEndings+")")
	tables.add(cmd)
	fl.StringVar(&format, "log", "text", "write the log as text or json, or none")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := fromEnvironment(cmd); err != nil {
			return err
		}
		switch {
		case url == "" || url == queue.Embedded:
			return badUsage(cmd, "--nats is missing: say where the NATS servers are, such as nats://bus:4222")
		case parallel < 1 || parallel > 1024:
			return badUsage(cmd, "--parallel %d: 1 to 1024 are possible", parallel)
		case solving < 0 || solving > 1024:
			return badUsage(cmd, "--endings %d: 0 to 1024 are possible", solving)
		}
		log, err := newLog(cmd, format)
		if err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends the program at once
		c, err := queue.Open(ctx, queue.Options{URL: url, Log: log})
		if err != nil {
			return err
		}
		o := worker.Options{Queue: c, Reviews: c, Lookup: rules.ByName, NewEngine: node.Engines(tables.openLogged(cmd, log)), Parallel: parallel, Log: log}
		if solving > 0 {
			o.Tables, err = endingsWorker(c, folder, tables.list(cmd), log)
			switch {
			case err == nil:
				o.Tables.Parallel = solving
			case folder != "":
				return errors.Join(err, c.Close())
			default:
				log.Warn("endings are left to others", "err", err)
			}
		}
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "The worker is ready: %d moves at once. Ctrl+C ends it.\n", parallel)
		err = worker.Run(ctx, o)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = nil
		}
		return errors.Join(err, c.Close())
	}
	return cmd
}

// shownEndings is the default folder for endings as help shows it.
const shownEndings = "~/.cache/wane/endings"

// endingsWorker opens the folder for endings, and the tables besides that can be
// used.
func endingsWorker(q tablebuild.Queue, folder string, besides []string, log *slog.Logger) (*worker.TableBuilds, error) {
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("there is no folder for endings, give one with --endings-folder: %w", err)
		}
		folder = filepath.Join(cache, "wane", "endings")
	}
	damaged := func(err error) { log.Warn("a file of tables is left out", "err", err) }
	shelf, err := tablebuild.OpenLibrary(folder, nil, damaged)
	if err != nil {
		return nil, fmt.Errorf("%w; give another with --endings-folder", err)
	}
	if !noneIn(besides) {
		shelf.AddFiles(besides, damaged)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "a worker"
	}
	return &worker.TableBuilds{Worker: &tablebuild.Worker{Queue: q, Library: shelf, Name: host, Log: log}}, nil
}
