package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Options say what games to play.
type Options struct {
	// Rules names what is played, for the file's first line, such as "shrink".
	Rules string
	// Draw returns the rules of a game that is about to begin; it may let chance
	// choose among a family.
	Draw func(*rand.Rand) (game.Game, error)
	// Lookup finds the rules that a line of the file names.
	Lookup func(name string) (game.Game, error)
	// NewEngine makes the engine of one worker. It must find the same move again
	// after a Reset.
	NewEngine func() (engine.Engine, error)

	// Form is what is written of each game; the zero value is Positions.
	Form Form
	// Keep is how many plies of each game are written in the form Lines; 0: all.
	Keep int

	Nodes   uint64 // for each move
	Seed    uint64
	Opening int // the most random plies that a game begins with; half of it is the least
	// Varied says which moves chance chooses among for these plies: those that the
	// engine thinks at most that many centipawns worse than the best, the better
	// the likelier; 0: all legal moves alike. The first four may be worse, up to
	// three times as much.
	Varied      engine.Score
	PlayedOut   int // one in this many games is played to the end, so that won endings are known, too; 0: in none
	Games       int // how many games the file is to have; 0: no bound
	Positions   int // how many positions it is to have at least; 0: no bound
	Concurrency int // games at once

	// Progress, if not nil, is called after each game, from one goroutine.
	Progress func(Progress)
}

// Progress is how far the work has come, with what an earlier run had done.
type Progress struct {
	Games, Positions       int
	OldGames, OldPositions int // by earlier runs
}

// Limits of the options.
const (
	MinNodes   = 100
	MaxOpening = 100
	MaxGames   = 1e9
	MaxWorkers = 256
	MaxVaried  = 1000
)

// Form is what is written of a game.
type Form uint8

// The forms.
const (
	Positions Form = iota // its quiet positions, as Samples
	Lines                 // its moves, as a notation.GameLine
)

// check reports what is wrong with the options.
func (o *Options) check() error {
	switch {
	case o.Nodes < MinNodes:
		return fmt.Errorf("%d nodes a move: at least %d are needed", o.Nodes, MinNodes)
	case o.Opening < 0 || o.Opening > MaxOpening:
		return fmt.Errorf("%d random plies: expected 0–%d", o.Opening, MaxOpening)
	case o.Varied < 0 || o.Varied > MaxVaried:
		return fmt.Errorf("moves up to %d centipawns worse: expected 0–%d", o.Varied, MaxVaried)
	case o.Keep < 0 || o.Keep > MaxGames:
		return fmt.Errorf("%d plies of each game: expected 1–%d, or 0 for all", o.Keep, int(MaxGames))
	case o.Form == Lines && o.Positions > 0:
		return errors.New("a number of positions is given, but games are written: give the number of games")
	case o.PlayedOut < 0 || o.PlayedOut > MaxGames:
		return fmt.Errorf("one game of %d played out: expected 0–%d", o.PlayedOut, int(MaxGames))
	case o.Games < 0 || o.Games > MaxGames:
		return fmt.Errorf("%d games: expected 1–%d", o.Games, int(MaxGames))
	case o.Positions < 0 || o.Positions > MaxGames:
		return fmt.Errorf("%d positions: expected 1–%d", o.Positions, int(MaxGames))
	case o.Games == 0 && o.Positions == 0:
		return errors.New("neither the number of games nor that of positions is given")
	case o.Concurrency < 1 || o.Concurrency > MaxWorkers:
		return fmt.Errorf("%d games at once: expected 1–%d", o.Concurrency, MaxWorkers)
	}
	return nil
}

// done reports whether there are enough games.
func (o *Options) done(games, positions int) bool {
	return o.Games > 0 && games >= o.Games || o.Positions > 0 && positions >= o.Positions
}

// header is the first line of the file, which says all that its content depends
// on but the engine.
func (o *Options) header() string {
	what, opening := o.Rules, "random plies"
	if o.Form == Lines {
		what = "games of " + o.Rules
		if o.Keep > 0 {
			what += fmt.Sprintf(" (the first %d plies)", o.Keep)
		}
	}
	if o.Varied > 0 {
		opening = fmt.Sprintf("plies varied by %d centipawns", o.Varied)
	}
	return fmt.Sprintf("# wane selfplay: %s, %d nodes a move, seed %d, up to %d %s, one game of %d played out\n",
		what, o.Nodes, o.Seed, o.Opening, opening, o.PlayedOut)
}

// play plays the game of that number.
func (o *Options) play(ctx context.Context, e engine.Engine, number int) (finishedGame, error) {
	rng := rand.New(rand.NewPCG(o.Seed, uint64(number)))
	rules, err := o.Draw(rng)
	if err != nil {
		return finishedGame{}, err
	}
	e.Reset()
	c := gameRun{rules: rules, engine: e, nodes: o.Nodes, varied: o.Varied, rng: rng, playedOut: o.PlayedOut}
	return c.play(ctx, o.Opening)
}
