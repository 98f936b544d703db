package queue

import (
	"context"
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
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/notation"
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

// guarded is a cluster of NATS servers with the configuration in deploy.
type guarded struct {
	url string // without a user
	ca  string
}

// newGuarded starts as many servers as the configuration is for. Each user's password is
// its name and "-secret".
func newGuarded(t *testing.T) *guarded {
	t.Helper()
	text, err := os.ReadFile("../../../deploy/three-nodes/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	a := newAuthority(t)
	a.issue(t, "server", time.Hour)
	var b strings.Builder
	for _, user := range []string{"node", "worker1", "worker2", "cluster"} {
		_, _ = fmt.Fprintf(&b, "NATS_%s_PASSWORD: %q\n", strings.ToUpper(user), user+"-secret")
	}
	b.WriteString(strings.ReplaceAll(string(text), "/etc/wane/tls", filepath.ToSlash(a.dir)))
	file := filepath.Join(a.dir, "nats.conf")
	writeFile(t, file, []byte(b.String()), 0o600)
	g := &guarded{ca: filepath.Join(a.dir, "ca.pem")}
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
		o.StoreDir, o.NoSigs, o.NoLog = t.TempDir(), true, true
		o.Cluster.Host, o.Cluster.Port, o.Routes = "127.0.0.1", port, routes
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		servers = append(servers, s)
	}
	for end := time.Now().Add(patience); ; job.Pause(t.Context(), 10*time.Millisecond) {
		known := 0 // to their leader
		for _, s := range servers {
			known += len(s.JetStreamClusterPeers())
		}
		if known >= 3 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the NATS servers do not find each other")
		}
	}
	g.url = "tls://" + servers[1].Addr().String()
	return g
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

// options are those of a node or worker of a user.
func (g *guarded) options(t *testing.T, user string) Options {
	timing := slow
	timing.Connect = 5 * time.Second
	return Options{
		URL: strings.Replace(g.url, "tls://", "tls://"+user+":"+user+"-secret@", 1), Keys: Keys{CA: g.ca},
		Worker: strings.HasPrefix(user, "worker"), Node: user, Replicas: 3, Timing: timing, Log: testLog(t),
	}
}

// With the configuration in deploy, nodes and workers do all that they have to do; a worker
// can do nothing else.
func TestGuarded(t *testing.T) {
	t.Parallel()
	g := newGuarded(t)
	lonely := g.options(t, "worker1")
	lonely.Timing.Connect = time.Second
	c, err := Open(t.Context(), lonely)
	if err == nil || !containsAll(err.Error(), "stream WANE_", "start 'wane serve'") {
		closedIf(t, c)
		t.Errorf("a worker without a node: %v", err)
	}
	wrong := g.options(t, "worker1")
	wrong.Worker = false
	c, err = Open(t.Context(), wrong)
	refused := []string{`"$JS.API.STREAM.INFO.WANE_`, "expected the permissions of a node"}
	if err == nil || !containsAll(err.Error(), refused...) || strings.Contains(err.Error(), "secret") {
		closedIf(t, c)
		t.Errorf("a node with the key of a worker: %v", err)
	}
	node, worker := opened(t, g.options(t, "node")), opened(t, g.options(t, "worker1"))
	t.Run("Moves", func(t *testing.T) { guardedMoves(t, node, worker, opened(t, g.options(t, "worker2"))) })
	t.Run("Reviews", func(t *testing.T) { guardedReviews(t, node, worker) })
	if err := errors.Join(node.Ping(t.Context()), worker.Ping(t.Context())); err != nil {
		t.Error(err)
	}
	t.Run("Attacks", func(t *testing.T) { attacks(t, g, node) })
}

func closedIf(t *testing.T, c *Client) {
	if c != nil {
		closed(t, c)
	}
}

// guardedMoves has a worker answer a job, and interrupts it at another. When it stops, the
// next job goes to another worker.
func guardedMoves(t *testing.T, node, worker, other *Client) {
	answers := answers(t, node)
	begun := make(chan string, 10)
	stop := working(t, func(ctx context.Context) error {
		return worker.ConsumeMoves(ctx, 1, 1, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			begun <- j.ID
			if j.ID != "job.1" {
				<-ctx.Done()
				begun <- "interrupted"
				return livegame.Answer{}, ctx.Err()
			}
			return queuetest.Answered(ctx, j)
		})
	})
	queuetest.Enqueue(t, node, queuetest.Job(1))
	got(t, begun)
	if a := got(t, answers); a.Job != "job.1" {
		t.Errorf("%+v", a)
	}
	queuetest.Enqueue(t, node, queuetest.Job(2))
	got(t, begun)
	if err := node.CancelMoves(t.Context(), queuetest.Job(2).Game, 99); err != nil {
		t.Fatal(err)
	}
	if text := got(t, begun); text != "interrupted" {
		t.Error(text)
	}
	stop()
	queuetest.Enqueue(t, node, queuetest.Job(3))
	working(t, func(ctx context.Context) error { return other.ConsumeMoves(ctx, 1, 1, queuetest.Answered) })
	if a := got(t, answers); a.Job != "job.3" {
		t.Errorf("%+v", a)
	}
	emptied(t, node, node.streams.moveJobs)
}

// guardedReviews has a worker do a part of a review.
func guardedReviews(t *testing.T, node, worker *Client) {
	line := notation.Line{Variant: "chess", Moves: []string{"e2e4"}}
	j := review.Job{Game: "game1", Level: review.Quick, Line: line, From: 0, To: 2}
	back := make(chan review.Answer, 1)
	working(t, func(ctx context.Context) error {
		return node.ConsumeReviewAnswers(ctx, func(_ context.Context, a review.Answer) error { back <- a; return nil })
	})
	working(t, func(ctx context.Context) error {
		fail := func(_ context.Context, j review.Job) (review.Answer, error) { return j.Fail("no"), nil }
		return worker.ConsumeReviews(ctx, 1, fail)
	})
	if err := node.EnqueueReview(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if a := got(t, back); a.Game != "game1" || a.Fault != "no" {
		t.Errorf("%+v", a)
	}
	emptied(t, node, node.streams.reviewJobs)
}
