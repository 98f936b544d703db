package chaos

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

// record is a game as the database has it in the end, with the commands of the clients.
type record struct {
	header   livegame.Header
	events   []livegame.Event
	commands map[string]livegame.Command // by the ID that clients gave
	chain    []uint64                    // chain[n] identifies the first n events
}

// step is what an operation of a history does, as porcupine's input.
type step struct {
	kind    stepKind
	id      string // of the command
	command livegame.Command
	seq     int    // the number of the event, or of events
	chain   uint64 // reads: what was read
	code    string // rejects
	legal   map[int]bool
}

type stepKind string

const (
	happens stepKind = "happens" // the command becomes event seq
	answers stepKind = "answers" // the command is acknowledged as event seq, and has happened
	rejects stepKind = "rejects" // the command is rejected with a code
	reads   stepKind = "reads"   // there are seq events, chain says which
	occurs  stepKind = "occurs"  // event seq comes from the server: of the engine, or of a clock
)

// state is a game in a model: how many events it has, and which.
type state struct {
	n     int
	chain uint64
}

// chainOf identifies a list of events by what identifies those before the last, and the last.
func chainOf(before uint64, seq int, what string) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, before, " ", seq, " ", what) // never fails
	return h.Sum64()
}

// text identifies an event by its command, or by its content if the server made it.
func text(e livegame.Event) string {
	if e.Command != "" {
		return e.Command
	}
	return fmt.Sprint(e.Kind, " ", e.Color, " ", e.At.UnixMilli(), " ", e.Reason)
}

// newRecord returns the record of a game's events.
func newRecord(h livegame.Header, events []livegame.Event, commands map[string]livegame.Command) *record {
	r := &record{header: h, events: events, commands: commands, chain: []uint64{0}}
	for i, e := range events {
		r.chain = append(r.chain, chainOf(r.chain[i], i+1, text(e)))
	}
	return r
}

// logModel is a game as a log: each accepted command has one number of its own, and what is
// read is the log. It knows no rule.
var logModel = porcupine.Model{
	Init: func() any { return state{} },
	Step: func(s, input, _ any) (bool, any) {
		at, do := s.(state), input.(*step)
		switch do.kind {
		case happens, occurs:
			if do.seq != at.n+1 {
				return false, at
			}
			return true, state{do.seq, chainOf(at.chain, do.seq, do.id)}
		case answers:
			return do.seq <= at.n, at
		case reads:
			return do.seq == at.n && do.chain == at.chain, at
		}
		return true, at
	},
	Equal: func(a, b any) bool { return a == b },
	DescribeOperation: func(input, _ any) string {
		if s, ok := input.(*step); ok {
			return s.String()
		}
		return "an answer before its request" // in a wrong history
	},
	DescribeState: func(s any) string { return fmt.Sprint(s.(state).n, " events") },
}

// rulesModel is a game as livegame has it: an event happens only if the game decides so about
// the command, and a command is rejected only if the game rejects it.
var rulesModel = porcupine.Model{
	Init: logModel.Init,
	Step: func(s, input, output any) (bool, any) {
		at, do := s.(state), input.(*step)
		if do.kind != reads && do.kind != answers && !do.legal[at.n] {
			return false, at
		}
		return logModel.Step(s, input, output)
	},
	Equal: logModel.Equal, DescribeOperation: logModel.DescribeOperation, DescribeState: logModel.DescribeState,
}

// String describes the step.
func (s *step) String() string {
	switch s.kind {
	case reads:
		return fmt.Sprintf("read %d events", s.seq)
	case occurs:
		return fmt.Sprintf("event %d occurs", s.seq)
	case rejects:
		return fmt.Sprintf("%s %s at ply %d: rejected, %s", s.command.Kind, s.command.Text, s.command.Ply, s.code)
	}
	return fmt.Sprintf("%s %s at ply %d %s as event %d", s.command.Kind, s.command.Text, s.command.Ply, s.kind, s.seq)
}

// judge fills in what livegame allows: before which numbers of events each step is legal. A
// step beyond the record is never legal; logModel says what is wrong with it.
func (r *record) judge(steps []*step, from, to []int) error {
	g, err := livegame.New(r.header, rules.ByName)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		for i, s := range steps {
			switch s.kind {
			case happens, occurs:
				if s.seq == n+1 && n < len(r.events) {
					s.legal = map[int]bool{n: causes(g, s, r.events[n])}
				}
			case rejects:
				if from[i] <= n && n <= to[i] { // a command that has happened is acknowledged again
					if s.legal == nil {
						s.legal = map[int]bool{}
					}
					done := slices.ContainsFunc(r.events[:n], func(e livegame.Event) bool { return e.Command == s.id })
					s.legal[n] = !done && refuses(g, s)
				}
			}
		}
		if n == len(r.events) {
			return nil
		}
		if err := g.Apply(r.events[n]); err != nil {
			return err
		}
	}
}

// arrivals are the circumstances in which a command may have arrived at a time: without and
// with the longest delay, and with an opponent who is here, or has left long ago.
func arrivals(at time.Time) (all []livegame.Arrival) {
	for _, lag := range []time.Duration{0, livegame.MaxLag} {
		for _, away := range []time.Time{{}, at.Add(-time.Hour)} {
			all = append(all, livegame.Arrival{At: at, Lag: lag, OpponentAwaySince: away})
		}
	}
	return all
}

// causes reports whether a step causes an event, but for the exact clocks, which Apply
// checks.
func causes(g *livegame.Game, s *step, want livegame.Event) bool {
	if s.kind == occurs && want.Command == "" {
		e, due := g.Expire(want.At)
		return due && alike(e, want)
	}
	for _, a := range arrivals(want.At) {
		if e, err := g.Do(s.command, a); err == nil && alike(e, want) {
			return true
		}
	}
	return false
}

// refuses reports whether the game rejects a command with the code. The time is that of the
// last event: once a player's time is over, the game ends instead.
func refuses(g *livegame.Game, s *step) bool {
	for _, a := range arrivals(time.Time{}) {
		_, err := g.Do(s.command, a)
		if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) && string(refusal.Code) == s.code {
			return true
		}
	}
	return false
}

// alike reports whether two events are equal but for the clocks.
func alike(a, b livegame.Event) bool {
	a.Clocks, b.Clocks = [2]time.Duration{}, [2]time.Duration{}
	return a.Same(b) && a.Result == b.Result && a.SAN == b.SAN
}
