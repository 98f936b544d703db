package analysis

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// variationPlies is how long a better line is, at most.
const variationPlies = 8

// judged is what the engine thinks of a position of the game.
type judged struct {
	score game.Score // from the view of the side to move
	line  []game.Move
	over  bool // the game has ended here
}

// Annotate evaluates every position of a game's main line and writes into the
// tree what it finds: after each move the evaluation for White, as
// "[%eval 0.34]" or "[%eval #-3]", in place of one that stands there; where a
// move throws away winning chances, a mark ($6, $2 or $4, unless an annotator
// has marked the move) and the better line as a variation. Progress, if not nil,
// is told after each position how many of them are done.
//
// If the context ends, the tree is as it was, and the error is the context's.
func Annotate(ctx context.Context, t *notation.Tree, e engine.Engine, l engine.Limits, progress func(done, of int)) error {
	e.Reset()
	nodes := append([]*notation.Node{t.Root}, t.End().Path()...)
	found := make([]judged, len(nodes))
	c := t.Cursor()
	c.Seek(t.End())
	// From the end backwards, the engine remembers what came of a move.
	for i := len(nodes) - 1; i >= 0; i-- {
		var err error
		if found[i], err = judge(ctx, c.Position(), e, l); err != nil {
			return err
		}
		if progress != nil {
			progress(len(nodes)-i, len(nodes))
		}
		c.Back()
	}
	for i, n := range nodes[1:] {
		before, after := found[i], found[i+1]
		side := c.Position().Turn()
		if !after.over || after.score == 0 {
			n.After = withEval(n.After, evalText(after.score, side.Other()))
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

// judge asks the engine about a position, unless the game has ended in it.
func judge(ctx context.Context, p game.Position, e engine.Engine, l engine.Limits) (judged, error) {
	if o := p.Outcome(); o.Over() {
		j := judged{over: true}
		switch o.Result {
		case game.WinFor(p.Turn()):
			j.score = game.Mate
		case game.WinFor(p.Turn().Other()):
			j.score = -game.Mate
		}
		return j, nil
	}
	info, err := e.Search(ctx, p, l, nil)
	if err == nil {
		err = ctx.Err() // what a search that was cut short thinks counts for nothing
	}
	return judged{score: info.Score, line: info.PV}, err
}

// mark marks a move that lost winning chances and adds the better line. The
// cursor stands before the move, and is there again afterwards.
func mark(c *notation.Cursor, n *notation.Node, before, after judged) error {
	if len(before.line) == 0 || before.line[0] == n.Move {
		return nil
	}
	nag := markFor(chance(before.score) - chance(-after.score))
	if nag == 0 {
		return nil
	}
	if !slices.ContainsFunc(n.NAGs, func(g int) bool { return g >= 1 && g <= 6 }) {
		n.NAGs = append(n.NAGs, nag)
	}
	home, side := c.Node(), c.Position().Turn()
	for i, m := range before.line[:min(len(before.line), variationPlies)] {
		better, err := c.Play(m)
		if err != nil {
			return fmt.Errorf("the engine's line: %w", err)
		}
		if i == 0 {
			better.After = withEval(better.After, evalText(before.score, side))
		}
	}
	for c.Node() != home {
		c.Back()
	}
	return nil
}

// evalText writes a score as records have it: for White, though it is from the
// view of the given side.
func evalText(s game.Score, view game.Side) string {
	sign := 1
	if view == game.Black {
		sign = -1
	}
	if n, ok := engine.MateIn(s); ok {
		return fmt.Sprintf("[%%eval #%d]", sign*n)
	}
	return fmt.Sprintf("[%%eval %.2f]", float64(sign*int(s))/100)
}

var anyEval = regexp.MustCompile(`\[%eval\s[^\]]*\]`)

// withEval puts an evaluation before the comments, in place of another, and in
// one comment with other commands for programs such as a clock.
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
