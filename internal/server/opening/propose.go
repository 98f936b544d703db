package opening

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/notation"
)

// May returns why a person may neither propose names nor vote, as a *livegame.Error, or nil.
func (s *Service) May(by publictext.Author) error {
	return publictext.Check(s.o.Now(), by, publictext.OpeningName)
}

// Proposals returns what was proposed for the position at the end of a line, hidden names last, as an account sees
// it.
func (s *Service) Proposals(ctx context.Context, l notation.Line, account string) ([]Proposal, error) {
	w, err := s.walkAll(l)
	if err != nil {
		return nil, err
	}
	return s.proposals(ctx, w.spots[len(w.spots)-1], account, MaxListed)
}

// Propose proposes a name for the position at the end of a line that begins at the start of its game.
func (s *Service) Propose(ctx context.Context, by publictext.Author, l notation.Line, name string) error {
	err := s.May(by)
	if err != nil {
		return err
	}
	p, err := s.proposal(l, name)
	if err == nil {
		err = publictext.Check(p.Created, by, publictext.OpeningName, p.Name)
	}
	if err != nil {
		return err
	}
	p.Author = by.Account.ID
	return s.propose(ctx, p, p.Created.Add(-24*time.Hour))
}

// proposal returns a name for the position at the end of a line, without an author.
func (s *Service) proposal(l notation.Line, name string) (Proposal, error) {
	name, err := check(name)
	if err != nil {
		return Proposal{}, err
	}
	w, err := s.walkAll(l)
	switch {
	case err != nil:
		return Proposal{}, err
	case !w.fromStart:
		return Proposal{}, &livegame.Error{Code: livegame.NotAllowed, Message: "An opening begins at the start of the game."}
	case len(w.moves) == 0 || w.spots[len(w.moves)] == w.spots[0]:
		return Proposal{}, &livegame.Error{Code: livegame.NotAllowed, Message: "The start of the game needs no name."}
	}
	return Proposal{
		Position: w.spots[len(w.moves)], Variant: w.variant, Name: name, Folded: Fold(name),
		Line: strings.Join(w.moves, " "), Created: s.o.Now(),
	}, nil
}

// walkAll plays out a line that may not be longer than MaxPlies.
func (s *Service) walkAll(l notation.Line) (*walked, error) {
	if len(l.Moves) > MaxPlies {
		return nil, &livegame.Error{
			Code: livegame.NotAllowed, Message: fmt.Sprintf("Only the first %d plies of a game have names.", MaxPlies),
		}
	}
	return s.walk(l)
}

// Vote stores a vote for a proposal, in place of another one for the same position.
func (s *Service) Vote(ctx context.Context, by publictext.Author, id int64) error {
	if err := s.May(by); err != nil {
		return err
	}
	return s.vote(ctx, by.Account.ID, id, s.o.Now())
}
