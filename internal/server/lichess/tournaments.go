package lichess

import (
	"context"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// Tournaments is what programs need of the tournaments.
type Tournaments interface {
	Join(ctx context.Context, id livegame.ID, p livegame.Player, address, password string) error
	Leave(ctx context.Context, id livegame.ID, account string) error
	Plays(ctx context.Context, account string) (bool, error)
}

// tournamentPath names a tournament.
type tournamentPath struct {
	ID string `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the tournament"`
}

// tournamentAPI joins and leaves tournaments. Lichess has a path of its own for Swiss tournaments; here
// both are the same.
func (s *Server) tournamentAPI(k *web.Kit) {
	if s.o.Tournaments == nil {
		return
	}
	type join struct {
		tournamentPath
		Form struct {
			Password string `json:"password,omitempty" doc:"of the tournament, if it has one"`
		}
	}
	for path, kind := range map[string]string{"tournament": "arena", "swiss": "swiss"} {
		tokens := web.Scopes(auth.TournamentWrite, auth.BotPlay, auth.BoardPlay)
		policy := web.Write(web.Account, tokens, limits.Command)
		op := program(web.Post("/api/"+path+"/{id}/join", "join-"+kind, "Join a tournament, or come back to it", policy))
		web.Handle(k, op, func(ctx context.Context, in *join) (*okOutput, error) {
			v, id := guests.VisitOf(ctx), livegame.ID(in.ID)
			if in.Form.Password != "" { // guesses are limited
				if err := s.o.Guard.Take(limits.SignIn, v); err != nil {
					return nil, err
				}
			}
			err := s.o.Tournaments.Join(ctx, id, s.o.Guard.Guests.Player(v, id), s.o.Guard.Guests.PlaceID(v), in.Form.Password)
			return done(err)
		})
		op = program(web.Post("/api/"+path+"/{id}/withdraw", "withdraw-"+kind, "Leave a tournament, or rest", policy))
		web.Handle(k, op, func(ctx context.Context, in *tournamentPath) (*okOutput, error) {
			return done(s.o.Tournaments.Leave(ctx, livegame.ID(in.ID), me(ctx).ID))
		})
	}
}
