package notify

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/mail"
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
	maxShown    = 20              // notifications that a digest names
)

// digestKind is the kind of jobs of mail that are digests.
const digestKind = "digest"

// Errors of digests.
var (
	ErrNoDigests = errors.New("this server sends no e-mail")
	ErrNoAddress = errors.New("the account has no confirmed e-mail address")
)

// Digest says how often an account gets its unread notifications by e-mail.
type Digest struct {
	Player string
	Every  Every
	Since  time.Time // earlier notifications are never in one
	Sent   time.Time // when the last one was; zero: never
	Secret string    // of the link that ends them
}

// DigestStore keeps digests. It is safe for concurrent use.
type DigestStore interface {
	// Digest returns that of an account; without one Every is Never and Secret is empty.
	Digest(ctx context.Context, player string) (Digest, error)
	// PutDigest stores how often an account gets digests, since when, and the secret of its link. When
	// the last was sent stays as it is.
	PutDigest(ctx context.Context, d Digest) error
	// EndDigest ends the digests whose link has a secret, and reports whether there are such.
	EndDigest(ctx context.Context, secret string) (bool, error)
	// DueDigests returns those that may be sent now and have an unread notification from before a time
	// that was in none, the longest waiting first: those after one, or all for a zero Digest.
	DueDigests(ctx context.Context, now, before time.Time, after Digest, limit int) ([]Digest, error)
	// TakeDigest marks all unread notifications that were in none as mailed, says that the digest was sent
	// now, and stores the job that sends it, in one transaction. It reports false, and does nothing,
	// if another node was faster.
	TakeDigest(ctx context.Context, d Digest, now time.Time, job func(ids []string) (mail.Job, error)) (bool, error)
	// Notifications is as in Store.
	Notifications(ctx context.Context, player string, limit int) ([]Notification, error)
}

// Addressees finds to whom mail for accounts goes.
type Addressees interface {
	// Addressee returns name, confirmed address and language of an account. Without an address it gets no mail.
	Addressee(ctx context.Context, player string) (name, address, language string, err error)
}

// DigestOptions are what a Digester needs.
type DigestOptions struct {
	Store  DigestStore
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

// Of returns how often an account gets digests.
func (d *Digester) Of(ctx context.Context, player string) (Every, error) {
	got, err := d.o.Store.Digest(ctx, player)
	return got.Every, err
}

// Choose sets how often an account gets digests. Except for Never, the account needs a confirmed address. The
// secret of the link stays, so that the links of earlier messages work.
func (d *Digester) Choose(ctx context.Context, player string, every Every) error {
	was, err := d.o.Store.Digest(ctx, player)
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
	return d.o.Store.PutDigest(ctx, was)
}

// End ends the digests whose link has a secret, and reports whether there are such.
func (d *Digester) End(ctx context.Context, secret string) (bool, error) {
	return d.o.Store.EndDigest(ctx, secret)
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
	return job.Rows(ctx, maxDigests, func(ctx context.Context, after *Digest) ([]Digest, error) {
		if after == nil {
			after = &Digest{}
		}
		return d.o.Store.DueDigests(ctx, now, now.Add(-settleTime), *after, maxDigests)
	}, func(ctx context.Context, due Digest) error {
		_, err := d.o.Store.TakeDigest(ctx, due, now, func(ids []string) (mail.Job, error) {
			return d.o.Mail.Job(mail.Job{Kind: digestKind, Account: due.Player}, digestJob{due.Player, ids})
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
	digest, err := d.o.Store.Digest(ctx, job.Player)
	if err != nil || digest.Every == Never {
		return m, false, err
	}
	name, address, language, err := d.o.People.Addressee(ctx, job.Player)
	if err != nil || address == "" {
		return m, false, err
	}
	all, err := d.o.Store.Notifications(ctx, job.Player, MaxKept)
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
func (d *Digester) message(digest Digest, name, address, language string, list []Notification) mail.Message {
	if language != "de" {
		language = "en"
	}
	words := letters[language]
	subject := words.many
	if len(list) == 1 {
		subject = words.one
	}
	paragraphs := []string{strings.NewReplacer("{name}", name, "{site}", d.o.Base).Replace(words.hello)}
	for _, n := range list[:min(len(list), maxShown)] {
		paragraphs = append(paragraphs, n.Sentence(language)+"\n"+d.o.Base+n.Page())
	}
	if more := len(list) - maxShown; more > 0 {
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
