// Package mail sends e-mail for a server that has an SMTP server.
//
// No request waits for it: a job goes to the Outbox, a table of the database. One node after the other takes
// jobs from there, makes the messages and sends them, and retries what fails.
package mail

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/mail"
	"regexp"
	"strings"
	"unicode"
)

// Message is an e-mail to one person.
type Message struct {
	To      string // address
	Subject string
	// Text is the message in paragraphs, with an empty line between. A line that is only a link becomes one in
	// the HTML part.
	Text string
	// Unsubscribe is an https address that ends such messages by one POST (RFC 8058); empty: none.
	Unsubscribe string
}

// Sender sends messages. It may be used by many goroutines.
type Sender interface {
	// Send hands a message to the mail server. The ID is the same if a message is sent again. The error is a
	// *PermanentError if another try is of no use.
	Send(ctx context.Context, id string, m Message) error
}

// PermanentError says that a message can never be sent.
type PermanentError struct{ Err error }

// Error implements error.
func (e *PermanentError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *PermanentError) Unwrap() error { return e.Err }

// MaxAddress is the most bytes of an address, as SMTP has it.
const MaxAddress = 254

// errAddress says what an address looks like.
var errAddress = errors.New("expected an e-mail address with one @")

// Address checks an address that a person typed, and returns it as it is stored. The part before the @ keeps its
// letters, as the server of the address may tell capital letters apart.
func Address(text string) (string, error) {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > MaxAddress ||
		strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || r <= ' ' || r == '"' }) {
		return "", errAddress
	}
	at := strings.LastIndexByte(text, '@')
	local, domain := text[:at], strings.ToLower(text[at+1:])
	if len(local) > 64 || !strings.Contains(domain, ".") || strings.HasPrefix(domain, "[") {
		return "", errAddress
	}
	return local + "@" + domain, nil
}

// check returns an error for a message that cannot be sent.
func (m *Message) check() error {
	if _, err := Address(m.To); err != nil {
		return err
	}
	if m.Subject == "" || strings.ContainsFunc(m.Subject, unicode.IsControl) || len(m.Subject) > 500 {
		return errors.New("the subject of a message is empty, too long or has a control character")
	}
	if m.Unsubscribe != "" && !strings.HasPrefix(m.Unsubscribe, "https://") {
		return fmt.Errorf("the address that ends messages is %.80q, expected https://…", m.Unsubscribe)
	}
	return nil
}

// link is a line that is only a link.
var link = regexp.MustCompile(`^https?://[^\s<>"]+$`)

// HTML returns the text of a message as a page without pictures or styles of its own.
func (m *Message) HTML() string {
	var b strings.Builder
	b.WriteString("<!doctype html><html><head><meta charset=\"utf-8\"></head><body>\n")
	for paragraph := range strings.SplitSeq(strings.TrimSpace(m.Text), "\n\n") {
		b.WriteString("<p>")
		for i, line := range strings.Split(paragraph, "\n") {
			if i > 0 {
				b.WriteString("<br>\n")
			}
			text := html.EscapeString(line)
			if link.MatchString(line) {
				text = `<a href="` + text + `">` + text + `</a>`
			}
			b.WriteString(text)
		}
		b.WriteString("</p>\n")
	}
	b.WriteString("</body></html>\n")
	return b.String()
}
