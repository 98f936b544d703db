package atlas

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
)

const (
	hashMB    = 1   // of each engine: games have few nodes
	leadScore = 100 // a side leads from this score on, in centipawns
	maxSwing  = 500 // the most that one change of the score counts, in centipawns
	openLimit = 200 // an opening must not change White's score by more, in centipawns
	openTries = 50  // openings to try; the last one counts in any case
)

// Player plays games of batches, one at a time.
type Player struct {
	strong, weak *search.Searcher // both have the same nodes but in the section Skill
	starts       map[string]engine.Score
	settings     Settings
}

// NewPlayer returns a player.
func NewPlayer(s Settings) (*Player, error) {
	p := &Player{settings: s, starts: map[string]engine.Score{}}
	var err error
	if p.strong, err = search.NewSized(eval.NewNode, hashMB); err == nil {
		p.weak, err = search.NewSized(eval.NewNode, hashMB)
	}
	return p, err
}

// Play plays a batch.
func (p *Player) Play(ctx context.Context, b Batch) ([]Game, error) {
	games := make([]Game, BatchGames)
	for i := range games {
		var err error
		if _, games[i], err = p.Moves(ctx, b.Section, b.Ranking, b.Number*BatchGames+i); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// Stronger returns the side with more nodes in a game of the section Skill: White in games
// with even numbers.
func Stronger(number int) game.Color { return game.Color(number % 2) }

// Moves plays a game, by its section, the index of its ranking and its number, and returns its
// moves and what is measured of it.
func (p *Player) Moves(ctx context.Context, s Section, ranking, number int) ([]game.Move, Game, error) {
	rules := s.Variant(Rankings[ranking])
	strong := game.White
	opening := number
	if s == Skill { // two games from each opening
		strong, opening = Stronger(number), number/2
	}
	p.strong.Reset()
	p.weak.Reset()
	rng := rand.New(rand.NewPCG(p.settings.Seed, hash(rules.Name(), s, opening)))
	at, err := p.open(ctx, rules, rng)
	if err != nil {
		return nil, Game{}, err
	}
	m := meter{pos: at.pos}
	for _, move := range at.moves {
		m.took(at.start, move)
		at.start.Make(move)
	}
	moves := at.moves
	for {
		over := at.pos.Outcome()
		if !over.Over() && at.pos.Ply() >= MaxPlies {
			over = game.Drawn(TooLong)
		}
		if over.Over() {
			return moves, m.result(over), nil
		}
		e, nodes := p.weak, p.settings.Nodes
		if at.pos.Turn() == strong {
			e = p.strong
			if s == Skill {
				nodes *= SkillFactor
			}
		}
		info, err := find(ctx, e, at.pos, nodes)
		if err != nil {
			return nil, Game{}, err
		}
		m.scored(info.Score)
		m.took(at.pos, info.Best())
		moves = append(moves, info.Best())
		at.pos.Make(info.Best())
	}
}

// opened is a game after its random opening.
type opened struct {
	start game.Position // before the opening
	pos   game.Position
	moves []game.Move
}

// open plays a random opening. Openings that are over, or change the score much, are
// replaced.
func (p *Player) open(ctx context.Context, rules game.Game, rng *rand.Rand) (opened, error) {
	level, known := p.starts[rules.Name()]
	if !known {
		info, err := find(ctx, p.strong, rules.Start(), p.settings.Nodes)
		if err != nil {
			return opened{}, err
		}
		level = info.Score
		p.starts[rules.Name()] = level
		p.strong.Reset() // the game must not depend on what is known
	}
	for try := 1; ; try++ {
		o := opened{start: rules.Start(), pos: rules.Start()}
		for range OpeningPlies {
			legal := o.pos.Legal(nil)
			if len(legal) == 0 || o.pos.Outcome().Over() {
				break
			}
			m := legal[rng.IntN(len(legal))]
			o.moves = append(o.moves, m)
			o.pos.Make(m)
		}
		if o.pos.Outcome().Over() {
			if try < openTries {
				continue
			}
			return o, nil
		}
		info, err := find(ctx, p.strong, o.pos, p.settings.Nodes) // White is to move again
		if err != nil {
			return opened{}, err
		}
		p.strong.Reset()
		if change := info.Score - level; try == openTries || max(change, -change) <= openLimit {
			return o, nil
		}
	}
}

// find searches a position. It fails if it is interrupted: such a search is not
// reproducible.
func find(ctx context.Context, e engine.Engine, p game.Position, nodes uint64) (engine.Report, error) {
	info, err := e.Search(ctx, p, engine.Limits{Nodes: nodes}, nil)
	if ctx.Err() != nil {
		return engine.Report{}, ctx.Err()
	}
	if err == nil && info.Best() == game.NoMove {
		err = fmt.Errorf("the engine finds no move in %s, %s", p.Game().Name(), p)
	}
	return info, err
}

// hash returns a number for the random opening of a game.
func hash(name string, s Section, opening int) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %v %d", name, s, opening) // never fails
	return h.Sum64()
}

// meter measures a game.
type meter struct {
	g     Game
	pos   game.Position
	score engine.Score // White's, at the last ply
	leads int          // 1: White led last; −1: Black; 0: no side yet
	known bool         // score is set
}

// took takes a move that is about to be made in a position.
func (m *meter) took(p game.Position, move game.Move) {
	for _, e := range p.Effects(move) {
		switch e.Kind {
		case game.Capture:
			m.g.Captures++
			if m.g.FirstCapture == 0 {
				m.g.FirstCapture = int32(p.Ply() + 1)
			}
		case game.Drop:
			m.g.Drops++
			m.changed(e)
		case game.Demote:
			m.changed(e)
		case game.Expel:
			m.g.Expelled++
			if e.Piece.Type() == game.King {
				m.g.KingsLost++
			}
		}
	}
}

// changed counts a piece that becomes the next type of the ranking.
func (m *meter) changed(e game.Effect) {
	m.g.Changes[e.Piece.Type()]++
	switch {
	case e.Piece.Type() == game.King:
		m.g.KingsLost++
	case e.Into != game.NoPiece && e.Into.Type() == game.King:
		m.g.KingsGained++
	}
}

// scored takes the engine's score for the side to move.
func (m *meter) scored(score engine.Score) {
	m.g.LegalMoves += int32(m.pos.LegalCount())
	if m.pos.Turn() == game.Black {
		score = -score
	}
	if m.known {
		change := score - m.score
		m.g.Swing += int32(min(max(change, -change), maxSwing))
	}
	m.score, m.known = score, true
	lead := 0
	switch {
	case score >= leadScore:
		lead = 1
	case score <= -leadScore:
		lead = -1
	}
	if lead != 0 {
		if m.leads == -lead {
			m.g.LeadChanges++
		}
		m.leads = lead
	}
}

// result returns the measured game.
func (m *meter) result(over game.Outcome) Game {
	m.g.Result, m.g.Reason = over.Result, over.Reason
	m.g.Plies = int32(m.pos.Ply())
	for _, pc := range m.pos.View().Pieces {
		if pc != game.NoPiece {
			m.g.Left++
		}
	}
	return m.g
}
