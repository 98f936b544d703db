package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/feeds"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/web/routes"
)

// MaxFeed is how many entries a feed has.
const MaxFeed = 30

const atomType = "application/atom+xml"

// AtomResponse describes the answer of Atom.
func AtomResponse() map[string]*huma.Response { return DocumentResponse(atomType, "Atom, RFC 4287") }

// Atom makes a document of a feed, whose page has a path. A feed without entries has the time.
func (k *Kit) Atom(ctx context.Context, title, path string, empty time.Time, items []*feeds.Item) (*Document, error) {
	f := &feeds.Feed{
		Title: title, Link: &feeds.Link{Href: k.Address(ctx, path)}, Id: k.Address(ctx, path), Updated: empty, Items: items,
	}
	for _, i := range items {
		if i.Updated.After(f.Updated) {
			f.Updated = i.Updated
		}
	}
	text, err := f.ToAtom()
	if err != nil {
		return nil, fmt.Errorf("make a feed: %w", err)
	}
	return &Document{
		Status: http.StatusOK, ContentType: atomType + "; charset=utf-8",
		Robots: "noindex", Body: []byte(text),
	}, nil
}

// Entry makes an entry of a feed; its ID is unique on the server.
func (k *Kit) Entry(ctx context.Context, id, title, path string, at time.Time) *feeds.Item {
	return &feeds.Item{
		Id: k.Address(ctx) + "#" + url.PathEscape(id), Title: title, Link: &feeds.Link{Href: k.Address(ctx, path)},
		Updated: at.UTC(), Created: at.UTC(),
	}
}

// GameEntry is Entry for a finished game; route is that of its page.
func (k *Kit) GameEntry(ctx context.Context, kind, route string, s livegame.Summary, at time.Time) *feeds.Item {
	title, _ := k.o.Views.GameWords(manager.Snapshot{Header: s.Header, Summary: s, Seats: s.Seats, Status: s.Status})
	return k.Entry(ctx, kind+"/"+string(s.ID), title+" · "+game.Outcome{Result: s.Result, Reason: s.Reason}.String(),
		routes.Link(route, string(s.ID)), at)
}

// Address returns the address of a path: at the server's own address, or else at that by which the client reached it.
func (k *Kit) Address(ctx context.Context, path ...string) string {
	base, visit := k.o.Base, guests.VisitOf(ctx)
	switch {
	case base == nil && visit.Host == "":
		return "?"
	case base == nil:
		base = &url.URL{Scheme: "http", Host: visit.Host}
		if visit.Secure {
			base.Scheme = "https"
		}
	}
	return base.JoinPath(path...).String()
}
