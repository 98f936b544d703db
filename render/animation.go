package render

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/wane-chess/wane/game"
)

// Animation is a game, or a part of one, as an animated GIF.
type Animation struct {
	Frames []Frame // at least one
	// White and Black are the players' names. If either is set there is a strip
	// above the board and one below it, with the names and the captions, unless the
	// picture is tiny.
	White, Black string
	// Delay is how long a frame stays, First and Last how long the first and the last
	// frame stay; 0: the defaults.
	Delay, First, Last time.Duration
	// Loops is how often the animation is shown; 0: forever.
	Loops int
	// Stop is called before each frame is drawn; an error ends the work. It may be nil.
	Stop func() error
}

// Frame is a position of an animation.
type Frame struct {
	View game.View
	// Last are the squares of the last move and Check those in check, as in
	// Options.
	Last, Check []game.Square
	Caption     string    // such as "12. Rxf6"; shown only if there are names
	Collapse    *Collapse // shown before this frame, or nil
}

// Collapse is the ranks and files that disappear between two frames.
type Collapse struct {
	View         game.View     // after the move and before the collapse
	Last         []game.Square // the squares of the move in View
	Files, Ranks []int         // that collapse, counted from 0
}

// Limits and defaults of animations.
const (
	MaxAnimationSize     = 1600 // pixels of the longer side
	DefaultAnimationSize = 540
	DefaultDelay         = 900 * time.Millisecond
	MaxDelay             = time.Minute
)

// How long the pictures of a collapse stay.
const (
	emptyDelay    = 350 * time.Millisecond
	collapseDelay = 60 * time.Millisecond
)

// collapseSteps returns how far lines have closed in the pictures of a collapse after
// the first: 0 not at all, 1 completely. Each is a whole picture in bytes, so animations
// with many collapses have fewer.
func (a *Animation) collapseSteps() []float64 {
	collapses := 0
	for i := range a.Frames {
		if a.Frames[i].Collapse != nil {
			collapses++
		}
	}
	switch {
	case collapses <= 6:
		return []float64{.33, .67}
	case collapses <= 10:
		return []float64{.5}
	}
	return nil
}

// GIF writes an animated GIF. Of Options it uses Size (at most MaxAnimationSize; 0:
// DefaultAnimationSize), Theme, Look, Flip and Plain. All frames have the same size, so
// small boards are drawn larger. The error is about the animation or the options, or
// w's.
func GIF(w io.Writer, a Animation, o Options) error {
	if o.Size == 0 {
		o.Size = DefaultAnimationSize
	}
	if err := a.check(o); err != nil {
		return err
	}
	d, err := newAnimator(&a, o)
	if err != nil {
		return err
	}
	if err := d.draw(&a); err != nil {
		return err
	}
	return d.encoder.write(w, a.Loops)
}

// check returns what is wrong with an animation.
func (a *Animation) check(o Options) error {
	if o.Size < MinSize || o.Size > MaxAnimationSize {
		return fmt.Errorf("render: an animation size of %d pixels is out of range (%d–%d)", o.Size, MinSize, MaxAnimationSize)
	}
	if len(a.Frames) == 0 {
		return errors.New("render: an animation without frames")
	}
	for i := range a.Frames {
		if b := a.Frames[i].View.Board; b == nil || len(b.Squares) == 0 {
			return fmt.Errorf("render: frame %d has no board", i)
		}
	}
	for _, d := range []time.Duration{a.Delay, a.First, a.Last} {
		if d < 0 || d > MaxDelay {
			return fmt.Errorf("render: delay %v is out of range (0s–%v)", d, MaxDelay)
		}
	}
	if a.Loops < 0 || a.Loops > 65535 {
		return fmt.Errorf("render: %d loops are out of range (0–65535)", a.Loops)
	}
	return nil
}

// delays returns how long the first, the last and the other frames stay.
func (a *Animation) delays() (first, last, other time.Duration) {
	first, last, other = a.First, a.Last, a.Delay
	if other == 0 {
		other = DefaultDelay
	}
	if first == 0 {
		first = other * 3 / 2
	}
	if last == 0 {
		last = max(3*time.Second, 4*other)
	}
	return min(first, MaxDelay), min(last, MaxDelay), other
}
