package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/lab/arena"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

// maxEngines is the most engines of a tournament.
const maxEngines = 32

// maxGames is the most games of a match; a test still open then is undecided.
const maxGames = 1_000_000

// matchFlags are the flags of 'wane match'.
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
	gauntlet           bool
	tables             string
	quiet, asJSON      bool
}

func newMatch() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play a match or tournament of engines",
		Long: "Play a match between two engines, each opening twice with colors swapped, and estimate the Elo difference. " +
			"More engines play a round robin, or with --gauntlet the first against each other one.\n\n" +
			"An engine is one of these, with options after commas:\n" +
			"  wane         wane's engine: hash=MB, threads=N, without=FEATURE+FEATURE, level=1…8 with the nodes and time of " +
			"that level instead of --nodes and --time, book=on to play from its opening book, in games from the start, " +
			"tables=PATH for tablebases besides the built-in ones, tables=none for no tablebases, weights=FILE for evaluation " +
			"weights, network=FILE for a network, eval=classic for the evaluation without networks, eval=generic to count " +
			"pieces only\n" +
			"  baseline     a plain alpha-beta engine, to measure against\n" +
			"  cmd=PROGRAM  any UCI engine: option.NAME=VALUE for its options, variant=NAME for its name of the variant\n" +
			"Every engine takes name=NAME, and limits of its own: time=5+0.05, movetime=100ms, nodes=N, depth=N. From " +
			"opponents with rating=N, their Elo on a rating list, the report computes the rating of the first engine.\n\n" +
			"An example with an engine of known strength:\n" +
			"  wane match -v chess --time 5+0.05 --games 200 --engine wane \\\n" +
			"    --engine cmd=stockfish,option.UCI_LimitStrength=true,option.UCI_Elo=2600\n\n" +
			"A match ends after --games, or with --sprt when the test is decided. With --state you can interrupt it, and the " +
			"same command resumes it. At fixed nodes or depth and with one thread per engine, the same seed gives the same " +
			"games.",
		Example: "wane match -v shrink -e wane -e baseline --nodes 500 --games 4\n" +
			"wane match -v chess -e wane -e wane,level=1 --time 0.2+0.01 --games 2\n" +
			"wane match -v shrink -e wane -e wane,level=2 -e baseline -n 99 -g 2\n" +
			"wane match -v cheshire8 -e wane -e baseline -n 50 --sprt 0,50",
		Args: usage.Args(0, 0, ""),
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.variant, "variant", "v", "", "the variant (see 'wane variants')")
	fl.StringArrayVarP(&f.engines, "engine", "e", nil, "an engine, with options after commas; give two or more")
	fl.BoolVar(&f.gauntlet, "gauntlet", false, "of more than two engines, let only the first play all others")
	fl.IntVarP(&f.games, "games", "g", 0,
		"games of each two engines (default 100, or with --sprt until the test is decided)")
	fl.StringVar(&f.sprt, "sprt", "", "stop when the test ELO0,ELO1[,ALPHA,BETA] is decided, such as 0,5")
	fl.Uint64VarP(&f.nodes, "nodes", "n", 0, "nodes for each move")
	fl.IntVarP(&f.depth, "depth", "d", 0, "search depth in plies")
	fl.StringVar(&f.clock, "time", "", "clock as [MOVES/]SECONDS+INCREMENT, such as 5+0.05 or 40/60+0.5")
	fl.DurationVarP(&f.moveTime, "movetime", "m", 0, "time for each move, such as 100ms")
	fl.DurationVar(&f.margin, "margin", 0, "time by which a clock may be exceeded")
	fl.DurationVar(&f.overhead, "overhead", 10*time.Millisecond, "time that wane's engine keeps in reserve for each move")
	fl.DurationVar(&f.patience, "patience", arena.DefaultTimeout,
		"time after which an engine that starts, or has no clock, counts as hanging")
	fl.IntVarP(&f.concurrency, "concurrency", "c", 1, "games at once; 0 for one per processor")
	fl.StringVar(&f.openings, "openings", "",
		"file of start positions, one FEN per line (default: wane's own; with book=on, the start)")
	fl.Uint64Var(&f.seed, "seed", 1, "random seed, for the openings and the engines")
	fl.StringVarP(&f.pgn, "output", "o", "", "append the games to this file, as PGN")
	fl.StringVar(&f.state, "state", "", "keep the match in this file, so that the same command resumes it")
	fl.StringVar(&f.event, "event", "", "name of the match in the PGN")
	fl.StringVar(&f.drawRule, "draw", "", "adjudicate a draw by MOVES,SCORE,AFTER: when both scores are within SCORE "+
		"centipawns for MOVES moves, from move AFTER")
	fl.StringVar(&f.resign, "resign", "",
		"adjudicate a win by MOVES,SCORE: when both scores reach SCORE centipawns for MOVES moves")
	fl.StringVar(&f.tables, "tables", "",
		"adjudicate shrink and convergent by tablebases: builtin, or PATH for these and the built-in ones")
	fl.IntVar(&f.maxMoves, "max-moves", 400, "adjudicate a draw after this many moves; 0 for never")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "print the final table only")
	fl.BoolVar(&f.asJSON, "json", false, "write the final report as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.config(cmd)
		if err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		return runMatch(ctx, cmd, c, &f)
	}
	return cmd
}

