package tui

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Seat is which side a person takes.
type Seat uint8

// The seats. Both means two people at one screen.
const (
	SeatWhite Seat = iota
	SeatBlack
	SeatRandom
	SeatBoth
)

var seatNames = [...]string{"white", "black", "random", "both"}

// String returns "white", "black", "random" or "both".
func (s Seat) String() string { return seatNames[s] }

// ParseSeat reads what Seat.String writes.
func ParseSeat(text string) (Seat, error) {
	for i, name := range seatNames {
		if name == text {
			return Seat(i), nil
		}
	}
	return 0, fmt.Errorf("color %q: expected white, black, random, or both for two players", text)
}

// DefaultLevel is the engine's level if none is chosen.
const DefaultLevel = 3

// PlayOptions say what to play. Only Games is needed.
type PlayOptions struct {
	// Games are those that the menu offers.
	Games []game.Game
	// ByName finds games that are not among them by their identifier, such as
	// Diminuendo's other rankings; nil if there are none.
	ByName func(name string) (game.Game, error)
	// Engine plays and gives hints. Without one, two people play.
	Engine engine.Engine
	// Start is the position to begin from. Without one, the menu comes first.
	Start game.Position
	// Seat, Level (0 means DefaultLevel) and Time are the game's, or what the
	// menu begins with.
	Seat  Seat
	Level int
	Time  TimeControl
	// Glyphs shows pieces as chess glyphs instead of letters.
	Glyphs bool
	// Seed varies the sides drawn and the engine's choices on weak levels.
	Seed uint64
	// Now tells the time; nil means time.Now.
	Now func() time.Time
	// Env is the environment, for what the terminal can show; nil means
	// os.Environ().
	Env []string
}

// check fills in what is missing and refuses what is wrong.
func (o *PlayOptions) check() error {
	if len(o.Games) == 0 && o.Start == nil {
		return errors.New("tui: no game to play")
	}
	if o.Level == 0 {
		o.Level = DefaultLevel
	}
	if _, err := engine.LevelLimits(o.Level, 0); err != nil {
		return err
	}
	if o.Engine == nil {
		o.Seat = SeatBoth
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	return nil
}
