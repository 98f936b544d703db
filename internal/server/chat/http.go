package chat

import (
	"context"
	"errors"
	"net/http"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/web"
)

// Rooms is the chat of a place, as far as the client may read it.
type Rooms struct {
	// Moderates says that the client may hide messages.
	Moderates bool     `json:"moderates,omitempty" doc:"you may hide messages (POST …/chat/hide)"`
	Presets   []string `json:"presets" doc:"keys of the sentences that need no text"`
	Rooms     []Room   `json:"rooms" doc:"that you may read"`
}

// Room is a room of a chat. A game has one for the players, and one for the spectators, which the players read once the
// game is over. What has only one room calls it common.
type Room struct {
	Room     RoomName `json:"room" enum:"players,spectators,common"`
	May      May      `json:"may" enum:"text,presets,nothing" doc:"what you may write"`
	Why      string   `json:"why,omitempty" doc:"why you may write nothing, in words"`
	Messages []Said   `json:"messages" doc:"the last 200 at most, in order"`
}

// Said is a message in a chat.
type Said struct {
	Seq int   `json:"seq" doc:"in its room, from 1"`
	At  int64 `json:"at"`
	livegame.Person
	Tag     string `json:"tag,omitempty" doc:"of a guest: tells guests with the same name apart"`
	You     bool   `json:"you,omitempty"`
	Preset  string `json:"preset,omitempty" doc:"key of a sentence that clients translate; without it, text is what was written"`
	Text    string `json:"text,omitempty"`
	Hidden  bool   `json:"hidden,omitempty" doc:"a moderator has removed the text"`
	Blocked bool   `json:"blocked,omitempty" doc:"you block the author: there is no text"`
}

// Say writes a message in a chat.
type Say struct {
	ID     string   `json:"id" minLength:"8" maxLength:"64" doc:"chosen by the client; the same message sent twice counts once"`
	Room   RoomName `json:"room,omitempty" enum:"players,spectators,common" doc:"absent: the only one"`
	Preset string   `json:"preset,omitempty" maxLength:"20" doc:"key of a sentence that needs no text"`
	Text   string   `json:"text,omitempty" maxLength:"1000" doc:"up to 140 characters, without a preset; only accounts that are older than a day may write text"`
}

// HideSaid hides all that the author of a message has written in a place.
type HideSaid struct {
	Room RoomName `json:"room,omitempty" enum:"players,spectators,common" doc:"absent: the only one"`
	Seq  int      `json:"seq" minimum:"1"`
}

// May is what an author may write.
type May string

// What an author may write.
const (
	mayText    May = "text"
	mayPreset  May = "presets"
	mayNothing May = "nothing"
)

// may returns what an author who reads a room may write there; if it is nothing, also why.
func (s *Service) may(ctx context.Context, by publictext.Author, t talk, room RoomName) (_ May, why string) {
	if bar := t.bars(by, room); bar != nil {
		return mayNothing, bar.Message
	}
	switch err := s.mayWrite(ctx, by, t, room, ""); {
	case err == nil:
		return mayText, ""
	case errors.Is(err, publictext.ErrMuted):
		return mayNothing, publictext.ErrMuted.Message
	}
	return mayPreset, ""
}

// Show shows messages to a guest; tag is guests.Tag. The list is never nil.
func Show(list []Message, viewer string, tag func(guest string) string) []Said {
	out := make([]Said, len(list))
	for i, m := range list {
		out[i] = Said{
			Seq: m.Seq, At: db.Milliseconds(m.At), Person: m.Person, You: m.Author == viewer, Preset: m.Preset,
			Text: m.Text, Hidden: m.Hidden, Blocked: m.Blocked,
		}
		if m.Hidden {
			out[i].Preset, out[i].Text = "", ""
		}
		if !m.Person.Account {
			out[i].Tag = tag(m.Author)
		}
	}
	return out
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	for _, of := range s.kinds {
		s.register(k, of)
	}
}

// path is the part of a path that names the thing of a place.
type path struct {
	ID livegame.ID `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of what has the chat"`
}

// place returns the place of a kind.
func (p path) place(of *kind) Place { return Place(of.name + "/" + string(p.ID)) }

// register registers the routes of the chats of a kind.
func (s *Service) register(k *web.Kit, of *kind) {
	type get struct {
		path
		From int `query:"from" minimum:"0" doc:"only messages after this number"`
	}
	route := "/api/" + of.name + "/{id}/chat"
	op := web.Get(route, "get-"+of.one+"-chat", "The chat of a "+of.one, web.Read(web.Player, of.reads, limits.Read))
	op.Description = of.who + " Messages are kept for 30 days. Sockets send new messages: see ClientMessage."
	web.Handle(k, op, func(ctx context.Context, in *get) (*web.Out[Rooms], error) {
		out, err := s.show(ctx, k, in.place(of), in.From)
		return web.Answer(out, err)
	})

	type say struct {
		path
		Body Say
	}
	op = web.Post(route, "say-in-"+of.one, "Write in the chat of a "+of.one,
		web.Write(of.caller, of.writes, limits.Chat))
	op.Description = of.how + " The answer comes when the message is stored. " +
		"If there is no answer, send the message again with the same id: it counts once."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *say) (*web.Out[Said], error) {
		v := guests.VisitOf(ctx)
		m, err := s.Say(ctx, v.Author(), Post{
			Place: in.place(of), Room: in.Body.Room,
			Command: k.Guests().CommandID(v.Guest.ID, in.Body.ID), Preset: in.Body.Preset, Text: in.Body.Text,
		})
		return web.Answer(Show([]Message{m}, v.Guest.ID, k.Guests().Tag)[0], err)
	})

	type hide struct {
		path
		Body HideSaid
	}
	op = web.Post(route+"/hide", "hide-in-"+of.one, "Hide what an author has written in the chat of a "+of.one,
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A moderator hides all that the author of a message has written there, " +
		"in a room that the moderator reads."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *hide) (*struct{}, error) {
		return nil, s.hideAll(ctx, mark{in.place(of), in.Body.Room, in.Body.Seq}, ReaderOf(guests.VisitOf(ctx)))
	})
}

// show shows the chat of a place to who calls: the messages after a number.
func (s *Service) show(ctx context.Context, k *web.Kit, place Place, from int) (out Rooms, err error) {
	v := guests.VisitOf(ctx)
	r := ReaderOf(v)
	of, t, err := s.enter(ctx, place, r)
	if err != nil {
		return out, err
	}
	out = Rooms{Moderates: r.Moderates, Presets: make([]string, len(presets)), Rooms: []Room{}}
	for i, p := range presets {
		out.Presets[i] = p.Key
	}
	for _, name := range of.readable(t, r) {
		list, err := s.read(ctx, place, r, t, name, from)
		if err != nil {
			return out, err
		}
		room := Room{Room: name, Messages: Show(list, r.ID, k.Guests().Tag)}
		room.May, room.Why = s.may(ctx, v.Author(), t, name)
		out.Rooms = append(out.Rooms, room)
	}
	return out, nil
}
