package xboard

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// halt stops the engine and drops its answer.
func (s *session) halt() {
	s.abort()
	s.pong()
}

// abort is halt without answers to waiting pings.
func (s *session) abort() {
	s.task.Stop()
	select {
	case <-s.answers:
	default:
	}
	s.thinking = false
}

// pong answers the pings that wait for a move.
func (s *session) pong() {
	for _, n := range s.pings {
		s.out.Printf("pong %s", engineio.OneLine(message.Clip(n, 200)))
	}
	s.pings = nil
}

// restart stops the engine and starts it on what the state asks for: an analysis, a
// search for a move, pondering, or nothing.
func (s *session) restart() {
	s.abort()
	s.decide()
	if !s.thinking {
		s.pong()
	}
}

// decide starts the engine on what the state asks for.
func (s *session) decide() {
	turn := s.at.Turn()
	switch over := s.at.Outcome().Over(); {
	case s.refused != "":
	case s.analyzing:
		if moves := s.analyzed(); len(moves) > 0 {
			l := engine.Limits{MultiPV: s.settings.lines}
			if len(moves) < s.at.LegalCount() {
				l.SearchMoves = moves
			}
			s.search(s.Engine, s.at.Clone(), l, true)
		}
	case s.force || over:
	case turn == s.color:
		s.thinking, s.since = true, time.Now()
		l := s.limits()
		s.search(s.player(l.Weakness), s.at.Clone(), l, false)
	case s.ponder && game.IsLegal(s.at, s.expected):
		p := s.at.Clone()
		text := p.UCI(s.expected)
		if p.Make(s.expected); p.Outcome().Over() {
			return
		}
		if s.post.Load() {
			s.out.Printf("Hint: %s", text)
		}
		l := s.limits()
		l.Clock.Ponder = true
		s.search(s.Engine, p, l, false)
	}
}

// limits returns the limits for the engine's move.
func (s *session) limits() engine.Limits {
	l := s.clock.limits(s.settings.overhead)
	l.Weakness.Seed = s.seed
	if s.settings.level < engine.MaxLevel {
		weak, err := engine.LevelLimits(s.settings.level, s.seed)
		if err != nil {
			panic("xboard: " + err.Error()) // the option's range is checked
		}
		l.Nodes, l.Weakness = weak.Nodes, weak.Weakness
	}
	return l
}

// search starts a player, the engine or the book, on a position.
func (s *session) search(player engineio.Player, p game.Position, l engine.Limits, hold bool) {
	s.info.Store(nil)
	own := p.Clone()
	s.task.Search(s.ctx, player, engineio.Search{
		Position: p, Limits: l, Hold: hold,
		Report: func(i engine.Report) {
			if i.MultiPV <= 1 {
				s.info.Store(&i)
			}
			if s.post.Load() {
				s.out.Printf("%s", infoLine(own, i))
			}
		},
		Finish: func(i engine.Report, err error) { s.answers <- answer{i, err} },
	})
}

// answered plays the move of a finished search.
func (s *session) answered(a answer) error {
	if !s.thinking { // a stopped analysis or ponder search
		return nil
	}
	s.thinking = false
	if a.err != nil {
		if errors.Is(a.err, engine.ErrNoMoves) {
			return nil
		}
		return a.err
	}
	s.clock.moved(time.Since(s.since))
	s.expected = a.info.Ponder()
	s.info.Store(&a.info)
	s.moved = &a.info
	s.out.Printf("move %s", s.at.UCI(a.info.Best()))
	s.at.Make(a.info.Best())
	s.excluded = nil
	s.pong()
	s.claim()
	s.restart()
	return nil
}

// claim writes the result if the game is over. In a match between programs XBoard
// checks by its own rules whether a winner's claim is true, but believes a loser. So
// in games whose rules XBoard does not fully know, claim leaves the result to the
// loser.
func (s *session) claim() {
	o := s.at.Outcome()
	if !o.Over() || s.force || s.analyzing || s.computer && s.game.Name() != "chess" && o.Result == game.WinFor(s.color) {
		return
	}
	s.out.Printf("%v {%s}", o.Result, o)
}

