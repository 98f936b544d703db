package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

func newPuzzleSolve() *cobra.Command {
	var f puzzleChoice
	var glyphs bool
	cmd := &cobra.Command{
		Use:   "solve [ID]",
		Short: "Solve puzzles",
		Long: "Solve puzzles. Enter moves as in 'wane play', or hint, solution, next or quit. " +
			"Without an ID, puzzles come with a rating near --rating, one after the other.",
		Example: "wane puzzle solve\nwane puzzle solve -v shrink --theme collapse-promotes --rating 1500\n" +
			"wane puzzle solve --daily",
		Args: usage.Args(0, 1, "one ID of a puzzle, or none"),
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&glyphs, "glyphs", false, "show pieces as chess symbols instead of letters")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		next, err := f.puzzles(cmd, args)
		if err != nil {
			return err
		}
		s := solving{in: bufio.NewScanner(cmd.InOrStdin()), out: cmd.OutOrStdout(), glyphs: glyphs}
		return s.run(next)
	}
	return cmd
}

// solving is a session in which a user solves puzzles, line by line.
type solving struct {
	in     *bufio.Scanner
	out    io.Writer
	glyphs bool
	solved int // without a mistake or help
	shown  int
}

// puzzleEnd is how the work on a puzzle ended.
type puzzleEnd int

const (
	solved puzzleEnd = iota
	failed
	quit
)

// run asks puzzles until there are no more or the user quits.
func (s *solving) run(next func() (puzzle.Puzzle, bool)) error {
	for {
		z, ok := next()
		if !ok && s.shown == 0 {
			return errNoPuzzle
		}
		if !ok {
			break
		}
		v, err := s.solve(z)
		if err != nil {
			return err
		}
		if v == quit {
			break
		}
		s.shown++
		if v == solved {
			s.solved++
		}
	}
	if s.shown > 1 {
		s.print("%d of %d solved without a mistake.\n", s.solved, s.shown)
	}
	return s.in.Err()
}

func (s *solving) print(format string, args ...any) { _, _ = fmt.Fprintf(s.out, format, args...) }

// solve shows a puzzle and reads moves until its solution is complete.
func (s *solving) solve(z puzzle.Puzzle) (puzzleEnd, error) {
	p, moves, err := z.Replay(rules.ByName)
	if err != nil {
		return quit, err
	}
	s.print("\nPuzzle %s, %s, rating %d\n", z.ID, p.Game().Title(), z.Rating)
	s.board(p)
	s.print("%s\n", goalText(z, p))
	v := solved
	for i := 0; i < len(moves); i += 2 {
		switch s.move(p, moves[i], &v) {
		case quit:
			return quit, nil
		case failed: // the solution was asked for
			s.print("The solution: %s\n", line(p, moves[i:]))
			return failed, nil
		}
		s.print("Right. %s\n", strings.Join(notation.Narrate(p, moves[i]), " "))
		p.Make(moves[i])
		if i+1 == len(moves) {
			break
		}
		s.print("The reply is %s. %s\n", notation.SAN(p, moves[i+1]), strings.Join(notation.Narrate(p, moves[i+1]), " "))
		p.Make(moves[i+1])
		s.board(p)
	}
	s.board(p)
	s.print("Solved. %s\n", proofTexts[z.Proof])
	return v, nil
}

// move reads until the user finds the move, asks for the solution or quits.
func (s *solving) move(p game.Position, want game.Move, v *puzzleEnd) puzzleEnd {
	for {
		s.print("Your move (or hint, solution, next, quit): ")
		if !s.in.Scan() {
			s.print("\n")
			return quit
		}
		switch text := strings.TrimSpace(s.in.Text()); text {
		case "":
		case "quit", "q":
			return quit
		case "hint", "h":
			*v = failed
			s.print("The piece on %s moves.\n", game.SquareName(p, want.From()))
		case "solution", "s", "next", "n":
			return failed
		default:
			m, err := notation.NewMoves(p).ParseMove(text)
			switch {
			case err != nil:
				s.print("%v\n", err)
			case m == want:
				return solved
			default:
				*v = failed
				s.print("%s is not the solution. %s\n", notation.SAN(p, m), strings.Join(notation.Narrate(p, m), " "))
			}
		}
	}
}

// board prints a position.
func (s *solving) board(p game.Position) { s.print("%s\n", puzzleBoard(p, s.glyphs)) }

// puzzleBoard draws a position as text.
func puzzleBoard(p game.Position, glyphs bool) string {
	look := render.LookOf(p.Game())
	return render.Text(p.View(), render.Options{Look: look, Check: game.CheckedSquares(p), Glyphs: glyphs})
}

// goalText says what is to be reached.
func goalText(z puzzle.Puzzle, p game.Position) string {
	what := ""
	switch z.Goal {
	case puzzle.Mate:
		what = fmt.Sprintf("mate in %d", z.MateIn())
	case puzzle.Win:
		what = "find the only move that wins"
	case puzzle.Draw:
		what = "find the only move that does not lose"
	case puzzle.Gain:
		what = "find the only move that wins decisively"
	}
	return fmt.Sprintf("%v to move: %s.", p.Turn(), what)
}

// line writes moves from a position in short algebraic notation.
func line(p game.Position, moves []game.Move) string {
	p = p.Clone()
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = notation.SAN(p, m)
		p.Make(m)
	}
	return strings.Join(out, " ")
}
