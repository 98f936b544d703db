package bus

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

// authority makes certificates for a test.
type authority struct {
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority makes an authority. Its certificate is ca.pem in its folder.
func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{dir: t.TempDir()}
	a.issue(t, "ca", time.Hour)
	return a
}

// issue makes a certificate, NAME.pem, and its key, NAME-key.pem.
func (a *authority) issue(t *testing.T, name string, valid time.Duration) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: time.Now().Add(valid),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		c.IsCA, c.BasicConstraintsValid, c.KeyUsage = true, true, x509.KeyUsageCertSign
		parent, signer = c, private
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, private.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	if a.cert == nil {
		if a.cert, err = x509.ParseCertificate(der); err != nil {
			t.Fatal(err)
		}
		a.key = private
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(a.dir, name+".pem"), filepath.Join(a.dir, name+"-key.pem")
	writeFile(t, cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o644)
	writeFile(t, key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)
	return cert, key
}

func writeFile(t *testing.T, path string, data []byte, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, data, mode); err != nil {
		t.Fatal(err)
	}
}

// deployed starts as many servers as the configuration in deploy is for, and returns their addresses and the file of
// their authority. Each user's password is its name and "-secret".
func deployed(t *testing.T) (urls []string, ca string) {
	t.Helper()
	text, err := os.ReadFile("../../../deploy/three-nodes/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	a := newAuthority(t)
	a.issue(t, "server", time.Hour)
	var b strings.Builder
	for _, user := range []string{"node", "cluster"} {
		_, _ = fmt.Fprintf(&b, "NATS_%s_PASSWORD: %q\n", strings.ToUpper(user), user+"-secret")
	}
	b.WriteString(strings.ReplaceAll(string(text), "/etc/wane/tls", filepath.ToSlash(a.dir)))
	file := filepath.Join(a.dir, "nats.conf")
	writeFile(t, file, []byte(b.String()), 0o600)
	var servers []*server.Server
	ports, routes := freePorts(t, 3), []*url.URL(nil)
	for _, port := range ports {
		user, host := url.UserPassword("cluster", "cluster-secret"), fmt.Sprintf("127.0.0.1:%d", port)
		routes = append(routes, &url.URL{Scheme: "nats", User: user, Host: host})
	}
	for n, port := range ports {
		o, err := server.ProcessConfigFile(file)
		if err != nil {
			t.Fatal(err)
		}
		o.ServerName, o.Host, o.Port = fmt.Sprint("nats", n), "127.0.0.1", server.RANDOM_PORT
		o.NoSigs, o.NoLog = true, true
		o.Cluster.Host, o.Cluster.Port, o.Routes = "127.0.0.1", port, routes
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		servers = append(servers, s)
		urls = append(urls, "tls://"+s.Addr().String())
	}
	for end := time.Now().Add(patience); ; job.Pause(t.Context(), 10*time.Millisecond) {
		if !slices.ContainsFunc(servers, func(s *server.Server) bool { return s.NumRoutes() < 2 }) {
			return urls, filepath.Join(a.dir, "ca.pem")
		}
		if time.Now().After(end) {
			t.Fatal("the NATS servers do not find each other")
		}
	}
}

// freePorts returns ports that nothing listens on.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// With the configuration in deploy, nodes hear each other across its servers, and can do nothing else. Nobody without
// the key can.
func TestDeployed(t *testing.T) {
	t.Parallel()
	urls, ca := deployed(t)
	as := func(user, url string) Options {
		return Options{
			URL: strings.Replace(url, "tls://", "tls://"+user+":"+user+"-secret@", 1), Keys: Keys{CA: ca}, Node: url,
			Log: testLog(t),
		}
	}
	a, b := opened(t, as("node", urls[0])), opened(t, as("node", urls[1]))
	at := heard(t, b, "game1")
	for range 100 { // until the servers know of the subscription
		publish(t, a, queuetest.Notice("game1", 1))
		if job.Pause(t.Context(), 10*time.Millisecond); len(at) > 0 {
			break
		}
	}
	got(t, at)
	if err := a.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	for _, user := range []string{"worker1", "cluster"} {
		c, err := Open(t.Context(), as(user, urls[2]))
		if err == nil {
			closed(t, c)
		}
		if err == nil || !strings.Contains(err.Error(), "rejects the credentials") {
			t.Errorf("%s: %v", user, err)
		}
	}
	for _, subject := range []string{"$JS.API.STREAM.NAMES", "$SYS.REQ.SERVER.PING", "wane", "wane.game.a.b"} {
		if err := errors.Join(a.nc.Publish(subject, nil), a.nc.FlushTimeout(patience)); err != nil {
			t.Fatal(err)
		}
		if err := a.nc.LastError(); err == nil || !strings.Contains(err.Error(), strconv.Quote(subject)) {
			t.Errorf("a node may publish to %s: %v", subject, err)
		}
	}
}

// Who may not hear notices gets an error that says so, at once.
func TestRefused(t *testing.T) {
	t.Parallel()
	deaf := &server.User{Username: "u", Password: "p", Permissions: &server.Permissions{
		Subscribe: &server.SubjectPermission{Allow: []string{"another"}},
	}}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, Users: []*server.User{deaf},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not start")
	}
	c, err := Open(t.Context(), Options{URL: strings.Replace(s.ClientURL(), "nats://", "nats://u:p@", 1)})
	if err == nil {
		closed(t, c)
	}
	if err == nil || !containsAll(err.Error(), `"wane.game.*"`, "expected the permissions of a node") {
		t.Error(err)
	}
}
