package selfplay

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Sample is a position with the result of its game.
type Sample struct {
	Game   string // name of the variant
	FEN    string
	Result float64      // for White: 1, 0.5 or 0
	Score  engine.Score // of the search, in centipawns, for White
	Ply    int          // plies played before
}

const separator = " | "

// String formats the sample as a line for ParseSample.
func (s Sample) String() string {
	return strings.Join([]string{
		s.Game, s.FEN, strconv.FormatFloat(s.Result, 'g', -1, 64), strconv.Itoa(int(s.Score)), strconv.Itoa(s.Ply),
	}, separator)
}

// ParseSample parses a line. It does not parse the FEN.
func ParseSample(line string) (Sample, error) {
	fields := strings.Split(line, separator)
	if len(fields) != 5 {
		return Sample{}, fmt.Errorf("%d fields separated by %q; expected 5: game, FEN, result for White, score, ply",
			len(fields), separator)
	}
	s := Sample{Game: fields[0], FEN: fields[1]}
	switch fields[2] {
	case "1":
		s.Result = 1
	case "0.5":
		s.Result = 0.5
	case "0":
	default:
		return Sample{}, fmt.Errorf("bad result %.40q: expected 1, 0.5 or 0, for White", fields[2])
	}
	score, err := strconv.Atoi(fields[3])
	if err != nil || score < -int(engine.Infinite) || score > int(engine.Infinite) {
		return Sample{}, fmt.Errorf("bad score %.40q: expected whole centipawns from %d to %d, for White", fields[3],
			-engine.Infinite, engine.Infinite)
	}
	s.Score = engine.Score(score)
	if s.Ply, err = strconv.Atoi(fields[4]); err != nil || s.Ply < 0 || s.Ply > 1e6 {
		return Sample{}, fmt.Errorf("bad ply %.40q: expected an integer (0–1000000)", fields[4])
	}
	return s, nil
}

// resultFor returns a result as a number.
func resultFor(r game.Result) float64 {
	switch r {
	case game.WhiteWins:
		return 1
	case game.BlackWins:
		return 0
	}
	return 0.5
}
