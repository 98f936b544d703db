package analysis

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

// Annotate evaluates every position of a game's main line and writes the results into
// the tree. After each move it writes the evaluation for White, as "[%eval 0.34]" or
// "[%eval #-3]", and replaces an earlier one. Where a move loses winning chances, it
// adds a mark ($6, $2 or $4, unless an annotator has marked the move) and the better
// line as a variation. Annotate calls progress, if not nil, after each position with
// the number of evaluated positions.
//
// If the context ends, the tree is unchanged and the error is the context's.
func Annotate(ctx context.Context, t *notation.Tree, e engine.Engine, h review.Effort,
	progress func(done, of int)) error {
	nodes := t.End().Path()
	moves := make([]game.Move, len(nodes))
	for i, n := range nodes {
		moves[i] = n.Move
	}
	done := 0
	step := func() {
		if done++; progress != nil {
			progress(done, len(nodes)+1)
		}
	}
	found, err := review.Analyze(ctx, e, h, review.Part{Start: t.Start(), Moves: moves, To: len(moves) + 1}, step, nil)
	if err != nil {
		return err
	}
	c := t.Cursor()
	for i, n := range nodes {
		before, after := found[i], found[i+1]
		color := c.Position().Turn()
		if !after.Over || after.Score == 0 {
			n.Comments = withEval(n.Comments, evalText(after.Score, color.Other()))
		}
		if err := mark(c, n, before, after); err != nil {
			return err
		}
		c.Forward(0)
	}
	if t.Tag("Annotator") == "" {
		return t.SetTag("Annotator", "wane")
	}
	return nil
}

// mark marks a move that loses winning chances and adds the better line. The cursor is
// before the move, and returns there.
func mark(c *notation.Cursor, n *notation.Node, before, after review.Evaluation) error {
	verdict := review.JudgeMove(before, after, c.Position().UCI(n.Move))
	if verdict.NAG == 0 {
		return nil
	}
	if !slices.ContainsFunc(n.NAGs, func(g int) bool { return g >= 1 && g <= 6 }) {
		n.NAGs = append(n.NAGs, verdict.NAG)
	}
	home, color := c.Node(), c.Position().Turn()
	for i, text := range before.PV {
		m, err := notation.ParseUCI(c.Position(), text)
		if err != nil {
			return fmt.Errorf("the engine's line: %w", err)
		}
		better, err := c.Play(m)
		if err != nil {
			return fmt.Errorf("the engine's line: %w", err)
		}
		if i == 0 {
			better.Comments = withEval(better.Comments, evalText(before.Score, color))
		}
	}
	for c.Node() != home {
		c.Back()
	}
	return nil
}

// evalText formats a score of one color as PGN has it, for White.
func evalText(s engine.Score, view game.Color) string {
	return "[%eval " + review.ScoreOf(s, view == game.Black).Text() + "]"
}

var anyEval = regexp.MustCompile(`\[%eval\s[^\]]*\]`)

// withEval puts an evaluation first among comments and replaces an earlier one. It
// shares a comment with other commands for programs, such as a clock.
func withEval(comments []string, eval string) []string {
	var out []string
	for _, s := range comments {
		if s = notation.Comment(anyEval.ReplaceAllString(s, "")); s != "" {
			out = append(out, s)
		}
	}
	if len(out) > 0 && strings.HasPrefix(out[0], "[%") {
		out[0] = eval + " " + out[0]
		return out
	}
	return append([]string{eval}, out...)
}
