package main

import (
	"fmt"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/worker"
	"github.com/wane-chess/wane/rules"
)

func newWorker() *cobra.Command {
	var o worker.RemoteOptions
	var status, traces string
	var logs logFlags
	var concurrency int
	var tables input.EngineTables
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Compute engine moves and reviews for servers",
		Long: "Compute engine moves and reviews for nodes of 'wane serve', over HTTP. Any number of workers share the jobs " +
			"of a node; if a worker dies, another one takes its jobs. Reviews use at most half of --concurrency, and moves go " +
			"first.\n\n" +
			"A worker connects to every address that the name in --url has, and looks for new ones, so one name can stand " +
			"for many nodes. The token is that of an admin's account, with the scope engine:work: 'wane admin users token' " +
			"makes one, and the account's page.\n\n" +
			"An environment variable can stand for each flag, such as WANE_TOKEN for --token, which hides it from other " +
			"users of the machine; a flag overrides its variable.",
		Example: "wane worker --url http://node1:8080,http://node2:8080 --concurrency 4",
		Args:    usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&o.URLs, "url", nil, "addresses of the nodes, such as https://wane.example")
	fl.StringVar(&o.Token, "token", "", "token with the scope engine:work")
	fl.IntVarP(&concurrency, "concurrency", "c", min(runtime.NumCPU(), worker.MaxParallel),
		"engine moves to compute at once")
	tables.Add(cmd)
	fl.StringVar(&status, "status-addr", "", "serve /healthz, /readyz and /metrics at this HOST:PORT (default: nowhere)")
	fl.StringVar(&traces, "traces", "", tracesUsage)
	logs.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := usage.FromEnv(cmd); err != nil {
			return err
		}
		if len(o.URLs) == 0 {
			return usage.Errorf(cmd, "--url is missing: expected the address of a server, such as https://wane.example")
		}
		if o.Token == "" {
			return usage.Errorf(cmd, "--token is missing: expected one with the scope engine:work, of an admin's account")
		}
		if err := usage.InRange(cmd, "concurrency", concurrency, 1, worker.MaxParallel); err != nil {
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
		o.Metrics, o.Log = registry, log
		jobs, err := worker.NewRemote(o)
		if err != nil {
			return err
		}
		if status != "" {
			l, err := node.Listen(ctx, status)
			if err != nil {
				return err
			}
			go func() {
				if err := node.ServeStatus(ctx, l, server.Status(jobs.Ping, registry, log)); err != nil {
					log.Error("the status is not served", "error", err)
				}
			}()
		}
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "The worker looks for servers, for %s at once. Press Ctrl+C to stop.\n",
			message.Plural(concurrency, "move"))
		return worker.Run(ctx, worker.Options{
			Queue: jobs, Lookup: rules.ByName, NewEngine: node.Engines(tables.OpenLogged(cmd, log)), Parallel: concurrency,
			Log: log,
		})
	}
	return cmd
}