// config checks the flags and returns the match.
func (f *matchFlags) config(cmd *cobra.Command) (arena.Config, error) {
	var c arena.Config
	if f.variant == "" {
		return c, usage.Errorf(cmd, "%w", input.ErrNoVariant)
	}
	switch n := len(f.engines); {
	case n < 2 || n > maxEngines:
		return c, usage.Errorf(cmd, "%s: expected 2–%d, as in --engine wane --engine baseline", message.Plural(n, "engine"),
			maxEngines)
	case f.sprt != "" && n > 2:
		return c, usage.Errorf(cmd, "--sprt compares two engines, not %d", n)
	case f.gauntlet && n == 2:
		return c, usage.Errorf(cmd, "--gauntlet needs more than two engines")
	}
	g, err := input.Variant(cmd, f.variant)
	if err != nil {
		return c, err
	}
	if f.tables != "" && !tablebase.Supports(g) {
		return c, usage.Errorf(cmd, "--tables: there are tablebases of shrink and convergent only, not of %s", g.Name())
	}
	control, err := f.control()
	if err != nil {
		return c, usage.Errorf(cmd, "%w", err)
	}
	if err := usage.InRange(cmd, "concurrency", f.concurrency, 0, 1024); err != nil {
		return c, err
	}
	f.concurrency = cmp.Or(f.concurrency, runtime.GOMAXPROCS(0))
	c = arena.Config{
		Game: g, Games: f.games, Seed: f.seed, Concurrency: f.concurrency,
		Margin: f.margin, Overhead: f.overhead, Timeout: f.patience,
		Event: f.event, PGN: f.pgn, State: f.state, Gauntlet: f.gauntlet,
	}
	if c.Contestants, err = f.contestants(cmd, g, control); err != nil {
		return c, err
	}
	if f.tables != "" {
		var paths []string
		if f.tables != "builtin" {
			paths = filepath.SplitList(f.tables)
		}
		if c.Tables, err = input.UsableTables(paths); err != nil {
			return c, err
		}
	}
	if err := f.ending(&c, cmd.Flags().Changed); err != nil {
		return c, usage.Errorf(cmd, "%w", err)
	}
	booked := slices.ContainsFunc(c.Contestants, func(e engines.Contestant) bool { return e.Booked })
	if booked && book.For(g) == nil {
		return c, usage.Errorf(cmd, "book=on: there are opening books of %s only, not of %s",
			strings.Join(book.BuiltIn(), ", "), g.Name())
	}
	c.Book, err = f.book(cmd, g, booked)
	return c, err
}

// contestants returns the engines.
func (f *matchFlags) contestants(cmd *cobra.Command, g game.Game, c engines.Control) ([]engines.Contestant, error) {
	var all []engines.Contestant
	for _, text := range f.engines {
		e, err := contestant(g, text, c)
		if err != nil {
			return nil, usage.Errorf(cmd, "%w", err)
		}
		all = append(all, e)
	}
	for _, e := range all {
		if !e.Control.Bounded() {
			return nil, usage.Errorf(cmd, "%s has no limit; use --time, --movetime, --nodes or --depth", e.Name)
		}
	}
	numberNames(all)
	return all, nil
}

// numberNames tells engines of the same name apart: "wane 1", "wane 2".
func numberNames(all []engines.Contestant) {
	count, number := map[string]int{}, map[string]int{}
	for _, e := range all {
		count[e.Name]++
	}
	for i := range all {
		if name := all[i].Name; count[name] > 1 {
			number[name]++
			all[i].Name = fmt.Sprintf("%s %d", name, number[name])
		}
	}
}

