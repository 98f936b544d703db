package lichess

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// Lichess's names of the rooms.
const (
	playerRoom    = "player"
	spectatorRoom = "spectator"
)

// words are what a program writes.
type words struct {
	Room string `json:"room" enum:"player,spectator"`
	Text string `json:"text" doc:"at most 140 characters"`
}

// chatLine is a line of the stream of a game.
type chatLine struct {
	Type     string `json:"type"`
	Room     string `json:"room" enum:"player,spectator"`
	Username string `json:"username"`
	Text     string `json:"text"`
}

// spoken is a message in the list of what was written.
type spoken struct {
	Text string `json:"text"`
	User string `json:"user"`
}

func (s *Server) chatAPI(k *web.Kit, name string, scope auth.Scope) {
	op := program(web.Get("/api/"+name+"/game/{id}/chat", "get-chat-"+name+"-game",
		"What the players of your game have written",
		web.Read(web.Account, web.Scopes(scope), limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*struct{ Body []spoken }, error) {
		if err := suits(me(ctx), name); err != nil {
			return nil, err
		}
		list, mine, err := s.o.Chat.Read(ctx, chat.OfGame(livegame.ID(in.ID)), reader(me(ctx).ID), chat.Players, 0)
		if err != nil {
			return nil, err
		}
		if !mine { // nobody answers in a game against the engine
			snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.ID))
			if err != nil {
				return nil, err
			}
			if _, plays := colorOf(snap.Seats, me(ctx).ID); !plays {
				return nil, problem.Missing("You do not play this game.")
			}
		}
		out := &struct{ Body []spoken }{[]spoken{}}
		for _, m := range list {
			if !m.Hidden && !m.Blocked {
				out.Body = append(out.Body, spoken{textOf(m), m.Person.Name})
			}
		}
		return out, nil
	})

	type say struct {
		GamePath
		Form words
	}
	op = program(web.Post("/api/"+name+"/game/{id}/chat", "chat-"+name+"-game", "Write in the chat of a game",
		web.Write(web.Account, web.Scopes(scope), limits.Command)))
	op.Description = "As on Lichess, a message that is not allowed is dropped, and the answer is the same: " +
		"accounts that are younger than a day may write only presets, such as Good luck!, " +
		"players do not reach the spectators before the end, and nobody writes many messages at once."
	web.Handle(k, op, func(ctx context.Context, in *say) (*okOutput, error) {
		if err := suits(me(ctx), name); err != nil {
			return nil, err
		}
		w := in.Form
		post := chat.Post{Place: chat.OfGame(livegame.ID(in.ID)), Command: rand.Text(), Text: w.Text}
		switch w.Room {
		case playerRoom, "":
			post.Room = chat.Players
		case spectatorRoom:
			post.Room = chat.Spectators
		default:
			return nil, badRequest("room: expected player or spectator")
		}
		if key, known := chat.PresetOf(w.Text); known {
			post.Preset, post.Text = key, ""
		}
		v := guests.VisitOf(ctx)
		if s.o.Guard.Take(limits.Chat, v) != nil {
			return done(nil)
		}
		_, err := s.o.Chat.Say(ctx, v.Author(), post)
		var refusal *livegame.Error
		if errors.As(err, &refusal) {
			err = nil
		}
		return done(err)
	})
}

// hear has a follower show what is written in the game from now on.
func (f *follower) hear(ctx context.Context, player string, wake func()) (err error) {
	known := map[chat.RoomName]int{} // the number of the last message
	begun := false
	place := chat.OfGame(f.id)
	f.deaf, err = f.s.o.Chat.Watch(ctx, place, reader(player), func(room chat.RoomName, _ int, list []chat.Message) {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, m := range list {
			if m.Seq <= known[room] {
				continue
			}
			known[room] = m.Seq
			if !begun || m.Hidden || m.Blocked {
				continue
			}
			line := chatLine{Type: "chatLine", Room: playerRoom, Username: m.Person.Name, Text: textOf(m)}
			if room == chat.Spectators {
				line.Room = spectatorRoom
			}
			f.said = append(f.said, line)
		}
		wake()
	})
	f.mu.Lock()
	begun = true
	f.mu.Unlock()
	return err
}

// reader returns an account as a reader.
func reader(account string) chat.Reader { return chat.Reader{ID: account, Account: true} }

// textOf returns what a message says.
func textOf(m chat.Message) string {
	if text, preset := chat.PresetText(m.Preset); preset {
		return text
	}
	return m.Text
}

// heard returns what was written since.
func (f *follower) heard() (lines []any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	lines, f.said = f.said, nil
	return lines
}
