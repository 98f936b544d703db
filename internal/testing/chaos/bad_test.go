package chaos

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

// story is a history that a test tells, one second after the other.
type story struct {
	t       *testing.T
	start   time.Time
	history *history
	record  *record
}

// Players of the story, with the IDs of their commands.
const ann, ben = "ann", "ben"

// newStory tells a correct history: Ann and Ben play three moves, the second of which has no
// answer at first, and Ben's offer comes too early.
func newStory(t *testing.T) *story {
	t.Helper()
	s := &story{
		t: t, start: time.Date(2030, time.March, 1, 12, 0, 0, 0, time.UTC), history: newHistory("game", "a test", "chess"),
	}
	for _, name := range []string{ann, ben} {
		s.history.client(name)
	}
	header := livegame.Header{
		ID: "game", Variant: "chess", Created: s.start, Seats: [2]livegame.Player{{Guest: ann}, {Guest: ben}},
		TimeControl: livegame.TimeControl{Base: time.Minute},
	}
	s.record = newRecord(header, nil, map[string]livegame.Command{})
	s.acked(1, ann, "move", "e2e4", 0)
	s.try(2, ben, "move", "e7e5", 1, never, unknown, 0, "")
	s.stored(2, ben, "e7e5", 1)
	s.try(3, ben, "move", "e7e5", 1, s.at(3.5), acknowledged, 2, "")
	s.try(4, ben, "move", "d7d5", 1, s.at(4.5), rejected, 0, "stale")
	s.acked(5, ann, "move", "g1f3", 2)
	s.read(6, 2, true, 3)
	s.read(7, 1, false, 2)
	return s
}

func (s *story) at(second float64) moment { return moment(second * float64(time.Second)) }

// id returns the ID of a command, which names it.
func id(guest, move string) string { return guest + "-" + move }

// try adds an attempt.
func (s *story) try(second float64, guest, order, move string, ply int, ret moment, o outcome, seq int, code string) {
	a := &attempt{
		Guest: guest, Command: gameview.Command{ID: id(guest, move), Order: order, Move: move, Ply: &ply}, Call: s.at(second),
		Return: ret, Outcome: o, Seq: seq, Code: code,
	}
	s.history.Attempts = append(s.history.Attempts, a)
	s.record.commands[a.Command.ID] = livegame.Command{
		ID: "db-" + a.Command.ID, Kind: livegame.CommandKind(order), Guest: guest, Text: move, Ply: ply,
	}
}

// stored adds an event to the record, half a second later.
func (s *story) stored(second float64, guest, move string, ply int) {
	s.t.Helper()
	g, err := livegame.Replay(s.record.header, s.record.events, rules.ByName)
	if err != nil {
		s.t.Fatal(err)
	}
	at := s.start.Add(time.Duration(second*1000+500) * time.Millisecond)
	e, err := g.Do(livegame.Command{
		ID: "db-" + id(guest, move), Kind: livegame.DoMove, Guest: guest, Text: move, Ply: ply,
	}, livegame.Arrival{At: at})
	if err != nil {
		s.t.Fatal(err)
	}
	s.record = newRecord(s.record.header, append(slices.Clip(s.record.events), e), s.record.commands)
}

// acked adds a move that is stored and acknowledged.
func (s *story) acked(second float64, guest, order, move string, ply int) {
	s.stored(second, guest, move, ply)
	s.try(second, guest, order, move, ply, s.at(second+.7), acknowledged, len(s.record.events), "")
}

// read adds a reading of the first n events.
func (s *story) read(second float64, from int, fresh bool, n int) {
	r := &reading{Way: "request", Call: s.at(second), Return: s.at(second + .5), From: from, Fresh: fresh, N: n}
	for _, e := range s.record.events[min(from, n):n] {
		r.Events = append(r.Events, shown(e))
	}
	s.history.read(r)
}

// shown returns an event as clients see it.
func shown(e livegame.Event) gameview.Event {
	return gameview.Event{
		Seq: e.Seq, Kind: string(e.Kind), Color: colorName(e.Color), At: e.At.UnixMilli(), Move: e.Move, SAN: e.SAN,
		Clocks: &[2]int64{e.Clocks[0].Milliseconds(), e.Clocks[1].Milliseconds()},
	}
}

func (s *story) faults() string { return strings.Join(s.history.check(s.record, s.start).faults, "\n") }

