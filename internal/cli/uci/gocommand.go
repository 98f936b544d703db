package uci

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// goCommand is a parsed go command.
type goCommand struct {
	limits  engine.Limits
	perft   int  // plies; negative: search
	endless bool // answer only when stopped
	bounded bool // a limit ends the search, after a ponder hit too
}

// The largest values in a go command.
const (
	maxDepth = 1000                          // plies
	maxPerft = 30                            // plies
	maxTime  = int64(1000 * 24 * 3600 * 365) // milliseconds
)

// parseGo parses the words after go. It reports unknown ones and ignores them, as the
// protocol asks.
func (s *session) parseGo(args []string) (goCommand, error) {
	o := goCommand{perft: -1, limits: engine.Limits{MultiPV: s.settings.lines}}
	clock := &o.limits.Clock
	timed := false
	var times, increments [2]time.Duration // by color
	mover := s.at.Turn()
	for i := 0; i < len(args); i++ {
		word := args[i]
		number := func(lo, hi int64) (n int64, err error) {
			i++
			if i < len(args) {
				n, err = strconv.ParseInt(args[i], 10, 64)
			} else {
				return 0, fmt.Errorf("%s: the number is missing, expected %d–%d", word, lo, hi)
			}
			if err != nil || n < lo || n > hi {
				return 0, fmt.Errorf("%s: value %.40q: expected an integer (%d–%d)", word, args[i], lo, hi)
			}
			return n, nil
		}
		millis := func(lo int64) (time.Duration, error) {
			n, err := number(lo, maxTime)
			return time.Duration(n) * time.Millisecond, err
		}
		var n int64
		var err error
		switch word {
		case "infinite":
			o.endless = true
		case "ponder":
			clock.Ponder = true
		case "depth":
			n, err = number(1, maxDepth)
			o.limits.Depth = int(n)
		case "nodes":
			n, err = number(1, math.MaxInt64)
			o.limits.Nodes = uint64(n)
		case "mate":
			n, err = number(1, maxDepth)
			o.limits.Mate = int(n)
		case "perft":
			n, err = number(0, maxPerft)
			o.perft = int(n)
		case "movestogo":
			n, err = number(0, maxDepth)
			clock.MovesToGo = int(n)
		case "movetime":
			o.limits.MoveTime, err = millis(0)
			o.limits.MoveTime = max(o.limits.MoveTime, time.Millisecond)
		case "wtime", "btime": // negative when the time is up but not claimed
			times[colorOf(word)], err = millis(-maxTime)
			timed = timed || colorOf(word) == mover
		case "winc", "binc":
			increments[colorOf(word)], err = millis(0)
			timed = timed || colorOf(word) == mover && increments[mover] > 0
		case "searchmoves":
			for i+1 < len(args) && !goWords[args[i+1]] {
				i++
				m, err := notation.ParseUCI(s.at, args[i])
				if err != nil {
					s.say("go searchmoves: %v; in %s; ignored", err, s.at)
					continue
				}
				o.limits.SearchMoves = append(o.limits.SearchMoves, m)
			}
			if len(o.limits.SearchMoves) == 0 && s.at.LegalCount() > 0 {
				err = errors.New("searchmoves: no legal move; expected one such as " + s.at.UCI(s.at.Legal(nil)[0]))
			}
		default:
			s.ignored("go", args[i:i+1], "depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate, perft with a number, "+
				"infinite, ponder, or searchmoves with moves")
		}
		if err != nil {
			return goCommand{}, err
		}
	}
	if timed {
		clock.Remaining, clock.Increment = max(times[mover], time.Millisecond), increments[mover]
		clock.Overhead = s.settings.overhead
	}
	l := &o.limits
	o.bounded = !o.endless && (l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.MoveTime > 0 || timed)
	if !o.bounded && !clock.Ponder {
		o.endless = true
	}
	return o, nil
}

// goWords are the words that can follow go.
var goWords = map[string]bool{
	"infinite": true, "ponder": true, "depth": true, "nodes": true, "mate": true, "perft": true, "movestogo": true,
	"movetime": true, "wtime": true, "btime": true, "winc": true, "binc": true, "searchmoves": true,
}

// colorOf returns the color whose clock a word such as wtime sets.
func colorOf(word string) game.Color {
	if word[0] == 'b' {
		return game.Black
	}
	return game.White
}
