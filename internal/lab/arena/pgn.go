package arena

import (
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/notation"
)

// pgn formats a game as PGN, with the engines' reports as comments.
func (m *match) pgn(r *Record) (string, error) {
	tree, err := notation.NewTree(m.Game, r.FEN)
	if err != nil {
		return "", err
	}
	pairing, round := m.place(r.Game)
	met := m.met[pairing].Engines
	white, black := m.Contestants[met[r.White]], m.Contestants[met[1-r.White]]
	event := m.Event
	switch {
	case event != "":
	case len(m.Contestants) > 2:
		event = fmt.Sprintf("Tournament of %d engines", len(m.Contestants))
	default:
		event = fmt.Sprintf("%s against %s", m.Contestants[met[0]].Name, m.Contestants[met[1]].Name)
	}
	tags := []notation.Tag{
		{Name: "Event", Value: event},
		{Name: "Date", Value: time.Now().Format("2006.01.02")},
		{Name: "Round", Value: fmt.Sprintf("%d.%d", round+1, 2*pairing+r.Game%2+1)},
		{Name: "White", Value: white.Name},
		{Name: "Black", Value: black.Name},
	}
	if white.Control == black.Control {
		tags = append(tags, notation.Tag{Name: "TimeControl", Value: white.Control.String()})
	} else {
		tags = append(tags,
			notation.Tag{Name: "WhiteTimeControl", Value: white.Control.String()},
			notation.Tag{Name: "BlackTimeControl", Value: black.Control.String()})
	}
	for _, t := range tags {
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return "", err
		}
	}
	cursor := tree.Cursor()
	for i, text := range r.Moves {
		m, err := notation.ParseUCI(cursor.Position(), text)
		if err != nil {
			return "", err
		}
		node, err := cursor.Play(m)
		if err != nil {
			return "", err
		}
		if i < len(r.notes) && r.notes[i] != "" {
			node.Comments = append(node.Comments, notation.Comment(r.notes[i]))
		}
	}
	_, reason, _ := strings.Cut(r.Reason, ": ")
	if r.Fault != engines.NoFault {
		reason += "; " + r.Detail
	}
	outcome := game.Outcome{Reason: game.Reason(reason)}
	for _, result := range []game.Result{game.WhiteWins, game.BlackWins, game.Draw} {
		if result.String() == r.Result {
			outcome.Result = result
		}
	}
	tree.SetOutcome(outcome, r.termination())
	var b strings.Builder
	err = tree.WritePGN(&b)
	return b.String(), err
}

// termination returns PGN's word for a reason of this package, "" for those of package game.
func (r *Record) termination() notation.Termination {
	switch r.Fault {
	case engines.Illegal:
		return notation.RulesInfraction
	case engines.TimeLoss:
		return notation.TimeForfeit
	case engines.Crash, engines.Hang:
		return notation.Abandoned
	}
	for _, why := range []game.Reason{AgreedDraw, AgreedWin, TableResult, TooLong} {
		if strings.HasSuffix(r.Reason, string(why)) {
			return notation.Adjudication
		}
	}
	return ""
}
