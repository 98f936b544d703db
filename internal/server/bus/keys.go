package bus

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Keys are the files with which a client and NATS servers prove to each other who they
// are. Each new connection reads them again, so they can be replaced. Empty names mean none.
type Keys struct {
	Creds string // a JWT and its seed, or the seed of an nkey alone
	CA    string // certificates that the servers' are signed with; empty: those of the system
	Cert  string // certificate of the client
	Key   string // the key of Cert
}

// options checks the files and returns the options of a connection that uses them.
func (k Keys) options(now time.Time) (options []nats.Option, err error) {
	if k.Creds != "" {
		user, err := credentials(k.Creds)
		if err != nil {
			return nil, err
		}
		options = append(options, user)
	}
	if k.CA != "" {
		data, err := os.ReadFile(k.CA)
		if err != nil {
			return nil, fmt.Errorf("bus: the certificates of the authority: %w", err)
		}
		if !x509.NewCertPool().AppendCertsFromPEM(data) {
			return nil, fmt.Errorf("bus: %s has no certificate, expected those of an authority as PEM", k.CA)
		}
		options = append(options, nats.RootCAs(k.CA))
	}
	if (k.Cert == "") != (k.Key == "") {
		return nil, errors.New("bus: a client has either both a certificate and its key or none of them")
	}
	if k.Cert != "" {
		if err := checkPair(k.Cert, k.Key, now); err != nil {
			return nil, err
		}
		options = append(options, nats.ClientCert(k.Cert, k.Key))
	}
	return options, nil
}

// credentials checks the file of a user's credentials and returns the option that uses it.
func credentials(path string) (nats.Option, error) {
	data, err := readSecret(path)
	if err != nil {
		return nil, fmt.Errorf("bus: the credentials: %w", err)
	}
	if _, err = publicKey(data); err == nil {
		if bytes.Contains(data, []byte("NATS USER JWT")) {
			return nats.UserCredentials(path), nil
		}
		var user nats.Option
		if user, err = nats.NkeyOptionFromSeed(path); err == nil {
			return user, nil
		}
	}
	return nil, fmt.Errorf("bus: the credentials %s: %w", path, err)
}

// readSecret reads a file that only its owner, and perhaps a group, may read.
func readSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o007 != 0 {
		return nil, fmt.Errorf("all users may use %s (mode %04o), expected 0600: chmod 600 %[1]s", path, info.Mode().Perm())
	}
	return os.ReadFile(path)
}

// checkPair checks the certificate of a client and its key.
func checkPair(cert, key string, now time.Time) error {
	secret, err := readSecret(key)
	if err != nil {
		return fmt.Errorf("bus: the key of the client's certificate: %w", err)
	}
	public, err := os.ReadFile(cert) //nolint:gosec // named by the operator
	if err != nil {
		return fmt.Errorf("bus: the client's certificate: %w", err)
	}
	pair, err := tls.X509KeyPair(public, secret)
	if err != nil {
		return fmt.Errorf("bus: the client's certificate %s with the key %s: %w", cert, key, err)
	}
	from, to := pair.Leaf.NotBefore, pair.Leaf.NotAfter
	text := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	switch {
	case now.After(to):
		return fmt.Errorf("bus: the client's certificate %s has expired at %s", cert, text(to))
	case now.Before(from):
		return fmt.Errorf("bus: the client's certificate %s is valid from %s on, and now is %s",
			cert, text(from), text(now))
	}
	return nil
}

// publicKey returns the public key of the user whose seed a file has.
func publicKey(data []byte) (string, error) {
	pair, err := nkeys.ParseDecoratedNKey(data)
	if err != nil {
		return "", errors.New("it has no seed of a user, " +
			"expected a JWT and its seed (nsc generate creds) or the seed of an nkey (SU…)")
	}
	defer pair.Wipe()
	public, err := pair.PublicKey()
	if err == nil && !nkeys.IsValidPublicUserKey(public) {
		err = errors.New("its seed is not that of a user (SU…)")
	}
	return public, err
}
