package pgtest

import (
	"errors"
	"sync"
	"testing"
)

var (
	once   sync.Once
	shared *Server
	fault  error
	making sync.Mutex // databases of the shared server
)

// Start returns the address of a fresh database. The server is shared by all
// tests of the binary and ends with it. If PostgreSQL is not installed, a test
// in short mode is skipped and any other fails.
func Start(t testing.TB) (url string) {
	t.Helper()
	once.Do(func() { shared, fault = newServer() })
	check(t, fault)
	making.Lock()
	defer making.Unlock()
	url, err := shared.Database()
	check(t, err)
	return url
}

// StartProcess returns a server that belongs to the test alone, which may kill
// it and start it again. It is removed when the test ends.
func StartProcess(t testing.TB) *Server {
	t.Helper()
	s, err := newServer()
	check(t, err)
	t.Cleanup(s.remove)
	return s
}

func check(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case errors.Is(err, errMissing) && testing.Short():
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}
