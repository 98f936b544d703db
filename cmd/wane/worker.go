package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/bus"
	"github.com/wane-chess/wane/internal/node"
	"github.com/wane-chess/wane/internal/worker"
	"github.com/wane-chess/wane/rules"
)

func newWorker() *cobra.Command {
	var url, format string
	var parallel int
	var tables playerTables
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work out the engine's moves and reviews for servers",
		Long: "Work out the engine's moves, and reviews of finished games, for the nodes of 'wane serve' that use the same NATS servers. " +
			"Any number of workers share the work; what a worker had that dies is given to another. " +
			"Reviews take half of a worker's hands at most, and make room for moves.\n\n" +
			"Every flag can be set in the environment as well, such as WANE_NATS for --nats; the flag counts if both are given.",
		Example: "wane worker --nats nats://bus:4222 --parallel 4",
		Args:    takes(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVar(&url, "nats", "", "where the NATS servers are, as nats://HOST:PORT")
	fl.IntVarP(&parallel, "parallel", "p", runtime.NumCPU(), "how many moves to work out at once")
	tables.add(cmd)
	fl.StringVar(&format, "log", "text", "write the log as text or json, or none")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := fromEnvironment(cmd); err != nil {
			return err
		}
		switch {
		case url == "" || url == bus.Embedded:
			return badUsage(cmd, "--nats is missing: say where the NATS servers are, such as nats://bus:4222")
		case parallel < 1 || parallel > 1024:
			return badUsage(cmd, "--parallel %d: 1 to 1024 are possible", parallel)
		}
		log, err := newLog(cmd, format)
		if err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends the program at once
		b, err := bus.Open(ctx, bus.Options{URL: url, Log: log})
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "The worker is ready: %d moves at once. Ctrl+C ends it.\n", parallel)
		err = worker.Run(ctx, worker.Options{Bus: b, Reviews: b, Lookup: rules.ByName, NewEngine: node.Engines(tables.openLogged(cmd, log)), Parallel: parallel, Log: log})
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = nil
		}
		return errors.Join(err, b.Close())
	}
	return cmd
}