// The checks accept a correct history, and each of them finds what is wrong in a history that
// differs in one point.
func TestBadHistories(t *testing.T) {
	if faults := newStory(t).faults(); faults != "" {
		t.Fatalf("a correct history: %s", faults)
	}
	const log, rules = `by the model "log"`, `by the model "rules"`
	for name, c := range map[string]struct {
		change func(*story)
		want   []string
	}{
		"an acknowledged move is lost": {func(s *story) {
			s.record = newRecord(s.record.header, s.record.events[:2], s.record.commands)
			s.history.Readings = nil
			delete(s.history.Seen, 3)
		}, []string{"command ann-g1f3 (move g1f3), acknowledged as event 3 at 5.700 s, is lost", log}},
		"an event that was shown is lost": {func(s *story) {
			s.record = newRecord(s.record.header, s.record.events[:2], s.record.commands)
			s.history.Attempts = s.history.Attempts[:4]
		}, []string{"event 3, move white g1f3 at", log}},
		"an acknowledged event was replaced": {func(s *story) {
			s.record = newRecord(s.record.header, s.record.events[:2], s.record.commands)
			s.acked(6, ann, "move", "b1c3", 2)
		}, []string{
			"ann-g1f3 (move g1f3), acknowledged as event 3 at 5.700 s, is lost", "event 3 was shown as move white g1f3", log,
		}},
		"two commands have the same number": {func(s *story) {
			s.try(6, ben, "move", "d7d6", 3, s.at(6.5), acknowledged, 3, "")
		}, []string{"ben-d7d6 (move d7d6), acknowledged as event 3 at 6.500 s, is lost", log}},
		"a repeated command counts twice": {func(s *story) {
			s.stored(6, ben, "b8c6", 3)
			s.record.events[3].Command = s.record.events[1].Command
			s.record = newRecord(s.record.header, s.record.events, s.record.commands)
		}, []string{"events 2 and 4 are of the same command", "the record is no game"}},
		"a repeated command gets another number": {func(s *story) {
			s.try(6, ann, "move", "e2e4", 0, s.at(6.5), acknowledged, 3, "")
		}, []string{"ann-e2e4 (move e2e4), acknowledged as event 3 at 6.500 s, is event 1"}},
		"an answer before its event": {func(s *story) {
			s.history.Attempts[4].Call, s.history.Attempts[4].Return = s.at(.1), s.at(.2)
		}, []string{log, "is stamped 5.500 s, but was known at 0.200 s"}},
		"nobody sent a move": {func(s *story) {
			s.stored(6, ben, "b8c6", 3)
		}, []string{"no client sent event 4, move Black b8c6", log}},
		"a stale reading": {func(s *story) {
			s.history.Readings[0].N, s.history.Readings[0].Events = 2, nil
		}, []string{log}},
		"a reading before what the client knew": {func(s *story) {
			s.history.Readings[1].From = 3
		}, []string{"gave 2 events to a client that knew 3"}},
		"a reading of other events": {func(s *story) {
			e := shown(s.record.events[2])
			e.Move, e.SAN = "b1c3", "Nc3"
			s.history.see(e, s.at(8))
		}, []string{"event 3 was move white g1f3"}},
		"a rejection without a reason": {func(s *story) {
			s.try(6, ben, "move", "b8c6", 3, s.at(6.5), rejected, 0, "stale")
		}, []string{rules}},
		"a repeated command is rejected": {func(s *story) {
			s.try(6, ann, "move", "e2e4", 0, s.at(6.5), rejected, 0, "stale")
		}, []string{rules}},
		"an illegal move is accepted": {func(s *story) {
			s.record.events[2].Move = "e4e6"
		}, []string{rules, "the record is no game"}},
		"a claim that should be rejected": {func(s *story) {
			c := s.record.commands[id(ann, "g1f3")]
			c.Ply = 0
			s.record.commands[id(ann, "g1f3")] = c
		}, []string{rules}},
		"an event from the future": {func(s *story) {
			s.record.events[2].At = s.start.Add(9 * time.Second)
		}, []string{"is stamped 9.000 s, but was known at 5.700 s"}},
		"an event from the past": {func(s *story) {
			s.history.Attempts[4].Call = s.at(5.9)
		}, []string{"is stamped 5.500 s, but its command was sent at 5.900 s"}},
	} {
		s := newStory(t)
		c.change(s)
		v := s.history.check(s.record, s.start)
		if err := s.history.save(t.TempDir(), s.record, v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got := strings.Join(v.faults, "\n")
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the faults are\n%s\nwithout %q", name, got, want)
			}
		}
	}
}

// A schedule depends on its seed and length, and has each kind of fault.
func TestSchedule(t *testing.T) {
	for seed := range uint64(20) {
		list := schedule(seed, shortestRun)
		if !slices.Equal(list, schedule(seed, shortestRun)) {
			t.Fatalf("seed %d has two schedules", seed)
		}
		for _, k := range kinds() {
			if !slices.ContainsFunc(list, func(f fault) bool { return f.kind == k }) {
				t.Errorf("seed %d: no %s", seed, k)
			}
		}
	}
	if slices.Equal(schedule(1, time.Minute), schedule(2, time.Minute)) {
		t.Error("two seeds have one schedule")
	}
}
