package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/captions"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/render"
)

// lineFlags choose a line of moves: a position and moves from there, or a
// recorded game.
type lineFlags struct {
	gameFlags
	moves  string
	number int
}

func (f *lineFlags) add(cmd *cobra.Command) {
	f.positionFlags.add(cmd)
	fl := cmd.Flags()
	fl.StringVarP(&f.moves, "moves", "m", "", "moves from the position on, such as 'e4 d5 exd5' or e2e4_d7d5")
	fl.IntVarP(&f.number, "game", "g", 0, "of a file with several games, the one of this number, from 1 (default: the first)")
	fl.StringArrayVarP(&f.correct, "correct", "c", nil, "in a file: put this move in place of a wrong one, such as 15...Kc4-b4 (repeatable)")
	fl.BoolVar(&f.strict, "strict", false, "in a file: refuse marks of check and mate, numbers and results that are not so")
}

// line is a line of moves, with what is known of the game.
type line struct {
	start        game.Position
	moves        []game.Move
	white, black string // the players' names, if there is a record
	result       game.Result
	whole        bool // it goes to where the game ended
}

// read returns the line that was chosen: of a file if one is named, by the flag or
// argument that is called so, or else of a position.
func (f *lineFlags) read(cmd *cobra.Command, called, file string, args []string) (*line, error) {
	switch recorded := file != "" || cmd.Flags().Changed(called); {
	case recorded && f.moves != "":
		return nil, badUsage(cmd, "--moves are for a position, not for a recorded game: leave out either them or the file")
	case recorded && len(args) > 0:
		return nil, badUsage(cmd, "with --%s, the position comes from the game: leave out %.40q", called, args[0])
	case recorded:
		return f.recorded(cmd, file)
	}
	for _, name := range []string{"game", "correct", "strict"} {
		if cmd.Flags().Changed(name) {
			return nil, badUsage(cmd, "--%s is for recorded games, but no file is given", name)
		}
	}
	p, err := f.position(cmd, args)
	if err != nil {
		return nil, err
	}
	moves, err := captions.Read(p, captions.Split(f.moves))
	if err != nil {
		return nil, fmt.Errorf("--moves: %w", err)
	}
	return &line{start: p, moves: moves}, nil
}

// recorded returns the line of a recorded game.
func (f *lineFlags) recorded(cmd *cobra.Command, file string) (*line, error) {
	if f.number < 0 {
		return nil, badUsage(cmd, "--game %d: games are numbered from 1", f.number)
	}
	games, _, err := f.gameFlags.read(cmd, file)
	switch {
	case err != nil:
		return nil, err
	case len(games) == 0:
		return nil, fmt.Errorf("%s holds no games", fileName(file))
	case f.number > len(games):
		return nil, badUsage(cmd, "--game %d: %s has %d", f.number, fileName(file), len(games))
	case f.number == 0 && len(games) > 1:
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: the first of %d games; --game chooses another\n", len(games))
	}
	t := games[max(0, f.number-1)]
	return &line{start: t.Start(), moves: t.Moves(), white: player(t, "White"), black: player(t, "Black"), result: t.Result, whole: true}, nil
}

// player returns a player's name from a tag; PGN writes ? for one who is not known.
func player(t *notation.Tree, tag string) string {
	if name := t.Tag(tag); name != "?" {
		return name
	}
	return ""
}

// part returns the line from one ply to another; the flag that asks for the later
// one is called so.
func (l *line) part(cmd *cobra.Command, called string, from, to int) (*line, error) {
	if to < 0 || to > len(l.moves) {
		return nil, badUsage(cmd, "--%s %d: there are %d moves of both sides, so 0 to %d are possible", called, to, len(l.moves), len(l.moves))
	}
	if from < 0 || from > to {
		return nil, badUsage(cmd, "--from %d: 0 to %d are possible", from, to)
	}
	p := l.start.Clone()
	for _, m := range l.moves[:from] {
		p.Make(m)
	}
	out := *l
	out.start, out.moves, out.whole = p, l.moves[from:to], l.whole && to == len(l.moves)
	return &out, nil
}

// end returns the last picture of the line and its position.
func (l *line) end() (render.Shot, game.Position) {
	p := l.start.Clone()
	for _, m := range l.moves {
		p.Make(m)
	}
	return captions.Last(l.start, l.moves), p
}
