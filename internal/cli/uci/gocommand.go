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

// goReader reads the words after go into a goCommand.
type goReader struct {
	goCommand
	s      *session
	args   []string
	at     int  // index of the word
	unread bool // a number could not be read
	timed  bool // there is a clock for the side to move
	// Times of the clocks, by color.
	remaining, increments [2]time.Duration
}

// goWords are the words that can follow go, with what reads each and its arguments.
var goWords map[string]func(*goReader)

func init() { // a literal would refer to itself: number asks where the next word begins
	goWords = map[string]func(*goReader){
		"infinite": func(r *goReader) { r.endless = true },
		"ponder":   func(r *goReader) { r.limits.Clock.Ponder = true },
		"depth":    func(r *goReader) { readNumber(r, &r.limits.Depth, 1, maxDepth) },
		"nodes":    func(r *goReader) { readNumber(r, &r.limits.Nodes, 1, math.MaxInt64) },
		"mate":     func(r *goReader) { readNumber(r, &r.limits.Mate, 1, maxDepth) },
		"perft":    func(r *goReader) { readNumber(r, &r.perft, 0, maxPerft) },

		"movestogo": func(r *goReader) { readNumber(r, &r.limits.Clock.MovesToGo, 0, maxDepth) },
		"movetime": func(r *goReader) {
			if t, ok := r.millis(0); ok {
				r.limits.MoveTime = max(t, time.Millisecond)
			}
		},
		"wtime": func(r *goReader) { r.clock(game.White) },
		"btime": func(r *goReader) { r.clock(game.Black) },
		"winc":  func(r *goReader) { r.increment(game.White) },
		"binc":  func(r *goReader) { r.increment(game.Black) },

		"searchmoves": (*goReader).searchMoves,
	}
}

// number reads the number after the word. One that is out of range becomes the nearest in
// range; ok is false if there is none.
func (r *goReader) number(lo, hi int64) (n int64, ok bool) {
	word := r.args[r.at]
	if r.at+1 == len(r.args) || goWords[r.args[r.at+1]] != nil {
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

// readNumber reads the number after the word, if there is one.
func readNumber[T int | uint64](r *goReader, to *T, lo, hi int64) {
	if n, ok := r.number(lo, hi); ok {
		*to = T(n)
	}
}

// millis reads a time in milliseconds.
func (r *goReader) millis(lo int64) (time.Duration, bool) {
	n, ok := r.number(lo, maxTime)
	return time.Duration(n) * time.Millisecond, ok
}

// clock reads the time of a color, which is negative if it is up but not claimed.
func (r *goReader) clock(c game.Color) {
	t, ok := r.millis(-maxTime)
	r.remaining[c] = t
	r.timed = r.timed || ok && c == r.s.at.Turn()
}

// increment reads the increment of a color.
func (r *goReader) increment(c game.Color) {
	r.increments[c], _ = r.millis(0)
	r.timed = r.timed || c == r.s.at.Turn() && r.increments[c] > 0
}

// searchMoves reads the moves after searchmoves.
func (r *goReader) searchMoves() {
	p := r.s.at
	for r.at+1 < len(r.args) && goWords[r.args[r.at+1]] == nil {
		r.at++
		m, err := notation.ParseUCI(p, r.args[r.at])
		if err != nil {
			r.s.say("go searchmoves: %v; in %s; ignored", err, p)
			continue
		}
		r.limits.SearchMoves = append(r.limits.SearchMoves, m)
	}
	if legal := p.Legal(nil); len(r.limits.SearchMoves) == 0 && len(legal) > 0 {
		const format = "go searchmoves: no legal move to search, expected one such as %s"
		r.refused = refusal(fmt.Sprintf(format, p.UCI(legal[0])))
	}
}

// parseGo parses the words after go. It reports what it cannot read and does the best
// with the rest, as the protocol asks: the answer is always a move if there is one.
func (s *session) parseGo(args []string) goCommand {
	r := goReader{s: s, args: args, goCommand: goCommand{perft: -1, limits: engine.Limits{MultiPV: s.settings.lines}}}
	for ; r.at < len(args); r.at++ {
		if read := goWords[args[r.at]]; read != nil {
			read(&r)
			continue
		}
		s.ignored("go", args[r.at:r.at+1],
			"depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate, perft with a number, "+
				"infinite, ponder, or searchmoves with moves")
	}
	r.finish()
	return r.goCommand
}

// finish sets the clock of the side to move, and what ends the search.
func (r *goReader) finish() {
	l := &r.limits
	if mover := r.s.at.Turn(); r.timed {
		l.Clock.Remaining, l.Clock.Increment = max(r.remaining[mover], time.Millisecond), r.increments[mover]
		l.Clock.Overhead = r.s.settings.overhead
	}
	bounded := l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.MoveTime > 0 || r.timed
	if r.unread && !bounded && !r.endless && r.perft < 0 {
		l.MoveTime, bounded = fallbackTime, true
		r.s.say("go: no limit is left, the search takes %v", fallbackTime)
	}
	r.bounded = !r.endless && bounded
	if !r.bounded && !l.Clock.Ponder {
		r.endless = true
	}
}
