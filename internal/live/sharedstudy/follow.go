package sharedstudy

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// News is what has happened in a study.
type News struct {
	Seq    int
	Events []Event
	// Reset is true if some of the events after the one that was asked for are not kept any more: the
	// page has to read the study again.
	Reset bool
}

// Wait calls f with the study, what has happened after the event since, and what other pages show. It
// waits until there is something that the page does not know: an event, or a list of other pages that
// is not known, the Version of the last one. It does not wait for longer than PollTime, and with a
// negative since not at all. F must not keep or change the study.
func (s *Service) Wait(
	ctx context.Context, id livegame.ID, by Sender, since int, known string, look Look,
	f func(*Study, News, Here) error,
) error {
	shown := look
	err := s.ReadAs(ctx, id, by, func(st *Study) error {
		if by.Moderator && st.Hidden && st.RoleOf(by.Account) == NoRole { // others need not know
			shown.Tab = ""
		}
		return nil
	})
	if err != nil {
		return err
	}
	defer s.enter(id, shown)()
	end := time.NewTimer(PollTime)
	defer end.Stop()
	for waiting := since >= 0; ; {
		e := s.entry(id)
		e.mu.Lock()
		err := s.refresh(ctx, id, e, lookTime)
		if err == nil && e.s.Seq < since { // the page has heard of it from another node
			err = s.refresh(ctx, id, e, 0)
		}
		if err == nil && !e.s.mayReach(&by) {
			err = ErrNotFound
		}
		if err != nil {
			e.mu.Unlock()
			return err
		}
		here, moved := s.here.list(id, look)
		if !waiting || e.s.Seq != since || here.Version != known {
			err := f(e.s, e.news(since, by.Account), here)
			e.mu.Unlock()
			return err
		}
		changed := e.changed
		e.mu.Unlock()
		again := time.NewTimer(lookTime)
		select {
		case <-changed:
		case <-moved:
		case <-again.C:
		case <-end.C:
			waiting = false
		case <-ctx.Done():
			again.Stop()
			return ctx.Err()
		}
		again.Stop()
	}
}

func (e *entry) news(since int, account string) News {
	n := News{Seq: e.s.Seq}
	switch {
	case since < e.s.knownFrom(account) && since < e.s.Seq:
		n.Reset = true
	case since > e.s.Seq, since < e.s.Seq && (len(e.events) == 0 || e.events[0].Seq > since+1):
		n.Reset = true
	default:
		for _, event := range e.events {
			if event.Seq > since {
				n.Events = append(n.Events, event)
			}
		}
	}
	return n
}
