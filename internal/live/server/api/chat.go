package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

type roomsOutput struct{ Body protocol.Rooms }
type saidOutput struct{ Body protocol.Said }

// errNoChat is the error on a server without chat.
var errNoChat = problem.Missing("This server has no chat.")

func (s *API) chatAPI(k *web.Kit) {
	type get struct {
		web.GamePath
		From int `query:"from" minimum:"0" doc:"only messages after this number"`
	}
	op := web.Get("/api/games/{id}/chat", "get-chat", "The chat of a game",
		web.Read(web.Player, web.Playing, limits.Read))
	op.Description = "The players have a room that they alone read. All others have another, " +
		"which the players read once the game is over. Messages are kept for 30 days. " +
		"Sockets send new messages: see ClientMessage."
	web.Handle(k, op, func(ctx context.Context, in *get) (*roomsOutput, error) {
		if s.o.Chat == nil {
			return nil, errNoChat
		}
		v := guests.VisitOf(ctx)
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, err
		}
		out := protocol.Rooms{
			May:        string(s.o.Chat.May(ctx, v.Author(), &snap.Summary, chat.Spectators)),
			MayPlayers: string(s.o.Chat.May(ctx, v.Author(), &snap.Summary, chat.Players)),
			Moderates:  moderates(v), Presets: make([]string, len(chat.Presets)), Rooms: []protocol.Room{},
		}
		for i, p := range chat.Presets {
			out.Presets[i] = p.Key
		}
		for _, room := range chat.Rooms {
			list, ok, err := s.o.Chat.Read(ctx, &snap.Summary, v.Guest.ID, room, in.From)
			if err != nil {
				return nil, err
			}
			if ok {
				out.Rooms = append(out.Rooms, protocol.Room{Room: string(room), Messages: s.o.Views.Said(list, v.Guest.ID)})
			}
		}
		return &roomsOutput{out}, nil
	})

	type say struct {
		web.GamePath
		Body protocol.Say
	}
	op = web.Post("/api/games/{id}/chat", "say", "Write in the chat of a game",
		web.Write(web.Player, web.Playing, limits.Chat))
	op.Description = "Everyone may write presets, accounts that are older than a day text, too; " +
		"a new account writes text to a player who has invited it to the game, or if the two follow each other. " +
		"The answer comes when the message is stored. " +
		"If there is no answer, send the message again with the same id: it counts once."
	op.Errors = append(op.Errors, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *say) (*saidOutput, error) {
		if s.o.Chat == nil {
			return nil, errNoChat
		}
		v := guests.VisitOf(ctx)
		m, err := s.o.Chat.Say(ctx, v.Author(), chat.Post{
			Game: livegame.ID(in.Game), Room: chat.Room(in.Body.Room),
			Command: s.o.Guard.Guests.CommandID(v.Guest.ID, in.Body.ID), Preset: in.Body.Preset, Text: in.Body.Text,
		})
		if err != nil {
			return nil, err
		}
		return &saidOutput{s.o.Views.Said([]chat.Message{m}, v.Guest.ID)[0]}, nil
	})

	type hide struct {
		web.GamePath
		Body protocol.HideSaid
	}
	op = web.Post("/api/games/{id}/chat/hide", "hide-said", "Hide what a player has written",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A moderator hides all that the author of a message has written in the game, " +
		"in a room that the moderator reads."
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *hide) (*struct{}, error) {
		v, id, room := guests.VisitOf(ctx), livegame.ID(in.Game), chat.Room(in.Body.Room)
		if s.o.Chat == nil {
			return nil, errNoChat
		}
		snap, err := s.o.Games.Snapshot(ctx, id)
		if err == nil && !chat.Reads(&snap.Summary, v.Guest.ID, room) {
			err = livegame.ErrNotFound
		}
		if err == nil {
			err = s.o.Chat.Hide(ctx, chat.Place{Game: id, Room: room, Seq: in.Body.Seq})
		}
		return nil, err
	})
}

// moderates reports whether a request comes from a session of a moderator.
func moderates(v *guests.Visit) bool {
	return v.Identity != nil && v.Identity.Session != "" && v.Identity.Account.Role.AtLeast(account.Moderator)
}
