package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/live/node"
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
	port, err := freePort(ctx)
	if err != nil {
		return err
	}
	bus, err := loadtest.StartProcess(ctx, log, program, natsCommand, "--port", strconv.Itoa(port), "--data",
		filepath.Join(dir, "nats"))
	if err != nil {
		return interrupted(ctx, err, "interrupted")
	}
	defer func() { err = errors.Join(err, bus.Kill()) }()
	var c loadtest.Comparison
	for _, count := range []int{1, f.servers} {
		r, err := f.runServers(ctx, cmd, count, func(n int) (*loadtest.Process, error) {
			return loadtest.StartProcess(ctx, log, program, "serve", "--data", filepath.Join(dir, fmt.Sprint(count, "-", n)),
				"--log", "text",
				"--concurrency", "0", "--rate-limit=false", "--db", f.db, "--nats", fmt.Sprintf("nats://127.0.0.1:%d", port))
		}, bus)
		if err != nil {
			return interrupted(ctx, err, "interrupted")
		}
		c.Runs = append(c.Runs, loadtest.ServerRun{Servers: count, Report: r})
	}
	return f.write(cmd, &c, c.Clean())
}

// runServers plays with so many servers.
func (f *loadFlags) runServers(ctx context.Context, cmd *cobra.Command, count int,
	start func(n int) (*loadtest.Process, error), bus *loadtest.Process) (r *loadtest.Report, err error) {
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
	o.Parts = append(o.Parts,
		loadtest.Part{Name: "PostgreSQL",
			Usage: func() (user, system time.Duration, err error) { return loadtest.UsageOfAll("postgres") }},
		loadtest.Part{Name: "NATS", Usage: bus.Usage})
	return loadtest.Run(ctx, o)
}

// freePort returns a port on which nothing listens.
func freePort(ctx context.Context) (int, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil //nolint:forcetypeassert // a TCP listener
}

// natsCommand is the command that serves NATS to the servers of a load test.
const natsCommand = "loadtest-nats"

// newLoadtestNATS makes the command with which a load test starts a NATS server, in a process
// of its own, so that its processor time is known.
func newLoadtestNATS() *cobra.Command {
	var addr, dir string
	var port int
	cmd := &cobra.Command{
		Use:    natsCommand,
		Short:  "Serve NATS to the servers of a load test",
		Hidden: true,
		Args:   usage.Args(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir,
				NoSigs: true, NoLog: true})
			if err != nil {
				return err
			}
			s.Start()
			if !s.ReadyForConnections(10 * time.Second) {
				return errors.New("the NATS server does not start")
			}
			ready := &http.Server{Addr: addr, ReadHeaderTimeout: time.Second,
				Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
			return ready.ListenAndServe()
		},
	}
	cmd.Flags().StringVarP(&addr, "addr", "a", "localhost:0", "where to say that the server is ready")
	cmd.Flags().IntVar(&port, "port", 0, "port")
	cmd.Flags().StringVar(&dir, "data", "", "folder")
	return cmd
}
