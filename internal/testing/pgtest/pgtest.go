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

	copying   sync.Mutex
	templates = map[string]string{} // addresses by name
)

// Start returns the address of a fresh database. The server is shared by all
// tests of the binary and ends with it. It does not wait for the disk: what it
// has acknowledged survives the death of its clients, not that of the machine.
// If PostgreSQL is not installed, a test in short mode is skipped and any other
// fails.
func Start(t testing.TB) (url string) {
	t.Helper()
	once.Do(func() { shared, fault = newServer(false) })
	check(t, fault)
	making.Lock()
	defer making.Unlock()
	url, err := shared.Database()
	check(t, err)
	return url
}

// Copy returns the address of a fresh copy of a database that prepare fills, as
// Start does for an empty one. Prepare is called once for each name; it must not
// leave connections open.
func Copy(t testing.TB, name string, prepare func(url string)) (url string) {
	t.Helper()
	copying.Lock()
	defer copying.Unlock()
	if templates[name] == "" {
		url := Start(t)
		prepare(url)
		templates[name] = url
	}
	making.Lock()
	defer making.Unlock()
	url, err := shared.copy(templates[name])
	check(t, err)
	return url
}

// StartProcess returns a server that belongs to the test alone, which may kill
// it and start it again. It waits for the disk, as servers do. It is removed when
// the test ends.
func StartProcess(t testing.TB) *Server {
	t.Helper()
	s, err := newServer(true)
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
