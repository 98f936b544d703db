package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// solveFlags are what 'wane solve' is told.
type solveFlags struct {
	at     positionFlags
	limits solver.Limits
	hash   int
	asJSON bool
	report solveReportFlags
}

// solveTime is how long a position is worked on if no limit is given.
const solveTime = 10 * time.Second

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FEN]",
		Short: "Prove how a game ends: won, drawn or lost",
		Long: "Prove how a game ends if both sides play their best, by following all lines to their ends: for games in which every move " +
			"takes a square away (cheshire, cheshire8), when few squares are left. It prints the result, a whole line to the end, the moves " +
			"that keep the result, and how many positions it took. A mate is promised within a number of moves; there may be a quicker one.\n\n" +
			"With --report FILE, measure instead how many positions of a list are solved in a time, by the number of squares that can " +
			"still be entered: those that are there and empty.",
		Example: "wane solve \"$FEN\"\nwane solve \"$FEN\" --time 5m --hash 1024 --json\n" +
			"wane solve --report positions.tsv --parallel 16 --markdown",
	}
	f.at.add(cmd)
	fl := cmd.Flags()
	fl.DurationVarP(&f.limits.Time, "time", "t", solveTime, "stop after this time, such as 30s; 0: not before it is solved")
	fl.Uint64VarP(&f.limits.Nodes, "nodes", "n", 0, "stop after so many positions instead, however long it takes")
	fl.IntVar(&f.hash, "hash", 256, "size of the solver's table in MB")
	fl.BoolVar(&f.asJSON, "json", false, "write the proof as JSON")
	f.report.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		ctx, stop := stoppable(cmd)
		defer stop()
		if cmd.Flags().Changed("report") {
			return f.measure(ctx, cmd, args)
		}
		if err := f.report.unused(cmd); err != nil {
			return err
		}
		p, err := f.position(cmd, args)
		if err != nil {
			return err
		}
		return f.solve(ctx, cmd.OutOrStdout(), p)
	}
	return cmd
}

// check checks the limits.
func (f *solveFlags) check(cmd *cobra.Command) error {
	switch {
	case f.limits.Time < 0:
		return badUsage(cmd, "--time %v: expected a time such as 30s, or 0 for no limit", f.limits.Time)
	case f.hash < solver.MinMB || f.hash > solver.MaxMB:
		return badUsage(cmd, "--hash %d: from %d to %d MB are possible", f.hash, solver.MinMB, solver.MaxMB)
	}
	if f.limits.Nodes > 0 && !cmd.Flags().Changed("time") {
		f.limits.Time = 0
	}
	return nil
}

// position returns the position to solve. Without --variant, only games that can
// be solved are asked whether they read it.
func (f *solveFlags) position(cmd *cobra.Command, args []string) (game.Position, error) {
	if f.at.variant != "" || f.at.fen == "" && len(args) == 0 {
		p, err := f.at.position(cmd, args)
		if err == nil && !solver.Solvable(p) {
			return nil, notSolvable(p.Game().Name())
		}
		return p, err
	}
	fen := f.at.fen
	if len(args) > 0 {
		if fen != "" {
			return nil, badUsage(cmd, "the position is given twice, as --fen and as an argument")
		}
		fen = strings.Join(args, " ")
	}
	faults := []error{errors.New("no game that can be solved reads this FEN")}
	other := ""
	for _, g := range rules.All() {
		p, err := g.Parse(fen)
		switch fades := solver.Solvable(g.Start()); {
		case err == nil && fades:
			return p, nil
		case err == nil && other == "":
			other = g.Name()
		case err != nil && fades:
			faults = append(faults, fmt.Errorf("%s: %w", g.Name(), err))
		}
	}
	if other != "" {
		return nil, notSolvable(other)
	}
	return nil, errors.Join(faults...)
}

// notSolvable is the error for a position of another game.
func notSolvable(name string) error {
	var names []string
	for _, g := range rules.All() {
		if solver.Solvable(g.Start()) {
			names = append(names, g.Name())
		}
	}
	return fmt.Errorf("this is a position of %s, which cannot be solved: only games in which every move takes a square away can be, which are %s",
		name, strings.Join(names, " and "))
}

