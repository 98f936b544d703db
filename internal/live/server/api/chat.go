package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

type roomsOutput struct{ Body protocol.Rooms }
type saidOutput struct{ Body protocol.Said }

// errNoChat is the error on a server without chat.
var errNoChat = problem.New(http.StatusNotFound, protocol.CodeNotFound, "This server has no chat.")

func (s *API) chatAPI(api huma.API) {
	type get struct {
		GamePath
		From int `query:"from" minimum:"0" doc:"only messages after this number"`
	}
	op := private(s.operation(http.MethodGet, "/api/games/{id}/chat", "get-chat",
		"The chat of a game", limits.Read, true), playing...)
	op.Description = "The players have a room that they alone read. All others have another, " +
		"which the players read once the game is over. Messages are kept for 30 days. " +
		"Sockets send new messages: see ClientMessage."
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *get) (*roomsOutput, error) {
		if s.o.Chat == nil {
			return nil, errNoChat
		}
		v := guests.VisitOf(ctx)
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		out := protocol.Rooms{
			Moderates: moderates(v), May: string(AuthorOf(v).May(s.o.Chat.Now())), Presets: make([]string, len(chat.Presets)),
			Rooms: []protocol.Room{},
		}
		for i, p := range chat.Presets {
			out.Presets[i] = p.Key
		}
		for _, room := range chat.Rooms {
			list, ok, err := s.o.Chat.Read(ctx, &snap.Summary, v.Guest.ID, room, in.From)
			if err != nil {
				return nil, s.problems.Fail(ctx, err)
			}
			if ok {
				out.Rooms = append(out.Rooms, protocol.Room{Room: string(room), Messages: s.o.Views.Said(list, v.Guest.ID)})
			}
		}
		return &roomsOutput{out}, nil
	})

	type say struct {
		GamePath
		Body protocol.Say
	}
	op = s.operation(http.MethodPost, "/api/games/{id}/chat", "say", "Write in the chat of a game", limits.Chat, true)
	op.Description = "Everyone may write presets, accounts that are older than a day text, too. " +
		"The answer comes when the message is stored. " +
		"If there is no answer, send the message again with the same id: it counts once."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	huma.Register(api, op, func(ctx context.Context, in *say) (*saidOutput, error) {
		if s.o.Chat == nil {
			return nil, errNoChat
		}
		v := guests.VisitOf(ctx)
		m, err := s.o.Chat.Say(ctx, AuthorOf(v), chat.Post{
			Game: livegame.ID(in.Game), Room: chat.Room(in.Body.Room),
			Command: s.o.Guard.Guests.CommandID(v.Guest.ID, in.Body.ID), Preset: in.Body.Preset, Text: in.Body.Text,
		})
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return &saidOutput{s.o.Views.Said([]chat.Message{m}, v.Guest.ID)[0]}, nil
	})

	type hide struct {
		GamePath
		Body protocol.HideSaid
	}
	op = s.operation(http.MethodPost, "/api/games/{id}/chat/hide", "hide-said", "Hide what a player has written",
		limits.Command, true)
	op.Description = "A moderator hides all that the author of a message has written in the game, " +
		"in a room that the moderator reads."
	op.Errors = append(op.Errors, http.StatusNotFound)
	op.DefaultStatus = http.StatusNoContent
	huma.Register(api, op, func(ctx context.Context, in *hide) (*struct{}, error) {
		v, id, room := guests.VisitOf(ctx), livegame.ID(in.Game), chat.Room(in.Body.Room)
		switch {
		case s.o.Chat == nil:
			return nil, errNoChat
		case !moderates(v):
			return nil, problem.New(http.StatusForbidden, string(livegame.NotAllowed), "Only moderators hide messages.")
		}
		snap, err := s.o.Games.Snapshot(ctx, id)
		if err == nil && !chat.Reads(&snap.Summary, v.Guest.ID, room) {
			err = livegame.ErrNotFound
		}
		if err == nil {
			err = s.o.Chat.Hide(ctx, chat.Place{Game: id, Room: room, Seq: in.Body.Seq})
		}
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return nil, nil
	})
}

// moderates reports whether a request comes from a session of a moderator.
func moderates(v *guests.Visit) bool {
	return v.Identity != nil && v.Identity.Session != "" && v.Identity.Account.Role.AtLeast(account.Moderator)
}

// AuthorOf returns the sender of a request as the author of messages.
func AuthorOf(v *guests.Visit) chat.Author {
	by := chat.Author{Guest: v.Guest.ID, Name: v.Guest.Name}
	if v.Identity != nil {
		by.Account = &v.Identity.Account
	}
	return by
}
