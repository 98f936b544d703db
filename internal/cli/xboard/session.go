// Package xboard runs an engine for XBoard, WinBoard and other programs that speak
// their protocol, CECP 2. It offers the games that these programs can show: orthodox
// chess, and Convergent Chess, whose board and pieces it describes to XBoard.
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
	"github.com/wane-chess/wane/internal/message"
)

// Config describes a session.
type Config struct {
	Name   string
	Engine engineio.Engine
	// ByName returns the game with a name, also one that XBoard cannot show.
	ByName func(string) (game.Game, error)
	// Prepare, if not nil, is called before a game is played. Its error ends the
	// session.
	Prepare func(game.Game) error
	// Seed is called once a game. It varies the moves of weak levels.
	Seed func() uint64
}

// session is a session. Its methods run in one goroutine; a search writes only to
// heard and post, which are safe for concurrent use.
type session struct {
	Config
	ctx     context.Context
	out     *engineio.Writer
	task    engineio.Task
	answers chan answer // of the running search; has room for one

	game      game.Game
	dress     display // how XBoard shows the game
	at        game.Position
	refused   string // why nothing can be played; "" if it can
	unshown   bool   // the reason is the variant
	force     bool   // the engine plays neither color
	color     game.Color
	analyzing bool
	computer  bool               // the opponent is a program
	editor    *editor            // after edit, until a dot; else nil
	excluded  map[game.Move]bool // not analyzed in this position

	clock    clock
	settings settings
	seed     uint64
	ponder   bool
	thinking bool           // the search is for the engine's own move, also after a ponder hit
	since    time.Time      // start of the search for its move
	expected game.Move      // the opponent's expected move; NoMove if unknown
	pings    []string       // to answer after the move
	moved    *engine.Report // the search result of the engine's last move; nil if unknown
	info     atomic.Pointer[engine.Report]
	post     atomic.Bool
}

// answer is the result of a search.
type answer struct {
	info engine.Report
	err  error
}

// Run talks to a program until it sends quit, the input ends, or the context ends. At the end
// of the input, the engine plays the move that it is thinking about; quit ends at once.
func Run(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{Config: c, ctx: ctx, out: engineio.NewWriter(out), answers: make(chan answer, 1), settings: defaults()}
	defer s.task.Stop()
	if err := s.newGame(""); err != nil {
		return err
	}
	s.force = true // until the program sends new
	lines := engineio.Lines(ctx, in)
	for lines != nil || s.thinking {
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
				lines = nil
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
	return nil
}

// userError is an error in a program's input. The session reports it and continues.
type userError string

func (f userError) Error() string { return string(f) }

func userErrorf(format string, args ...any) error { return userError(fmt.Sprintf(format, args...)) }

// Words with the protocol's own spelling.
const (
	analysis = "analyze"
	colors   = "colors"
)

// commands are the commands except quit. Each gets the text after its name.
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
	"bk":       func(s *session, _ string) error { s.bookMoves(); return nil },
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
	analysis:   func(s *session, _ string) error { s.analyzing = true; s.restart(); return nil },
	"exit":     func(s *session, _ string) error { s.analyzing, s.force = false, true; s.restart(); return nil },
	".":        func(s *session, _ string) error { s.status(); return nil },
	"memory":   (*session).memory,
	"cores":    (*session).cores,
	"option":   (*session).option,
	"lift":     (*session).lift,
	"computer": func(s *session, _ string) error { s.computer = true; return nil },
	"edit":     (*session).edit,
	"exclude":  (*session).exclude,
	"include":  (*session).include,
}

// ignored are commands that need no answer.
var ignored = map[string]bool{
	"xboard": true, "accepted": true, "rejected": true, "random": true, "name": true, "rating": true, "ics": true,
	"put": true, "hover": true,
}

// command executes a line; an empty one does nothing.
func (s *session) command(line string) (quit bool, err error) {
	line = strings.TrimSpace(line)
	if s.editor != nil && line != "quit" {
		return false, s.complain(s.editLine(line), line)
	}
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
	return false, s.complain(err, line)
}

// complain reports an error in a line, and returns other errors.
func (s *session) complain(err error, line string) error {
	if f, ok := err.(userError); ok { //nolint:errorlint // made by commands, never wrapped
		s.out.Printf("Error (%s): %s", engineio.OneLine(string(f)), engineio.OneLine(message.Clip(line, 200)))
		return nil
	}
	return err
}

// warn shows a message to the user.
func (s *session) warn(format string, args ...any) {
	s.out.Printf("tellusererror %s", engineio.OneLine(fmt.Sprintf(format, args...)))
}

func (s *session) ping(rest string) error {
	if s.thinking {
		s.pings = append(s.pings, rest)
		return nil
	}
	s.out.Printf("pong %s", engineio.OneLine(message.Clip(rest, 200)))
	return nil
}
