package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	gomail "github.com/wneessen/go-mail"
)

// inbox is a mail server in this process.
type inbox struct {
	user string // who must sign in; empty: no one
	got  chan string
}

// NewSession implements smtp.Backend.
func (b *inbox) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &visit{b: b, known: b.user == ""}, nil
}

type visit struct {
	b     *inbox
	known bool
	to    string
}

func (*visit) AuthMechanisms() []string { return []string{sasl.Plain} }

func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if v.known = user == v.b.user && password == "secret"; !v.known {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (v *visit) Mail(string, *smtp.MailOptions) error {
	if !v.known {
		return smtp.ErrAuthRequired
	}
	return nil
}

func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch {
	case strings.HasPrefix(to, "none@"):
		return &smtp.SMTPError{Code: 550, Message: "no such mailbox " + to}
	case strings.HasPrefix(to, "full@"):
		return &smtp.SMTPError{Code: 452, Message: "mailbox full " + to}
	}
	v.to = to
	return nil
}

func (v *visit) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	v.b.got <- v.to + "\n" + string(text)
	return err
}

func (*visit) Reset()        {}
func (*visit) Logout() error { return nil }

// listen starts a mail server and returns its address. With a certificate it offers TLS.
func listen(t *testing.T, b *inbox, cert *tls.Config, plainAuth bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := smtp.NewServer(b)
	s.Domain, s.TLSConfig, s.AllowInsecureAuth, s.ErrorLog = "localhost", cert, plainAuth, nothing{}
	b.got = make(chan string, 10)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return l.Addr().String()
}

type nothing struct{}

func (nothing) Printf(string, ...any) {}
func (nothing) Println(...any)        {}

func TestSMTP(t *testing.T) {
	b := &inbox{user: "wane"}
	address := listen(t, b, nil, true)
	s, err := NewSMTP(Server{URL: "smtp://wane@" + address, Password: "secret", From: "Wäne <games@wane.example>"})
	if err != nil {
		t.Fatal(err)
	}
	m := Message{
		To: "ann@example.org", Subject: "Grüße", Text: "Hallo Ann\n\nhttps://wane.example/x",
		Unsubscribe: "https://wane.example/off",
	}
	if err := s.Send(t.Context(), "one", m); err != nil {
		t.Fatal(err)
	}
	to, text, _ := strings.Cut(<-b.got, "\n")
	got, err := mail.ReadMessage(bytes.NewReader([]byte(text)))
	if err != nil || to != "ann@example.org" {
		t.Fatal(to, err)
	}
	for header, want := range map[string]string{
		"Message-Id": "<one@wane.example>", "Subject": "=?UTF-8?q?Gr=C3=BC=C3=9Fe?=", "Auto-Submitted": "auto-generated",
		"List-Unsubscribe": "<https://wane.example/off>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		"X-Mailer": "",
	} {
		if got.Header.Get(header) != want {
			t.Errorf("%s: %q, want %q", header, got.Header.Get(header), want)
		}
	}
	if !strings.Contains(text, "text/plain") || !strings.Contains(text, "text/html") {
		t.Errorf("%s", text)
	}

	var permanent *PermanentError
	for to, final := range map[string]bool{"none@example.org": true, "full@example.org": false, "nowhere": true} {
		m.To = to
		if err := s.Send(t.Context(), "two", m); err == nil || errors.As(err, &permanent) != final ||
			strings.Contains(err.Error(), to) {
			t.Errorf("%s: %v", to, err)
		}
	}
	m.To = "ann@example.org"
	for name, server := range map[string]Server{
		"a wrong password": {URL: "smtp://wane:wrong@" + address, From: "games@wane.example"},
		"no server":        {URL: "smtp://127.0.0.1:1", From: "games@wane.example"},
	} {
		s, err := NewSMTP(server)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Send(t.Context(), "three", m); err == nil || errors.As(err, &permanent) ||
			strings.Contains(err.Error(), "wrong") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A server that is not this machine must have TLS, with a certificate of its name.
func TestSMTPWithTLS(t *testing.T) {
	web := httptest.NewTLSServer(nil) // for its certificate, of example.com
	defer web.Close()
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	cert := &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12}
	for _, c := range []struct {
		name, host string
		cert       *tls.Config
		trusted    bool
		sends      bool
	}{
		{"STARTTLS", "example.com", cert, true, true},
		{"another name", "example.org", cert, true, false},
		{"an unknown authority", "example.com", cert, false, false},
		{"no TLS", "example.com", nil, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &inbox{}
			address := listen(t, b, c.cert, false)
			trust := &tls.Config{ServerName: c.host, MinVersion: tls.VersionTLS12}
			if c.trusted {
				trust.RootCAs = roots
			}
			s, err := newSMTP(Server{URL: "smtp://" + c.host, From: "games@wane.example"}, gomail.WithTLSConfig(trust),
				gomail.WithDialContextFunc(func(ctx context.Context, _, _ string) (net.Conn, error) {
					return (&net.Dialer{}).DialContext(ctx, "tcp", address)
				}))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Send(t.Context(), "one",
				Message{To: "ann@example.org", Subject: "x", Text: "y"}); (err == nil) != c.sends {
				t.Errorf("%v", err)
			}
			if len(b.got) != map[bool]int{true: 1}[c.sends] {
				t.Errorf("the server got %d messages", len(b.got))
			}
		})
	}
}

func TestNewSMTP(t *testing.T) {
	for _, s := range []Server{
		{URL: "http://x", From: "a@b.example"}, {URL: "smtp://", From: "a@b.example"},
		{URL: "smtp://u:topsecret@x/y", From: "a@b.example"}, {URL: "smtp://u:topsecret@x:99999", From: "a@b.example"},
		{URL: "smtp://u:topsecret@x:y", From: "a@b.example"}, {URL: "smtp://x", From: ""}, {URL: "smtp://x", From: "wane"},
	} {
		if _, err := NewSMTP(s); err == nil || strings.Contains(err.Error(), "topsecret") ||
			!strings.Contains(err.Error(), "expected") {
			t.Errorf("%s from %s: %v", s.URL, s.From, err)
		}
	}
}
