package notify

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Every is how often an account gets a digest by e-mail.
type Every string

// The choices.
const (
	Never  Every = "never"
	Daily  Every = "daily"
	Weekly Every = "weekly"
)

// Limits of digests.
const (
	DailyTime  = 24 * time.Hour
	WeeklyTime = 7 * 24 * time.Hour
	// settleTime is how long something may wait in the page before a digest begins with it.
	settleTime  = time.Hour
	digestEvery = 5 * time.Minute // between two looks for digests that are due
	maxDigests  = 200             // of one look
	maxNamed    = 20              // notifications that a digest names
)

// digestKind is the kind of jobs of mail that are digests.
const digestKind = "digest"

// Errors of digests.
var (
	ErrNoDigests = problem.Missing("This server sends no e-mail.")
	ErrNoAddress = problem.New(http.StatusConflict, problem.CodeBadRequest,
		"Your account has no confirmed e-mail address: add one first.")
)

// choice says how often an account gets its unread notifications by e-mail.
type choice struct {
	Player string
	Every  Every
	Since  time.Time // earlier notifications are never in one
	Sent   time.Time // when the last one was; zero: never
	Secret string    // of the link that ends them
}

// Addressees finds to whom mail for accounts goes.
type Addressees interface {
	// Addressee returns name, confirmed address and language of an account. Without an address it gets no mail.
	Addressee(ctx context.Context, player string) (name, address, language string, err error)
}

// DigestOptions are what a Digester needs.
type DigestOptions struct {
	DB     *db.DB
	Mail   *mail.Outbox // nil: no digests
	People Addressees
	Base   string           // the server's address, without a trailing slash
	Now    func() time.Time // nil: the system's clock
	Log    *slog.Logger     // nil: none
}

// Digester sends digests. It is safe for concurrent use; any number of nodes may share a database.
type Digester struct{ o DigestOptions }

// NewDigester returns a digester, which makes messages of the outbox and needs Jobs to begin them.
func NewDigester(o DigestOptions) *Digester {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	d := &Digester{o}
	if o.Mail != nil {
		o.Mail.Handle(digestKind, d.compose)
	}
	return d
}

func (d *Digester) now() time.Time { return d.o.Now().UTC().Truncate(time.Millisecond) }

// Frequency implements account.Digests.
func (d *Digester) Frequency(ctx context.Context, player string) (string, error) {
	got, err := d.stored(ctx, player)
	return string(got.Every), err
}

// Stop implements account.Digests.
func (d *Digester) Stop(ctx context.Context, player string) error {
	return d.Choose(ctx, player, Never)
}

// Choose sets how often an account gets digests. Except for Never, the account needs a confirmed address. The
// secret of the link stays, so that the links of earlier messages work.
func (d *Digester) Choose(ctx context.Context, player string, every Every) error {
	was, err := d.stored(ctx, player)
	if err != nil || was.Every == every {
		return err
	}
	if every != Never {
		if !d.o.Mail.Enabled() {
			return ErrNoDigests
		}
		if _, address, _, err := d.o.People.Addressee(ctx, player); err != nil || address == "" {
			return errors.Join(err, ErrNoAddress)
		}
	}
	if was.Every == Never {
		was.Since = d.now()
	}
	if was.Secret == "" {
		was.Secret = rand.Text()
	}
	was.Player, was.Every = player, every
	return d.put(ctx, was)
}

// End ends the digests whose link has a secret, and reports whether there are such.
func (d *Digester) End(ctx context.Context, secret string) (bool, error) {
	known, err := db.Has(ctx, d.o.DB, "digests WHERE secret = $1 AND secret <> ''", secret)
	if err != nil || !known { // a stranger who guesses makes nothing wait
		return false, err
	}
	n, err := d.o.DB.Exec(ctx, "UPDATE digests SET every = $2 WHERE secret = $1", secret, Never)
	return n > 0, err
}

// Jobs registers the sending of digests.
func (d *Digester) Jobs(r *job.Runner) {
	if d.o.Mail.Enabled() {
		r.Every("digests", digestEvery, job.OneNode, d.Sweep)
	}
}

// digestJob is the data of a digest.
type digestJob struct {
	Player string
	IDs    []string // of notifications
}

