package livegame

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// read finds the legal move that a text means, in engine form or short algebraic,
// and returns it with its short algebraic text.
func (s *State) read(text string) (game.Move, string, error) {
	if len(text) > MaxMoveText {
		return game.NoMove, "", refuse(Illegal, "The text of a move has at most %d characters.", MaxMoveText)
	}
	moves := notation.NewMoves(s.pos)
	m, err := moves.ParseUCI(text)
	if err != nil {
		if m, err = moves.ParseSAN(text); err != nil {
			return game.NoMove, "", refuse(Illegal, "%v.", err)
		}
	}
	return m, moves.SAN(m), nil
}

// find returns the legal move with that engine form, or NoMove. It is much cheaper
// than reading what a person may have written.
func (s *State) find(text string) game.Move {
	s.legal = s.pos.Legal(s.legal[:0])
	for _, m := range s.legal {
		if s.pos.UCI(m) == text {
			return m
		}
	}
	return game.NoMove
}

// after returns how the game stands after a move; false if that is illegal.
func (s *State) after(m game.Move) (game.Outcome, bool) {
	s.pos.Make(m)
	defer s.pos.Unmake()
	return s.pos.Outcome(), true
}

// outdated tells whether a job's id is that of an earlier job of this game: an
// engine's move counts only in the position that it was asked about, which may
// have been taken back since.
func (s *State) outdated(job string) bool {
	return strings.HasPrefix(job, string(s.header.ID)+"/") && !strings.HasPrefix(job, s.jobs())
}
