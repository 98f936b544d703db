package pgtest

import (
	"sync"
	"testing"
)

var (
	once   sync.Once
	shared *Server
	fault  error
	making sync.Mutex // held while the shared server creates a database

	copying   sync.Mutex
	templates = map[string]string{} // addresses by name
)

// Start returns the address of an empty database. All tests of the binary share the
// server, which ends with the binary. It does not wait for the disk: committed data
// survive a crash of its clients, not of the machine. In short mode Start skips the
// test: a quick test starts no database.
func Start(t testing.TB) (url string) {
	t.Helper()
	skipShort(t)
	once.Do(func() { shared, fault = newServer(false) })
	check(t, fault)
	making.Lock()
	defer making.Unlock()
	url, err := shared.Database()
	check(t, err)
	return url
}

// Copy returns the address of a new copy of the database that prepare fills. It calls
// prepare once for each name; prepare must close its connections. Otherwise Copy is
// like Start.
func Copy(t testing.TB, name string, prepare func(url string)) (url string) {
	t.Helper()
	skipShort(t)
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

// StartProcess returns a server for one test, which may kill and restart it. It waits
// for the disk, and is removed when the test ends.
func StartProcess(t testing.TB) *Server {
	t.Helper()
	skipShort(t)
	s, err := newServer(true)
	check(t, err)
	t.Cleanup(s.remove)
	return s
}

func skipShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("this starts PostgreSQL")
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
