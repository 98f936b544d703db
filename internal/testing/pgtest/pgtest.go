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
	once.Do(func() { shared, fault = newServer(Setup{}, false) })
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

// Setup says how a server of one test differs from the others.
type Setup struct {
	Parent   string // the directory of its folder; empty: that of temporary files
	Loopback bool   // it listens on a port of 127.0.0.1 instead of a socket in its folder
	// SmallLog keeps its write-ahead log in segments of 1 MB and reuses none, so that it
	// notices a full disk at once.
	SmallLog bool
}

// StartProcess returns a server for one test, which may kill and restart it. It waits
// for the disk, and is removed when the test ends.
func StartProcess(t testing.TB, setup Setup) *Server {
	t.Helper()
	skipShort(t)
	s, err := newServer(setup, true)
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
