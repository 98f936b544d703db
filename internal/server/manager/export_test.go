package manager

// Idle waits until no background task runs.
func (m *Manager) Idle() { m.tasks.wait() }
