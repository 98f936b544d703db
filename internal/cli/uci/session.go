// Package uci lets any program that speaks UCI, the Universal Chess Interface,
// play the games with an engine. What the protocol leaves open, Session's methods
// say; what a program sends that cannot be understood is answered by a line
// "info string …" and does no harm.
package uci

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engineio"
)

// Config is what a session is made of.
type Config struct {
	Name, Author string
	Engine       engineio.Engine
	Boards       engine.Boards // the engine's, for the command eval
	Games        []game.Game   // to be offered; the first is played unless told otherwise
	// ByName finds these games and others by their identifiers.
	ByName func(string) (game.Game, error)
	// Bench runs a fixed set of searches and prints what came out; nil: there is
	// none.
	Bench func(context.Context, io.Writer) error
	// Prepare is called with each game before it is played for the first time;
	// its error ends the session. It may be nil.
	Prepare func(game.Game) error
	// Tables gives the engine, which is idle then, the tablebases of a list of
	// files and folders besides those that it always has, or none at all: "none".
	// It returns the most pieces that a position in the tables can have, and an error
	// about whatever cannot be used. If nil, there is no option for it.
	Tables    func(list string) (most int, err error)
	TablePath string // the list at first
	// Seed is asked once a game, to vary the moves of an engine of limited
	// strength.
	Seed func() uint64
}

// session is one session. Its methods run in one goroutine; the thinker's
// work only reads what it was given at its start.
type session struct {
	Config
	ctx         context.Context
	out         *engineio.Writer
	thinker     engineio.Thinker
	endless     bool     // the work under way ends only by stop
	queued      []string // commands that wait for the end of the work under way
	queuedBytes int      // their bytes
	settings    settings
	seed        uint64 // of this game
	game        game.Game
	prepared    map[string]bool // games by name
	// unbounded says that the search under way stays endless after a ponder hit.
	unbounded bool
	position
}

// Run talks to a program until it says quit, the input ends, or the context is
// done. At the end of the input, work that has an end is finished first.
func Run(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{
		Config: c, ctx: ctx, out: engineio.NewWriter(out), settings: defaults(),
		game: c.Games[0], prepared: map[string]bool{},
	}
	defer s.thinker.Stop()
	s.seed = c.Seed()
	s.start()
	s.firstTables()
	lines := engineio.Lines(ctx, in)
	for lines != nil || s.thinker.Busy() || len(s.queued) > 0 {
		quit, err := s.next(&lines)
		if quit || err != nil {
			return err
		}
		if err := s.out.Err(); err != nil {
			return fmt.Errorf("cannot answer: %w", err)
		}
	}
	return s.out.Err()
}

// next obeys one command, once there is one to be obeyed. At the end of the
// lines it makes them nil.
func (s *session) next(lines *<-chan engineio.Line) (quit bool, err error) {
	if len(s.queued) > 0 && !s.waiting() {
		line := s.queued[0]
		s.queued, s.queuedBytes = s.queued[1:], s.queuedBytes-len(line)
		return s.command(line)
	}
	if *lines == nil && s.endless { // no more input can say stop
		s.thinker.Stop()
		return false, nil
	}
	var done <-chan struct{}
	if s.thinker.Busy() {
		done = s.thinker.Done()
	}
	in := *lines
	if s.queuedBytes > maxWaiting {
		in = nil
	}
	select {
	case <-s.ctx.Done():
		return true, nil
	case <-done:
	case line, ok := <-in:
		switch {
		case !ok:
			*lines = nil
		case line.Problem != "":
			s.say("%s", line.Problem)
		case s.mustWait(line.Text):
			s.queued, s.queuedBytes = append(s.queued, line.Text), s.queuedBytes+len(line.Text)
		default:
			return s.command(line.Text)
		}
	}
	return false, nil
}

// maxWaiting is how many bytes of commands may wait for the end of a search,
// before no more are read until then.
const maxWaiting = 16 << 20

// waiting reports whether commands have to wait for work under way. Work without
// an end of its own is stopped for them instead.
func (s *session) waiting() bool { return s.thinker.Busy() && !s.endless }

// mustWait reports whether a command has to wait for those before it: not the ones
// that end or change the work under way, and the ones that are due at once beside
// it only if others wait already.
func (s *session) mustWait(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "stop", "quit", "ponderhit":
		return false
	case "position", "go", "ucinewgame", "bench", "d", "eval":
		return len(s.queued) > 0 || s.waiting()
	case "setoption":
		return len(s.queued) > 0 || s.waiting() && !setsAnytime(words[1:])
	}
	return len(s.queued) > 0
}

// say sends a remark for people.
func (s *session) say(format string, args ...any) {
	s.out.Printf("info string %s", engineio.OneLine(fmt.Sprintf(format, args...)))
}

// commands are what a program can say, but for stop and quit, with what each
// does to the words after it.
var commands = map[string]func(s *session, args []string) error{
	"uci":        func(s *session, _ []string) error { s.introduce(); return nil },
	"isready":    func(s *session, _ []string) error { s.out.Printf("readyok"); return nil },
	"ucinewgame": func(s *session, _ []string) error { s.newGame(); return nil },
	"setoption":  (*session).setOption,
	"position":   (*session).setPosition,
	"go":         (*session).begin,
	"ponderhit":  (*session).ponderHit,
	"eval":       (*session).eval,
	"d":          func(s *session, _ []string) error { s.show(); return nil },
	"bench":      (*session).bench,
	"debug":      func(*session, []string) error { return nil },
	"register":   func(*session, []string) error { return nil },
}

func init() { commands["help"] = (*session).help } // it names the others

// command obeys a line. An empty one is none.
func (s *session) command(line string) (quit bool, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return false, nil
	}
	switch words[0] {
	case "quit":
		return true, nil
	case "stop":
		return false, s.stop()
	}
	do := commands[words[0]]
	if do == nil {
		s.say("unknown command %.40q: expected one of %s", words[0], commandNames())
		return false, nil
	}
	return false, do(s, words[1:])
}

func commandNames() string {
	names := []string{"quit", "stop"}
	for name := range commands {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func (s *session) help([]string) error {
	s.say("commands: %s; beyond UCI: go perft N counts moves, d shows the board, eval the static evaluation, "+
		"bench the bench signature", commandNames())
	return nil
}

// idle stops the work under way, which gives its answer, before anything that it
// uses is changed.
func (s *session) idle() {
	if s.thinker.Busy() {
		s.say("the search stopped for a command that needs the engine")
	}
	s.thinker.Stop()
}

// stop ends the work under way, and all that was asked for before.
func (s *session) stop() error {
	s.thinker.Stop()
	for len(s.queued) > 0 {
		line := s.queued[0]
		s.queued, s.queuedBytes = s.queued[1:], s.queuedBytes-len(line)
		if _, err := s.command(line); err != nil {
			return err
		}
		s.thinker.Stop()
	}
	return nil
}

// newGame forgets the game before. The position stays, as the protocol has it.
func (s *session) newGame() {
	s.idle()
	s.Engine.Reset()
	s.seed = s.Seed()
}

// prepare makes the game ready to be played.
func (s *session) prepare() error {
	name := s.game.Name()
	if s.Prepare == nil || s.prepared[name] {
		return nil
	}
	s.prepared[name] = true
	s.idle()
	if err := s.Prepare(s.game); err != nil {
		return err
	}
	s.Engine.Reset()
	s.start() // until now it stands there, evaluated as before
	return nil
}
