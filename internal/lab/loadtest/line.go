package loadtest

import "time"

// line is what one client has been told of one game, event by event. It checks
// that each comes once, and none before its time.
type line struct {
	game   string
	events []seen
}

// seen is an event when it arrived. One that was left out has no kind.
type seen struct {
	kind, move string
	at         time.Time
}

// add takes in an event that has arrived.
func (l *line) add(t *tally, e *event, at time.Time) {
	s := seen{e.Kind, e.Move, at}
	switch last := len(l.events); {
	case e.Seq < 1:
		t.fault(&t.wrong, "game %s: an event has the number %d", l.game, e.Seq)
	case e.Seq == last+1:
		l.events = append(l.events, s)
	case e.Seq > last+maxGap:
		t.fault(&t.gaps, "game %s: after event %d came %d", l.game, last, e.Seq)
	case e.Seq > last:
		t.fault(&t.gaps, "game %s: after event %d came %d", l.game, last, e.Seq)
		l.events = append(l.events, make([]seen, e.Seq-1-last)...)
		l.events = append(l.events, s)
	default:
		switch known := &l.events[e.Seq-1]; {
		case known.kind == "": // late, but here: it was counted when it was left out
			*known = s
		case known.kind != e.Kind || known.move != e.Move:
			t.fault(&t.wrong, "game %s: event %d was %s %s, then %s %s", l.game, e.Seq, known.kind, known.move, e.Kind, e.Move)
		default:
			t.fault(&t.duplicates, "game %s: event %d came twice", l.game, e.Seq)
		}
	}
}

// maxGap bounds what a server that talks nonsense can make us remember.
const maxGap = 10_000

// begin takes in the answer to "watch": the events after number from.
func (l *line) begin(t *tally, from int, events []event, at time.Time) {
	last := len(l.events)
	if from != last {
		if from+len(events) < last {
			t.fault(&t.lost, "game %s: event %d was seen, but now the server knows of %d only", l.game, last, from+len(events))
			return
		}
		if from > last {
			t.fault(&t.gaps, "game %s: events after %d were asked for, but only those after %d came", l.game, last, from)
		}
	}
	for i := range events {
		l.add(t, &events[i], at)
	}
}
