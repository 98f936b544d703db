package account

import "context"

// Forget empties the caches, as time does.
func (s *Service) Forget() {
	s.sessions.InvalidateAll()
	s.tokens.InvalidateAll()
}

// Poller returns what Run calls to hear of the changes of other nodes.
func (s *Service) Poller() func(context.Context) error {
	p := poller{s: s}
	return p.poll
}
