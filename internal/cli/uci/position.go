package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/notation"
)

// position is the current position and the moves that led to it, so that the next
// position of a game needs no replay from its start.
type position struct {
	line notation.Line
	at   game.Position
	// refused says why the last position was rejected. As long as it does, no command
	// speaks of the position at hand, which is another than the program thinks of.
	refused refusal
}

// refusal is why there is nothing to search. It is the player, and its error, that
// answers go then.
type refusal string

// Error implements error.
func (r refusal) Error() string { return string(r) }

// Search returns the refusal.
func (r refusal) Search(context.Context, game.Position, engine.Limits, func(engine.Report)) (engine.Report, error) {
	return engine.Report{}, r
}

// Reset does nothing.
func (refusal) Reset() {}

// PonderHit does nothing.
func (refusal) PonderHit() {}

// noPosition is the refusal after an error about the position.
func noPosition(err error) refusal { return refusal(fmt.Sprintf("no position is set: %v", err)) }

// lacksPosition reports whether a command has no position, and says so.
func (s *session) lacksPosition(command string) bool {
	if s.refused != "" {
		s.say("%s: %v", command, s.refused)
	}
	return s.refused != ""
}

const positionForm = "position startpos or position fen FEN, optionally followed by moves MOVE MOVE …"

// setPosition answers "position startpos|fen FEN moves M1 M2 …". It ignores words behind
// a FEN. If the FEN is invalid or a move illegal, there is no position.
func (s *session) setPosition(args []string) error {
	if err := s.prepare(); err != nil {
		return err
	}
	s.idle()
	setup, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		setup, moves = args[:i], args[i+1:]
	}
	from, err := s.startOf(setup)
	if err == nil {
		err = s.play(from.String(), moves)
	}
	if err != nil {
		s.refused = noPosition(err)
		s.say("position: %v; no position is set", err)
	}
	return nil
}

// startOf returns the position that the words before moves describe.
func (s *session) startOf(setup []string) (game.Position, error) {
	if s.unknown != nil {
		return nil, s.unknown
	}
	if i := slices.IndexFunc(setup, func(word string) bool { return word == "startpos" || word == "fen" }); i >= 0 {
		s.ignored("position", setup[:i], positionForm)
		setup = setup[i:]
	}
	switch {
	case len(setup) == 0:
		return nil, errors.New("expected " + positionForm)
	case setup[0] == "startpos":
		s.ignored("position", setup[1:], positionForm)
		return s.game.Start(), nil
	case setup[0] != "fen" || len(setup) == 1:
		return nil, fmt.Errorf("unknown %.60q: expected %s", strings.Join(setup, " "), positionForm)
	}
	p, dropped, junk, err := readFEN(s.game, setup[1:])
	if err != nil {
		return nil, err
	}
	for _, e := range dropped {
		s.say("position: %v; dropped", e)
	}
	if ignored := rulekit.IgnoredOperations(strings.Join(setup[1:], " ")); ignored != nil {
		s.say("position: operations of EPD are ignored: %s", strings.Join(ignored, ", "))
	}
	s.ignored("position", junk, positionForm)
	return p, nil
}

// readFEN reads the FEN that words begin with, or a record of EPD, and returns what
// had to be dropped of it and the words behind it. Invalid counts of moves are such
// words.
func readFEN(g game.Game, words []string) (p game.Position, dropped []*game.FENError, junk []string, err error) {
	n := len(words)
	if !strings.Contains(words[n-1], ";") {
		n = min(n, 6)
	}
	p, dropped, err = rulekit.ParseLenient(g, strings.Join(words[:n], " "))
	for first := err; err != nil; {
		if n = min(n-1, 6); n < 4 {
			return nil, nil, nil, first
		}
		p, dropped, err = rulekit.ParseLenient(g, strings.Join(words[:n], " "))
	}
	return p, dropped, words[n:], nil
}

// play sets up a position and plays moves from it. It returns an error about the
// first that is illegal.
func (s *session) play(from string, moves []string) error {
	to := notation.Line{Variant: s.game.Name(), FEN: from, Moves: moves}
	at, line, err := s.line.Advance(s.at, to, func(string) (game.Game, error) { return s.game, nil })
	var bad *notation.LineError
	if err != nil && !errors.As(err, &bad) {
		panic("uci: " + err.Error()) // a position made the FEN
	}
	s.position = position{line: line, at: at}
	if bad != nil {
		return fmt.Errorf("%w; in %s", bad, at)
	}
	return nil
}
