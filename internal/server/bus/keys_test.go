package bus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// tlsServer starts a server with TLS that wants certificates of clients if verify is set. It
// knows one user, by an nkey if the key is not empty.
func tlsServer(t *testing.T, a *authority, verify bool, key string) string {
	t.Helper()
	cert, secret := a.issue(t, "server", time.Hour)
	ca := filepath.Join(a.dir, "ca.pem")
	config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: cert, KeyFile: secret, CaFile: ca, Verify: verify})
	if err != nil {
		t.Fatal(err)
	}
	o := &server.Options{
		Host:       "127.0.0.1",
		Port:       server.RANDOM_PORT,
		NoSigs:     true,
		NoLog:      true,
		TLSConfig:  config,
		TLSTimeout: 5,
	}
	if key != "" {
		o.Nkeys = []*server.NkeyUser{{Nkey: key}}
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not start")
	}
	return "tls://" + s.Addr().String()
}

// seed writes the seed of a new user to a file and returns its public key.
func seed(t *testing.T, file string) (public string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	text, err := pair.Seed()
	if err == nil {
		public, err = pair.PublicKey()
	}
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, append(text, '\n'), 0o600)
	return public
}

// A client proves who it is by an nkey or a certificate, and knows the servers by theirs.
func TestKeys(t *testing.T) {
	a := newAuthority(t)
	cert, key := a.issue(t, "client", time.Hour)
	ca, creds := filepath.Join(a.dir, "ca.pem"), filepath.Join(a.dir, "user.nk")
	user := seed(t, creds)
	for name, o := range map[string]Options{
		"nkey":        {URL: tlsServer(t, a, false, user), Keys: Keys{CA: ca, Creds: creds}},
		"certificate": {URL: tlsServer(t, a, true, ""), Keys: Keys{CA: ca, Cert: cert, Key: key}},
	} {
		t.Run(name, func(t *testing.T) {
			o.Log = testLog(t)
			c := opened(t, o)
			if err := c.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// Each thing that can be wrong with keys is an error that names it, at once.
func TestWrongKeys(t *testing.T) {
	a, strangers := newAuthority(t), newAuthority(t)
	ca := filepath.Join(a.dir, "ca.pem")
	cert, _ := a.issue(t, "client", time.Hour)
	expired, expiredKey := a.issue(t, "expired", -time.Hour)
	strange, strangeKey := strangers.issue(t, "client", time.Hour)
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(a.dir, name)
		writeFile(t, path, []byte(text), mode)
		if err := os.Chmod(path, mode); err != nil { // past the umask
			t.Fatal(err)
		}
		return path
	}
	open := file("open.nk", "SU", 0o644)
	empty := file("empty.nk", "no seed", 0o600)
	creds := filepath.Join(a.dir, "stranger.nk")
	seed(t, creds)
	known := seed(t, filepath.Join(a.dir, "known.nk"))
	plain := "tls://" + natsServer(t, server.RANDOM_PORT).Addr().String()
	simple, strict, users := tlsServer(t, a, false, ""), tlsServer(t, a, true, ""), tlsServer(t, a, false, known)
	allMayUse := "all users may use " + open + " (mode 0644), expected 0600"
	const rejected = "rejects the credentials"
	const foreign = "is not valid, expected one for this host name from an authority of the system or of --nats-ca"
	for name, c := range map[string]struct {
		url  string
		keys Keys
		want string
	}{
		"no file":                     {simple, Keys{Creds: "gone.creds"}, "the credentials: stat gone.creds: no such file"},
		"credentials for all to read": {simple, Keys{Creds: open}, allMayUse},
		"no seed":                     {simple, Keys{Creds: empty}, "it has no seed of a user, expected"},
		"no authority":                {simple, Keys{CA: empty}, "has no certificate, expected"},
		"half a pair":                 {simple, Keys{Cert: cert}, "both a certificate and its key"},
		"another key":                 {simple, Keys{Cert: cert, Key: expiredKey}, "private key does not match"},
		"an expired certificate":      {simple, Keys{Cert: expired, Key: expiredKey}, "expired.pem has expired at 20"},
		"an unknown authority":        {simple, Keys{}, foreign},
		"another host name":           {strings.Replace(simple, "127.0.0.1", "localhost", 1), Keys{CA: ca}, foreign},
		"no TLS":                      {plain, Keys{}, "has no TLS"},
		"no TLS but an authority":     {strings.Replace(plain, "tls:", "nats:", 1), Keys{CA: ca}, "has no TLS"},
		"no certificate":              {strict, Keys{CA: ca}, "(--nats-cert)"},
		"a strange certificate":       {strict, Keys{CA: ca, Cert: strange, Key: strangeKey}, "(--nats-cert)"},
		"an unknown user":             {users, Keys{CA: ca, Creds: creds}, rejected},
		"a password instead":          {strings.Replace(users, "tls://", "tls://joe:secret@", 1), Keys{CA: ca}, rejected},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			b, err := Open(t.Context(), Options{URL: c.url, Keys: c.keys, Connect: patience})
			if err == nil {
				closed(t, b)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v; want %q", err, c.want)
			}
			if time.Since(began) > patience/2 {
				t.Error("it was tried again and again")
			}
		})
	}
}
