// Package studies keeps the studies of accounts: annotated games that a person edits on several
// devices.
//
// The page edits studies without the server and sends what has changed. Each content has a version,
// which is made from it. A change names the version that it is based on; if another device has
// changed the study meanwhile, the change is rejected, and the page keeps both.
package studies

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/problem"
)

var (
	errNotFound error = problem.Missing("There is no such analysis.")
	// errConflict: the study is not as the change takes it to be.
	errConflict error = problem.New(http.StatusPreconditionFailed, problem.CodeConflict,
		"The analysis was changed on another device meanwhile.")
	errMany error = problem.New(http.StatusForbidden, problem.CodeTooMany,
		fmt.Sprintf("You have %d analyses, which is the most: delete some first.", MaxStudies))
	errFull error = problem.New(http.StatusForbidden, problem.CodeTooMany,
		"Your analyses are as large as they may be together: delete some first.")
)

// Limits of an account.
const (
	// MaxStudies is how many studies an account may have.
	MaxStudies = 500
	// MaxContent is the size of a study's content as JSON, in bytes; MaxTotal that of all together,
	// compressed.
	MaxContent = 2 << 20
	MaxTotal   = 20 << 20
	maxText    = 200 // characters of a name
)

// Info is what lists show of a study.
type Info struct {
	ID      string
	Version string // changes with the name and the content, too
	Name    string
	Variant string
	Title   string // of the variant
	Created time.Time
	Changed time.Time // by the device that has changed it
	Moves   int       // plies of the main line
	Game    string    // the live game that it was made from; empty: none
}

// study is a study of an account.
type study struct {
	Info
	Account string // ID
	Content []byte // JSON, compressed
}

// Service checks and keeps studies. Its errors for users are their answers.
type Service struct{ db *db.DB }

// New makes a service.
func New(d *db.DB) *Service { return &Service{d} }

// Jobs implements feature.Feature.
func (s *Service) Jobs(*job.Runner) {}

// Load returns a study and its content as JSON, which may be damaged: then there is an error with the study.
func (s *Service) Load(ctx context.Context, account, id string) (Info, json.RawMessage, error) {
	there, err := s.stored(ctx, account, id)
	if err != nil {
		return Info{}, nil, err
	}
	content, err := db.Decompress(there.Content, MaxContent)
	if err != nil {
		return there.Info, nil, fmt.Errorf("read study %q: %w", id, err)
	}
	return there.Info, content, nil
}

var validID = regexp.MustCompile(`^[\w-]{1,80}$`)

// Save stores a study in place of a version, or with "" a new one, and returns its version, and how many bytes more
// are stored than before. The same study stored again is no conflict: the first answer may have been lost.
func (s *Service) Save(
	ctx context.Context, account string, info Info, content json.RawMessage, instead string,
) (version string, grown int, err error) {
	if err := check(info, content); err != nil {
		return "", 0, err
	}
	packed, err := db.Compress(content)
	if err != nil {
		return "", 0, err
	}
	info.Version = versionOf(info, content)
	grown, err = s.put(ctx, study{Info: info, Account: account, Content: packed}, instead, MaxStudies, MaxTotal)
	if errors.Is(err, errConflict) {
		there, e := s.stored(ctx, account, info.ID)
		if e == nil && there.Version == info.Version {
			err = nil
		}
	}
	return info.Version, grown, err
}

// Delete deletes a version of a study. One that is gone already is no error.
func (s *Service) Delete(ctx context.Context, account, id, version string) error {
	err := s.remove(ctx, account, id, version)
	if errors.Is(err, errNotFound) {
		return nil
	}
	return err
}

// check returns what is wrong with a study.
func check(info Info, content json.RawMessage) error {
	if !validID.MatchString(info.ID) {
		return invalid("The ID of the analysis needs 1 to 80 letters, digits, hyphens and underscores.")
	}
	for _, text := range []string{info.Name, info.Variant, info.Title, info.Game} {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxText || hasControl(text) {
			return invalid("A name in the analysis is not valid: expected up to %d characters without control characters.",
				maxText)
		}
	}
	if len(content) > MaxContent {
		return invalid("The analysis has %d bytes; at most %d can be kept on the server.", len(content), MaxContent)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(content, &object); err != nil || !utf8.Valid(content) {
		return invalid("The content of the analysis is not a JSON object in UTF-8.")
	}
	return nil
}

func invalid(format string, args ...any) error { return problem.Invalid(fmt.Errorf(format, args...)) }

func hasControl(text string) bool {
	for _, r := range text {
		if unicode.IsControl(r) {
			return true
		}
	}
	return false
}

// versionOf returns the version of a study: a hash of all that devices edit.
func versionOf(info Info, content json.RawMessage) string {
	h := sha256.New()
	created, changed := info.Created.UnixMilli(), info.Changed.UnixMilli()
	head, _ := json.Marshal(
		[]any{info.ID, info.Name, info.Variant, info.Title, created, changed, info.Moves, info.Game})
	h.Write(head)
	h.Write(content)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:12])
}
