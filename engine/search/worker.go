package search

import (
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// worker is one thread's search. Workers share the table and nothing else.
type worker struct {
	s     *Searcher
	id    int // 0 is the main one, which watches the limits and reports
	board engine.Board
	off   features

	ply      int // from the root
	nodes    uint64
	allowed  uint64 // nodes that this worker may visit before it reserves more
	work     int    // since the last look at the clock
	stopping bool

	frames [maxPly + guard + 2]frame
	history

	roots     []root
	kept      root // see keep
	depth     int  // of the iteration under way
	deepest   int  // ply reached in it
	completed int  // last depth completed
	line      int  // which line of several is searched, from 0
	nullUntil int  // no null moves before that ply, while one is being verified
	evals     [evalSlots]uint64
	noise     engine.Weakness
	salt      uint64
	proofs    []mateProof // while a mate is looked for
	tables    tables

	shared atomic.Uint64 // nodes as others may see them
}

// guard is how many frames stand before the root's, so that a look two or four
// plies back needs no check.
const guard = 6

// frame is what is known of one ply of the line being searched.
type frame struct {
	list     []engine.ScoredMove
	saved    []engine.ScoredMove // the list, while other moves than one are searched
	pv       []game.Move
	quiets   []engine.ScoredMove // tried before the move that failed high
	noisies  []engine.ScoredMove
	move     engine.ScoredMove // being searched
	follow   *follow           // continuation history of that move
	excluded game.Move
	killers  [2]game.Move
	eval     engine.Score // static; noEval in check
	check    bool         // the side to move is in check
	verify   bool         // a null move is being verified here: moves must be searched
	pieces   int          // of both sides, while there are tables to ask
	fails    int          // how many cut-offs there were one ply below
}

const noEval = engine.Infinite + 1

func newWorker(s *Searcher, id int) *worker {
	w := &worker{s: s, id: id}
	for i := range w.frames {
		f := &w.frames[i]
		f.list = make([]engine.ScoredMove, 0, 128)
		f.saved = make([]engine.ScoredMove, 0, 128)
		f.quiets = make([]engine.ScoredMove, 0, 64)
		f.noisies = make([]engine.ScoredMove, 0, 32)
		f.pv = make([]game.Move, 0, maxPly+1)
	}
	return w
}

// forget drops what was learnt from earlier searches.
func (w *worker) forget() {
	w.history.forget()
	clear(w.evals[:])
}

// prepare prepares the worker for a search.
func (w *worker) prepare(b engine.Board, moves []engine.ScoredMove) {
	w.board, w.ply, w.nodes, w.allowed, w.work, w.stopping = b, 0, 0, 0, 0, false
	w.shared.Store(0)
	w.off = w.s.without
	w.depth, w.deepest, w.completed, w.line, w.nullUntil = 0, 0, 0, 0, 0
	w.noise = w.s.limits.Weakness
	w.salt = w.s.salt // part of the key of an evaluation: none is mistaken for another's
	w.roots, w.kept.pv = w.roots[:0], w.kept.pv[:0]
	for _, m := range moves {
		w.roots = append(w.roots, root{move: m, score: -engine.Infinite, before: -engine.Infinite})
	}
	for i := range w.frames {
		f := &w.frames[i]
		f.killers, f.move, f.excluded, f.eval, f.fails = [2]game.Move{}, engine.ScoredMove{}, game.NoMove, noEval, 0
		f.follow = w.nothing()
	}
	w.here().check = b.InCheck()
	w.consult()
}

// here returns the frame of the current ply.
func (w *worker) here() *frame { return &w.frames[w.ply+guard] }

// before returns the frame that many plies back.
func (w *worker) before(plies int) *frame { return &w.frames[w.ply+guard-plies] }

// after returns the frame of the next ply.
func (w *worker) after() *frame { return &w.frames[w.ply+guard+1] }

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

// poll looks whether the search must end.
func (w *worker) poll() {
	w.work = 0
	w.shared.Store(w.nodes)
	s := w.s
	if w.id == 0 && (s.ctx.Err() != nil || s.late(time.Since(s.started))) {
		s.stopped.Store(true)
	}
	w.stopping = s.stopped.Load()
}

// late reports whether time is up.
func (s *Searcher) late(spent time.Duration) bool {
	return s.limits.MoveTime > 0 && spent >= s.limits.MoveTime ||
		s.clocked && spent >= s.budget.Hard && !s.ponder.Load()
}

// push makes a move and enters the next ply.
func (w *worker) push(r *engine.ScoredMove) {
	w.board.Make(r.Move)
	f := w.here()
	f.move = *r
	f.follow = w.continuation(r)
	w.ply++
	w.here().check = w.board.InCheck()
	w.here().pieces = f.pieces - taken(r)
}

// pop takes the last move back.
func (w *worker) pop() {
	w.ply--
	w.board.Unmake()
}

// key is the key of the current position in the table.
func (w *worker) key() uint64 { return w.board.Key() ^ w.salt }

// evalSlots is the size of the cache of evaluations: half a megabyte.
const evalSlots = 1 << 16

// evaluate returns the static evaluation, from the cache if it is there.
func (w *worker) evaluate(key uint64) engine.Score {
	slot := &w.evals[key%evalSlots]
	if (*slot^key)>>16 == 0 && *slot != 0 {
		return engine.Score(int16(*slot))
	}
	e := w.board.Eval()
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
