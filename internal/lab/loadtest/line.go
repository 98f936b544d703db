package loadtest

import "time"

// line is the events of one game that a client received. It checks that each comes
// once and in order.
type line struct {
	game   string
	events []seen
}

// seen is an event with its time of arrival. A missing event has no kind.
type seen struct {
	kind, move string
	at         time.Time
}

// add adds an event that has arrived.
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
		case known.kind == "": // late: counted when a later one came
			*known = s
		case known.kind != e.Kind || known.move != e.Move:
			t.fault(&t.wrong, "game %s: event %d was %s %s, then %s %s", l.game, e.Seq, known.kind, known.move, e.Kind, e.Move)
		default:
			t.fault(&t.duplicates, "game %s: event %d came twice", l.game, e.Seq)
		}
	}
}

// maxGap limits the memory that wrong numbers of a server can take.
const maxGap = 10_000

// begin adds the answer to "watch": the events after number from.
func (l *line) begin(t *tally, from int, events []event, at time.Time) {
	last := len(l.events)
	if from != last {
		if from+len(events) < last {
			t.fault(&t.lost, "game %s: event %d was seen, but the server now has only %d", l.game, last, from+len(events))
			return
		}
		if from > last {
			t.fault(&t.gaps, "game %s: the client requested the events after %d, but received those after %d", l.game, last,
				from)
		}
	}
	for i := range events {
		l.add(t, &events[i], at)
	}
}
