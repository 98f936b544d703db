package atlas

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wane-chess/wane/game"
)

// TooLong is the reason of a draw after MaxPlies.
const TooLong game.Reason = "too long"

// Reasons are the reasons for which games of a run end.
var Reasons = []game.Reason{game.Checkmate, game.KingLost, game.Stalemate, game.Repetition, game.FiftyMoves,
	game.DeadPosition, TooLong}

// Game is what is measured of one game. Counts are of the whole game unless it says
// otherwise.
type Game struct {
	Result game.Result
	Reason game.Reason

	Plies    int32
	Captures int32
	Drops    int32 // captured pieces that came back on z
	Expelled int32 // pieces expelled from z
	Left     int32 // pieces on the board at the end
	// Changes counts by piece type how often a piece of that type became the next type of
	// the ranking, or vanished on z as the last.
	Changes      [7]int32
	KingsGained  int32 // pieces that became kings
	KingsLost    int32 // kings that changed or left the board
	FirstCapture int32 // its ply, from 1; 0 if there was none

	// The following are measured after the opening, by the engine's scores.
	LegalMoves  int32 // summed over all plies
	LeadChanges int32 // how often one side came to lead after the other had led, see leadScore
	Swing       int32 // changes of White's score from ply to ply, summed; centipawns, each at most maxSwing
}

// columns are the numbers of a game, in the order of files.
func (g *Game) columns() []*int32 {
	all := []*int32{&g.Plies, &g.Captures, &g.Drops, &g.Expelled, &g.Left, &g.KingsGained, &g.KingsLost, &g.FirstCapture,
		&g.LegalMoves, &g.LeadChanges, &g.Swing}
	for i := range g.Changes[1:] {
		all = append(all, &g.Changes[i+1])
	}
	return all
}

// maxColumn is the largest valid number in a column.
const maxColumn = MaxPlies * 1000

// encode packs games: their results and reasons, then each column, compressed.
func encode(games []Game) []byte {
	var raw []byte
	for _, g := range games {
		raw = append(raw, byte(g.Result)<<4|byte(slices.Index(Reasons, g.Reason)))
	}
	columns := len(new(Game).columns())
	for c := range columns {
		for i := range games {
			raw = binary.AppendUvarint(raw, uint64(*games[i].columns()[c]))
		}
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is valid
	_, _ = w.Write(raw)                                     // a Buffer never fails
	_ = w.Close()
	return packed.Bytes()
}

// decode inverts encode for that many games, and validates them.
func decode(packed []byte, n int) ([]Game, error) {
	games := make([]Game, n)
	columns := len(new(Game).columns())
	limit := int64(n * (1 + columns*binary.MaxVarintLen32))
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), limit+1))
	if err != nil {
		return nil, fmt.Errorf("unpack games: %w", err)
	}
	if len(raw) < n || int64(len(raw)) > limit {
		return nil, fmt.Errorf("%d bytes for %d games", len(raw), n)
	}
	for i := range games {
		result, reason := game.Result(raw[i]>>4), int(raw[i]&15)
		if result < game.WhiteWins || result > game.Draw || reason >= len(Reasons) || (result == game.Draw) == (reason < 2) {
			return nil, fmt.Errorf("game %d: invalid result %#x", i, raw[i])
		}
		games[i].Result, games[i].Reason = result, Reasons[reason]
	}
	raw = raw[n:]
	for c := range columns {
		for i := range games {
			v, size := binary.Uvarint(raw)
			if size <= 0 || v > maxColumn {
				return nil, fmt.Errorf("game %d: invalid number in column %d", i, c)
			}
			*games[i].columns()[c] = int32(v)
			raw = raw[size:]
		}
	}
	if len(raw) > 0 {
		return nil, errors.New("bytes after the last game")
	}
	return games, nil
}
