package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/rules"
)

// clientGC is the percentage of collections of garbage in the clients: memory is cheaper than
// the processor time that they take from the server.
const clientGC = 400

// loadFlags are the flags of 'wane loadtest'.
type loadFlags struct {
	loadtest.Options
	variants  []string
	db, data  string
	noWatch   bool
	asJSON    bool
	siege     loadtest.SiegeOptions
	arena     loadtest.ArenaOptions
	takebacks bool
	soak      bool
	servers   int
	nats      string
}

func newLoadtest() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "loadtest",
		Short: "Measure a server with many live games at once",
		Long: "Play many live games at once over loopback, each with two players and a spectator. The report has the time " +
			"until the opponent sees a move, the server's memory per connection, and the numbers of lost, duplicate and " +
			"misordered moves, which must be 0.\n\n" +
			"Without --url, the command starts a server with a database in a temporary directory or in --db. With --kill, it " +
			"kills and restarts that server this many times during play and once more before it compares all games with the " +
			"moves sent, to check that no acknowledged move is lost.\n\n" +
			"With --takebacks, guests of one address keep the engine busy with moves, takebacks, new games, resignations and " +
			"rematches at level 8. Players of another address play against levels 1, 5 and 8, first without them; the report " +
			"has how long the engine took to reply.\n\n" +
			"With --soak, games are short, and guests and sockets come and go. The report has the server's memory, goroutines " +
			"and files over time; the test fails if one of them grew by more than 5 % over the second half.\n\n" +
			"With --arena 500, so many bots play an arena with one minute each on the clocks, which is watched for --for. The " +
			"report has how long they waited for the next game; the test fails if that was longer than 10 s, or if a point or " +
			"a rating is lost. With --kill, the server is killed meanwhile.\n\n" +
			"With --imports 20, so many accounts import games of 2 MiB meanwhile, each one text after the other. The report " +
			"has the most memory that the server used.\n\n" +
			"With --lobby 600, so many players look at the lobby, in which the games are. The report has how long the server " +
			"took to refresh it.\n\n" +
			"With --servers 2, it plays with one server and then with two at the PostgreSQL database of --db and the NATS " +
			"server of --nats.\n\n" +
			"Every report has the processor time of the server and of the clients.",
		Example: "wane loadtest --takebacks --for 15s\nwane loadtest -c 2000 --every 10s --for 60s\n" +
			"wane loadtest -c 256 --every 0 --for 20s\nwane loadtest -c 50 --every 0 --for 60s --kill 20\n" +
			"wane loadtest --imports 20 -c 50 --every 1s\nwane loadtest --lobby 600 -c 1300 --every 5s --no-spectators\n" +
			"wane loadtest --soak -c 200 --every 2s --for 1h\nwane loadtest --arena 500 --for 10m\n" +
			"wane loadtest --servers 2 --db postgres://db/wane --nats nats://bus:4222",
		Args: usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVar(&f.URL, "url", "", "a running server without rate limits, such as http://localhost:8080")
	fl.IntVarP(&f.Games, "concurrency", "c", 100, "games at once")
	fl.DurationVar(&f.Every, "every", 10*time.Second,
		"time between two moves of a game; 0 for as soon as the last one is acknowledged and seen")
	fl.DurationVar(&f.For, "for", 30*time.Second, "duration of play")
	fl.IntVar(&f.Kills, "kill", 0, "kill the server this many times")
	fl.StringSliceVarP(&f.variants, "variant", "v", nil, "only these variants")
	fl.StringVar(&f.db, "db", "", "database of the started server, as for 'wane serve'")
	fl.StringVar(&f.data, "data", "",
		"data directory of the started server, which is kept (default: a temporary directory)")
	fl.BoolVar(&f.noWatch, "no-spectators", false, "play without spectators")
	fl.BoolVar(&f.takebacks, "takebacks", false,
		"measure the engine's replies while guests keep it busy; on Linux, with the server on this machine")
	fl.BoolVar(&f.soak, "soak", false,
		"fail if the server's memory, goroutines or files grow; on Linux, with a server that this command starts")
	fl.IntVar(&f.Imports, "imports", 0, "accounts that import games meanwhile")
	fl.IntVar(&f.Lobby, "lobby", 0, "players who look at the lobby meanwhile")
	fl.IntVar(&f.servers, "servers", 1, "compare one server with this many at the PostgreSQL database of --db")
	fl.StringVar(&f.nats, "nats", "", "NATS server of --servers")
	fl.IntVar(&f.siege.Attackers, "attackers", 5, "guests of --takebacks")
	fl.IntVar(&f.arena.Bots, "arena", 0, "bots of an arena; 0: no arena")
	fl.DurationVar(&f.arena.Think, "think", 3*time.Second, "longest time for a move of a bot in --arena")
	fl.Uint64Var(&f.Seed, "seed", 0, "random seed; 0 for different games each time")
	fl.BoolVar(&f.asJSON, "json", false, "write the report as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

func (f *loadFlags) run(cmd *cobra.Command) (err error) {
	if f.URL != "" && (f.Kills > 0 || f.db != "" || f.data != "") {
		return usage.Errorf(cmd, "--kill, --db and --data need a server that this command starts; omit --url")
	}
	if err := f.checkRanges(cmd); err != nil {
		return err
	}
	if f.Variants, err = gamesNamed(f.variants); err != nil {
		return usage.Errorf(cmd, "%w", err)
	}
	if f.Seed == 0 {
		f.Seed = rand.Uint64()
	}
	f.Watch = !f.noWatch
	debug.SetGCPercent(clientGC)
	f.Progress = cmd.ErrOrStderr()
	// An interrupt also removes the server and its temporary directory.
	ctx, release := interruptible(cmd)
	defer release()
	if f.servers > 1 {
		return f.compareServers(ctx, cmd)
	}
	if f.URL == "" {
		stop, failed := f.startServer(ctx, cmd)
		if failed != nil {
			return interrupted(ctx, failed, "interrupted")
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	if f.takebacks {
		return f.besiege(ctx, cmd)
	}
	if f.arena.Bots > 0 {
		o := f.arena
		o.URL, o.For, o.Variant, o.Seed, o.Kill, o.Kills, o.Parts, o.Progress = f.URL, f.For, f.Variants[0], f.Seed, f.Kill,
			f.Kills, f.Parts, f.Progress
		report, err := loadtest.PlayArena(ctx, o)
		if err != nil {
			return interrupted(ctx, err, "interrupted")
		}
		return f.write(cmd, report, report.Clean())
	}
	report, err := loadtest.Run(ctx, f.Options)
	if err != nil {
		return interrupted(ctx, err, "interrupted")
	}
	return f.write(cmd, report, report.Clean())
}

// write writes a report. It returns an error if there was a fault.
func (f *loadFlags) write(cmd *cobra.Command, report any, clean bool) (err error) {
	if f.asJSON {
		err = output.JSON(cmd.OutOrStdout(), report)
	} else {
		_, err = fmt.Fprint(cmd.OutOrStdout(), report)
	}
	if err == nil && !clean {
		err = errors.New("the server failed the test; see the report")
	}
	return err
}

// besiege measures the engine's replies under attack.
func (f *loadFlags) besiege(ctx context.Context, cmd *cobra.Command) error {
	o := f.siege
	o.URL, o.Variant, o.Seed, o.Levels, o.AttackLevel = f.URL, f.Variants[0], f.Seed, []int{1, 5, 8}, 8
	o.Usual, o.Attack = f.For, f.For
	report, err := loadtest.Besiege(ctx, o)
	if err != nil {
		return interrupted(ctx, err, "interrupted")
	}
	if f.asJSON {
		return output.JSON(cmd.OutOrStdout(), report)
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), report)
	return err
}

// checkRanges checks the numbers before a server starts.
func (f *loadFlags) checkRanges(cmd *cobra.Command) error {
	if err := cmp.Or(f.checkTimes(cmd), f.checkModes(cmd)); err != nil {
		return err
	}
	for _, c := range []struct {
		flag           string
		n, least, most int
	}{
		{"imports", f.Imports, 0, loadtest.MaxImports},
		{"servers", f.servers, 1, maxServers},
		{"attackers", f.siege.Attackers, 1, loadtest.MaxAttackers},
		{"concurrency", f.Games, 1, loadtest.MaxGames},
		{"lobby", f.Lobby, 0, 2 * f.Games},
		{"arena", f.arena.Bots, 0, loadtest.MaxArenaBots},
		{"kill", f.Kills, 0, loadtest.MaxKills},
	} {
		if err := usage.InRange(cmd, c.flag, c.n, c.least, c.most); err != nil {
			return err
		}
	}
	return nil
}

// checkTimes checks the times.
func (f *loadFlags) checkTimes(cmd *cobra.Command) error {
	switch {
	case f.For <= 0 || f.For > loadtest.MaxFor:
		return usage.Errorf(cmd, "--for %v: expected more than 0 and at most %v", f.For, loadtest.MaxFor)
	case f.arena.Bots > 0 && (f.arena.Think <= 0 || f.arena.Think > time.Minute):
		return usage.Errorf(cmd, "--think %v: expected more than 0 and at most 1m", f.arena.Think)
	case f.Every < 0:
		return usage.Errorf(cmd, "--every %v: expected 0 or more", f.Every)
	case f.takebacks && f.For > loadtest.MaxSiege:
		return usage.Errorf(cmd, "--for %v: with --takebacks expected at most %v", f.For, loadtest.MaxSiege)
	}
	return nil
}

// checkModes checks flags that exclude or need each other.
func (f *loadFlags) checkModes(cmd *cobra.Command) error {
	arena, kills, several := f.arena.Bots > 0, f.Kills > 0, f.servers > 1
	for _, c := range []struct {
		conflict bool
		text     string
	}{
		{arena && (f.takebacks || f.soak || several), "--arena stands alone; omit --takebacks, --soak and --servers"},
		{f.takebacks && kills, "--takebacks kills no server; omit --kill"},
		{f.soak && (f.URL != "" || kills || f.takebacks),
			"--soak watches a server that this command starts; omit --url, --kill and --takebacks"},
		{several && (f.URL != "" || kills || f.takebacks || f.soak || f.data != ""),
			"--servers starts them itself; omit --url, --kill, --takebacks, --soak and --data"},
		{several && !strings.HasPrefix(f.db, "postgres://"),
			"--servers needs a database that servers can share: --db postgres://…"},
		{several != (f.nats != ""), "--servers and --nats nats://… need each other"},
		{f.Imports+f.Lobby > 0 && (arena || f.takebacks || kills),
			"--imports and --lobby need usual games beside them; omit --arena, --takebacks and --kill"},
	} {
		if c.conflict {
			return usage.Errorf(cmd, "%s", c.text)
		}
	}
	return nil
}

// startServer starts a server as a process and returns what stops it.
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
	args := []string{"serve", "--data", dir, "--log", "text"}
	if !f.takebacks {
		args = append(args, "--concurrency", "0", "--rate-limit=false")
	}
	if f.db != "" {
		if _, err := node.Migrate(ctx, node.Config{DB: f.db}, nil); err != nil {
			return nil, errors.Join(err, clean())
		}
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
	f.Parts = []loadtest.Part{{Name: "server", Usage: server.Usage}}
	if f.soak {
		f.Soak = func(ctx context.Context) (loadtest.Sample, error) { return server.Gauge(ctx, dir) }
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