// usermove plays the opponent's move, or in force mode a move of either color.
func (s *session) usermove(text string) error {
	if s.refused != "" {
		s.out.Printf("Illegal move (%s): %s", engineio.OneLine(s.refused), engineio.OneLine(message.Clip(text, 200)))
		return nil
	}
	if s.thinking {
		s.out.Printf("Illegal move (it is the engine's turn): %s", engineio.OneLine(message.Clip(text, 200)))
		return nil
	}
	m, err := notation.ParseUCI(s.at, text)
	if err != nil {
		var bad *notation.MoveError
		reason := err.Error()
		if errors.As(err, &bad) {
			reason = bad.Problem
		}
		s.out.Printf("Illegal move (%s): %s", engineio.OneLine(reason), engineio.OneLine(message.Clip(text, 200)))
		return nil
	}
	hit := s.task.Pondering() && m == s.expected
	if !hit {
		s.halt()
	}
	s.at.Make(m)
	s.expected, s.excluded = game.NoMove, nil
	if hit {
		s.thinking, s.since = s.task.Hit(), time.Now()
		return nil
	}
	s.claim()
	s.restart()
	return nil
}

// take makes the engine play a color.
func (s *session) take(color game.Color) error {
	if s.refused != "" {
		return userError(s.refused)
	}
	if s.thinking && color == s.color {
		return nil
	}
	s.force, s.analyzing, s.color = false, false, color
	s.claim()
	s.restart()
	return nil
}

// undo takes back moves.
func (s *session) undo(moves int) error {
	if s.refused != "" {
		return userError(s.refused)
	}
	if s.at.Ply() < moves {
		return userError("no move to take back")
	}
	s.halt()
	for range moves {
		s.at.Unmake()
	}
	s.expected, s.moved, s.excluded = game.NoMove, nil, nil
	s.restart()
	return nil
}

// moveNow makes the engine move now.
func (s *session) moveNow() {
	if s.thinking {
		s.task.Move()
	}
}

func (s *session) stopPondering() {
	s.ponder = false
	if s.task.Pondering() {
		s.halt()
	}
}

// offered accepts a draw if the engine's last score is clearly negative.
func (s *session) offered() {
	const worse = -50 // centipawns
	i := s.moved      // not the ponder search, which is about a position after a move that was not played
	if now := s.info.Load(); s.thinking && now != nil {
		i = now
	}
	if !s.force && !s.analyzing && i != nil && i.Depth > 0 && i.Score <= worse {
		s.out.Printf("offer draw")
	}
}

// player returns what chooses the engine's move: the opening book, with OwnBook and as long as it
// has moves, or the engine.
func (s *session) player(w engine.Weakness) engineio.Player {
	if s.settings.ownBook {
		if m, ok := book.For(s.game).Play(s.at, w); ok {
			return book.Answer(m)
		}
	}
	return s.Engine
}

// bookMoves lists the moves of the opening book with their scores. Each line begins with a
// blank, and an empty one ends the list; nothing may come between.
func (s *session) bookMoves() {
	var list strings.Builder
	b := book.For(s.game)
	switch moves := b.Moves(s.at); {
	case s.refused != "":
		list.WriteString(" " + engineio.OneLine(s.refused) + "\n")
	case b == nil:
		fmt.Fprintf(&list, " There is no opening book of %s.\n", s.game.Title())
	case len(moves) == 0:
		list.WriteString(" The opening book does not have this position.\n")
	default:
		list.WriteString(" Moves of the opening book, in pawns for the side to move:\n")
		for _, m := range moves {
			fmt.Fprintf(&list, " %-8s %+.2f\n", s.at.UCI(m.Move), float64(m.Score)/100)
		}
	}
	s.out.Printf("%s", list.String()) // with the line's end, an empty line
}

// hint answers with a good move for the side to move.
func (s *session) hint() {
	const nodes, atMost = 20_000, time.Second
	if s.refused != "" {
		return
	}
	m := s.expected
	if i := s.info.Load(); s.analyzing && i != nil {
		m = i.Best()
	} else if s.settings.ownBook {
		if known := book.For(s.game).Moves(s.at); len(known) > 0 {
			m = known[0].Move
		}
	}
	if !game.IsLegal(s.at, m) && !s.task.Busy() {
		i, err := s.Engine.Search(s.ctx, s.at.Clone(), engine.Limits{Nodes: nodes, MoveTime: atMost}, nil)
		if err == nil {
			m = i.Best()
		}
	}
	if !s.thinking && game.IsLegal(s.at, m) {
		s.out.Printf("Hint: %s", s.at.UCI(m))
	}
}
