package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
)

// closeTime is the most time for an orderly shutdown.
const closeTime = 15 * time.Second

// serveFlags are the flags of 'wane serve'.
type serveFlags struct {
	node      node.Config
	log       logFlags
	traces    string
	rateLimit bool
	offline   bool   // browsers may keep the page
	scheduled bool   // tournaments of the server's own
	password  string // file with that of the mail server
	tables    input.EngineTables
	trusted   []string // networks
	reserve   int      // MiB

	keepAbandoned, keepGuests, keepChat usage.Period
}

func newServe() *cobra.Command {
	f := serveFlags{keepAbandoned: usage.Period(30 * 24 * time.Hour), keepGuests: usage.Period(365 * 24 * time.Hour),
		keepChat: usage.Period(30 * 24 * time.Hour)}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a server for play in the browser",
		Long: "Run a server for play in the browser: against the engine, a friend or anyone, with spectators.\n\n" +
			"By default, the server stores games in a SQLite database and needs nothing else. With a PostgreSQL database and " +
			"NATS servers, any number of nodes serve the same games.\n\n" +
			"An environment variable can stand for each flag, such as WANE_BASE_URL for --base-url; a flag overrides its " +
			"variable. The data directory is $XDG_DATA_HOME/wane or ~/.local/share/wane, or ./wane-data without a home " +
			"directory.",
		Example: "wane serve\n" +
			"wane serve --addr :80 --base-url https://wane.example --trust-proxy\n" +
			"wane serve --tables shrink-5.wtb\n" +
			"wane serve --db postgres://wane@db/wane --nats nats://bus:4222",
		Args: usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.node.Addr, "addr", "a", node.DefaultAddr, "listen on HOST:PORT; without HOST on all addresses")
	fl.StringVar(&f.node.StatusAddr, "status-addr", "",
		"serve /readyz, /metrics and profiles at this HOST:PORT only (default: with the rest)")
	fl.StringVar(&f.node.Data, "data", "", "data directory (default ~/.local/share/wane)")
	fl.StringVar(&f.node.DB, "db", "", "database, sqlite:PATH or postgres://… (default wane.db in the data directory)")
	fl.StringVar(&f.node.NATS, "nats", "",
		"connect the nodes through these NATS servers, nats://HOST:PORT or tls://… (default: a single node)")
	addKeys(fl, &f.node.NATSKeys)
	fl.StringVar(&f.node.BaseURL, "base-url", "", "public address, such as https://wane.example")
	fl.StringVar(&f.node.Name, "node", "", "name of this node among several (default random)")
	fl.IntVarP(&f.node.Workers, "concurrency", "c", max(1, runtime.NumCPU()-1),
		"engine moves to compute at once; 0 leaves them to 'wane worker'")
	fl.BoolVar(&f.node.TrustProxy, "trust-proxy", false, "trust X-Forwarded-For and -Proto from a proxy in front")
	fl.StringSliceVar(&f.trusted, "trusted-networks", nil,
		"networks of schools, clubs and the like, such as 192.0.2.0/24, where players of one address are different people")
	fl.IntVar(&f.reserve, "disk-reserve", 256,
		"MiB of the SQLite database's disk that only moves and sign-ins may use; 0: none")
	f.log.add(cmd)
	fl.BoolVar(&f.rateLimit, "rate-limit", true, "limit the request rate of each client")
	fl.BoolVar(&f.offline, "offline", true,
		"let browsers keep the page for use without a network; if false, they forget it")
	fl.StringVar(&f.node.Backups.Dir, "backup-dir", "",
		"back up the SQLite database to this directory regularly (default: no backups)")
	fl.DurationVar(&f.node.Backups.Every, "backup-every", 24*time.Hour,
		"time from one backup to the next, with --backup-dir")
	fl.IntVar(&f.node.Backups.Keep, "backup-keep", 7, "backups to keep; older ones are removed")
	fl.StringVar(&f.node.Mail.URL, "smtp", "", "send e-mail by this server, smtp://USER@HOST:587 or smtps://…, so that "+
		"players can recover accounts (default: no e-mail)")
	fl.StringVar(&f.password, "smtp-password-file", "",
		"file with the password of --smtp; it may also stand in the address")
	fl.StringVar(&f.node.Mail.From, "mail-from", "", "sender of e-mail, such as games@wane.example")
	fl.StringVar(&f.traces, "traces", "", tracesUsage)
	fl.Var(&f.keepAbandoned, "keep-abandoned",
		"delete games that ended without a result or a move after this time, and those for which no opponent came; 0: never")
	fl.Var(&f.keepGuests, "keep-guests",
		"forget the names and IDs of guests who have changed no game for this time; 0: never")
	fl.Var(&f.keepChat, "keep-chat", "delete messages in games after this time; 0: never")
	fl.BoolVar(&f.scheduled, "scheduled", true,
		"hold a tournament every day and a larger one every week, of each game in turn")
	f.tables.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

