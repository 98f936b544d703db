package search

import (
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// worker is one thread's search. Workers share the transposition table and nothing else.
type worker struct {
	s    *Searcher
	id   int // 0: the main worker, which checks the limits and reports
	node engine.Node
	off  features

	ply      int // plies from the root
	nodes    uint64
	allowed  uint64 // nodes that this worker may visit before it reserves more
	work     int    // since the last poll; see pollWork
	stopping bool

	frames [maxPly + framesBefore + 2]frame
	history

	roots     []root
	saved     root              // the move to play if the search is cut short; see saveBest
	depth     int               // of the current iteration
	deepest   int               // the largest ply reached in the current line
	completed int               // the last depth completed
	line      int               // the line being searched, of MultiPV, from 0
	nullUntil int               // no null move before this ply: one is being verified
	evals     [evalSlots]uint64 // static evaluations; see evaluate
	noise     engine.Weakness
	salt      uint64      // Searcher.salt
	proofs    []mateProof // only during a search for a mate
	tables    tables

	shared atomic.Uint64 // nodes, for other goroutines; updated by poll
}

// framesBefore is the number of frames before the root's, so that frameBefore needs no
// check near the root.
const framesBefore = 6

// frame holds the state of one ply of the line being searched.
type frame struct {
	list         []engine.ScoredMove
	others       []engine.ScoredMove // the moves without the excluded one, while those are searched
	pv           []game.Move
	move         engine.ScoredMove // being searched
	continuation *moveHistory      // continuation history of that move
	excluded     game.Move
	killers      [2]game.Move
	eval         engine.Score // static evaluation; noEval in check
	check        bool         // the side to move is in check
	verify       bool         // a null move is being verified: no shortcut
	pieces       int          // of both sides; valid only if tables are probed
	fails        int          // beta cutoffs among the moves of the parent
	reduced      int          // by how many plies the search of the move that led here is reduced
}

const noEval = engine.Infinite + 1

func newWorker(s *Searcher, id int) *worker {
	w := &worker{s: s, id: id}
	for i := range w.frames {
		f := &w.frames[i]
		f.list = make([]engine.ScoredMove, 0, 128)
		f.others = make([]engine.ScoredMove, 0, 128)
		f.pv = make([]game.Move, 0, maxPly+1)
	}
	return w
}

// reset drops what was learnt from earlier searches.
func (w *worker) reset() {
	w.forget()
	clear(w.evals[:])
}

// prepare prepares the worker for a search.
func (w *worker) prepare(b engine.Node, moves []engine.ScoredMove) {
	w.node, w.ply, w.nodes, w.allowed, w.work, w.stopping = b, 0, 0, 0, 0, false
	w.shared.Store(0)
	w.off = w.s.without
	w.depth, w.deepest, w.completed, w.line, w.nullUntil = 0, 0, 0, 0, 0
	w.noise = w.s.limits.Weakness
	w.salt = w.s.salt // mixed into keys: see Searcher.salt
	w.roots, w.saved.pv = w.roots[:0], w.saved.pv[:0]
	for _, m := range moves {
		w.roots = append(w.roots, root{move: m, score: -engine.Infinite, before: -engine.Infinite})
	}
	for i := range w.frames {
		f := &w.frames[i]
		f.killers, f.move, f.excluded, f.eval, f.fails = [2]game.Move{}, engine.ScoredMove{}, game.NoMove, noEval, 0
		f.continuation = w.noContinuation()
	}
	w.frame().check = b.InCheck()
	w.prepareTables()
}

// frame returns the frame of the current ply.
func (w *worker) frame() *frame { return &w.frames[w.ply+framesBefore] }

// frameBefore returns the frame that many plies back.
func (w *worker) frameBefore(plies int) *frame { return &w.frames[w.ply+framesBefore-plies] }

// nextFrame returns the frame of the next ply.
func (w *worker) nextFrame() *frame { return &w.frames[w.ply+framesBefore+1] }

// pollWork is how much work passes between looks at the clock: a node counts 1,
// and 1 more for each movesPerWork moves in its list. It is some 200 µs.
const (
	pollWork     = 256
	movesPerWork = 32
)

// reservation is how many nodes a worker takes from the limit at a time.
const reservation = 512

// visit counts a node and reports whether to give up instead.
func (w *worker) visit() (stop bool) {
	if w.nodes >= w.allowed && !w.reserve() {
		w.stopping = true
		w.s.stopped.Store(true)
		return true
	}
	w.nodes++
	return w.tick()
}

// tick counts some work, as much as a node's, and reports whether to give up.
func (w *worker) tick() (stop bool) {
	if w.work++; w.work >= pollWork {
		w.poll()
	}
	return w.stopping
}

// reserve takes some of the nodes that are left.
func (w *worker) reserve() bool {
	if w.s.limits.Nodes == 0 {
		w.allowed = 1 << 63
		return true
	}
	n := int64(reservation)
	if left := w.s.reserved.Add(-n); left < 0 {
		n += left
	}
	if n <= 0 {
		return false
	}
	w.allowed += uint64(n)
	return true
}

// poll checks whether the search must stop.
func (w *worker) poll() {
	w.work = 0
	w.shared.Store(w.nodes)
	s := w.s
	if w.id == 0 && (s.ctx.Err() != nil || s.timeUp(time.Since(s.started))) {
		s.stopped.Store(true)
	}
	w.stopping = s.stopped.Load()
}

// timeUp reports whether time is up.
func (s *Searcher) timeUp(spent time.Duration) bool {
	return s.limits.MoveTime > 0 && spent >= s.limits.MoveTime ||
		s.clocked && spent >= s.budget.Hard && !s.ponder.Load()
}

// push makes a move and enters the next ply.
func (w *worker) push(r *engine.ScoredMove) {
	w.node.Make(r.Move)
	f := w.frame()
	f.move = *r
	f.continuation = w.continuation(r)
	w.ply++
	w.frame().check = w.node.InCheck()
	w.frame().pieces = f.pieces - taken(r)
}

// pop takes the last move back.
func (w *worker) pop() {
	w.ply--
	w.node.Unmake()
}

// key is the key of the current position in the table.
func (w *worker) key() uint64 { return w.node.Key() ^ w.salt }

// evalSlots is the size of the cache of evaluations: half a megabyte.
const evalSlots = 1 << 16

// evaluate returns the static evaluation, from the cache if it is there.
func (w *worker) evaluate(key uint64) engine.Score {
	slot := &w.evals[key%evalSlots]
	if (*slot^key)>>16 == 0 && *slot != 0 {
		return engine.Score(int16(*slot))
	}
	e := w.node.Eval()
	if w.noise.Noise > 0 {
		e += w.error(key)
	}
	e = min(max(e, 1-engine.MateBound), engine.MateBound-1)
	*slot = key&^0xffff | uint64(uint16(e))
	return e
}

// error is the error of a weak player's judgement: of about the normal
// distribution, as the sum of four numbers, and always the same for a position.
func (w *worker) error(key uint64) engine.Score {
	bits := mix(key)
	sum := 0
	for range 4 {
		sum += int(bits&0xffff) - 0x8000
		bits >>= 16
	}
	// Each of the four has a standard deviation of 65536/√12, the sum one of twice that.
	return engine.Score(int64(w.noise.Noise) * int64(sum) / 37837)
}