// proofJSON is a proof for programs.
type proofJSON struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Result  string   `json:"result"` // for the side to move: win, draw, loss or unknown
	Score   string   `json:"score"`  // 1-0, 0-1, 1/2-1/2 or *
	NoWin   bool     `json:"noWin"`  // the result is unknown, but the side to move does not win
	NoLoss  bool     `json:"noLoss"` // or does not lose
	Plies   int      `json:"plies,omitempty"`
	Moves   []string `json:"moves"`
	Line    []string `json:"line"`
	SAN     []string `json:"san"`
	Room    int      `json:"squares"`
	Left    int      `json:"pliesLeft"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	NPS     uint64   `json:"nodesPerSecond"`
}

// solve proves what it can and tells it.
func (f *solveFlags) solve(ctx context.Context, w io.Writer, p game.Position) error {
	s, err := solver.New(f.hash)
	if err != nil {
		return err
	}
	f.limits.Holding = true
	r, err := s.Solve(ctx, p, f.limits)
	if err != nil {
		return err
	}
	texts, sans := notation.Line(p, r.Line)
	fading := p.(game.Acyclic)
	if f.asJSON {
		out := proofJSON{
			Variant: p.Game().Name(), FEN: p.String(), Result: r.Result.String(), Score: r.Result.For(p.Turn()).String(),
			NoWin: r.NoWin, NoLoss: r.NoLoss, Plies: r.Plies, Moves: []string{}, Line: texts, SAN: sans, Room: fading.FreeSquares(), Left: fading.PliesLeft(),
			Nodes: r.Nodes, Seconds: r.Time.Seconds(), NPS: r.NodesPerSecond(),
		}
		for _, m := range r.Moves {
			out.Moves = append(out.Moves, p.UCI(m))
		}
		return encode(w, out)
	}
	_, err = io.WriteString(w, f.tell(p, r, sans))
	return err
}

// tell tells a proof to people.
func (f *solveFlags) tell(p game.Position, r solver.Proof, sans []string) string {
	var b strings.Builder
	fading := p.(game.Acyclic)
	_, _ = fmt.Fprintf(&b, "%s, %v to move; %s can be entered, at most %d plies are left.\n\n",
		p.Game().Title(), p.Turn(), several(fading.FreeSquares(), "square", "squares"), fading.PliesLeft())
	if over := p.Outcome(); over.Over() {
		_, _ = fmt.Fprintf(&b, "The game is over: %v.\n", over)
	} else {
		b.WriteString(verdict(p.Turn(), r) + "\n")
	}
	if len(sans) > 0 {
		_, _ = fmt.Fprintf(&b, "Line:  %s\n", strings.Join(numberedLine(p, sans), " "))
		end := p.Clone()
		for _, m := range r.Line {
			end.Make(m)
		}
		_, _ = fmt.Fprintf(&b, "End:   %v\n", end.Outcome())
	}
	if r.Result == solver.Draw && len(r.Moves) > 0 {
		_, _ = fmt.Fprintf(&b, "Moves that hold the draw: %s (%d of %d)\n", strings.Join(names(p, r.Moves), " "), len(r.Moves), p.LegalCount())
	}
	_, _ = fmt.Fprintf(&b, "\n%d positions in %.2f s, %d a second\n", r.Nodes, r.Time.Seconds(), r.NodesPerSecond())
	return b.String()
}

// verdict says in a sentence what is proven of a game that goes on.
func verdict(turn game.Color, r solver.Proof) string {
	within := several((r.Plies+1)/2, "move", "moves")
	const more = "More time (--time) or a larger table (--hash) may do it; each square less that can be entered makes it several times as easy."
	switch {
	case r.Result == solver.Win:
		return fmt.Sprintf("Won: %v, to move, mates within %s.", turn, within)
	case r.Result == solver.Loss:
		return fmt.Sprintf("Lost: %v is to move, and %v mates within %s.", turn, turn.Other(), within)
	case r.Result == solver.Draw:
		return "Drawn, if both play their best."
	case r.NoWin:
		return fmt.Sprintf("Not solved, but %v, to move, does not win: it is lost or drawn. %s", turn, more)
	case r.NoLoss:
		return fmt.Sprintf("Not solved, but %v, to move, does not lose: it is won or drawn. %s", turn, more)
	}
	return "Not solved: nothing is proven, neither a win nor a draw. " + more
}

// names returns moves in short algebraic.
func names(p game.Position, moves []game.Move) (sans []string) {
	all := notation.NewMoves(p)
	for _, m := range moves {
		sans = append(sans, all.SAN(m))
	}
	return sans
}

// numberedLine puts the numbers of moves before those of White, and before the
// first.
func numberedLine(p game.Position, sans []string) []string {
	out := make([]string, len(sans))
	number, turn := p.Fullmove(), p.Turn()
	for i, san := range sans {
		switch {
		case turn == game.White:
			out[i] = fmt.Sprintf("%d.\u00a0%s", number, san)
		case i == 0:
			out[i] = fmt.Sprintf("%d…\u00a0%s", number, san)
		default:
			out[i] = san
		}
		if turn == game.Black {
			number++
		}
		turn = turn.Other()
	}
	return out
}

// several writes a number with what it counts.
func several(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// threadsHere is how many positions are worked on at a time if nothing is said.
func threadsHere() int { return runtime.GOMAXPROCS(0) }
