package account

import "context"

// ExportKinds is how many kinds of data an account gets that no feature has.
var ExportKinds = len(exports)

// PollEvery is how often a node looks for changes.
const PollEvery = pollEvery

// Forget empties the caches, as time does.
func (s *Service) Forget() {
	s.changes.Add(1)
}

// Poller returns what Run calls to hear of the changes of other nodes.
func (s *Service) Poller() func(context.Context) error {
	p := poller{s: s}
	return p.poll
}

// Fill takes all places of the line for passwords that an address gets, and returns how many, and what gives them back.
func (s *Service) Fill(address string) (n int, leave func()) {
	var leaves []func()
	for {
		leave, err := s.line.enter(address)
		if err != nil {
			return len(leaves), func() {
				for _, leave := range leaves {
					leave()
				}
			}
		}
		leaves = append(leaves, leave)
	}
}
