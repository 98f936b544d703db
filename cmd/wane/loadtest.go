package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/rules"
)

// loadFlags are what 'wane loadtest' is told.
type loadFlags struct {
	loadtest.Options
	variants []string
	db, data string
	noWatch  bool
	asJSON   bool
}

func newLoadtest() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "loadtest",
		Short: "Play many live games at once against a server, and measure",
		Long: "Plays many live games at once over loopback, each with two players and a spectator, and tells how long a move takes to be seen by the opponent, " +
			"how much memory a connection costs the server, and how many moves were lost, doubled or out of order, which must be none.\n\n" +
			"Without --url it starts a server of its own, with a database in a scratch folder or in --db. With --kill that server is killed without warning " +
			"and started again, so many times while moves are made and once more before all games are compared with what was played, to see that no acknowledged move is lost.",
		Example: "wane loadtest --games 2000 --every 10s --for 60s\nwane loadtest --games 256 --every 0 --for 20s\nwane loadtest --games 50 --every 0 --for 60s --kill 20",
		Args:    takes(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVar(&f.URL, "url", "", "a running server, such as http://localhost:8080; it should not limit rates")
	fl.IntVarP(&f.Games, "games", "g", 100, "how many games at once")
	fl.DurationVar(&f.Every, "every", 10*time.Second, "time between two moves of a game; 0: as fast as they are acknowledged and seen")
	fl.DurationVar(&f.For, "for", 30*time.Second, "how long")
	fl.IntVar(&f.Kills, "kill", 0, "kill the server so many times")
	fl.StringSliceVarP(&f.variants, "variant", "v", nil, "only these games")
	fl.StringVar(&f.db, "db", "", "database of the server that is started, as 'wane serve' takes it")
	fl.StringVar(&f.data, "data", "", "its folder, which is kept; without, a scratch folder")
	fl.BoolVar(&f.noWatch, "no-spectators", false, "only the players")
	fl.Uint64Var(&f.Seed, "seed", 0, "what chance draws; 0 for other games each time")
	fl.BoolVar(&f.asJSON, "json", false, "write the report as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

func (f *loadFlags) run(cmd *cobra.Command) (err error) {
	if f.URL != "" && (f.Kills > 0 || f.db != "" || f.data != "") {
		return badUsage(cmd, "--url names a running server; --kill, --db and --data are for one that is started here")
	}
	if f.Kills < 0 {
		return badUsage(cmd, "--kill %d: it cannot be negative", f.Kills)
	}
	if f.Variants, err = gamesNamed(f.variants); err != nil {
		return badUsage(cmd, "%w", err)
	}
	if f.Seed == 0 {
		f.Seed = rand.Uint64()
	}
	f.Watch = !f.noWatch
	f.Progress = cmd.ErrOrStderr()
	// Whoever interrupts it wants neither the server nor its folder to stay.
	ctx, release := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer release()
	if f.URL == "" {
		stop, failed := f.startServer(ctx, cmd)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	report, err := loadtest.Run(ctx, f.Options)
	if err != nil {
		return err
	}
	if f.asJSON {
		enc := json.NewEncoder(cmd.OutOrStdout())
		enc.SetIndent("", "  ")
		err = enc.Encode(report)
	} else {
		_, err = fmt.Fprint(cmd.OutOrStdout(), report)
	}
	if err == nil && !report.Clean() {
		err = errors.New("the server did not do what it should: see the report")
	}
	return err
}

// startServer starts a server in a process of its own, and returns what stops it.
func (f *loadFlags) startServer(ctx context.Context, cmd *cobra.Command) (stop func() error, err error) {
	dir, clean := f.data, func() error { return nil }
	if dir == "" {
		if dir, err = os.MkdirTemp("", "wane-loadtest-"); err != nil {
			return nil, err
		}
		clean = func() error { return os.RemoveAll(dir) }
	}
	program, err := os.Executable()
	if err != nil {
		return nil, errors.Join(err, clean())
	}
	args := []string{"serve", "--data", dir, "--workers", "0", "--rate-limit=false", "--log", "text"}
	if f.db != "" {
		args = append(args, "--db", f.db)
	}
	server, err := loadtest.StartProcess(ctx, loadtest.Warnings(cmd.ErrOrStderr()), program, args...)
	if err != nil {
		return nil, errors.Join(err, clean())
	}
	_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "the server was ready after %v\n", server.Ready().Round(time.Millisecond))
	f.URL = server.URL()
	if _, err := server.Memory(); !errors.Is(err, errors.ErrUnsupported) {
		f.Memory = server.Memory
	}
	f.Kill = func() error { return server.Restart(ctx) }
	return func() error { return errors.Join(server.Kill(), clean()) }, nil
}

// gamesNamed returns the games with these names, or all games.
func gamesNamed(names []string) ([]game.Game, error) {
	if len(names) == 0 {
		return rules.All(), nil
	}
	var games []game.Game
	for _, name := range names {
		g, err := rules.ByName(name)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}
