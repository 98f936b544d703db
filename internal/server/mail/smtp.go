package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// sendTimeout bounds all of the talk with the mail server for one message.
const sendTimeout = 30 * time.Second

// Server is the mail server that takes a server's messages.
type Server struct {
	// URL is smtp://user@host:587, which begins TLS by STARTTLS, or smtps://user@host:465. TLS is required except
	// for the loopback address. The password may be in it.
	URL string
	// Password is that of the user in URL, if it is not there; empty: none.
	Password string
	// From is the sender, such as "wane <games@wane.example>".
	From string
}

// SMTP sends messages by a mail server.
type SMTP struct {
	client *gomail.Client
	from   *mail.Address
}

var _ Sender = (*SMTP)(nil)

// NewSMTP returns a sender. It does not connect yet. Errors are for the operator and hold no password.
func NewSMTP(s Server) (*SMTP, error) { return newSMTP(s) }

// newSMTP is NewSMTP with more options.
func newSMTP(s Server, more ...gomail.Option) (*SMTP, error) {
	const expected = "expected smtp://user@host:587 or smtps://user@host:465"
	u, err := url.Parse(s.URL)
	if err != nil { // its text may hold the password
		return nil, errors.New("the address of the mail server is no URL: " + expected)
	}
	if u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("the address of the mail server is %.80q: %s", u.Redacted(), expected)
	}
	from, err := mail.ParseAddress(s.From)
	if err != nil {
		return nil, fmt.Errorf(
			`the sender of mail is %.80q: expected an address, such as "wane <games@wane.example>"`, s.From)
	}
	port := map[string]int{"smtp": 587, "smtps": 465}[u.Scheme]
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
			return nil, fmt.Errorf("the port of the mail server is %.10q: expected 1–65535", text)
		}
	}
	options := []gomail.Option{gomail.WithPort(port), gomail.WithTimeout(sendTimeout), gomail.WithoutNoop()}
	secure := true
	switch {
	case u.Scheme == "smtps":
		options = append(options, gomail.WithSSL())
	case loopback(u.Hostname()):
		options, secure = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic)), false
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	password, given := u.User.Password()
	if !given {
		password = s.Password
	}
	if name := u.User.Username(); name != "" {
		kind := gomail.SMTPAuthAutoDiscover
		if !secure {
			kind = gomail.SMTPAuthPlainNoEnc
		}
		options = append(options, gomail.WithSMTPAuth(kind), gomail.WithUsername(name), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), append(options, more...)...)
	if err != nil {
		return nil, fmt.Errorf("the mail server: %w", err)
	}
	return &SMTP{client, from}, nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send implements Sender. Its errors hold neither the address nor the text.
func (s *SMTP) Send(ctx context.Context, id string, m Message) error {
	if err := m.check(); err != nil {
		return &PermanentError{err}
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(s.from)
	if err := msg.To(m.To); err != nil {
		return &PermanentError{errAddress}
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(id + s.from.Address[strings.LastIndexByte(s.from.Address, '@'):])
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // so that no program answers it
	if m.Unsubscribe != "" {
		if err := msg.SetListUnsubscribeOneClick(m.Unsubscribe); err != nil {
			return &PermanentError{errors.New("the address that ends messages is invalid")}
		}
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML())
	err := s.client.DialAndSendWithContext(ctx, msg)
	var failed *gomail.SendError
	switch {
	case err == nil || msg.IsDelivered(): // only the goodbye failed
		return nil
	case !errors.As(err, &failed):
		return fmt.Errorf("reach the mail server: %w", err)
	case !failed.IsTemp() && failed.ErrorCode() >= 500 && failed.Reason != gomail.ErrSMTPMailFrom:
		return &PermanentError{
			fmt.Errorf("the mail server refuses a message: %v (code %d)", failed.Reason, failed.ErrorCode()),
		}
	}
	return fmt.Errorf("the mail server does not take a message: %v (code %d)", failed.Reason, failed.ErrorCode())
}
