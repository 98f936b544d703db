package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/render"
)

// gifFlags are the flags of 'wane gif' besides the line.
type gifFlags struct {
	from, to     int
	names        bool
	delay, pause time.Duration
	loops        int
	dest         output.Destination
}

func newGIF() *cobra.Command {
	var (
		line  input.LineFlags
		drawn output.Picture
		f     gifFlags
	)
	cmd := &cobra.Command{
		Use:   "gif [FILE]",
		Short: "Draw a game as an animated GIF",
		Long: "Draw a game as an animated GIF: from a file in any notation that 'wane import' reads (- for standard " +
			"input), or from a position with --moves. The last move and checks are marked, and ranks and files visibly " +
			"collapse. 'wane show' draws single positions.",
		Example: "echo '1. e4 d5 2. exd5 c5' |\n  wane gif - --variant shrink --output game.gif\n" +
			"wane gif --variant cheshire --moves 'f4 Nb8' --dark -o game.gif\n" +
			"wane gif -f '2k/1R1/K2 w - - 0 1' --moves 'b2c2 b3a3 b2a2' -o mate.gif",
		Args: usage.Args(0, 1, input.OneFile+", or none"),
	}
	line.Add(cmd)
	drawn.Add(cmd, render.DefaultAnimationSize, render.MaxAnimationSize)
	fl := cmd.Flags()
	fl.IntVar(&f.from, "from", 0, "start after this many plies")
	fl.IntVar(&f.to, "to", 0, "end after this many plies (default: all)")
	fl.BoolVar(&f.names, "names", true, "show the players' names, the moves and the result, if the file has them")
	fl.DurationVar(&f.delay, "delay", render.DefaultDelay, "time for each position")
	fl.DurationVar(&f.pause, "pause", 0, "time for the last position; 0 for 4 times --delay, at least 3s")
	fl.IntVar(&f.loops, "loops", 0, "number of times to play the game; 0 for forever")
	f.dest.Add(cmd, "")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		options, err := drawn.Options(cmd, render.MaxAnimationSize)
		if err != nil {
			return err
		}
		if err := f.check(cmd); err != nil {
			return err
		}
		file := ""
		if len(args) > 0 {
			if file = args[0]; file == "" {
				return usage.Errorf(cmd, "the name of the FILE is empty: expected %s", input.OneFile)
			}
		}
		if file == "" && !line.HasPosition() {
			return usage.Errorf(cmd, "no game is given; use a FILE, or --variant or --fen with --moves")
		}
		l, err := line.Read(cmd, "FILE", file, nil)
		if err != nil {
			return err
		}
		if !cmd.Flags().Changed("to") {
			f.to = len(l.Moves)
		}
		if l, err = l.Part(cmd, "to", f.from, f.to); err != nil {
			return err
		}
		if !cmd.Flags().Changed("flip") {
			options.Flip = l.Flipped
		}
		options.Look = render.LookOf(l.Start.Game())
		return f.dest.Write(cmd, func(w io.Writer) error {
			defer output.Watch(cmd.ErrOrStderr(),
				func() string { return "drawing " + message.Plural(len(l.Moves)+1, "position") })()
			return render.GIF(w, f.animation(l), options)
		})
	}
	return cmd
}

func (f *gifFlags) check(cmd *cobra.Command) error {
	if err := f.dest.Check(cmd); err != nil {
		return err
	}
	if err := output.NoTerminal(cmd, f.dest.File, "GIF"); err != nil {
		return err
	}
	switch {
	case f.delay < 20*time.Millisecond || f.delay > render.MaxDelay:
		return usage.Errorf(cmd, "--delay %v is out of range (20ms–%v)", f.delay, render.MaxDelay)
	case f.pause < 0 || f.pause > render.MaxDelay:
		return usage.Errorf(cmd, "--pause %v is out of range (0s–%v)", f.pause, render.MaxDelay)
	}
	return usage.InRange(cmd, "loops", f.loops, 0, 65535)
}

// animation returns a line as an animation.
func (f *gifFlags) animation(l *input.Line) render.Animation {
	white, black, result := l.White, l.Black, l.Result
	if !f.names {
		white, black = "", ""
	}
	if !l.Whole {
		result = game.Ongoing
	}
	a := frames.Animation(l.Start, l.Moves, white, black, result)
	a.Delay, a.Last, a.Loops = f.delay, f.pause, f.loops
	return a
}
