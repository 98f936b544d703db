package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/live/node"
	"github.com/wane-chess/wane/internal/live/queue"
	"github.com/wane-chess/wane/internal/live/server"
	"github.com/wane-chess/wane/internal/live/worker"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

func newWorker() *cobra.Command {
	var url, status, traces string
	var logs logFlags
	var concurrency int
	var keys queue.Keys
	var tables input.EngineTables
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Compute engine moves and reviews for servers",
		Long: "Compute engine moves and reviews for the nodes of 'wane serve' that use the same NATS servers. Any number " +
			"of workers share the jobs; if a worker dies, another one takes its jobs. Nodes create the queues: start one " +
			"first. Reviews use at most half of --concurrency, and moves go first.\n\n" +
			"An environment variable can stand for each flag, such as WANE_NATS for --nats; a flag overrides its variable.",
		Example: "wane worker --nats nats://bus:4222 --concurrency 4",
		Args:    usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVar(&url, "nats", "", "take jobs from these NATS servers, nats://HOST:PORT or tls://…")
	addKeys(fl, &keys)
	fl.IntVarP(&concurrency, "concurrency", "c", runtime.NumCPU(), "engine moves to compute at once")
	tables.Add(cmd)
	fl.StringVar(&status, "status-addr", "", "serve /healthz, /readyz and /metrics at this HOST:PORT (default: nowhere)")
	fl.StringVar(&traces, "traces", "", tracesUsage)
	logs.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := usage.FromEnv(cmd); err != nil {
			return err
		}
		if url == "" {
			return usage.Errorf(cmd, "--nats is missing: expected the NATS servers of the nodes, such as nats://bus:4222")
		}
		if err := errors.Join(usage.InRange(cmd, "concurrency", concurrency, 1, 1024), checkNATS(cmd, keys, 1)); err != nil {
			return err
		}
		log, err := logs.open(cmd)
		if err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		endTraces, err := startTraces(cmd, traces, "wane-worker", "")
		if err != nil {
			return err
		}
		defer endTraces()
		registry := prometheus.NewRegistry()
		c, err := queue.Open(ctx, queue.Options{URL: url, Keys: keys, Worker: true, Metrics: registry, Log: log})
		if err != nil {
			return err
		}
		if status != "" {
			l, err := node.Listen(ctx, status)
			if err != nil {
				return errors.Join(err, c.Close())
			}
			go func() {
				if err := node.ServeStatus(ctx, l, server.Status(c.Ping, registry, log)); err != nil {
					log.Error("the status is not served", "error", err)
				}
			}()
		}
		o := worker.Options{Queue: c, Reviews: c, Lookup: rules.ByName, NewEngine: node.Engines(tables.OpenLogged(cmd, log)),
			Parallel: concurrency, Log: log}
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "The worker is ready for %s at once. Press Ctrl+C to stop.\n",
			message.Plural(concurrency, "move"))
		err = worker.Run(ctx, o)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = nil
		}
		return errors.Join(err, c.Close())
	}
	return cmd
}
