package plan

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	maxBody     = 64 << 10 // bytes of lines or a note
	movesCharge = 200      // moves of lines that cost as much as a command: each is checked
)

// ConditionalMoves are lines that the server plays for a player in a game by correspondence.
type ConditionalMoves struct {
	Version int        `json:"version" minimum:"0" doc:"of the lines, as they were read; 0: there were none"`
	Ply     int        `json:"ply" minimum:"0" doc:"number of moves of the game before the lines"`
	Lines   [][]string `json:"lines" doc:"each a list of moves, in UCI or, in requests, SAN: the opponent's, your answer, and so on. A line ends with an answer"`
}

// PrivateNote is what a player writes down beside a game.
type PrivateNote struct {
	Version int    `json:"version" minimum:"0" doc:"of the note, as it was read; 0: there was none"`
	Text    string `json:"text" doc:"at most 5000 characters"`
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	const lines, note = "/api/games/{id}/conditional", "/api/games/{id}/note"
	read, write := web.Read(web.Player, web.Playing, limits.Read), web.Write(web.Player, web.Playing, limits.Command)

	op := web.Get(lines, "get-conditional-moves", "Your conditional moves in a game", read)
	op.Description = "Lines that the server plays for you in a game by correspondence. Only you see them."
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*web.Out[ConditionalMoves], error) {
		return shown(s.Lines(ctx, livegame.ID(in.Game), web.CallerID(ctx)))
	})

	op = web.Put(lines, "put-conditional-moves", "Prepare answers to the opponent's moves", write)
	op.Description = "The lines replace those before; no lines delete them. The opponent must be to move. " +
		"Once the opponent has played the first move of a line, the server plays the second for you, and so on. " +
		"Lines that do not fit the opponent's move are deleted, and a takeback deletes all. " +
		"An offer of the opponent waits for you: you answer it before the server plays on."
	op.Errors = append(op.Errors, http.StatusConflict)
	op.Body = maxBody
	type changedLines struct {
		web.GamePath
		Body ConditionalMoves
	}
	web.Handle(k, op, func(ctx context.Context, in *changedLines) (*web.Out[ConditionalMoves], error) {
		moves := 0
		for _, line := range in.Body.Lines {
			moves += len(line)
		}
		k.Charge(ctx, limits.Command, moves/movesCharge)
		return shown(s.PutLines(ctx, Lines{
			Game: livegame.ID(in.Game), Player: web.CallerID(ctx), Version: in.Body.Version, Ply: in.Body.Ply,
			Moves: in.Body.Lines,
		}))
	})

	op = web.Get(note, "get-note", "Your note beside a game", read)
	op.Description = "Only you see it."
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*web.Out[PrivateNote], error) {
		n, err := s.Note(ctx, livegame.ID(in.Game), web.CallerID(ctx))
		return web.Answer(PrivateNote{n.Version, n.Text}, err)
	})

	op = web.Put(note, "put-note", "Write a note beside a game", write)
	op.Description = "The text replaces the one before. Only the players of a game have notes, also once it is over."
	op.Errors = append(op.Errors, http.StatusConflict)
	op.Body = maxBody
	type changedNote struct {
		web.GamePath
		Body PrivateNote
	}
	web.Handle(k, op, func(ctx context.Context, in *changedNote) (*web.Out[PrivateNote], error) {
		n, err := s.PutNote(ctx, Note{
			Game: livegame.ID(in.Game), Player: web.CallerID(ctx), Version: in.Body.Version, Text: in.Body.Text,
		})
		return web.Answer(PrivateNote{n.Version, n.Text}, err)
	})
}

// shown shows lines to their player.
func shown(l Lines, err error) (*web.Out[ConditionalMoves], error) {
	if l.Moves == nil {
		l.Moves = [][]string{}
	}
	return web.Answer(ConditionalMoves{l.Version, l.Ply, l.Moves}, err)
}
