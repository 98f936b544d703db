package main

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The script in deploy makes certificates for NATS servers and their routes. A second run
// keeps the authority.
func TestCertificates(t *testing.T) {
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../../deploy/three-nodes/certificates.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "certificates.sh")
	if err := os.WriteFile(script, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var first *x509.Certificate
	for _, hosts := range [][]string{nil, {"bus.example"}} {
		generate := exec.Command("bash", append([]string{script}, hosts...)...) //nolint:gosec // a test
		if out, err := generate.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "tls", "server.pem"), filepath.Join(dir, "tls", "server-key.pem"))
		if err != nil {
			t.Fatal(err)
		}
		authority, err := os.ReadFile(filepath.Join(dir, "tls", "ca.pem"))
		if err != nil {
			t.Fatal(err)
		}
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(authority)
		if len(hosts) == 0 {
			hosts, first = []string{"nats1", "nats2", "nats3"}, pair.Leaf
		}
		for _, host := range hosts {
			_, err := pair.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: host,
				KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}})
			if err != nil {
				t.Errorf("%s: %v", host, err)
			}
		}
		if _, err := first.Verify(x509.VerifyOptions{Roots: roots}); err != nil {
			t.Errorf("the first certificate is not valid any more: %v", err)
		}
	}
}
