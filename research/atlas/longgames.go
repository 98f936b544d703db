package atlas

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/atlastable"
)

const (
	longNodes  = 400_000 // for each move of a picked game
	longHash   = 64      // MB
	winningBy  = 500     // centipawns from which a side is winning
	mistakeBy  = 200     // centipawns that a mistake costs
	fewestPly  = 3       // between two notes
	centipawns = 100     // a pawn
)

// playPicks plays the games of the picks that have none and writes picks.json.
func playPicks(ctx context.Context, w io.Writer) error {
	picks, err := readPicks()
	if err != nil {
		return err
	}
	for i := range picks {
		if p := &picks[i]; len(p.Moves) == 0 {
			if err := playPick(ctx, p); err != nil {
				return err
			}
		}
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "\t")
	return out.Encode(picks)
}

// playPick plays a game at long thinking time and adds notes.
func playPick(ctx context.Context, pick *atlastable.Pick) error {
	s, err := search.NewSized(eval.NewNode, longHash)
	if err != nil {
		return err
	}
	p := Plain.Variant(Rankings[atlastable.RankingIndex(pick.Ranking)]).Start()
	n := noter{kings: [2]int{1, 1}}
	for !p.Outcome().Over() && p.Ply() < MaxPlies {
		info, err := s.Search(ctx, p, engine.Limits{Nodes: longNodes}, nil)
		if err != nil {
			return err
		}
		n.scored(p, info.Score)
		m := info.Best()
		pick.Moves = append(pick.Moves, p.UCI(m))
		n.moved(p, m)
		p.Make(m)
	}
	pick.Result, pick.Notes = p.Outcome().Result.String(), n.notes
	return nil
}

// noter makes the notes of a game. A note about a score belongs to the move before it.
type noter struct {
	notes []atlastable.Note
	score engine.Score // White's, before the last move
	known bool
	lead  game.Color // the side that leads or led last
	stage int        // of the lead: 0 none yet, 1 ahead, 2 winning, 3 mate
	kings [2]int
}

// note adds a note. One that is not important is left out soon after another.
func (n *noter) note(ply int, important bool, format string, args ...any) {
	if k := len(n.notes); k > 0 {
		// One note a move: the first is about the move, the others about what follows.
		if since := ply - n.notes[k-1].Ply; since == 0 || !important && since < fewestPly {
			return
		}
	}
	n.notes = append(n.notes, atlastable.Note{Ply: ply, Text: fmt.Sprintf(format, args...)})
}

// scored takes the score for the side to move, before its move.
func (n *noter) scored(p game.Position, score engine.Score) {
	side, own := p.Turn(), score
	if side == game.Black {
		score = -score
	}
	last := n.score
	if n.known {
		cost := last - score // of the last move, which White made if Black is to move
		if side == game.White {
			cost = -cost
		}
		if cost >= mistakeBy && max(last, -last) < winningBy && max(score, -score) < engine.MateBound {
			n.note(p.Ply(), true, "A mistake: it costs about %d pawns.", (cost+centipawns/2)/centipawns)
		}
	}
	n.score, n.known = score, true
	leader := side
	if own < 0 {
		leader, own = side.Other(), -own
	}
	stage := 0
	switch {
	case own >= engine.MateBound:
		stage = 3
	case own >= winningBy:
		stage = 2
	case own >= leadScore:
		stage = 1
	}
	if stage == 0 || leader == n.lead && n.stage >= stage {
		return
	}
	changed := n.stage > 0 && leader != n.lead
	n.lead, n.stage = leader, stage
	at := max(p.Ply(), 1)
	switch {
	case stage == 3:
		n.note(at, true, "%s can force mate.", title(leader))
	case stage == 2:
		n.note(at, false, "%s is winning.", title(leader))
	case changed:
		n.note(at, false, "Now %s leads.", title(leader))
	default:
		n.note(at, false, "%s takes the lead.", title(leader))
	}
}

// moved takes a move that is about to be made.
func (n *noter) moved(p game.Position, m game.Move) {
	for _, e := range p.Effects(m) {
		if (e.Kind == game.Drop || e.Kind == game.Demote) && e.Into != game.NoPiece && e.Into.Type() == game.King {
			c := e.Into.Color()
			if n.kings[c]++; n.kings[c] == 2 {
				n.note(p.Ply()+1, true, "%s has a second king now.", title(c))
			}
		}
	}
}

func title(c game.Color) string {
	name := c.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
