package chaos

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// verdict is what the checks found in a game.
type verdict struct {
	faults     []string
	operations int
	pictures   map[string]func(path string) error // of histories that are not linearizable, by model
}

func (v *verdict) fault(format string, args ...any) {
	if len(v.faults) < 20 {
		v.faults = append(v.faults, fmt.Sprintf(format, args...))
	}
}

// checkTime bounds the search for a linearization of one game.
const checkTime = 30 * time.Second

// check checks the history of a game against its record. Start is the moment 0.
func (h *history) check(r *record, start time.Time) *verdict {
	v := &verdict{faults: slices.Clone(h.Wrong), pictures: map[string]func(string) error{}}
	h.measure(r)
	h.checkSeen(v, r)
	h.checkSenders(v, r)
	h.checkTimes(v, r, start)
	operations := h.operations(v, r)
	v.operations = len(operations)
	for name, model := range map[string]porcupine.Model{"log": logModel, "rules": rulesModel} {
		result, info := porcupine.CheckOperationsVerbose(model, operations, checkTime)
		if result == porcupine.Ok {
			continue
		}
		v.fault("the history is not linearizable by the model %q: %s", name, result)
		v.pictures[name] = func(path string) error { return porcupine.VisualizePath(model, info, path) }
	}
	return v
}

// checkSeen compares what clients saw with the record.
func (h *history) checkSeen(v *verdict, r *record) {
	for seq, s := range h.Seen {
		if seq > len(r.events) {
			v.fault("event %d, %s, was shown at %.3f s, but the record has %d events",
				seq, brief(s.Event), seconds(s.At), len(r.events))
		} else if e := r.events[seq-1]; !shows(s.Event, e) {
			v.fault("event %d was shown as %s at %.3f s, but the record has %s %v %s at %d",
				seq, brief(s.Event), seconds(s.At), e.Kind, e.Color, e.Move, e.At.UnixMilli())
		}
	}
}

// shows reports whether a client saw an event as it is stored.
func shows(p gameview.Event, e livegame.Event) bool {
	return p.Seq == e.Seq && p.Kind == string(e.Kind) && p.Color == colorName(e.Color) && p.At == e.At.UnixMilli() &&
		p.Move == e.Move && p.SAN == e.SAN && p.Plies == e.Plies && p.Reason == string(e.Reason) &&
		(p.Reason == "" || p.Result == e.Result.String()) && p.Next == string(e.Next) &&
		(p.Clocks == nil || *p.Clocks == [2]int64{e.Clocks[0].Milliseconds(), e.Clocks[1].Milliseconds()})
}

func colorName(c game.Color) string { return [2]string{"white", "black"}[c] }

// checkSenders checks that a client sent each command of the record, once.
func (h *history) checkSenders(v *verdict, r *record) {
	sent := map[string]bool{}
	for _, c := range r.commands {
		sent[c.ID] = true
	}
	done := map[string]int{}
	for _, e := range r.events {
		switch {
		case e.Command == "":
			if !e.Expired() {
				v.fault("event %d, %s %v %s, has no command", e.Seq, e.Kind, e.Color, e.Move)
			}
		case done[e.Command] > 0:
			v.fault("events %d and %d are of the same command", done[e.Command], e.Seq)
		case !sent[e.Command] && !strings.HasPrefix(e.Command, h.Game+"/"):
			v.fault("no client sent event %d, %s %v %s", e.Seq, e.Kind, e.Color, e.Move)
		}
		done[e.Command] = e.Seq
	}
	delete(done, "")
	for _, a := range h.Attempts {
		c := r.commands[a.Command.ID]
		if a.Outcome != acknowledged {
			continue
		}
		if seq := done[c.ID]; seq == 0 {
			v.fault("%s, acknowledged as event %d at %.3f s, is lost", order(a.Command), a.Seq, seconds(a.Return))
		} else if seq != a.Seq {
			v.fault("%s, acknowledged as event %d at %.3f s, is event %d", order(a.Command), a.Seq, seconds(a.Return), seq)
		}
	}
}

func order(c gameview.Command) string {
	return fmt.Sprintf("command %s (%s %s)", c.ID, c.Order, c.Move)
}

// tolerance is how far the time of an event may be from the truth: the server allows clocks
// of nodes a difference of 0.2 s from the database's, which is the test's; the rest is for
// rounding.
const tolerance = 250 * time.Millisecond

// checkTimes compares the times of events with the test's clock: an event is made after its
// command was first sent, and before any client knows of it. livegame.Game charges a player
// at most the time between two events, so no player loses more than the time between the
// first attempt at the move before and the answer to the own, and twice the tolerance.
func (h *history) checkTimes(v *verdict, r *record, start time.Time) {
	for seq, e := range r.events {
		from, to := h.made[seq].from, h.made[seq].to
		at := moment(e.At.Sub(start))
		if at < from-int64(tolerance) && from > 0 {
			v.fault("event %d (%s) is stamped %.3f s, but its command was sent at %.3f s",
				e.Seq, e.Kind, seconds(at), seconds(from))
		}
		if at > to+int64(tolerance) {
			v.fault("event %d (%s) is stamped %.3f s, but was known at %.3f s", e.Seq, e.Kind, seconds(at), seconds(to))
		}
		if e.Reason == livegame.OpponentLeft || e.Reason == livegame.OpponentLeftDraw {
			left := span{at - int64(r.header.TimeControl.ClaimAfter()) + int64(3*time.Second), at - int64(tolerance)}
			if guest := h.opponent(e.Command, r); guest != "" && h.heard(guest, left) {
				v.fault("event %d is a claim at %.3f s, but %s was connected in the %v before",
					e.Seq, seconds(at), guest, r.header.TimeControl.ClaimAfter())
			}
		}
	}
}

