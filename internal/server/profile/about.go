package profile

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/publictext"
)

const (
	maxAbout = 400
	maxLines = 10
	maxLink  = 200
)

// About is what an account says about itself (PUT /api/account/about).
type About struct {
	About string `json:"about,omitempty" maxLength:"4000" doc:"up to 400 characters, on up to 10 lines"`
	Link  string `json:"link,omitempty" maxLength:"2000" doc:"an address that begins with https://, up to 200 characters"`
}

// host is a name of the web: no number, and no letters that look like others.
var host = regexp.MustCompile(`^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$`)

// check returns a text as it is stored, or why its author may not show it, as a *livegame.Error. To say nothing is
// always allowed.
func (a About) check(by publictext.Author, now time.Time) (About, error) {
	a.About, a.Link = cleanLines(a.About), strings.TrimSpace(a.Link)
	if a == (About{}) {
		return a, nil
	}
	refuse := func(text string, n int) error {
		return &livegame.Error{Code: publictext.Bad, Message: fmt.Sprintf(text, n)}
	}
	if utf8.RuneCountInString(a.About) > maxAbout {
		return a, refuse("What you write about yourself has at most %d characters.", maxAbout)
	}
	if a.Link != "" {
		u, err := url.Parse(a.Link)
		if err != nil || u.Scheme != "https" || u.User != nil || !host.MatchString(strings.ToLower(u.Host)) ||
			len(u.String()) > maxLink {
			return a, refuse("The link is an address that begins with https://, of at most %d characters.", maxLink)
		}
		u.Host = strings.ToLower(u.Host)
		a.Link = u.String()
	}
	return a, cmp.Or(publictext.Check(now, by, publictext.About, a.About),
		publictext.Check(now, by, publictext.Description, a.Link))
}

// cleanLines returns a text of several lines as it is stored. Lines after the last possible one continue that.
func cleanLines(text string) string {
	lines := strings.SplitN(strings.TrimSpace(text), "\n", maxLines)
	for i, line := range lines {
		lines[i] = publictext.Clean(line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// about returns what an account says about itself.
func (s *Service) about(ctx context.Context, account string) (About, error) {
	return db.One[About](ctx, s.o.DB, nil, "SELECT about, link FROM profiles WHERE account = $1", account)
}

// say stores what an account says about itself.
func (s *Service) say(ctx context.Context, account string, a About) error {
	return feature.ChangeAccount(ctx, s.o.DB, account, func(ctx context.Context, t db.Tx) error {
		_, err := t.Do(ctx, "DELETE FROM profiles WHERE account = $1", account)
		if err == nil && a != (About{}) {
			_, err = t.Exec(ctx, "INSERT INTO profiles (account, about, link) VALUES ($1, $2, $3)", account, a.About, a.Link)
		}
		return err
	})
}

// clear removes what an account says about itself, for a moderator, and notes it in the log.
func (s *Service) clear(ctx context.Context, a auth.Account, by string) error {
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Need(ctx, problem.Missing("This player says nothing."),
			"DELETE FROM profiles WHERE account = $1", a.ID); err != nil {
			return err
		}
		return admin.Note(ctx, t,
			admin.Entry{At: s.o.Now(), Operator: by, Action: admin.AboutRemoved, Account: a.Key()})
	})
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget:  feature.Statements("DELETE FROM profiles WHERE account = $1"),
	Exports: []feature.Export{{Name: "about", Query: "SELECT about, link FROM profiles WHERE account = $1"}},
}
