package input

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/render"
)

// LineFlags choose a line of moves: a position and moves from there, or a recorded
// game.
type LineFlags struct {
	Games
	moves  string
	number int
}

// Add adds the flags.
func (f *LineFlags) Add(cmd *cobra.Command) {
	f.Position.Add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.moves, "moves", "", "moves from the position, such as 'e4 d5 exd5' or e2e4_d7d5")
	fl.IntVar(&f.number, "game", 0, "the number of the game in a file with several, from 1 (default: the first)")
	f.AddReading(cmd, "in a file: ")
}

// HasPosition reports whether a variant or a FEN is given.
func (f *LineFlags) HasPosition() bool { return f.Variant != "" || f.FEN != "" }

// Line is a line of moves.
type Line struct {
	Start        game.Position
	Moves        []game.Move
	White, Black string // the players' names, if known
	Result       game.Result
	Whole        bool // the line ends where the recorded game ended
	Flipped      bool // the game asks for a board with Black below
}

// Read returns the chosen line: from a file if one is given, by the flag or
// argument of that name, or else from a position.
func (f *LineFlags) Read(cmd *cobra.Command, name, file string, args []string) (*Line, error) {
	switch recorded := file != "" || cmd.Flags().Changed(name); {
	case recorded && f.moves != "":
		return nil, usage.Errorf(cmd, "--moves needs a position, not a recorded game; omit --moves or the file")
	case recorded && len(args) > 0:
		return nil, usage.Errorf(cmd, "with --%s, the position comes from the game; omit %.40q", name, args[0])
	case recorded:
		return f.recorded(cmd, file)
	}
	for _, flag := range append([]string{"game"}, ReadingFlags...) {
		if cmd.Flags().Changed(flag) {
			return nil, usage.Errorf(cmd, "--%s needs a file of recorded games", flag)
		}
	}
	p, err := f.Position.Read(cmd, args)
	if err != nil {
		return nil, err
	}
	moves, err := frames.Read(p, frames.Split(f.moves))
	if err != nil {
		return nil, fmt.Errorf("--moves: %w", err)
	}
	return &Line{Start: p, Moves: moves}, nil
}

// recorded returns the line of a recorded game.
func (f *LineFlags) recorded(cmd *cobra.Command, file string) (*Line, error) {
	games, err := f.Games.Read(cmd, file)
	if err != nil {
		return nil, err
	}
	t, last, err := games.Choose(cmd, file, f.number)
	if err != nil {
		return nil, err
	}
	if last > 1 && f.number == 0 {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: the first of %d games; --game chooses another\n", last)
	}
	return &Line{Start: t.Start(), Moves: t.Moves(), White: player(t, "White"), Black: player(t, "Black"),
		Result: t.Result, Whole: true, Flipped: t.Flipped()}, nil
}

// player returns a player's name from a tag; PGN writes ? for an unknown one.
func player(t *notation.Tree, tag string) string {
	if name := t.Tag(tag); name != "?" {
		return name
	}
	return ""
}

// Part returns the line from one ply to another, which the flag of that name
// gives.
func (l *Line) Part(cmd *cobra.Command, flag string, from, to int) (*Line, error) {
	if to < 0 || to > len(l.Moves) {
		return nil, usage.Errorf(cmd, "--%s %d is out of range: the line has %d plies (0–%d)", flag, to, len(l.Moves),
			len(l.Moves))
	}
	if err := usage.InRange(cmd, "from", from, 0, to); err != nil {
		return nil, err
	}
	out := *l
	out.Start, out.Moves, out.Whole = after(l.Start, l.Moves[:from]), l.Moves[from:to], l.Whole && to == len(l.Moves)
	return &out, nil
}

// End returns the last picture of the line and its position.
func (l *Line) End() (render.Frame, game.Position) {
	return frames.Last(l.Start, l.Moves), after(l.Start, l.Moves)
}

// after returns the position after moves.
func after(p game.Position, moves []game.Move) game.Position {
	p = p.Clone()
	for _, m := range moves {
		p.Make(m)
	}
	return p
}
