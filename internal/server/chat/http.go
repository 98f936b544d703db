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

// Rooms is the chat of a game, as far as the client may read it.
type Rooms struct {
	May        May `json:"may" enum:"text,presets,nothing" doc:"what you may write to the spectators"`
	MayPlayers May `json:"mayPlayers" enum:"text,presets,nothing" doc:"what you may write to your opponent"`
	// Moderates says that the client may hide messages.
	Moderates bool     `json:"moderates,omitempty" doc:"you may hide messages (POST /api/games/{id}/chat/hide)"`
	Presets   []string `json:"presets" doc:"keys of the sentences that everyone may write"`
	Rooms     []Room   `json:"rooms"`
}

// Room is a room of a game's chat: one for the players, one for the spectators, which the
// players read once the game is over.
type Room struct {
	Room     RoomName `json:"room" enum:"players,spectators"`
	Messages []Said   `json:"messages" doc:"the last 200 at most, in order"`
}

// Said is a message in the chat of a game.
type Said struct {
	Seq     int    `json:"seq" doc:"in its room, from 1"`
	At      int64  `json:"at"`
	Name    string `json:"name"`
	Tag     string `json:"tag,omitempty" doc:"of a guest: tells guests with the same name apart"`
	Account bool   `json:"account,omitempty" doc:"the name is that of an account"`
	Bot     bool   `json:"bot,omitempty"`
	You     bool   `json:"you,omitempty"`
	Preset  string `json:"preset,omitempty" doc:"key of a sentence that clients translate; without it, text is what was written"`
	Text    string `json:"text,omitempty"`
	Hidden  bool   `json:"hidden,omitempty" doc:"a moderator has removed the text"`
	Blocked bool   `json:"blocked,omitempty" doc:"you block the author: there is no text"`
}

// Say writes a message in the chat of a game.
type Say struct {
	ID     string   `json:"id" minLength:"8" maxLength:"64" doc:"chosen by the client; the same message sent twice counts once"`
	Room   RoomName `json:"room" enum:"players,spectators"`
	Preset string   `json:"preset,omitempty" maxLength:"20" doc:"key of a sentence that everyone may write"`
	Text   string   `json:"text,omitempty" maxLength:"1000" doc:"up to 140 characters, without a preset; only accounts that are older than a day may write text"`
}

// HideSaid hides all that the author of a message has written in a game.
type HideSaid struct {
	Room RoomName `json:"room" enum:"players,spectators"`
	Seq  int      `json:"seq" minimum:"1" maximum:"1000"`
}

// May is what an author may write.
type May string

// What an author may write.
const (
	mayText    May = "text"
	mayPreset  May = "presets"
	mayNothing May = "nothing"
)

// may returns what an author may write in a room.
func (s *Service) may(ctx context.Context, by publictext.Author, t talk, room RoomName) May {
	switch err := s.mayWrite(ctx, by, t, room, ""); {
	case err == nil:
		return mayText
	case errors.Is(err, publictext.ErrMuted):
		return mayNothing
	}
	return mayPreset
}

// Show shows messages to a guest; tag is guests.Tag. The list is never nil.
func Show(list []Message, viewer string, tag func(guest string) string) []Said {
	out := make([]Said, len(list))
	for i, m := range list {
		out[i] = Said{
			Seq: m.Seq, At: db.Milliseconds(m.At), Name: m.Name, Account: m.Account, Bot: m.Bot, You: m.Author == viewer,
			Preset: m.Preset, Text: m.Text, Hidden: m.Hidden, Blocked: m.Blocked,
		}
		if m.Hidden {
			out[i].Preset, out[i].Text = "", ""
		}
		if !m.Account {
			out[i].Tag = tag(m.Author)
		}
	}
	return out
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	type get struct {
		web.GamePath
		From int `query:"from" minimum:"0" doc:"only messages after this number"`
	}
	op := web.Get("/api/games/{id}/chat", "get-chat", "The chat of a game",
		web.Read(web.Player, web.Playing, limits.Read))
	op.Description = "The players have a room that they alone read. All others have another, " +
		"which the players read once the game is over. Messages are kept for 30 days. " +
		"Sockets send new messages: see ClientMessage."
	web.Handle(k, op, func(ctx context.Context, in *get) (*web.Out[Rooms], error) {
		v, id := guests.VisitOf(ctx), livegame.ID(in.Game)
		t, err := s.find(ctx, id)
		if err != nil {
			return nil, err
		}
		out := Rooms{
			May: s.may(ctx, v.Author(), t, Spectators), MayPlayers: s.may(ctx, v.Author(), t, Players),
			Moderates: v.Moderates(), Presets: make([]string, len(presets)), Rooms: []Room{},
		}
		for i, p := range presets {
			out.Presets[i] = p.Key
		}
		for _, room := range readable(t, v.Guest.ID) {
			list, err := s.read(ctx, id, v.Guest.ID, room, in.From)
			if err != nil {
				return nil, err
			}
			out.Rooms = append(out.Rooms, Room{room, Show(list, v.Guest.ID, k.Guests().Tag)})
		}
		return web.Answer(out, nil)
	})

	type say struct {
		web.GamePath
		Body Say
	}
	op = web.Post("/api/games/{id}/chat", "say", "Write in the chat of a game",
		web.Write(web.Player, web.Playing, limits.Chat))
	op.Description = "Everyone may write presets, accounts that are older than a day text, too; " +
		"a new account writes text to a player who has invited it to the game, or if the two follow each other. " +
		"The answer comes when the message is stored. " +
		"If there is no answer, send the message again with the same id: it counts once."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *say) (*web.Out[Said], error) {
		v := guests.VisitOf(ctx)
		m, err := s.Say(ctx, v.Author(), Post{
			Game: livegame.ID(in.Game), Room: in.Body.Room,
			Command: k.Guests().CommandID(v.Guest.ID, in.Body.ID), Preset: in.Body.Preset, Text: in.Body.Text,
		})
		return web.Answer(Show([]Message{m}, v.Guest.ID, k.Guests().Tag)[0], err)
	})

	type hide struct {
		web.GamePath
		Body HideSaid
	}
	op = web.Post("/api/games/{id}/chat/hide", "hide-said", "Hide what a player has written",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A moderator hides all that the author of a message has written in the game, " +
		"in a room that the moderator reads."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *hide) (*struct{}, error) {
		id := livegame.ID(in.Game)
		t, err := s.find(ctx, id)
		if err == nil && !t.reads(web.CallerID(ctx), in.Body.Room) {
			err = livegame.ErrNotFound
		}
		if err == nil {
			err = s.hideAll(ctx, Place{id, in.Body.Room, in.Body.Seq})
		}
		return nil, err
	})
}
