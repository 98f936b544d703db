package sharedstudy

import (
	"fmt"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// maxLogged is how many characters of a comment the log has.
const maxLogged = 200

var (
	errHidden   = livegame.Refuse("Moderators have hidden this study. It cannot be published again until they lift that.")
	errModerate = livegame.Refuse("Moderators hide a study and lift that; the other settings are its owner's.")
)

// openness orders the visibilities by how many people read a study.
func (v Visibility) openness() int {
	switch v {
	case Unlisted:
		return 1
	case Public:
		return 2
	}
	return 0
}

// moderate hides the study, or lifts that.
func (b *Batch) moderate(e *SettingsEdit) error {
	now := b.study.Settings
	next := now
	if e.Name != nil || e.Description != nil || e.Topics != nil || e.Comments != nil || e.NoClone != nil {
		return errModerate
	}
	switch {
	case e.Hidden != nil && !*e.Hidden:
		if e.Visibility != nil {
			return errModerate
		}
		next.Hidden = false
	case e.Visibility != nil:
		next.Visibility, next.Hidden = *e.Visibility, true
		if next.Visibility.openness() > now.Visibility.openness() || next.Visibility == Public {
			return errModerate
		}
	case e.Hidden != nil:
		next.Hidden, next.Visibility = true, Private
	default:
		return errModerate
	}
	next, err := next.Check()
	if err != nil || next.equal(now) {
		return err
	}
	if err := b.apply(Event{Kind: Configured, By: b.known(), Settings: &next}); err != nil {
		return err
	}
	action, owner := admin.StudyHidden, 0
	if !next.Hidden {
		action = admin.StudyUnhidden
	}
	if o := b.study.Owner(); o != nil {
		owner = o.Number
	}
	b.logged(action, owner, string(next.Visibility))
	return nil
}

// logged notes in the log what the sender did as a moderator, with the person of a number.
func (b *Batch) logged(action admin.Action, person int, detail string) {
	detail = fmt.Sprintf("%s, %s, %s", b.study.ID, b.study.Name, message.Clip(publictext.Clean(detail), maxLogged))
	e := admin.Entry{At: b.now, Operator: b.by.Person.Name, Action: action, Detail: detail}
	if person > 0 && person <= len(b.study.People) {
		e.Account = auth.Key(b.study.People[person-1].Name)
	}
	b.Log = append(b.Log, e)
}
