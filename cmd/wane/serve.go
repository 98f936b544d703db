package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/live/node"
	"github.com/wane-chess/wane/internal/live/server"
)

// closeTime is how long a server that was asked to stop may take.
const closeTime = 15 * time.Second

// serveFlags are what 'wane serve' is told.
type serveFlags struct {
	node      node.Config
	log       string
	rateLimit bool
	tables    playerTables
}

func newServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve games in the browser",
		Long: "Serve the games to browsers: play against the engine, a friend or anyone, and watch others.\n\n" +
			"Games are kept in a SQLite database and nothing else is needed. With a PostgreSQL database and NATS servers outside, " +
			"any number of nodes serve the same games together.\n\n" +
			"Every flag can be set in the environment as well: WANE_ADDR for --addr, WANE_BASE_URL for --base-url and so on; the flag counts if both are given. " +
			"Games are kept in $XDG_DATA_HOME/wane or ~/.local/share/wane, or in ./wane-data where there is no home.",
		Example: "wane serve\n" +
			"wane serve --addr :80 --base-url https://wane.example --trust-proxy\n" +
			"wane serve --tables shrink-5.wtb\n" +
			"wane serve --db postgres://wane@db/wane --nats nats://bus:4222",
		Args: takes(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.node.Addr, "addr", "a", node.DefaultAddr, "listen on HOST:PORT; without a HOST on all addresses")
	fl.StringVar(&f.node.Data, "data", "", "keep games in this directory (default "+shownData()+")")
	fl.StringVar(&f.node.DB, "db", "", "the database: sqlite:PATH or postgres://… (default wane.db in the data directory)")
	fl.StringVar(&f.node.NATS, "nats", "embedded", "connect nodes by the NATS servers nats://HOST:PORT; embedded: one node alone")
	fl.StringVar(&f.node.BaseURL, "base-url", "", "the address that people use, such as https://wane.example")
	fl.StringVar(&f.node.Name, "node", "", "this node's name among several (default made up)")
	fl.IntVarP(&f.node.Workers, "workers", "w", max(1, runtime.NumCPU()-1), "how many engine moves to work out at once; 0 leaves them to 'wane worker'")
	fl.BoolVar(&f.node.TrustProxy, "trust-proxy", false, "believe X-Forwarded-For and -Proto, which a proxy in front sets")
	fl.StringVar(&f.log, "log", "text", "write the log as text or json, or none")
	fl.BoolVar(&f.rateLimit, "rate-limit", true, "keep single clients from asking too much")
	f.tables.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

// shownData is the default directory as help shows it: the same for everybody.
func shownData() string { return "~/.local/share/wane" }

func (f *serveFlags) run(cmd *cobra.Command) error {
	if err := fromEnvironment(cmd); err != nil {
		return err
	}
	if f.node.Workers < 0 || f.node.Workers > 1024 {
		return badUsage(cmd, "--workers %d: 0 to 1024 are possible", f.node.Workers)
	}
	log, err := newLog(cmd, f.log)
	if err != nil {
		return err
	}
	f.node.Log, f.node.Version = log, version
	f.node.Tables = f.tables.openLogged(cmd, log)
	f.node.Limits = server.Limits{Off: !f.rateLimit}

	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	n, err := node.Start(ctx, f.node)
	if err != nil {
		return errors.Join(err, f.node.Tables.Close())
	}
	out := cmd.OutOrStdout()
	_, _ = fmt.Fprintf(out, "wane is ready: open %s in a browser. Ctrl+C ends it.\n", n.URL())
	if err := n.Page(); err != nil {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: only the API is there: %v\n", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- n.Wait() }()
	select {
	case err := <-ended:
		return errors.Join(err, f.node.Tables.Close())
	case <-ctx.Done():
	}
	stop() // a second signal ends the program at once
	_, _ = fmt.Fprintln(out, "Ending: finishing what is under way …")
	left, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	if err := n.Close(left); errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the server could not be ended in good order within 15 seconds")
	} else if err != nil {
		return err
	}
	return f.node.Tables.Close() // nobody uses them any more
}

// newLog makes the log, on standard error.
func newLog(cmd *cobra.Command, format string) (*slog.Logger, error) {
	w := cmd.ErrOrStderr()
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil)), nil
	case "none":
		return slog.New(slog.DiscardHandler), nil
	}
	return nil, badUsage(cmd, "--log %.40q: expected text, json or none", format)
}
