package lichess

import (
	"context"
	"crypto/rand"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// gameAPI streams games and plays them. There is all of it twice: for bots and for people.
func (s *Server) gameAPI(k *web.Kit) {
	for _, a := range apis {
		s.gameStreamAPI(k, a.name, a.scope)
		s.moveAPI(k, a.name, a.scope)
		s.chatAPI(k, a.name, a.scope)
		for _, c := range []struct{ path, summary, order string }{
			{"abort", "Abort a game", string(livegame.DoAbort)},
			{"resign", "Resign a game", string(livegame.DoResign)},
			{"berserk", "Halve the own time before the first move, in an arena", string(livegame.DoBerserk)},
			{"claim-victory", "Claim a win, if the opponent has left", string(livegame.DoClaimWin)},
			{"claim-draw", "Claim a draw, if the opponent has left", string(livegame.DoClaimDraw)},
		} {
			op := program(web.Post("/api/"+a.name+"/game/{id}/"+c.path, c.path+"-"+a.name+"-game", c.summary,
				web.Play(web.Account, web.Scopes(a.scope))))
			web.Handle(k, op, func(ctx context.Context, in *GamePath) (*okOutput, error) {
				return done(s.command(ctx, a.name, in.ID, gameview.Command{Order: c.order}))
			})
		}
		for _, c := range []struct{ path, summary, yes, no string }{
			{"draw", "Offer, accept or decline a draw", string(livegame.DoOfferDraw), string(livegame.DoDeclineDraw)},
			{"takeback", "Ask for a takeback, accept or decline one", string(livegame.DoOfferTakeback),
				string(livegame.DoDeclineTakeback)},
		} {
			type answer struct {
				GamePath
				Accept string `path:"accept" maxLength:"5" doc:"yes, true or 1: offer or accept; else decline"`
			}
			op := program(web.Post("/api/"+a.name+"/game/{id}/"+c.path+"/{accept}", c.path+"-"+a.name+"-game", c.summary,
				web.Play(web.Account, web.Scopes(a.scope))))
			web.Handle(k, op, func(ctx context.Context, in *answer) (*okOutput, error) {
				order := c.no
				if in.Accept == "yes" || in.Accept == "true" || in.Accept == "1" {
					order = c.yes
				}
				return done(s.command(ctx, a.name, in.ID, gameview.Command{Order: order}))
			})
		}
	}
}

func (s *Server) moveAPI(k *web.Kit, name string, scope auth.Scope) {
	type move struct {
		GamePath
		Move         string `path:"move" maxLength:"40" doc:"in UCI, such as e2e4"`
		OfferingDraw bool   `query:"offeringDraw" doc:"offer a draw, or accept one"`
	}
	op := program(web.Post("/api/"+name+"/game/{id}/move/{move}", "move-"+name+"-game", "Make a move",
		web.Play(web.Account, web.Scopes(scope))))
	op.Description = "The answer comes when the move is stored."
	web.Handle(k, op, func(ctx context.Context, in *move) (*okOutput, error) {
		if err := s.command(ctx, name, in.ID, gameview.Command{Order: string(livegame.DoMove), Move: in.Move}); err != nil {
			return nil, err
		}
		if in.OfferingDraw {
			// The move is made: an offer that is not allowed now does not change that.
			_ = s.command(ctx, name, in.ID, gameview.Command{Order: string(livegame.DoOfferDraw)})
		}
		return done(nil)
	})
}

// command carries out a command of an account.
func (s *Server) command(ctx context.Context, api, id string, c gameview.Command) error {
	if err := suits(me(ctx), api); err != nil {
		return err
	}
	c.ID = rand.Text()
	if _, err := s.o.Do(ctx, livegame.ID(id), c, guests.VisitOf(ctx), 0); err != nil {
		return err
	}
	return nil
}
