package eventlog

// Stop ends the goroutine that forgets values.
func (l *Log[K, V]) Stop() { l.entries.StopAllGoroutines() }
