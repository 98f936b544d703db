// Package xboard lets XBoard, WinBoard and other programs that speak their
// protocol, CECP 2, play with an engine the games that they can show: orthodox
// chess and Convergent Chess, whose pieces and board XBoard is told about.
package xboard

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
)

// Config is what a session is made of.
type Config struct {
	Name   string
	Engine engineio.Engine
	// ByName finds games by their identifiers, also those that XBoard cannot show.
	ByName func(string) (game.Game, error)
	// Prepare is called with each game before it is played; its error ends the
	// session. It may be nil.
	Prepare func(game.Game) error
	// Seed is asked once a game, to vary the moves of weak levels.
	Seed func() uint64
}

// session is one session. Its methods run in one goroutine. What a search
// writes to, heard and post, is safe for two.
type session struct {
	Config
	ctx     context.Context
	out     *engineio.Writer
	thinker engineio.Thinker
	answers chan answer // of the search under way; room for one

	game      game.Game
	dress     display // of the game; framed or not
	at        game.Position
	refused   string // why nothing can be played now; "": it can
	force     bool   // the engine plays neither side
	color     game.Color
	analyzing bool
	computer  bool // the opponent is a program, too

	clock    clock
	settings settings
	seed     uint64
	ponder   bool
	thinking bool         // about the engine's own move, also after a ponder hit
	since    time.Time    // the engine's thinking for its move
	expected game.Move    // the opponent's, when the engine has moved; NoMove if unknown
	pings    []string     // to be answered after the move
	moved    *engine.Info // what the engine's last move was found with; nil if unknown
	info     atomic.Pointer[engine.Info]
	post     atomic.Bool
}

// answer is what a search came to.
type answer struct {
	info engine.Info
	err  error
}

// Run talks to a program until it says quit, the input ends, or the context is
// done.
func Run(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{Config: c, ctx: ctx, out: engineio.NewWriter(out), answers: make(chan answer, 1), settings: defaults()}
	defer s.thinker.Stop()
	if err := s.newGame(""); err != nil {
		return err
	}
	s.force = true // until the program says new
	lines := engineio.Lines(ctx, in)
	for {
		select {
		case <-ctx.Done():
			return nil
		case a := <-s.answers:
			if err := s.answered(a); err != nil {
				return err
			}
		case line, ok := <-lines:
			switch {
			case !ok:
				return s.out.Err()
			case line.Problem != "":
				s.out.Printf("Error (%s): ", line.Problem)
			default:
				quit, err := s.command(line.Text)
				if quit || err != nil {
					return err
				}
			}
		}
		if err := s.out.Err(); err != nil {
			return fmt.Errorf("cannot answer: %w", err)
		}
	}
}

// userError is an error in what a program said: it is told, and does no harm.
type userError string

func (f userError) Error() string { return string(f) }

func userErrorf(format string, args ...any) error { return userError(fmt.Sprintf(format, args...)) }

// Words that the protocol spells in its own way.
const (
	analysis = "analyze"
	colors   = "colors"
)

// commands are what a program can say, but for quit; each gets the text after
// its name.
var commands = map[string]func(s *session, rest string) error{
	"protover": (*session).protover,
	"new":      (*session).newGame,
	"variant":  (*session).variant,
	"setboard": (*session).setboard,
	"force":    func(s *session, _ string) error { s.halt(); s.force = true; return nil },
	"go":       func(s *session, _ string) error { return s.take(s.at.Turn()) },
	"playother": func(s *session, _ string) error {
		return s.take(s.at.Turn().Other())
	},
	"usermove": (*session).usermove,
	"?":        func(s *session, _ string) error { s.moveNow(); return nil },
	"undo":     func(s *session, _ string) error { return s.undo(1) },
	"remove":   func(s *session, _ string) error { return s.undo(2) },
	"result":   func(s *session, _ string) error { s.halt(); s.force = true; return nil },
	"draw":     func(s *session, _ string) error { s.offered(); return nil },
	"hint":     func(s *session, _ string) error { s.hint(); return nil },
	"bk":       func(s *session, _ string) error { s.out.Printf(" wane plays without an opening book.\n"); return nil },
	"ping":     (*session).ping,
	"level":    (*session).level,
	"st":       (*session).perMove,
	"sd":       (*session).depth,
	"time":     func(s *session, rest string) error { return s.clock.set(&s.clock.mine, rest) },
	"otim":     func(s *session, rest string) error { return s.clock.set(&s.clock.theirs, rest) },
	"hard":     func(s *session, _ string) error { s.ponder = true; return nil },
	"easy":     func(s *session, _ string) error { s.stopPondering(); return nil },
	"post":     func(s *session, _ string) error { s.post.Store(true); return nil },
	"nopost":   func(s *session, _ string) error { s.post.Store(false); return nil },
	analysis:   func(s *session, _ string) error { s.analyzing = true; s.settle(); return nil },
	"exit":     func(s *session, _ string) error { s.analyzing, s.force = false, true; s.settle(); return nil },
	".":        func(s *session, _ string) error { s.status(); return nil },
	"memory":   (*session).memory,
	"cores":    (*session).cores,
	"option":   (*session).option,
	"lift":     (*session).lift,
	"computer": func(s *session, _ string) error { s.computer = true; return nil },
	"edit":     func(*session, string) error { return userError("use setboard instead") },
}

// ignored are commands that need no answer.
var ignored = map[string]bool{
	"xboard": true, "accepted": true, "rejected": true, "random": true, "name": true, "rating": true, "ics": true, "put": true, "hover": true,
}

// command obeys a line. An empty one is none.
func (s *session) command(line string) (quit bool, err error) {
	line = strings.TrimSpace(line)
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	do := commands[name]
	switch {
	case name == "" || ignored[name]:
		return false, nil
	case name == "quit":
		return true, nil
	case do == nil && looksLikeMove(line):
		err = s.usermove(line)
	case do == nil:
		err = userError("unknown command")
	default:
		err = do(s, rest)
	}
	if f, ok := err.(userError); ok { //nolint:errorlint // made by commands, never wrapped
		s.out.Printf("Error (%s): %s", engineio.OneLine(string(f)), engineio.OneLine(clip(line)))
		return false, nil
	}
	return false, err
}

// clip keeps what is quoted in messages short.
func clip(line string) string {
	const most = 200
	if len(line) > most {
		return strings.ToValidUTF8(line[:most], "") + "…"
	}
	return line
}

// warn shows a person a message.
func (s *session) warn(format string, args ...any) {
	s.out.Printf("tellusererror %s", engineio.OneLine(fmt.Sprintf(format, args...)))
}

func (s *session) ping(rest string) error {
	if s.thinking {
		s.pings = append(s.pings, rest)
		return nil
	}
	s.out.Printf("pong %s", engineio.OneLine(clip(rest)))
	return nil
}
