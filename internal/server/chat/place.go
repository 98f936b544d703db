package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/web"
)

// Place is the thing that a chat belongs to, by its path in the API: "games/" and the ID of a game.
type Place string

// split returns the name of the kind, and the ID.
func (p Place) split() (name string, id livegame.ID) {
	name, rest, _ := strings.Cut(string(p), "/")
	return name, livegame.ID(rest)
}

// Common is the room of a place that has only one.
const Common RoomName = "common"

// kind is what has a chat.
type kind struct {
	name  string     // of the kind in places, such as "games"
	one   string     // what one is called
	rooms []RoomName // of each, in their order
	// reads and writes are the tokens that may, and caller is who may write.
	reads, writes web.Tokens
	caller        web.Caller
	// who and how say in the description who reads, and who writes what.
	who, how string
	// find returns the talk about the thing with an ID, or an error that says that there is none.
	find func(ctx context.Context, id livegame.ID) (talk, error)
	// unseen is the error for those who read no room; nil: they may know that there is the thing.
	unseen error
	// created returns when things were created, of those that there are: the chats of others are deleted. Nil: what is
	// deleted takes its chat with it.
	created func(ctx context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error)
}

// talk is what is written about one thing, and says who may.
type talk interface {
	// since returns when the thing was created; the zero time: nothing else has its ID before or after it.
	since() time.Time
	// reads reports whether a person may read a room.
	reads(r Reader, room RoomName) bool
	// sees reports whether one who reads a room may read a message there.
	sees(r Reader, m *Message) bool
	// closed reports whether what is written now is only for those who belong here: see Message.Closed.
	closed() bool
	// bars returns why one who reads a room may not write there; nil: it may.
	bars(by publictext.Author, room RoomName) *livegame.Error
	// among returns as what kind one who reads a room writes text there: as a Chat to strangers, which new accounts
	// may not, or as one to people who have invited it.
	among(ctx context.Context, guest string, room RoomName) (publictext.Kind, error)
}

// at returns the kind of a place, and the ID of the thing; nil: there is no such place.
func (s *Service) at(p Place) (*kind, livegame.ID) {
	name, id := p.split()
	for _, k := range s.kinds {
		if k.name == name && id.Valid() {
			return k, id
		}
	}
	return nil, ""
}

// find returns the kind of a place and the talk there, or livegame.ErrNotFound or the error of the kind.
func (s *Service) find(ctx context.Context, p Place) (*kind, talk, error) {
	k, id := s.at(p)
	if k == nil {
		return nil, nil, livegame.ErrNotFound
	}
	t, err := k.find(ctx, id)
	return k, t, err
}

// enter is find for a person, of whom a kind may hide that there is such a place, and whose token may lack the scope.
func (s *Service) enter(ctx context.Context, p Place, r Reader) (*kind, talk, error) {
	if k, _ := s.at(p); k != nil {
		if refused := k.reads.Refuse(r.Identity); refused != nil {
			return nil, nil, refused
		}
	}
	k, t, err := s.find(ctx, p)
	if err == nil && k.unseen != nil && len(k.readable(t, r)) == 0 {
		err = k.unseen
	}
	return k, t, err
}

// Readable returns the rooms of a place that a person may read, or an error if there is no such place.
func (s *Service) Readable(ctx context.Context, p Place, r Reader) ([]RoomName, error) {
	k, t, err := s.enter(ctx, p, r)
	if err != nil {
		return nil, err
	}
	return k.readable(t, r), nil
}

// readable returns the rooms that a person may read.
func (k *kind) readable(t talk, r Reader) (list []RoomName) {
	for _, room := range k.rooms {
		if t.reads(r, room) {
			list = append(list, room)
		}
	}
	return list
}

// room returns the room with a name; "" is the only one.
func (k *kind) room(name RoomName) RoomName {
	if name == "" && len(k.rooms) == 1 {
		return k.rooms[0]
	}
	return name
}

// visible returns messages as a person sees them, without the texts of some authors. Those messages stay, for their
// numbers.
func visible(t talk, r Reader, list []Message, blocked map[string]bool) []Message {
	plain := func(m Message) bool { return !blocked[m.Author] && t.sees(r, &m) }
	if !slices.ContainsFunc(list, func(m Message) bool { return !plain(m) }) {
		return list
	}
	list = slices.DeleteFunc(slices.Clone(list), func(m Message) bool { return !t.sees(r, &m) })
	for i := range list {
		if m := &list[i]; blocked[m.Author] {
			m.Blocked, m.Preset, m.Text = true, "", ""
		}
	}
	return list
}
