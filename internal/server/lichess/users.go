package lichess

import (
	"context"
	"errors"
	"strings"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// usersAPI finds players by their names, and says which of them play.
func (s *Server) usersAPI(k *web.Kit) {
	type begun struct {
		Term   string `query:"term" required:"true" minLength:"2" maxLength:"40" doc:"how the name begins, in any case"`
		Object bool   `query:"object" doc:"answer with players, not with names"`
	}
	op := program(web.Get("/api/player/autocomplete", "complete-name", "Players whose names begin with a text",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *begun) (*struct{ Body any }, error) {
		list, err := s.o.Accounts.Complete(ctx, in.Term, maxCompleted)
		if err != nil {
			return nil, err
		}
		found, words := make([]lightUser, len(list)), make([]string, len(list))
		for i := range list {
			found[i], words[i] = lightOf(&list[i]), list[i].Name
		}
		if in.Object {
			return &struct{ Body any }{map[string][]lightUser{"result": found}}, nil
		}
		return &struct{ Body any }{words}, nil
	})

	type some struct {
		IDs   string `query:"ids" maxLength:"4000" doc:"of players, separated by commas"`
		Games bool   `query:"withGameIds" doc:"the public games that they play, too"`
	}
	op = program(web.Get("/api/users/status", "get-users-status", "Whether bots are online, and who plays",
		web.Read(web.Visitor, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *some) (*struct{ Body []lightUser }, error) {
		online, err := s.o.Social.Bots(ctx)
		if err != nil {
			return nil, err
		}
		there := map[string]bool{}
		for _, a := range online {
			there[a.Key()] = true
		}
		asked := strings.Split(in.IDs, ",")
		asked = asked[:min(len(asked), maxNames)]
		out := []lightUser{}
		accounts, err := s.named(ctx, asked)
		for i := 0; err == nil && i < len(asked); i++ {
			if level := names.Level(asked[i]); level > 0 {
				out = append(out, levelLight(level))
			} else if a, ok := accounts[auth.Key(asked[i])]; ok {
				u := lightOf(&a)
				u.Online = there[u.ID]
				if in.Games {
					err = s.addGame(ctx, &u)
				}
				out = append(out, u)
			}
		}
		return &struct{ Body []lightUser }{out}, err
	})

	type byName struct {
		Raw []byte `doc:"IDs of players, separated by commas; at most 300"`
	}
	op = program(web.Post("/api/users", "get-users", "Players", web.Write(web.Visitor, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *byName) (*struct{ Body []user }, error) {
		asked, err := list(in.Raw)
		if err != nil {
			return nil, err
		}
		accounts, err := s.named(ctx, asked)
		if err != nil {
			return nil, err
		}
		out, known := []user{}, []auth.Account{}
		for _, name := range asked {
			if level := names.Level(name); level > 0 {
				u, err := s.levelUser(ctx, level)
				if err != nil {
					return nil, err
				}
				out = append(out, u)
			} else if a, ok := accounts[auth.Key(name)]; ok {
				known = append(known, a)
				delete(accounts, auth.Key(name))
			}
		}
		users, err := s.users(ctx, known)
		return &struct{ Body []user }{append(users, out...)}, err
	})
	s.ratingsAPI(k)
}

// named returns the accounts with names, by their keys. Each is a read of the database.
func (s *Server) named(ctx context.Context, asked []string) (map[string]auth.Account, error) {
	s.charge(ctx, limits.Read, len(asked))
	found := map[string]auth.Account{}
	for _, name := range asked {
		a, err := s.o.Accounts.Find(ctx, name)
		if err == nil {
			found[a.Key()] = a
		} else if !errors.Is(err, auth.ErrNotFound) {
			return nil, err
		}
	}
	return found, nil
}

// addGame says which public game a player plays.
func (s *Server) addGame(ctx context.Context, u *lightUser) error {
	s.charge(ctx, limits.Read, 2)
	live, err := s.liveOf(ctx, u.ID)
	if len(live) > 0 {
		u.Playing, u.PlayingID = true, string(live[0].ID)
	}
	return err
}

func lightOf(a *auth.Account) lightUser {
	return lightUser{ID: a.Key(), Name: a.Name, Title: a.Person().TitleTag()}
}

// historyOf returns what rated games did to the ratings of a player, the first at the beginning. Of a closed account it
// is nothing, as on its page.
func (s *Server) historyOf(ctx context.Context, name string) (rating.Player, []rating.Change, error) {
	if level := names.Level(name); level > 0 {
		return rating.OfLevel(level), nil, nil
	}
	a, err := s.o.Accounts.Find(ctx, name)
	if err != nil || s.o.Ratings == nil || !a.Closed.IsZero() {
		return rating.Player(a.ID), nil, err
	}
	list, err := s.o.Ratings.History(ctx, rating.Player(a.ID), rating.MaxHistory)
	return rating.Player(a.ID), list, err
}
