package tui

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Seat is the color that the user plays.
type Seat uint8

// The seats. SeatBoth means two players at one screen.
const (
	SeatWhite Seat = iota
	SeatBlack
	SeatRandom
	SeatBoth
)

var seatNames = [...]string{"white", "black", "random", "both"}

// String returns "white", "black", "random" or "both".
func (s Seat) String() string { return seatNames[s] }

// ParseSeat parses a name that Seat.String returns.
func ParseSeat(text string) (Seat, error) {
	for i, name := range seatNames {
		if name == text {
			return Seat(i), nil
		}
	}
	return 0, fmt.Errorf("color %q: expected white, black, random, or both for two players", text)
}

// DefaultLevel is the engine's level by default.
const DefaultLevel = 3

// PlayOptions say what to play. Only Games is needed.
type PlayOptions struct {
	// Games are the games in the menu, which offers every ranking of Diminuendo Chess.
	Games []game.Game
	// Engine plays and gives hints. Without one, two people play.
	Engine engine.Engine
	// Start is the position to begin from; nil for the menu.
	Start game.Position
	// Seat, Level (0 means DefaultLevel) and Time describe the game, or the menu's
	// initial choices.
	Seat  Seat
	Level int
	Time  TimeControl
	// Glyphs shows pieces as chess symbols instead of letters.
	Glyphs bool
	// Seed varies random colors and the engine's choices on weak levels.
	Seed uint64
	// Now returns the time; nil means time.Now.
	Now func() time.Time
	// Env is the environment, which describes the terminal; nil means os.Environ().
	Env []string
}

// check sets defaults and rejects invalid options.
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
