package main

import (
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/captions"
	"github.com/wane-chess/wane/render"
)

// gifFlags are what 'wane gif' is told beside the game.
type gifFlags struct {
	from, to     int
	names        bool
	delay, pause time.Duration
	loops        int
	output       string
	force        bool
}

func newGIF() *cobra.Command {
	var (
		line  lineFlags
		drawn pictureFlags
		f     gifFlags
	)
	cmd := &cobra.Command{
		Use:   "gif [FILE]",
		Short: "Draw a game as an animated GIF",
		Long: "Draw a game as an animated GIF: of a file, in any notation that 'wane import' reads (- for standard input), or from a position with --moves. " +
			"The last move and checks are marked, and lines that disappear are seen to fold. 'wane show' draws single positions.",
		Example: "echo '1. e4 d5 2. exd5 c5' |\n  wane gif - --variant shrink --output game.gif\n" +
			"wane gif --variant cheshire --moves 'f4 Nb8' --theme dark -o game.gif\n" +
			"wane gif -f '2k/1R1/K2 w - - 0 1' -m 'b2c2 b3a3 b2a2' -o mate.gif",
		Args: takes(0, 1, oneFile+", or none"),
	}
	line.add(cmd)
	drawn.add(cmd, render.DefaultFilmSize, render.MaxFilmSize)
	fl := cmd.Flags()
	fl.IntVar(&f.from, "from", 0, "begin after so many moves of both sides")
	fl.IntVar(&f.to, "to", 0, "end after so many moves of both sides (default: after all of them)")
	fl.BoolVar(&f.names, "names", true, "show the players' names, the moves and the result, where a file tells who plays")
	fl.DurationVar(&f.delay, "delay", render.DefaultDelay, "how long each position stays")
	fl.DurationVar(&f.pause, "pause", 0, "how long the last position stays; 0 for 4 times --delay, at least 3s")
	fl.IntVar(&f.loops, "loops", 0, "how often the game is shown; 0 for again and again")
	fl.StringVarP(&f.output, "output", "o", "-", "write to this file; - for standard output")
	fl.BoolVar(&f.force, "force", false, "replace the output file if it exists")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		options, err := drawn.options(cmd, render.MaxFilmSize)
		if err != nil {
			return err
		}
		if err := f.check(cmd); err != nil {
			return err
		}
		file := ""
		if len(args) > 0 {
			if file = args[0]; file == "" {
				return badUsage(cmd, "the name of the FILE is empty: expected %s", oneFile)
			}
		}
		if file == "" && line.variant == "" && line.fen == "" {
			return badUsage(cmd, "which game? Give a FILE, or --variant or --fen with --moves")
		}
		l, err := line.read(cmd, "FILE", file, nil)
		if err != nil {
			return err
		}
		if !cmd.Flags().Changed("to") {
			f.to = len(l.moves)
		}
		if l, err = l.part(cmd, "to", f.from, f.to); err != nil {
			return err
		}
		options.Look = captions.Look(l.start.Game())
		write := func(w io.Writer) error { return render.GIF(w, f.film(l), options) }
		return writeAll(cmd.OutOrStdout(), f.force, output{f.output, write})
	}
	return cmd
}

var errGIFIsNoText = errors.New("a GIF cannot be shown in a terminal: give --output FILE, or redirect standard output")

func (f *gifFlags) check(cmd *cobra.Command) error {
	switch {
	case f.output == "":
		return badUsage(cmd, "--output is empty: expected the name of a file, or - for standard output")
	case f.output == "-" && isTerminal(cmd.OutOrStdout()):
		return usageError{errGIFIsNoText, cmd.CommandPath()}
	case f.delay < 20*time.Millisecond || f.delay > render.MaxDelay:
		return badUsage(cmd, "--delay %v: 20ms to %v are possible", f.delay, render.MaxDelay)
	case f.pause < 0 || f.pause > render.MaxDelay:
		return badUsage(cmd, "--pause %v: times up to %v are possible", f.pause, render.MaxDelay)
	case f.loops < 0 || f.loops > 65535:
		return badUsage(cmd, "--loops %d: 0 to 65535 are possible, 0 for again and again", f.loops)
	}
	return nil
}

// film makes the film of a line.
func (f *gifFlags) film(l *line) render.Film {
	white, black, result := l.white, l.black, l.result
	if !f.names {
		white, black = "", ""
	}
	if !l.whole {
		result = game.Ongoing
	}
	film := captions.Film(l.start, l.moves, white, black, result)
	film.Delay, film.Last, film.Loops = f.delay, f.pause, f.loops
	return film
}
