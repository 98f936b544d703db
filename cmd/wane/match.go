package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/arena"
	"github.com/wane-chess/wane/rules"
)

// maxGames is the most games of a match; a test is undecided after as many.
const maxGames = 1_000_000

// matchFlags are what 'wane match' is told.
type matchFlags struct {
	variant            string
	engines            []string
	games, concurrency int
	sprt               string
	nodes              uint64
	depth              int
	clock              string
	moveTime           time.Duration
	margin, overhead   time.Duration
	patience           time.Duration
	openings           string
	seed               uint64
	pgn, state, event  string
	drawRule, resign   string
	maxMoves           int
	quiet, asJSON      bool
}

func newMatch() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Let two engines play a match",
		Long: "Let two engines play a match, each opening twice with colours swapped, and tell what the results say.\n\n" +
			"An engine is one of these, with options after commas:\n" +
			"  wane         this program's engine: hash=MB, threads=N, without=FEATURE+FEATURE,\n" +
			"               level=1…8 with the nodes and time of that level, whatever --nodes and --time say,\n" +
			"               tables=PATH for endgame tables besides the built-in ones, tables=none to go without\n" +
			"  first        the plain engine to measure against\n" +
			"  cmd=PROGRAM  any UCI engine: option.NAME=VALUE for its options, variant=NAME for what it calls the game\n" +
			"Every engine takes name=NAME, and a control of its own: time=5+0.05, movetime=100ms, nodes=N, depth=N.\n\n" +
			"So against an engine that plays chess at a known strength:\n" +
			"  wane match -v chess --time 5+0.05 --games 200 --engine wane \\\n" +
			"    --engine cmd=stockfish,option.UCI_LimitStrength=true,option.UCI_Elo=2600\n\n" +
			"A match ends after --games, or with --sprt when the test is decided. With --state it can be interrupted and gone on with " +
			"by the same command. At fixed nodes or depth and one thread an engine, the same seed gives the same games.",
		Example: "wane match -v shrink -e wane -e first --nodes 500 --games 4\n" +
			"wane match -v chess -e wane -e wane,level=1 --time 0.2+0.01 --games 2\n" +
			"wane match -v cheshire8 -e wane -e first -n 50 --sprt 0,50 --games 100",
		Args: takes(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.variant, "variant", "v", "", "the game (see 'wane variants')")
	fl.StringArrayVarP(&f.engines, "engine", "e", nil, "an engine, with options after commas; give it twice")
	fl.IntVarP(&f.games, "games", "g", 0, "games to play (default 100, or with --sprt until it is decided)")
	fl.StringVar(&f.sprt, "sprt", "", "end when a test elo0,elo1[,alpha,beta] is decided, such as 0,5")
	fl.Uint64VarP(&f.nodes, "nodes", "n", 0, "positions an engine may search for a move")
	fl.IntVar(&f.depth, "depth", 0, "plies an engine may search")
	fl.StringVarP(&f.clock, "time", "t", "", "a clock: seconds, increment, such as 5+0.05 or 40/60+0.5")
	fl.DurationVar(&f.moveTime, "movetime", 0, "time for each move, such as 100ms")
	fl.DurationVar(&f.margin, "margin", 0, "how far a clock may be overrun")
	fl.DurationVar(&f.overhead, "overhead", 10*time.Millisecond, "time that this program's engines keep in reserve for each move")
	fl.DurationVar(&f.patience, "patience", arena.DefaultPatience, "how long an engine without a clock may think before it counts as hanging")
	fl.IntVarP(&f.concurrency, "concurrency", "c", 1, "games at a time; 0 for one a processor")
	fl.StringVarP(&f.openings, "openings", "o", "", "file of positions to begin from, a FEN a line (default: wane's own)")
	fl.Uint64Var(&f.seed, "seed", 1, "decides the order of the openings, and whatever else is random")
	fl.StringVar(&f.pgn, "pgn", "", "file to append the games to")
	fl.StringVar(&f.state, "state", "", "file to keep the match in, so that the same command goes on with it")
	fl.StringVar(&f.event, "event", "", "name of the match in the records")
	fl.StringVar(&f.drawRule, "draw", "", "call a draw when both engines are within SCORE centipawns for MOVES moves from move AFTER on: MOVES,SCORE,AFTER")
	fl.StringVar(&f.resign, "resign", "", "call a win when both engines see it, by SCORE centipawns for MOVES moves: MOVES,SCORE")
	fl.IntVar(&f.maxMoves, "max-moves", 400, "call a draw after so many moves; 0 for never")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print the final table only")
	fl.BoolVar(&f.asJSON, "json", false, "write the final report as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.config(cmd)
		if err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return runMatch(ctx, cmd, c, &f)
	}
	return cmd
}

