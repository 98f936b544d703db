package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Options describe a run.
type Options struct {
	// Rules names the variant for the file's first line, such as "shrink".
	Rules string
	// Draw returns the variant of the next game; it may be a random one of a family.
	Draw func(*rand.Rand) (game.Game, error)
	// Lookup returns the variant that a line of the file names.
	Lookup func(name string) (game.Game, error)
	// NewEngine returns an engine. After a Reset it must find the same moves again.
	NewEngine func() (engine.Engine, error)

	// Form is the form of the file; the zero value is Positions.
	Form Form
	// Keep is the number of plies of each game to write in the form Lines; 0: all.
	Keep int

	Nodes   uint64 // for each move
	Seed    uint64
	Opening int // largest number of random plies at the start of a game; the smallest is half of it
	// Varied restricts these plies to moves that are at most this many centipawns
	// worse than the best, better ones more often; 0: all legal moves with equal
	// probability. The first four plies may be worse, up to three times as much.
	Varied engine.Score
	// PlayedOut: one in this many games is played to the end, so that there are samples of
	// won endings; 0: none. Games that must end (game.Acyclic) always are.
	PlayedOut   int
	Games       int // games in the complete file; 0: no limit
	Positions   int // smallest number of positions in the complete file; 0: no limit
	Concurrency int // games at once

	// Progress, if not nil, is called after each game, never concurrently.
	Progress func(Progress)
}

// Progress is the content of the file so far, including earlier runs.
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

// Form is the form in which games are written.
type Form uint8

// The forms.
const (
	Positions Form = iota // the quiet positions, as Samples
	Lines                 // the moves, as a notation.GameLine
)

// check rejects invalid options.
func (o *Options) check() error {
	switch {
	case o.Nodes < MinNodes:
		return fmt.Errorf("%d nodes for each move: expected at least %d", o.Nodes, MinNodes)
	case o.Opening < 0 || o.Opening > MaxOpening:
		return fmt.Errorf("%d random plies: expected 0–%d", o.Opening, MaxOpening)
	case o.Varied < 0 || o.Varied > MaxVaried:
		return fmt.Errorf("moves up to %d centipawns worse: expected 0–%d", o.Varied, MaxVaried)
	case o.Keep < 0 || o.Keep > MaxGames:
		return fmt.Errorf("%d plies of each game: expected 1–%d, or 0 for all", o.Keep, int(MaxGames))
	case o.Form == Lines && o.Positions > 0:
		return errors.New("a file of lines needs a number of games, not of positions")
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

// header returns the first line of the file, with all that its content depends on
// except the engine.
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
	end := fmt.Sprintf("one game of %d played out", o.PlayedOut)
	if g, err := o.Lookup(o.Rules); err == nil && game.IsAcyclic(g.Start()) {
		end = "all games played out"
	}
	return fmt.Sprintf("# research selfplay: %s, %d nodes a move, seed %d, up to %d %s, %s\n", what, o.Nodes, o.Seed,
		o.Opening, opening, end)
}

// play plays a game by its number.
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
