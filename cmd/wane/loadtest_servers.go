package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/node"
)

// maxServers is how many servers a load test starts at most.
const maxServers = 8

// compareServers plays with one server and with several, one after the other.
func (f *loadFlags) compareServers(ctx context.Context, cmd *cobra.Command) (err error) {
	dir, err := os.MkdirTemp("", "wane-loadtest-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if _, err := node.Migrate(ctx, node.Config{DB: f.db}, nil); err != nil {
		return interrupted(ctx, err, "interrupted")
	}
	log := loadtest.Warnings(cmd.ErrOrStderr())
	var c loadtest.Comparison
	for _, count := range []int{1, f.servers} {
		r, err := f.runServers(ctx, cmd, count, func(n int) (*loadtest.Process, error) {
			return loadtest.StartProcess(ctx, log, program, "serve", "--data", filepath.Join(dir, fmt.Sprint(count, "-", n)),
				"--log", "text",
				"--concurrency", "0", "--rate-limit=false", "--db", f.db, "--nats", f.nats)
		})
		if err != nil {
			return interrupted(ctx, err, "interrupted")
		}
		c.Runs = append(c.Runs, loadtest.ServerRun{Servers: count, Report: r})
	}
	return f.write(cmd, &c, c.Clean())
}

// runServers plays with several servers.
func (f *loadFlags) runServers(ctx context.Context, cmd *cobra.Command, count int,
	start func(n int) (*loadtest.Process, error)) (r *loadtest.Report, err error) {
	_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "servers: %d\n", count)
	o := f.Options
	for n := range count {
		s, err := start(n)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, s.Kill()) }()
		if n == 0 {
			o.URL = s.URL()
		} else {
			o.Others = append(o.Others, s.URL())
		}
		o.Parts = append(o.Parts, loadtest.Part{Name: fmt.Sprintf("server %d", n+1), Usage: s.Usage})
	}
	for _, part := range [][2]string{{"PostgreSQL", "postgres"}, {"NATS", "nats-server"}} {
		o.Parts = append(o.Parts, loadtest.Part{Name: part[0],
			Usage: func() (user, system time.Duration, err error) { return loadtest.UsageOfAll(part[1]) }})
	}
	return loadtest.Run(ctx, o)
}
