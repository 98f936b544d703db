package sharedstudy

import (
	"context"

	"github.com/wane-chess/wane/internal/server/livegame"
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
	poll := PollTime
	if since < 0 {
		poll = 0
	}
	return s.log.Wait(ctx, id, since, poll, func(k *kept, last bool) (bool, error) {
		if !k.s.mayReach(&by) {
			return true, ErrNotFound
		}
		here := s.here.list(id, look)
		if !last && k.s.Seq == since && here.Version == known {
			return false, nil
		}
		return true, f(k.s, k.news(since, by.Account), here)
	})
}

func (k *kept) news(since int, account string) News {
	n := News{Seq: k.s.Seq}
	switch {
	case since < k.s.knownFrom(account) && since < k.s.Seq:
		n.Reset = true
	case since > k.s.Seq, since < k.s.Seq && (len(k.events) == 0 || k.events[0].Seq > since+1):
		n.Reset = true
	default:
		for _, event := range k.events {
			if event.Seq > since {
				n.Events = append(n.Events, event)
			}
		}
	}
	return n
}
