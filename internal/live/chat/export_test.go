package chat

import "context"

// Look looks for messages whose notices were lost.
func (s *Service) Look(ctx context.Context) error { return s.look(ctx) }