// measure finds out when the command of each event was first sent, and when a client first
// knew of the event.
func (h *history) measure(r *record) {
	h.made = make([]span, len(r.events))
	stored := map[string]int{}
	for i, e := range r.events {
		h.made[i] = span{0, never}
		if s, ok := h.Seen[i+1]; ok {
			h.made[i].to = s.At
		}
		stored[e.Command] = i + 1
	}
	delete(stored, "")
	for _, a := range h.Attempts {
		seq := stored[r.commands[a.Command.ID].ID]
		if seq == 0 {
			continue
		}
		m := &h.made[seq-1]
		if m.from == 0 || a.Call < m.from {
			m.from = a.Call
		}
		if a.Outcome == acknowledged {
			m.to = min(m.to, a.Return)
		}
	}
}

// opponent returns the guest who plays against the sender of a command.
func (h *history) opponent(command string, r *record) string {
	sender := ""
	for _, a := range h.Attempts {
		if r.commands[a.Command.ID].ID == command {
			sender = a.Guest
		}
	}
	for _, a := range h.Attempts {
		if a.Command.Order == "move" && a.Guest != sender {
			return a.Guest
		}
	}
	return ""
}

// operations returns the history for porcupine. What became of commands without an answer
// is known from the record: one that has an event happened, before any client knew of it;
// one without an event did not, and does not count.
func (h *history) operations(v *verdict, r *record) []porcupine.Operation {
	var steps []*step
	var list []porcupine.Operation
	var from, to []int // which numbers of events a rejection may meet
	add := func(s *step, client int, call, ret moment) {
		steps = append(steps, s)
		list = append(list, porcupine.Operation{ClientId: client, Input: s, Call: call, Return: ret})
	}
	stored := map[string]int{}
	for i, e := range r.events {
		stored[e.Command] = i + 1
	}
	server := len(h.Clients)
	for i, e := range r.events {
		if e.Command == "" || strings.HasPrefix(e.Command, h.Game+"/") {
			c := livegame.Command{ID: e.Command, Kind: livegame.DoMove, Ply: -1, Text: e.Move, Engine: true}
			add(&step{kind: occurs, id: text(e), command: c, seq: i + 1}, server, 0, h.made[i].to)
		}
	}
	happened := map[string]bool{}
	for _, a := range h.Attempts {
		c := r.commands[a.Command.ID]
		seq := stored[c.ID]
		if seq == 0 && a.Outcome == acknowledged {
			seq = a.Seq
		}
		if seq > 0 && !happened[c.ID] {
			happened[c.ID] = true
			when := span{a.Call, a.Return}
			if seq <= len(r.events) && r.events[seq-1].Command == c.ID {
				when = h.made[seq-1]
			}
			add(&step{kind: happens, id: c.ID, command: c, seq: seq}, a.Client, when.from, when.to)
		}
		switch a.Outcome {
		case acknowledged:
			add(&step{kind: answers, id: c.ID, command: c, seq: a.Seq}, a.Client, a.Call, a.Return)
		case rejected:
			add(&step{kind: rejects, id: c.ID, command: c, code: a.Code}, a.Client, a.Call, a.Return)
		}
	}
	for _, q := range h.Readings {
		call := q.Call
		if !q.Fresh || h.hinted(q) {
			call = 0
		}
		if q.N < q.From {
			v.fault("a %s at %.3f s gave %d events to a client that knew %d", q.Way, seconds(q.Return), q.N, q.From)
		}
		s := &step{kind: reads, seq: q.N}
		if q.N <= len(r.events) {
			s.chain = r.chain[q.N] // checkSeen compares the events
		}
		add(s, q.Client, call, q.Return)
	}
	add(&step{kind: reads, seq: len(r.events), chain: r.chain[len(r.events)]}, server, never, never+1)
	for i, s := range steps {
		low, high := 0, len(r.events)
		if s.kind == rejects {
			low, high = h.around(list[i].Call, list[i].Return)
		}
		from, to = append(from, low), append(to, high)
	}
	if err := r.judge(steps, from, to); err != nil {
		v.fault("the record is no game: %v", err)
	}
	return list
}

// around returns which numbers of events a game may have had in an interval.
func (h *history) around(call, ret moment) (low, high int) {
	high = len(h.made)
	for seq, s := range h.Seen {
		if s.At < call {
			low = max(low, seq)
		}
	}
	for i, m := range h.made {
		if m.from > ret {
			return low, i
		}
	}
	return low, high
}

// save writes what explains the faults of a game to a folder.
func (h *history) save(dir string, r *record, v *verdict) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, draw := range v.pictures {
		if err := draw(filepath.Join(dir, h.Game+"-"+name+".html")); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(map[string]any{"faults": v.faults, "history": h, "record": r.events}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, h.Game+".json"), text, 0o644)
}
