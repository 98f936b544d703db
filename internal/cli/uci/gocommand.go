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

// goReader reads the words after go.
type goReader struct {
	s      *session
	args   []string
	at     int  // index of the word
	unread bool // a number could not be read
}

// number reads the number after the word. One that is out of range becomes the
// nearest in range; ok is false if there is none.
func (r *goReader) number(lo, hi int64) (n int64, ok bool) {
	word := r.args[r.at]
	if r.at+1 == len(r.args) || goWords[r.args[r.at+1]] {
		r.s.say("go: %s: the number is missing, expected %d–%d; ignored", word, lo, hi)
		r.unread = true
		return 0, false
	}
	r.at++
	text := r.args[r.at]
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		r.s.say("go: %s: value %.40q: expected an integer (%d–%d); ignored", word, text, lo, hi)
		r.unread = true
		return 0, false
	}
	if in := min(max(n, lo), hi); in != n || err != nil {
		r.s.say("go: %s: value %.40q: expected an integer (%d–%d); taken as %d", word, text, lo, hi, in)
		n = in
	}
	return n, true
}

// millis reads a time in milliseconds.
func (r *goReader) millis(lo int64) (time.Duration, bool) {
	n, ok := r.number(lo, maxTime)
	return time.Duration(n) * time.Millisecond, ok
}

// parseGo parses the words after go. It reports what it cannot read and does the best
// with the rest, as the protocol asks: the answer is always a move if there is one.
//
//nolint:cyclop // a case for each word of the protocol
func (s *session) parseGo(args []string) goCommand {
	o := goCommand{perft: -1, limits: engine.Limits{MultiPV: s.settings.lines}}
	clock := &o.limits.Clock
	timed := false
	var times, increments [2]time.Duration // by color
	mover := s.at.Turn()
	r := goReader{s: s, args: args}
	for ; r.at < len(args); r.at++ {
		word := args[r.at]
		switch word {
		case "infinite":
			o.endless = true
		case "ponder":
			clock.Ponder = true
		case "depth":
			n, _ := r.number(1, maxDepth)
			o.limits.Depth = int(n)
		case "nodes":
			n, _ := r.number(1, math.MaxInt64)
			o.limits.Nodes = uint64(n)
		case "mate":
			n, _ := r.number(1, maxDepth)
			o.limits.Mate = int(n)
		case "perft":
			if n, ok := r.number(0, maxPerft); ok {
				o.perft = int(n)
			}
		case "movestogo":
			n, _ := r.number(0, maxDepth)
			clock.MovesToGo = int(n)
		case "movetime":
			if t, ok := r.millis(0); ok {
				o.limits.MoveTime = max(t, time.Millisecond)
			}
		case "wtime", "btime": // negative when the time is up but not claimed
			t, ok := r.millis(-maxTime)
			times[colorOf(word)] = t
			timed = timed || ok && colorOf(word) == mover
		case "winc", "binc":
			t, _ := r.millis(0)
			increments[colorOf(word)] = t
			timed = timed || colorOf(word) == mover && t > 0
		case "searchmoves":
			r.at += s.searchMoves(&o, args[r.at+1:])
		default:
			s.ignored("go", args[r.at:r.at+1],
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
	if r.unread && !bounded() && !o.endless && o.perft < 0 {
		l.MoveTime = fallbackTime
		s.say("go: no limit is left, the search takes %v", fallbackTime)
	}
	o.bounded = !o.endless && bounded()
	if !o.bounded && !clock.Ponder {
		o.endless = true
	}
	return o
}

// searchMoves reads the moves after searchmoves, and returns how many words they are.
func (s *session) searchMoves(o *goCommand, args []string) (words int) {
	for words < len(args) && !goWords[args[words]] {
		words++
		m, err := notation.ParseUCI(s.at, args[words-1])
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
	return words
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
