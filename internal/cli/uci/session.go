// Package uci runs an engine for programs that speak UCI, the Universal Chess
// Interface. It answers invalid input with "info string …" and ignores it. But after an
// invalid position or variant it has no position, and go answers "bestmove (none)".
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

// Config describes a session.
type Config struct {
	Name, Author string
	Engine       engineio.Engine
	NewNode      engine.NodeFunc // the engine's, for the command eval
	Games        []game.Game     // the variants on offer; the first is the default
	// ByName returns the game with a name, on offer or not.
	ByName func(string) (game.Game, error)
	// Bench runs a fixed list of searches and prints the results; nil: there is no
	// such command.
	Bench func(context.Context, io.Writer) error
	// Prepare, if not nil, is called before a game is played for the first time. Its
	// error ends the session.
	Prepare func(game.Game) error
	// Tables gives the idle engine the tablebases of a list of files and directories
	// besides the built-in ones, or with "none" no tablebases at all. It returns the
	// largest number of pieces, and an error about invalid files. If Tables is nil,
	// there is no such option.
	Tables    func(list string) (loaded string, err error)
	TablePath string // the initial list
	// Seed is called once a game. It varies the moves of an engine of limited
	// strength.
	Seed func() uint64
}

// session is a session. Its methods run in one goroutine; background work only reads
// its own arguments.
type session struct {
	Config
	ctx         context.Context
	out         *engineio.Writer
	task        engineio.Task
	endless     bool     // only stop ends the running work
	queued      []string // commands that wait for the end of the running work
	queuedBytes int      // their length
	settings    settings
	seed        uint64 // of this game
	game        game.Game
	unknown     error           // about the last UCI_Variant, if there is no such game
	prepared    map[string]bool // games by name
	// unbounded means that the running search stays endless after a ponder hit.
	unbounded bool
	position
}

// Run talks to a program until it sends quit, the input ends, or the context ends. At
// the end of the input, searches with a limit finish first; quit makes all answer at once.
func Run(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{
		Config: c, ctx: ctx, out: engineio.NewWriter(out), settings: defaults(),
		game: c.Games[0], prepared: map[string]bool{},
	}
	defer s.task.Stop()
	s.seed = c.Seed()
	s.start()
	s.firstTables()
	lines := engineio.Lines(ctx, in)
	for lines != nil || s.task.Busy() || len(s.queued) > 0 {
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

// next waits for a command and executes it. At the end of the input it sets lines to
// nil.
func (s *session) next(lines *<-chan engineio.InputLine) (quit bool, err error) {
	if len(s.queued) > 0 && !s.waiting() {
		line := s.queued[0]
		s.queued, s.queuedBytes = s.queued[1:], s.queuedBytes-len(line)
		return s.command(line)
	}
	if *lines == nil && s.endless { // no later input can say stop
		s.task.Stop()
		return false, nil
	}
	var done <-chan struct{}
	// The work may have ended since it was asked: what waits for it must not wait for input.
	if s.task.Busy() || len(s.queued) > 0 || *lines == nil {
		done = s.task.Done()
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

// maxWaiting is the most bytes of commands that wait for the end of a search; beyond
// that, the session stops reading.
const maxWaiting = 16 << 20

// waiting reports whether commands wait for the running work. They stop endless work
// instead.
func (s *session) waiting() bool { return s.task.Busy() && !s.endless }

// mustWait reports whether a command waits for those before it. Commands that end or
// change the running work never wait; those that are answered beside it wait only if
// others do.
func (s *session) mustWait(line string) bool {
	words := commandOf(strings.Fields(line))
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

// say writes a message for users.
func (s *session) say(format string, args ...any) {
	s.out.Printf("info string %s", engineio.OneLine(fmt.Sprintf(format, args...)))
}

// commands are the commands except stop and quit. Each gets the words after its name.
var commands = map[string]func(s *session, args []string) error{
	"uci":        func(s *session, _ []string) error { s.introduce(); return nil },
	"isready":    func(s *session, _ []string) error { s.out.Printf("readyok"); return nil },
	"ucinewgame": func(s *session, _ []string) error { s.newGame(); return nil },
	"setoption":  (*session).setOption,
	"position":   (*session).setPosition,
	"go":         (*session).begin,
	"ponderhit":  (*session).ponderHit,
	"eval":       (*session).eval,
	"d":          (*session).show,
	"bench":      (*session).bench,
	"debug":      func(*session, []string) error { return nil },
	"register":   func(*session, []string) error { return nil },
}

func init() { commands["help"] = (*session).help } // it lists the others

// commandOf cuts unknown words off the front of a line, as the protocol asks. Nothing
// is left of a line without a command. The last command, quit, must be the first word.
func commandOf(words []string) []string {
	if len(words) > 0 && words[0] == "quit" {
		return words
	}
	i := slices.IndexFunc(words, func(word string) bool { return word == "stop" || commands[word] != nil })
	if i < 0 {
		return nil
	}
	return words[i:]
}

// ignored reports words of a command that are unknown, and what it expects.
func (s *session) ignored(command string, words []string, expected string) {
	if len(words) > 0 {
		s.say("%s: unknown %.60q, ignored: expected %s", command, strings.Join(words, " "), expected)
	}
}

// command executes a line; an empty one does nothing.
func (s *session) command(line string) (quit bool, err error) {
	all := strings.Fields(line)
	words := commandOf(all)
	if unknown := all[:len(all)-len(words)]; len(unknown) > 0 {
		s.say("unknown command %.40q: expected one of %s", strings.Join(unknown, " "), commandNames())
	}
	if len(words) == 0 {
		return false, nil
	}
	switch words[0] {
	case "quit":
		return true, s.stop()
	case "stop":
		return false, s.stop()
	}
	return false, commands[words[0]](s, words[1:])
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

// idle stops the running work, which gives its answer, before the engine changes.
func (s *session) idle() {
	if s.task.Busy() {
		s.say("the search stopped for a command that needs the engine")
	}
	s.task.Stop()
}

// stop ends the running work, and executes the waiting commands: each search answers at once.
func (s *session) stop() error {
	s.task.Stop()
	for len(s.queued) > 0 {
		line := s.queued[0]
		s.queued, s.queuedBytes = s.queued[1:], s.queuedBytes-len(line)
		if _, err := s.command(line); err != nil {
			return err
		}
		s.task.Stop()
	}
	return nil
}

// newGame forgets the last game. By the protocol, the position stays; after a rejected
// one, it is the start position.
func (s *session) newGame() {
	s.idle()
	s.Engine.Reset()
	s.seed = s.Seed()
	if s.refused != "" && s.unknown == nil {
		s.start()
	}
}

// prepare prepares the game for play.
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
	s.start() // set it up again, now that its evaluator is ready
	return nil
}