// config makes a match of the flags.
func (f *matchFlags) config(cmd *cobra.Command) (arena.Config, error) {
	var c arena.Config
	if f.variant == "" {
		return c, badUsage(cmd, "which game? Give --variant (see 'wane variants')")
	}
	if len(f.engines) != 2 {
		return c, badUsage(cmd, "%d engines: a match needs two, as in --engine wane --engine first", len(f.engines))
	}
	g, err := rules.ByName(f.variant)
	if err != nil {
		return c, err
	}
	control, err := f.control()
	if err != nil {
		return c, badUsage(cmd, "%w", err)
	}
	if f.concurrency < 0 || f.concurrency > 1024 {
		return c, badUsage(cmd, "--concurrency %d: 0 to 1024 are possible", f.concurrency)
	}
	if f.concurrency == 0 {
		f.concurrency = runtime.GOMAXPROCS(0)
	}
	c = arena.Config{
		Game: g, Games: f.games, Seed: f.seed, Concurrency: f.concurrency,
		Margin: f.margin, Overhead: f.overhead, Patience: f.patience,
		Event: f.event, PGN: f.pgn, State: f.state,
	}
	for i, text := range f.engines {
		if c.Contestants[i], err = contestant(text, control); err != nil {
			return c, badUsage(cmd, "%w", err)
		}
	}
	for _, e := range c.Contestants {
		if !e.Control.Bounded() {
			return c, badUsage(cmd, "%s may think for ever: give a time, a number of nodes or a depth", e.Name)
		}
	}
	if c.Contestants[0].Name == c.Contestants[1].Name {
		c.Contestants[0].Name += " 1"
		c.Contestants[1].Name += " 2"
	}
	if err := f.ending(&c, cmd.Flags().Changed); err != nil {
		return c, badUsage(cmd, "%w", err)
	}
	c.Book, err = f.book(cmd, g)
	return c, err
}

// control is what holds for both engines.
func (f *matchFlags) control() (arena.Control, error) {
	var c arena.Control
	if f.clock != "" {
		var err error
		if c, err = arena.ParseClock(f.clock); err != nil {
			return c, err
		}
	}
	switch {
	case f.moveTime < 0 || f.margin < 0 || f.overhead < 0 || f.patience < 0:
		return c, errors.New("a time is negative: expected one such as 100ms")
	case f.depth < 0:
		return c, fmt.Errorf("--depth %d: expected a number of plies from 1", f.depth)
	case f.nodes > 1<<62:
		return c, fmt.Errorf("--nodes %d: more than can be searched", f.nodes)
	}
	c.MoveTime, c.Nodes, c.Depth = f.moveTime, f.nodes, f.depth
	return c, nil
}

// ending says when the match and its games end.
func (f *matchFlags) ending(c *arena.Config, given func(flag string) bool) error {
	if f.games < 0 || f.games > maxGames || f.games == 0 && given("games") {
		return fmt.Errorf("--games %d: 1 to %d are possible", f.games, maxGames)
	}
	if f.sprt != "" {
		test, err := arena.ParseSPRT(f.sprt)
		if err != nil {
			return err
		}
		c.SPRT = &test
	}
	switch {
	case f.games > 0:
	case c.SPRT != nil:
		c.Games = maxGames
	default:
		c.Games = 100
	}
	if f.maxMoves < 0 {
		return fmt.Errorf("--max-moves %d: expected a number of moves, or 0", f.maxMoves)
	}
	c.MaxMoves = f.maxMoves
	if f.drawRule != "" {
		n, err := numbers(f.drawRule, 3)
		if err != nil || n[0] == 0 {
			return fmt.Errorf("--draw %.40q: expected MOVES,SCORE,AFTER such as 8,10,40", f.drawRule)
		}
		c.DrawMoves, c.DrawScore, c.DrawAfter = n[0], game.Score(n[1]), n[2]
	}
	if f.resign != "" {
		n, err := numbers(f.resign, 2)
		if err != nil || n[0] == 0 || n[1] == 0 {
			return fmt.Errorf("--resign %.40q: expected MOVES,SCORE such as 4,900", f.resign)
		}
		c.ResignMoves, c.ResignScore = n[0], game.Score(n[1])
	}
	return nil
}

// numbers reads so many numbers with commas between.
func numbers(s string, count int) ([]int, error) {
	parts := strings.Split(s, ",")
	if len(parts) != count {
		return nil, fmt.Errorf("%d numbers", len(parts))
	}
	out := make([]int, count)
	for i, p := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil || n < 0 || n > 30_000 {
			return nil, fmt.Errorf("bad number %q", p)
		}
		out[i] = n
	}
	return out, nil
}

// runMatch plays a match and shows how it goes.
func runMatch(ctx context.Context, cmd *cobra.Command, c arena.Config, f *matchFlags) error {
	screen := newMatchScreen(cmd, c, f.quiet || f.asJSON)
	c.Watch = screen.show
	report, err := arena.Run(ctx, c)
	screen.end(report)
	if report.Tally.Games() > 0 {
		out := cmd.OutOrStdout()
		if f.asJSON {
			if err := encode(out, newMatchResult(c, report)); err != nil {
				return err
			}
		} else {
			_, _ = fmt.Fprint(out, report)
			_, _ = fmt.Fprintf(out, "ends: %s\n", report.Reasons())
		}
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
		if c.State != "" {
			err = fmt.Errorf("interrupted: the same command goes on with the match in %s", c.State)
		}
	}
	return err
}
