package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// solveFlags are the flags of 'wane solve'.
type solveFlags struct {
	at      input.Position
	limits  solver.Limits
	hash    int
	threads int
	asJSON  bool
}

// solveTime is the default time for a position.
const solveTime = 10 * time.Second

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FEN]",
		Short: "Prove that a position is won, drawn or lost",
		Long: "Prove the result of best play by proof-number search to the end of the game. It works in variants in which " +
			"every move removes a square (cheshire, cheshire8), when few squares are left. The output is the result, a line " +
			"to the end, the moves that keep a draw, and the number of nodes. A mate is within the given number of moves; a " +
			"shorter one may exist.",
		Example: "wane solve -v cheshire8 '4k3/8/8/3K4/8/8/8/6RR w - - 0 1'\n" +
			"wane solve -v cheshire8 --json '4k3/8/8/3K4/8/8/8/6RR w - - 0 1'",
	}
	f.at.Add(cmd)
	fl := cmd.Flags()
	fl.DurationVarP(&f.limits.Time, "movetime", "m", solveTime, "stop after this time, such as 30s; 0 for no limit")
	fl.Uint64VarP(&f.limits.Nodes, "nodes", "n", 0, "stop after this many nodes, with no time limit by default")
	fl.IntVar(&f.hash, "hash", 256, "size of the solver's table in MB")
	fl.IntVarP(&f.threads, "threads", "t", 1,
		"threads for each position; with several, nodes and lines differ from run to run, results do not")
	fl.BoolVar(&f.asJSON, "json", false, "write the proof as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		p, err := f.position(cmd, args)
		if err != nil {
			return err
		}
		return f.solve(ctx, cmd, p)
	}
	return cmd
}

// check checks the limits.
func (f *solveFlags) check(cmd *cobra.Command) error {
	if f.limits.Time < 0 {
		return usage.Errorf(cmd, "--movetime %v: expected a duration such as 30s, or 0 for no limit", f.limits.Time)
	}
	if err := usage.InRange(cmd, "hash", f.hash, solver.MinMB, solver.MaxMB); err != nil {
		return err
	}
	if err := usage.InRange(cmd, "threads", f.threads, 1, solver.MaxThreads); err != nil {
		return err
	}
	if f.limits.Nodes > 0 && !cmd.Flags().Changed("time") {
		f.limits.Time = 0
	}
	return nil
}

// position returns the position to solve. Without --variant, it is in the first
// solvable variant that can read the FEN.
func (f *solveFlags) position(cmd *cobra.Command, args []string) (game.Position, error) {
	fen, err := f.at.Text(cmd, args)
	if err != nil {
		return nil, err
	}
	if f.at.Variant != "" || fen == "" {
		p, err := f.at.Read(cmd, args)
		if err == nil && !solver.Solvable(p) {
			return nil, notSolvable(p.Game().Name())
		}
		return p, err
	}
	faults := []error{errors.New("the FEN is invalid in every solvable variant")}
	other := ""
	for _, g := range rules.All() {
		p, err := g.Parse(fen)
		switch solvable := solver.Solvable(g.Start()); {
		case err == nil && solvable:
			return p, nil
		case err == nil && other == "":
			other = g.Name()
		case err != nil && solvable:
			faults = append(faults, fmt.Errorf("%s: %w", g.Name(), err))
		}
	}
	if other != "" {
		return nil, notSolvable(other)
	}
	return nil, errors.Join(faults...)
}

// notSolvable is the error for a position of another variant.
func notSolvable(name string) error {
	var names []string
	for _, g := range rules.All() {
		if solver.Solvable(g.Start()) {
			names = append(names, g.Name())
		}
	}
	return fmt.Errorf("cannot solve positions of %s, only of variants in which every move removes a square: %s",
		name, strings.Join(names, ", "))
}

