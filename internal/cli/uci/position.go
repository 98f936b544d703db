package uci

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/notation"
)

// position is what is on the board, and how it came there, so that a game's next
// position need not be played from its start.
type position struct {
	from  string   // the FEN it began with
	moves []string // in engine form, as they were played
	at    game.Position
}

// setPosition answers "position startpos|fen FEN moves M1 M2 …". Where the FEN
// cannot be read the position stays what it was; of moves that are not legal the
// first is told, and it and the rest are left out.
func (s *session) setPosition(args []string) error {
	const expected = "expected position startpos, or position fen FEN, and then perhaps moves MOVE MOVE …"
	if len(args) == 0 {
		s.say("position: %s", expected)
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
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
		from = s.game.Start().String()
	case len(setup) > 1 && setup[0] == "fen":
		p, err := engineio.ParseFEN(s.game, strings.Join(setup[1:], " "))
		if err != nil {
			s.say("position: %v; the position stays %s", err, s.at)
			return nil
		}
		from = p.String()
	default:
		s.say("position: unknown %.60q: %s", strings.Join(setup, " "), expected)
		return nil
	}
	s.idle()
	s.play(from, moves)
	return nil
}

// play puts a position on the board and plays moves from it.
func (s *session) play(from string, moves []string) {
	if from != s.from || len(moves) < len(s.moves) || !slices.Equal(s.moves, moves[:len(s.moves)]) {
		at, err := s.game.Parse(from)
		if err != nil {
			panic("uci: " + err.Error()) // a position wrote it
		}
		s.position = position{from: from, at: at}
	}
	for _, text := range moves[len(s.moves):] {
		m, err := notation.ParseUCI(s.at, text)
		if err != nil {
			s.say("position: %v; in %s; this move and the %d after it are left out", err, s.at, len(moves)-len(s.moves)-1)
			return
		}
		s.at.Make(m)
		s.moves = append(s.moves, text)
	}
}
