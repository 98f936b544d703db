// Package publictext decides who may show a text to others. All that people write for others to read passes Check:
// chat, studies, names and descriptions of tournaments, notes on puzzles, names of openings and of players, and what
// players say about themselves. A test of internal/server/site lists the texts of all requests, and tries those that
// others read.
package publictext

import (
	"regexp"
	"time"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Codes of errors; see livegame.Error.
const (
	Muted livegame.Code = "muted" // a moderator has muted or closed the account
	Guest livegame.Code = "guest" // it needs an account
	Young livegame.Code = "young" // the account is too new
	Rude  livegame.Code = "rude"  // the text insults
	Link  livegame.Code = "link"  // the text has an address of the web
	// NoRoom and Busy are of chats: the author has no such room, or only reads it; and too many messages wait to be
	// stored.
	NoRoom livegame.Code = "no-room"
	Busy   livegame.Code = "busy"
	// Bad is for those who check texts further: the text is empty or too long.
	Bad livegame.Code = "bad-text"
)

// FreeAge is how old an account is that writes to strangers.
const FreeAge = 24 * time.Hour

// Author is who writes.
type Author struct {
	Guest, Name string        // as in games
	Account     *auth.Account // nil: a guest
}

// Kind is what a text is, and so who reads it.
type Kind int

// The kinds.
const (
	Chat         Kind = iota // with strangers
	FriendlyChat             // between two who know each other
	MemberChat               // of those who were invited to a study that others read, too
	PlayerName
	OpeningName
	PuzzleNote
	Tournament  // the name of one that is listed
	Study       // the name and topics of a public study, and comments of those who were not invited to it
	Description // of a tournament that is listed; all else in a public study
	About       // what an account says about itself
	Unlisted    // what only those read who have its address or were invited
)

// rules are what holds for each kind. No muted account writes any.
var rules = [...]struct {
	young string // why guests and new accounts do not write it; "": they do
	links bool   // addresses of the web are allowed
	rude  bool   // insults are allowed
}{
	Chat:         {young: "Only accounts that are older than a day write text. Choose one of the presets."},
	FriendlyChat: {links: true},
	MemberChat:   {},
	PlayerName:   {},
	OpeningName:  {young: "Only accounts that are older than a day name openings."},
	PuzzleNote:   {young: "Only accounts that are older than a day write notes. Publish the puzzle without one."},
	Tournament: {
		young: "Only accounts that are older than a day create listed tournaments. With a password, yours is not listed.",
	},
	Study: {
		young: "Only accounts that are older than a day publish studies and comment on those of others.",
	},
	Description: {links: true},
	About:       {young: "Only accounts that are older than a day write about themselves."},
	Unlisted:    {links: true, rude: true},
}

// ErrMuted is the error of accounts that write nothing.
var ErrMuted = &livegame.Error{Code: Muted, Message: "A moderator has muted you for some time."}

// address finds addresses of the web and of e-mail.
var address = regexp.MustCompile(`(?i)\w://|\bwww\.|[a-z]\.[a-z]{2,}/\w|` +
	`\w\.(com|net|org|info|biz|io|gg|tv|ru|de|eu|uk|fr|xyz|app|shop|club)\b`)

// Check returns why an author may not write texts of a kind now, as a *livegame.Error, or nil. Without a text, it says
// whether the author may write any.
func Check(now time.Time, by Author, k Kind, texts ...string) error {
	rule, a := rules[k], by.Account
	refuse := func(c livegame.Code, why string) error { return &livegame.Error{Code: c, Message: why} }
	switch {
	case a != nil && (!a.Closed.IsZero() || a.Muted.After(now)):
		return ErrMuted
	case rule.young != "" && a == nil:
		return refuse(Guest, rule.young)
	case rule.young != "" && now.Sub(a.Created) < FreeAge && !a.Role.AtLeast(auth.Moderator):
		return refuse(Young, rule.young)
	}
	for _, text := range texts {
		switch {
		case !rule.links && address.MatchString(text):
			return refuse(Link, "Addresses of the web are not allowed here.")
		case !rule.rude && rude(text) && len(texts) > 1:
			return refuse(Rude, "Please write this in a friendlier way: "+message.Clip(text, 80))
		case !rule.rude && rude(text):
			return refuse(Rude, "Please write it in a friendlier way.")
		}
	}
	return nil
}