// proofJSON is a proof as JSON.
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
	Free    int      `json:"squares"`
	Left    int      `json:"pliesLeft"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	NPS     uint64   `json:"nodesPerSecond"`
}

// solve writes the proof of a position.
func (f *solveFlags) solve(ctx context.Context, cmd *cobra.Command, p game.Position) error {
	s, err := solver.New(eval.NewNode, f.hash)
	if err != nil {
		return err
	}
	s.SetThreads(f.threads)
	f.limits.Holding = true
	stop := output.Watch(cmd.ErrOrStderr(), func() string {
		if f.limits.Time > 0 {
			return fmt.Sprintf("solving for at most %v", f.limits.Time)
		}
		return "solving"
	})
	r, err := s.Solve(ctx, p, f.limits)
	stop()
	if err != nil {
		return interrupted(ctx, err, "interrupted")
	}
	texts, sans := notation.MoveTexts(p, r.Line)
	acyclic, w := acyclicOf(p), cmd.OutOrStdout()
	if f.asJSON {
		result, score := "unknown", game.Ongoing
		if r.Solved {
			result, score = r.Result.String(), r.Result.For(p.Turn())
		}
		out := proofJSON{
			Variant: p.Game().Name(), FEN: p.String(), Result: result, Score: score.String(),
			NoWin: r.NoWin, NoLoss: r.NoLoss, Plies: r.Plies, Moves: []string{}, Line: texts, SAN: sans,
			Free: acyclic.FreeSquares(), Left: acyclic.PliesLeft(),
			Nodes: r.Nodes, Seconds: r.Time.Seconds(), NPS: r.NodesPerSecond(),
		}
		for _, m := range r.Moves {
			out.Moves = append(out.Moves, p.UCI(m))
		}
		err = output.JSON(w, out)
	} else {
		_, err = io.WriteString(w, describe(p, r, sans))
	}
	if r.Solved {
		return err
	}
	return unlessInterrupted(ctx, err)
}

// acyclicOf returns a position that the solver accepts.
func acyclicOf(p game.Position) game.Acyclic { return p.(game.Acyclic) } //nolint:forcetypeassert // the caller asked

// describe returns a proof as text.
func describe(p game.Position, r solver.Proof, sans []string) string {
	var b strings.Builder
	acyclic := acyclicOf(p)
	_, _ = fmt.Fprintf(&b, "%s, %v to move; %s, at most %s left.\n\n",
		p.Game().Title(), p.Turn(), message.Plural(acyclic.FreeSquares(), "free square"),
		message.Plural(acyclic.PliesLeft(), "ply"))
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
	if r.Is(game.WDLDraw) && len(r.Moves) > 0 {
		_, _ = fmt.Fprintf(&b, "Moves that hold the draw: %s (%d of %d)\n", strings.Join(names(p, r.Moves), " "),
			len(r.Moves), p.LegalCount())
	}
	_, _ = fmt.Fprintf(&b, "\n%s in %.2f s, %d per second\n", message.Plural(int(r.Nodes), "node"), r.Time.Seconds(),
		r.NodesPerSecond())
	return b.String()
}

// verdict returns the result of a proof as a sentence.
func verdict(turn game.Color, r solver.Proof) string {
	within := message.Plural((r.Plies+1)/2, "move")
	const more = "More time (--movetime) or a larger table (--hash) may help."
	switch {
	case r.Result == game.WDLWin:
		return fmt.Sprintf("Won: %v mates within %s.", turn, within)
	case r.Result == game.WDLLoss:
		return fmt.Sprintf("Lost: %v mates within %s.", turn.Other(), within)
	case r.Solved:
		return "Drawn with best play."
	case r.NoWin:
		return fmt.Sprintf("Not solved, but %v does not win: lost or drawn. %s", turn, more)
	case r.NoLoss:
		return fmt.Sprintf("Not solved, but %v does not lose: won or drawn. %s", turn, more)
	}
	return "Not solved. " + more
}

// names returns moves in SAN.
func names(p game.Position, moves []game.Move) (sans []string) {
	all := notation.NewMoves(p)
	for _, m := range moves {
		sans = append(sans, all.SAN(m))
	}
	return sans
}

// numberedLine adds move numbers to a line.
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
