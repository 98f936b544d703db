package uci

import (
	"errors"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// position is the current position and the moves that led to it, so that the next
// position of a game needs no replay from its start.
type position struct {
	line notation.Line
	at   game.Position
}

// setPosition answers "position startpos|fen FEN moves M1 M2 …". It ignores words behind
// a FEN; an invalid FEN changes nothing. It reports the first illegal move, and ignores it and all later
// ones.
func (s *session) setPosition(args []string) error {
	const expected = "position startpos or position fen FEN, optionally followed by moves MOVE MOVE …"
	if len(args) == 0 {
		s.say("position: expected %s", expected)
		return nil
	}
	if err := s.prepare(); err != nil {
		return err
	}
	setup, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		setup, moves = args[:i], args[i+1:]
	}
	var from string
	if i := slices.IndexFunc(setup, func(word string) bool { return word == "startpos" || word == "fen" }); i >= 0 {
		s.ignored("position", setup[:i], expected)
		setup = setup[i:]
	}
	switch {
	case len(setup) > 0 && setup[0] == "startpos":
		s.ignored("position", setup[1:], expected)
		from = s.game.Start().String()
	case len(setup) > 1 && setup[0] == "fen":
		p, junk, err := readFEN(s.game, setup[1:])
		if err != nil {
			s.say("position: %v; the position stays %s", err, s.at)
			return nil
		}
		s.ignored("position", junk, expected)
		from = p.String()
	default:
		s.say("position: unknown %.60q: expected %s", strings.Join(setup, " "), expected)
		return nil
	}
	s.idle()
	s.play(from, moves)
	return nil
}

// readFEN reads the FEN that words begin with, and returns the words behind it. Of six
// fields, the counts of moves may be missing.
func readFEN(g game.Game, words []string) (p game.Position, junk []string, err error) {
	n := min(len(words), 6)
	p, err = engineio.ParseFEN(g, strings.Join(words[:n], " "))
	for first := err; err != nil; {
		if n--; n < 4 {
			return nil, nil, first
		}
		p, err = engineio.ParseFEN(g, strings.Join(words[:n], " "))
	}
	return p, words[n:], nil
}

// play sets up a position and plays moves from it.
func (s *session) play(from string, moves []string) {
	to := notation.Line{Variant: s.game.Name(), FEN: from, Moves: moves}
	at, line, err := s.line.Advance(s.at, to, func(string) (game.Game, error) { return s.game, nil })
	var bad *notation.LineError
	if err != nil && !errors.As(err, &bad) {
		panic("uci: " + err.Error()) // a position made the FEN
	}
	s.position = position{line, at}
	if bad != nil {
		s.say("position: %v; in %s; ignored from this move on (%s)", bad.Err, s.at, message.Plural(len(moves)-bad.Number+1, "move"))
	}
}
