package review

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Reviewed is a finished public game with its finished review.
type Reviewed struct {
	Game   archive.Game
	Review Review
}

// Cursor returns the position in the list: Ended is when the review was finished.
func (r *Reviewed) Cursor() archive.Cursor {
	return archive.Cursor{Ended: r.Review.Updated, ID: r.Game.ID}
}

// Report returns the report of the review, or nil if there is none of a known version.
func (r *Reviewed) Report() *Report { return decodeReport(r.Review.Report) }

// Decisive returns the move that decided a game: of the loser's moves, in a draw of all, the one that lost the
// most winning chances; nil if no move has a mark. Of equal moves the last counts, after which there was no
// other chance.
func (r *Report) Decisive(result game.Result) *Move {
	loser := ""
	switch result {
	case game.WhiteWins:
		loser = colorNames[game.Black]
	case game.BlackWins:
		loser = colorNames[game.White]
	case game.Draw, game.Ongoing:
	}
	var found *Move
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.NAG != 0 && (loser == "" || m.Color == loser) && (found == nil || m.Loss >= found.Loss) {
			found = m
		}
	}
	return found
}

// PositionAfter returns the position after plies moves of the game, and the last of them in UCI; "" for none.
func (r *Reviewed) PositionAfter(plies int, lookup livegame.Lookup) (fen, last string, err error) {
	line := r.Review.Line
	line.Moves = line.Moves[:min(max(plies, 0), len(line.Moves))]
	start, moves, err := line.Parse(lookup)
	if err != nil {
		return "", "", err
	}
	at := start.Clone()
	for _, m := range moves {
		last = at.UCI(m)
		at.Make(m)
	}
	return at.String(), last, nil
}

// words sums up a report in a sentence or two; "" without one.
func (r *Report) words(result game.Result) string {
	if r == nil || r.White.Accuracy == nil || r.Black.Accuracy == nil {
		return ""
	}
	text := fmt.Sprintf("Accuracy: White %.1f %%, Black %.1f %%.", *r.White.Accuracy, *r.Black.Accuracy)
	if m := r.Decisive(result); m != nil {
		dots := "."
		if m.Color == "black" {
			dots = "…"
		}
		text += fmt.Sprintf(" Decisive moment: %d%s %s.", m.Number, dots, m.SAN)
	}
	return text
}