func (f *serveFlags) run(cmd *cobra.Command) error {
	if err := usage.FromEnv(cmd); err != nil {
		return err
	}
	if err := usage.InRange(cmd, "concurrency", f.node.Workers, 0, 1024); err != nil {
		return err
	}
	if err := errors.Join(f.checkBackups(cmd), f.checkMail(cmd),
		checkKeys(cmd, f.node.NATSKeys)); err != nil {
		return err
	}
	for flag, keep := range map[string]usage.Period{"keep-abandoned": f.keepAbandoned, "keep-guests": f.keepGuests,
		"keep-chat": f.keepChat} {
		if keep > 0 && time.Duration(keep) < time.Hour {
			return usage.Errorf(cmd, "--%s %v: expected at least 1h, or 0 forever", flag, &keep)
		}
	}
	if err := usage.InRange(cmd, "disk-reserve", f.reserve, 0, 1<<20); err != nil {
		return err
	}
	f.node.Reserve = uint64(f.reserve) << 20
	var err error
	if f.node.Trusted, err = guests.Networks(f.trusted); err != nil {
		return usage.Errorf(cmd, "--trusted-networks: %w", err)
	}
	log, err := f.log.open(cmd)
	if err != nil {
		return err
	}
	endTraces, err := startTraces(cmd, f.traces, "wane", f.node.Name)
	if err != nil {
		return err
	}
	defer endTraces()
	f.node.RetireWorker = !f.offline
	if f.scheduled {
		f.node.Scheduled = []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8"}
	}
	f.node.Keep = admin.Retention{Abandoned: time.Duration(f.keepAbandoned), Guests: time.Duration(f.keepGuests),
		Chat: time.Duration(f.keepChat)}
	f.node.Log, f.node.Version = log, programVersion()
	f.node.Tables = f.tables.OpenLogged(cmd, log)
	f.node.Limits = limits.Limits{Off: !f.rateLimit}

	ctx, stop := interruptible(cmd)
	defer stop()
	n, err := node.Start(ctx, f.node)
	if err != nil {
		return errors.Join(err, f.node.Tables.Close())
	}
	out := cmd.OutOrStdout()
	_, _ = fmt.Fprintf(out, "wane is ready: open %s in a browser. Press Ctrl+C to stop.\n", n.URL())
	if err := n.Page(); err != nil {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: the server has only the API: %v\n", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- n.Wait() }()
	select {
	case err := <-ended:
		return errors.Join(err, f.node.Tables.Close())
	case <-ctx.Done():
	}
	_, _ = fmt.Fprintln(out, "Stopping: finishing open requests …")
	left, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	if err := n.Close(left); errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the server did not stop within 15 seconds")
	} else if err != nil {
		return err
	}
	return f.node.Tables.Close()
}

// checkMail checks the flags of e-mail, and reads the password.
func (f *serveFlags) checkMail(cmd *cobra.Command) error {
	for flag, value := range map[string]string{"smtp-password-file": f.password, "mail-from": f.node.Mail.From} {
		if value != "" && f.node.Mail.URL == "" {
			return usage.Errorf(cmd, "--%s needs --smtp", flag)
		}
	}
	if f.node.Mail.URL != "" && f.node.Mail.From == "" {
		return usage.Errorf(cmd, "--smtp needs --mail-from, such as games@wane.example")
	}
	if f.node.Mail.URL != "" && f.node.BaseURL == "" {
		return usage.Errorf(cmd, "--smtp needs --base-url, for the links in e-mail")
	}
	if f.password == "" {
		return nil
	}
	text, err := os.ReadFile(f.password)
	if err != nil {
		return fmt.Errorf("read the password of the mail server: %w", err)
	}
	f.node.Mail.Password = strings.TrimSpace(string(text))
	return nil
}

// checkBackups checks the flags of the schedule of backups.
func (f *serveFlags) checkBackups(cmd *cobra.Command) error {
	b := f.node.Backups
	for _, flag := range []string{"backup-every", "backup-keep"} {
		if b.Dir == "" && cmd.Flags().Changed(flag) {
			return usage.Errorf(cmd, "--%s needs --backup-dir", flag)
		}
	}
	if b.Every < time.Minute {
		return usage.Errorf(cmd, "--backup-every %v: expected at least 1m", b.Every)
	}
	return usage.InRange(cmd, "backup-keep", b.Keep, 1, 10_000)
}
