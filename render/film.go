package render

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/wane-chess/wane/game"
)

// Film is a game, or a part of one, as an animated picture shows it.
type Film struct {
	Shots []Shot // at least one
	// White and Black are the players' names. If either is set there is a strip
	// above the board and one below it, with the names and the captions, unless the
	// picture is tiny.
	White, Black string
	// Delay is how long a shot stays, First and Last how long those do. Zero means
	// the defaults.
	Delay, First, Last time.Duration
	// Loops is how often the film is shown; 0 means again and again.
	Loops int
}

// Shot is a position of a film.
type Shot struct {
	View game.View
	// Last are the squares of the last move and Check those in check, as in
	// Options.
	Last, Check []game.Square
	Caption     string // such as "12. Rxf6"; only shown if there are names
	Fold        *Fold  // what goes on the way to this shot, or nil
}

// Fold is how lines of the board disappear between two shots.
type Fold struct {
	View         game.View     // after the move, with the lines still there
	Last         []game.Square // of the move, as they are named in it
	Files, Ranks []int         // the lines that go, counted from 0
}

// Limits and defaults of films.
const (
	MaxFilmSize     = 1600 // pixels of the longer side
	DefaultFilmSize = 540
	DefaultDelay    = 900 * time.Millisecond
	MaxDelay        = time.Minute
)

// How long the parts of a fold stay.
const (
	emptiedFor = 350 * time.Millisecond
	foldingFor = 60 * time.Millisecond
)

// folding returns how far lines have folded in the pictures between emptied and
// gone: 0 not at all, 1 wholly. Each of them is a whole picture in bytes, so that
// films with many folds have fewer.
func (f *Film) folding() []float64 {
	folds := 0
	for i := range f.Shots {
		if f.Shots[i].Fold != nil {
			folds++
		}
	}
	switch {
	case folds <= 6:
		return []float64{.33, .67}
	case folds <= 10:
		return []float64{.5}
	}
	return nil
}

// GIF writes a film as an animated GIF. Of Options it takes size (MaxFilmSize at
// most, DefaultFilmSize if it is 0), theme, look, side and coordinates. The
// boards of all shots share one picture; those that are small are drawn larger.
// The error is about the film, the options, or w's.
func GIF(w io.Writer, f Film, o Options) error {
	if o.Size == 0 {
		o.Size = DefaultFilmSize
	}
	if err := f.check(o); err != nil {
		return err
	}
	s, err := newStudio(&f, o)
	if err != nil {
		return err
	}
	if err := s.shoot(&f); err != nil {
		return err
	}
	return s.reel.write(w, f.Loops)
}

// check returns what is wrong with a film.
func (f *Film) check(o Options) error {
	if o.Size < MinSize || o.Size > MaxFilmSize {
		return fmt.Errorf("render: a film of %d pixels is out of range (%d–%d)", o.Size, MinSize, MaxFilmSize)
	}
	if len(f.Shots) == 0 {
		return errors.New("render: a film without a shot")
	}
	for i := range f.Shots {
		if b := f.Shots[i].View.Board; b == nil || len(b.Squares) == 0 {
			return fmt.Errorf("render: shot %d has no board", i)
		}
	}
	for _, d := range []time.Duration{f.Delay, f.First, f.Last} {
		if d < 0 || d > MaxDelay {
			return fmt.Errorf("render: delay %v is out of range (0s–%v)", d, MaxDelay)
		}
	}
	if f.Loops < 0 || f.Loops > 65535 {
		return fmt.Errorf("render: %d loops are out of range (0–65535)", f.Loops)
	}
	return nil
}

// delays returns how long the first, the last and the other shots stay.
func (f *Film) delays() (first, last, other time.Duration) {
	first, last, other = f.First, f.Last, f.Delay
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
