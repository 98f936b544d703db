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
	refused refusal
}

// The largest values in a go command.
const (
	maxDepth = 1000                          // plies
	maxPerft = 30                            // plies
	maxTime  = int64(1000 * 24 * 3600 * 365) // milliseconds
)

// fallbackTime is the time of a search whose limits are all unreadable.
const fallbackTime = time.Second

// parseGo parses the words after go. It reports what it cannot read and does the best
// with the rest, as the protocol asks: the answer is always a move if there is one.
func (s *session) parseGo(args []string) goCommand {
	o := goCommand{perft: -1, limits: engine.Limits{MultiPV: s.settings.lines}}
	clock := &o.limits.Clock
	timed, unread := false, false
	var times, increments [2]time.Duration // by color
	mover := s.at.Turn()
	for i := 0; i < len(args); i++ {
		word := args[i]
		// number reads the number after the word. One that is out of range becomes the
		// nearest in range; ok is false if there is none.
		number := func(lo, hi int64) (n int64, ok bool) {
			if i+1 == len(args) || goWords[args[i+1]] {
				s.say("go: %s: the number is missing, expected %d–%d; ignored", word, lo, hi)
				unread = true
				return 0, false
			}
			i++
			n, err := strconv.ParseInt(args[i], 10, 64)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				s.say("go: %s: value %.40q: expected an integer (%d–%d); ignored", word, args[i], lo, hi)
				unread = true
				return 0, false
			}
			if in := min(max(n, lo), hi); in != n || err != nil {
				s.say("go: %s: value %.40q: expected an integer (%d–%d); taken as %d", word, args[i], lo, hi, in)
				n = in
			}
			return n, true
		}
		millis := func(lo int64) (time.Duration, bool) {
			n, ok := number(lo, maxTime)
			return time.Duration(n) * time.Millisecond, ok
		}
		switch word {
		case "infinite":
			o.endless = true
		case "ponder":
			clock.Ponder = true
		case "depth":
			n, _ := number(1, maxDepth)
			o.limits.Depth = int(n)
		case "nodes":
			n, _ := number(1, math.MaxInt64)
			o.limits.Nodes = uint64(n)
		case "mate":
			n, _ := number(1, maxDepth)
			o.limits.Mate = int(n)
		case "perft":
			if n, ok := number(0, maxPerft); ok {
				o.perft = int(n)
			}
		case "movestogo":
			n, _ := number(0, maxDepth)
			clock.MovesToGo = int(n)
		case "movetime":
			if t, ok := millis(0); ok {
				o.limits.MoveTime = max(t, time.Millisecond)
			}
		case "wtime", "btime": // negative when the time is up but not claimed
			t, ok := millis(-maxTime)
			times[colorOf(word)] = t
			timed = timed || ok && colorOf(word) == mover
		case "winc", "binc":
			t, _ := millis(0)
			increments[colorOf(word)] = t
			timed = timed || colorOf(word) == mover && t > 0
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
			if legal := s.at.Legal(nil); len(o.limits.SearchMoves) == 0 && len(legal) > 0 {
				const format = "go searchmoves: no legal move to search, expected one such as %s"
				o.refused = refusal(fmt.Sprintf(format, s.at.UCI(legal[0])))
			}
		default:
			s.ignored("go", args[i:i+1],
				"depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate, perft with a number, "+
					"infinite, ponder, or searchmoves with moves")
		}
	}
	if timed {
		clock.Remaining, clock.Increment = max(times[mover], time.Millisecond), increments[mover]
		clock.Overhead = s.settings.overhead
	}
	l := &o.limits
	bounded := func() bool {
		return l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.MoveTime > 0 || timed
	}
	if unread && !bounded() && !o.endless && o.perft < 0 {
		l.MoveTime = fallbackTime
		s.say("go: no limit is left, the search takes %v", fallbackTime)
	}
	o.bounded = !o.endless && bounded()
	if !o.bounded && !clock.Ponder {
		o.endless = true
	}
	return o
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
