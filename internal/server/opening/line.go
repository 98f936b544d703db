package opening

import (
	"strconv"
	"strings"

	"github.com/wane-chess/wane/internal/server/archive"
)

const (
	// maxMade is how many moves a name has that was made from a line's first moves.
	maxMade = 8
	// few is how many games must go through a line that is known, and onePart which part of all games.
	few, onePart = 4, 75
)

// Opening is the name of a line from a ply on.
type Opening struct {
	Ply  int    `json:"ply" doc:"of the position with the name"`
	Name string `json:"name"`
	Made bool   `json:"made,omitempty" doc:"it is the first moves: people have not named the line"`
}

// Known returns how many plies of a line are known. Games counts the games at the start, then those with each
// move of the line. A move is known if the moves before it are and if at least 4 games and one in 75 of all
// games have it, so names stay short however many games there are.
func Known(games []int) int {
	if len(games) == 0 {
		return 0
	}
	needed := max(few, (games[0]+onePart-1)/onePart)
	n := 0
	for n < maxMade && n+1 < len(games) && games[n+1] >= needed {
		n++
	}
	return n
}

// Moves returns the first moves of a line as its name: "1. e4 c5 2. Nf3".
func Moves(sans []string) string {
	var b strings.Builder
	for i, san := range sans {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i%2 == 0 {
			b.WriteString(strconv.Itoa(i/2+1) + ". ")
		}
		b.WriteString(san)
	}
	return b.String()
}

// Along returns the names of a line, each from its ply on. Spots are the positions, the start first, and sans are
// those moves that are known. Once a position has a name, only names that people gave follow.
func Along(spots []archive.PositionHash, sans []string, names map[archive.PositionHash]string) []Opening {
	var list []Opening
	given := ""
	for ply, spot := range spots {
		name := names[spot]
		switch {
		case name != "" && name != given:
			given = name
			list = append(list, Opening{Ply: ply, Name: name})
		case given == "" && ply > 0 && ply <= len(sans):
			list = append(list, Opening{Ply: ply, Name: Moves(sans[:ply]), Made: true})
		}
	}
	return list
}