// Sweep hands the digests that are due to the outbox.
func (d *Digester) Sweep(ctx context.Context) error {
	now := d.now()
	return job.Rows(ctx, maxDigests, func(ctx context.Context, after *choice) ([]choice, error) {
		if after == nil {
			after = &choice{}
		}
		return d.due(ctx, now, now.Add(-settleTime), *after, maxDigests)
	}, func(ctx context.Context, c choice) error {
		_, err := d.take(ctx, c, now, func(ids []string) (mail.Job, error) {
			return d.o.Mail.Job(mail.Job{Kind: digestKind, Account: c.Player}, digestJob{c.Player, ids})
		})
		return err
	})
}

// compose makes the message of a digest: what is unread when it is sent.
func (d *Digester) compose(ctx context.Context, data json.RawMessage) (m mail.Message, ok bool, err error) {
	var job digestJob
	if err := json.Unmarshal(data, &job); err != nil {
		return m, false, &mail.PermanentError{Err: err}
	}
	digest, err := d.stored(ctx, job.Player)
	if err != nil || digest.Every == Never {
		return m, false, err
	}
	name, address, language, err := d.o.People.Addressee(ctx, job.Player)
	if err != nil || address == "" {
		return m, false, err
	}
	all, err := last(ctx, d.o.DB, job.Player, MaxKept)
	if err != nil {
		return m, false, err
	}
	type subject struct {
		kind Kind
		page string
	}
	var list []Notification
	said := map[subject]bool{}
	for _, n := range all { // the latest first: an older one of the same kind about the same game says nothing new
		about := subject{n.Kind, n.Page()}
		if n.State == Unread && slices.Contains(job.IDs, n.ID) && !said[about] {
			said[about] = true
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return m, false, nil
	}
	return d.message(digest, name, address, language, list), true, nil
}

// letters are the texts of digests, by language.
var letters = map[string]struct {
	one, many, hello, more string
	end                    map[Every]string
}{
	"en": {
		"%d new notification", "%d new notifications", "Hello {name},\n\nthis is new for you on {site}:",
		"And %d more, on the page.",
		map[Every]string{
			Daily: "You get such an e-mail at most once a day, if there is something that you have not read. " +
				"Unsubscribe here, without signing in:",
			Weekly: "You get such an e-mail at most once a week, if there is something that you have not read. " +
				"Unsubscribe here, without signing in:",
		},
	},
	"de": {
		"%d neue Benachrichtigung", "%d neue Benachrichtigungen", "Hallo {name},\n\ndas ist neu für dich auf {site}:",
		"Und %d weitere, auf der Seite.",
		map[Every]string{
			Daily: "Du bekommst höchstens einmal am Tag eine solche E-Mail, wenn es etwas gibt, " +
				"das du noch nicht gelesen hast. Hier kannst du sie abbestellen, auch ohne Anmeldung:",
			Weekly: "Du bekommst höchstens einmal in der Woche eine solche E-Mail, wenn es etwas gibt, " +
				"das du noch nicht gelesen hast. Hier kannst du sie abbestellen, auch ohne Anmeldung:",
		},
	},
}

// message makes a digest of a list that is not empty.
func (d *Digester) message(digest choice, name, address, language string, list []Notification) mail.Message {
	if language != "de" {
		language = "en"
	}
	words := letters[language]
	subject := words.many
	if len(list) == 1 {
		subject = words.one
	}
	paragraphs := []string{strings.NewReplacer("{name}", name, "{site}", d.o.Base).Replace(words.hello)}
	for _, n := range list[:min(len(list), maxNamed)] {
		paragraphs = append(paragraphs, n.Sentence(language)+"\n"+d.o.Base+n.Page())
	}
	if more := len(list) - maxNamed; more > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf(words.more, more))
	}
	// The secret stands behind a #, so that browsers send it to no server, and a program that only looks at
	// links ends nothing.
	paragraphs = append(paragraphs, words.end[digest.Every], d.o.Base+"/signin#digest="+digest.Secret)
	m := mail.Message{To: address, Subject: fmt.Sprintf(subject, len(list)), Text: strings.Join(paragraphs, "\n\n") + "\n"}
	if strings.HasPrefix(d.o.Base, "https://") {
		m.Unsubscribe = d.o.Base + "/api/unsubscribe?secret=" + digest.Secret
	}
	return m
}
