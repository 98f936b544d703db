package rating

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/internal/server/livegame"
)

//go:embed levels.csv
var levelSteps []byte

const (
	// levelDeviation is the deviation of a level: its rating is an estimate, but does not change.
	levelDeviation = 80
	// middleLevel has middleRating in every game, which is a guess.
	middleLevel, middleRating = 4, 1200
	// fewGames is a step of how many games counts for at most fewStep points.
	fewGames, fewStep = 100, 300
)

// Step is how much stronger a level of the engine is than the one below, as a match has shown.
type Step struct {
	Game  string
	Level int
	Games int // 0: it is a guess
	Elo   int
	Error int // half of the 95 % interval; 0: unknown
}

// Steps are the steps from level 2 on, by game in the order of Games.
var Steps = mustSteps(levelSteps)

// levels are the ratings of the engine's levels, from 1 on, in each game: the sums of the steps from
// middleLevel, to 5 points.
var levels = func() map[string][livegame.MaxLevel]float64 {
	all := map[string][livegame.MaxLevel]float64{}
	for _, name := range Games {
		var sums [livegame.MaxLevel]int
		for _, s := range Steps {
			if s.Game == name {
				sums[s.Level-1] = sums[s.Level-2] + s.points()
			}
		}
		var table [livegame.MaxLevel]float64
		for i := range table {
			const low = 5000 // below all ratings, so that all are rounded in the same direction
			sum := low + middleRating + sums[i] - sums[middleLevel-1] + 2
			table[i] = float64(sum - sum%5 - low)
		}
		all[name] = table
	}
	return all
}()

// points is what a step counts for.
func (s Step) points() int {
	if s.Games < fewGames {
		return min(s.Elo, fewStep)
	}
	return s.Elo
}

// mustSteps reads the steps, of which every game has all.
func mustSteps(text []byte) []Step {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || (len(rows)-1)%(livegame.MaxLevel-1) != 0 || (len(rows)-1)/(livegame.MaxLevel-1) != len(Games) {
		panic(fmt.Sprintf("levels.csv: %d rows: %v", len(rows), err))
	}
	steps := make([]Step, 0, len(rows)-1)
	for i, row := range rows[1:] {
		s := Step{Game: row[0]}
		for j, to := range []*int{&s.Level, &s.Games, &s.Elo, &s.Error} {
			if row[j+1] == "" {
				continue
			}
			if *to, err = strconv.Atoi(row[j+1]); err != nil {
				panic(fmt.Sprintf("levels.csv, step %d: %v", i+1, err))
			}
		}
		if want := Games[i/(livegame.MaxLevel-1)]; s.Game != want || s.Level != 2+i%(livegame.MaxLevel-1) || s.Elo <= 0 {
			panic(fmt.Sprintf("levels.csv, step %d: %+v, expected %s, level %d and a positive Elo",
				i+1, s, want, 2+i%(livegame.MaxLevel-1)))
		}
		steps = append(steps, s)
	}
	return steps
}

// anyLevels are the levels of a game that levels does not have.
var anyLevels = [livegame.MaxLevel]float64{700, 850, 1020, 1200, 1420, 1680, 1900, 2180}

// OfEngine returns the rating of an engine's level in a game.
func OfEngine(name string, level int) Rating {
	table, ok := levels[name]
	if !ok {
		table = anyLevels
	}
	return Rating{Value: table[level-1], Deviation: levelDeviation, Volatility: Start.Volatility}
}

// Player identifies a player in the ledger: the ID of an account, which is secret, or a level of
// the engine, or a player whose data was deleted.
type Player string

const (
	levelPrefix = "level:"
	gonePrefix  = "gone:"
)

// PlayerOf returns who has a seat.
func PlayerOf(p livegame.Player) Player {
	if p.Engine() {
		return OfLevel(p.Level)
	}
	return Player(p.Guest)
}

// OfLevel returns a level of the engine as a player.
func OfLevel(level int) Player { return Player(fmt.Sprintf("%s%d", levelPrefix, level)) }

// Gone reports whether the player's data was deleted.
func (p Player) Gone() bool { return strings.HasPrefix(string(p), gonePrefix) }

// Level returns the engine's level; 0: the player is none.
func (p Player) Level() int {
	var n int
	if text, ok := strings.CutPrefix(string(p), levelPrefix); ok {
		_, _ = fmt.Sscan(text, &n)
	}
	return n
}
