package chat

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/web"
)

// Studies is what chat needs of studies that people share, as *sharedstudy.Service.
type Studies interface {
	// Outline returns a study without its chapters, or sharedstudy.ErrNotFound.
	Outline(ctx context.Context, id livegame.ID) (*sharedstudy.Study, error)
	// Created returns when studies were created, of those that there are.
	Created(ctx context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error)
}

// studies are the kind of shared studies.
func (s *Service) studies() *kind {
	return &kind{
		name: "studies", one: "study", rooms: []RoomName{Common},
		reads: web.Scopes(auth.StudyRead), writes: web.Scopes(auth.StudyWrite), caller: web.Account,
		who: "All who read the study read it. What was written while the study was private, only members read.",
		how: "Members of the study write presets and text; without addresses of the web if the study is not private.",
		find: func(ctx context.Context, id livegame.ID) (talk, error) {
			outline, err := s.o.Studies.Outline(ctx, id)
			return study{outline}, err
		},
		unseen: sharedstudy.ErrNotFound, created: s.o.Studies.Created,
	}
}

// study is the talk about a study.
type study struct{ of *sharedstudy.Study }

// account returns the ID of a reader's account; "": it is a guest.
func (r *Reader) account() string {
	if !r.Account {
		return ""
	}
	return r.ID
}

func (s study) reads(r Reader, room RoomName) bool {
	return room == Common && s.of.MayReach(r.account(), r.Moderates)
}

// sees reports whether a message is not about a study that had the ID before, and was written before all who read it
// now, unless a member reads it: moderators of a study that they have hidden are no members.
func (s study) sees(r Reader, m *Message) bool {
	return !m.At.Before(s.of.Created) &&
		(!m.Closed || s.of.RoleOf(r.account()) != sharedstudy.NoRole)
}

func (s study) since() time.Time { return s.of.Created }

func (s study) closed() bool { return s.of.Visibility == sharedstudy.Private }

func (s study) bars(by publictext.Author, _ RoomName) *livegame.Error {
	if by.Account == nil || s.of.RoleOf(by.Account.ID) == sharedstudy.NoRole {
		return errNoMember
	}
	return nil
}

// among returns what members write: the owner has invited them, but others may read it, too.
func (s study) among(context.Context, string, RoomName) (publictext.Kind, error) {
	if s.closed() {
		return publictext.FriendlyChat, nil
	}
	return publictext.MemberChat, nil
}