// book returns the openings of a match: those of a file, or the built-in ones and
// then an endless supply of new ones. With booked, an engine plays from its opening book, and games
// begin at the start: no built-in opening is in a book.
func (f *matchFlags) book(cmd *cobra.Command, g game.Game, booked bool) (*arena.Book, error) {
	switch {
	case f.openings == "" && booked:
		return arena.NewBook([]string{g.Start().String()}, f.seed, nil), nil
	case f.openings == "":
		suite, err := arena.Suite(g)
		if err != nil {
			return nil, err
		}
		return arena.NewBook(suite, f.seed, freshOpenings(g, f.seed)), nil
	}
	text, err := input.ReadFile(cmd, f.openings)
	if err != nil {
		return nil, err
	}
	suite, err := arena.ReadOpenings(g, input.FileName(f.openings), text)
	if err != nil {
		return nil, err
	}
	return arena.NewBook(suite, f.seed, nil), nil
}

// control returns the limits of both engines.
func (f *matchFlags) control() (engines.Control, error) {
	var c engines.Control
	if f.clock != "" {
		var err error
		if c, err = engines.ParseClock(f.clock); err != nil {
			return c, err
		}
	}
	switch {
	case f.moveTime < 0 || f.margin < 0 || f.overhead < 0 || f.patience < 0:
		return c, errors.New("--movetime, --margin, --overhead or --patience is negative: expected a duration such as 100ms")
	case f.depth < 0:
		return c, fmt.Errorf("--depth %d: expected plies from 1", f.depth)
	case f.nodes > 1<<62:
		return c, fmt.Errorf("--nodes %d is out of range (1–2^62)", f.nodes)
	}
	c.MoveTime, c.Nodes, c.Depth = f.moveTime, f.nodes, f.depth
	return c, nil
}

// ending sets when the match and its games end.
func (f *matchFlags) ending(c *arena.Config, given func(flag string) bool) error {
	if f.games < 0 || f.games > maxGames || f.games == 0 && given("games") {
		return fmt.Errorf("--games %d is out of range (1–%d)", f.games, maxGames)
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
		return fmt.Errorf("--max-moves %d: expected moves from 1, or 0 for no limit", f.maxMoves)
	}
	c.MaxMoves = f.maxMoves
	if f.drawRule != "" {
		n, err := numbers(f.drawRule, 3)
		if err != nil || n[0] == 0 {
			return fmt.Errorf("--draw %.40q: expected MOVES,SCORE,AFTER such as 8,10,40", f.drawRule)
		}
		c.DrawMoves, c.DrawScore, c.DrawAfter = n[0], engine.Score(n[1]), n[2]
	}
	if f.resign != "" {
		n, err := numbers(f.resign, 2)
		if err != nil || n[0] == 0 || n[1] == 0 {
			return fmt.Errorf("--resign %.40q: expected MOVES,SCORE such as 4,900", f.resign)
		}
		c.ResignMoves, c.ResignScore = n[0], engine.Score(n[1])
	}
	return nil
}

// numbers parses comma-separated numbers.
func numbers(s string, count int) ([]int, error) {
	parts := strings.Split(s, ",")
	if len(parts) != count {
		return nil, fmt.Errorf("%d numbers, expected %d", len(parts), count)
	}
	out := make([]int, count)
	for i, p := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil || n < 0 || n > 30_000 {
			return nil, fmt.Errorf("number %q is out of range (0–30000)", p)
		}
		out[i] = n
	}
	return out, nil
}

// runMatch plays a match and shows its progress.
func runMatch(ctx context.Context, cmd *cobra.Command, c arena.Config, f *matchFlags) error {
	screen := newMatchScreen(cmd, c, f.quiet || f.asJSON)
	c.Watch = screen.show
	report, err := arena.Run(ctx, c)
	screen.end(report)
	if report.Tally.Games() > 0 {
		out := cmd.OutOrStdout()
		if f.asJSON {
			if err := output.JSON(out, newResult(c, report)); err != nil {
				return err
			}
		} else {
			_, _ = fmt.Fprint(out, report)
			_, _ = fmt.Fprintf(out, "ends: %s\n", report.Reasons())
		}
	}
	if c.State != "" {
		return interrupted(ctx, err, "interrupted; the same command resumes the match in %s", c.State)
	}
	return interrupted(ctx, err, "interrupted")
}
