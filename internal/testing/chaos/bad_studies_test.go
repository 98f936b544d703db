package chaos

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

// writtenBook returns a correct history of a study: Ann and Ben write three lines at the moments 10, 20 and 30, and
// read at 40.
func writtenBook() (*book, *sharedstudy.Record) {
	b := &book{events: map[int]sharedstudy.EventView{}, seen: map[int]moment{}, known: map[string]int{}}
	r := &sharedstudy.Record{Row: sharedstudy.Row{Seq: 6}}
	for seq := range created {
		b.events[seq+1] = creation(seq + 1)
	}
	for i, line := range []string{"ann 1", "ben 1", "ann 2"} {
		seq, by, at := created+i+1, 1+i%2, moment(10*i+10)
		note := &sharedstudy.Note{Comments: []sharedstudy.Comment{{By: by, Text: line}}}
		r.Events = append(r.Events, sharedstudy.Event{Seq: seq, By: by, Kind: sharedstudy.Noted, Note: note})
		b.events[seq] = sharedstudy.EventView{Seq: seq, Event: r.Events[len(r.Events)-1]}
		b.seen[seq] = at + 5
		b.attempts = append(b.attempts, &writing{who: line[:3], line: line, call: at, answer: at + 5, seq: seq})
		b.readings = append(b.readings, bookReading{at, at + 5, seq - 1, seq, true})
	}
	b.readings = append(b.readings, bookReading{40, 45, 6, 6, false})
	return b, r
}

// The checks find what is wrong with the history of a study, and nothing else.
func TestBadStudies(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*book, *sharedstudy.Record)
		want   string
	}{
		"correct": {func(*book, *sharedstudy.Record) {}, ""},
		"a reading that is older than the last look": {
			func(b *book, _ *sharedstudy.Record) { b.readings[3] = bookReading{40, 45, 4, 5, false} }, "",
		},
		"a line without an answer that was written": {
			func(b *book, _ *sharedstudy.Record) { b.attempts[1].answer, b.readings[1].exact = never, false }, "",
		},
		"a lost line": {func(b *book, _ *sharedstudy.Record) {
			b.attempts = append(b.attempts, &writing{who: ann, line: "ann 3", call: 50, answer: 55, seq: 6})
		}, "is lost"},
		"a lost event": {func(_ *book, r *sharedstudy.Record) { r.Events = r.Events[1:] }, "events of 6"},
		"a line acknowledged before it was written": {
			func(b *book, _ *sharedstudy.Record) { b.attempts[2].seq = 5 }, "but is event 6",
		},
		"a line that nobody wrote": {func(b *book, _ *sharedstudy.Record) { b.attempts = b.attempts[1:] }, "nobody wrote"},
		"a change that does not show the one before": {
			func(b *book, _ *sharedstudy.Record) { b.readings[2] = bookReading{30, 35, 4, 4, true} }, "not linearizable",
		},
		"lines in the wrong order": {
			func(b *book, _ *sharedstudy.Record) { b.attempts[0].call, b.seen[4] = 60, 65 }, "not linearizable",
		},
		"a reader who sees less than before": {
			func(b *book, _ *sharedstudy.Record) { b.readings[3] = bookReading{40, 45, 6, 5, false} }, "its reader knew event 6",
		},
		"an event that changes": {
			func(_ *book, r *sharedstudy.Record) { r.Events[0].Note = &sharedstudy.Note{} }, "but the database has",
		},
		"a line of a session that had ended": {func(b *book, _ *sharedstudy.Record) {
			b.attempts[1].who = "late"
		}, "could not write any more"},
	} {
		t.Run(name, func(t *testing.T) {
			b, r := writtenBook()
			c.change(b, r)
			faults, _ := b.check(*r, func(who string) moment {
				if who == "late" {
					return 15
				}
				return never
			})
			if found := strings.Join(faults, "\n"); (c.want == "") != (found == "") || !strings.Contains(found, c.want) {
				t.Errorf("the checks say %q, want %q", found, c.want)
			}
		})
	}
}

// A player is in or out in the end as the answers said.
func TestBadTurns(t *testing.T) {
	for name, c := range map[string]struct {
		turns []turn
		in    bool
		want  bool
	}{
		"joined":                          {[]turn{{in: true, call: 1, answer: 2}}, true, true},
		"joined, but out":                 {[]turn{{in: true, call: 1, answer: 2}}, false, false},
		"left, but in":                    {[]turn{{in: true, call: 1, answer: 2}, {call: 3, answer: 4}}, true, false},
		"left without an answer":          {[]turn{{in: true, call: 1, answer: 2}, {call: 3, answer: never}}, false, true},
		"left without an answer, not yet": {[]turn{{in: true, call: 1, answer: 2}, {call: 3, answer: never}}, true, true},
		"never joined":                    {nil, true, false},
	} {
		if got := (&arena{turns: c.turns}).agrees(0, c.in); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}
