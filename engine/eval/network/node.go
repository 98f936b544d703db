package network

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// maxEval bounds what Eval returns, well below the scores of mates.
const maxEval = engine.MateBound - 1000

// Evaluator is an engine.Evaluator whose nodes are those of another one of the same game, but for their static
// evaluation, which a network replaces or corrects.
type Evaluator struct {
	nodes   engine.Evaluator
	network *Network
}

// NewEvaluator returns an evaluator with the nodes of another one.
func NewEvaluator(nodes engine.Evaluator, n *Network) *Evaluator { return &Evaluator{nodes, n} }

// NewNode implements engine.Evaluator.
func (e *Evaluator) NewNode(p game.Position) engine.Node {
	if name := e.network.layout.name; p.Game().Name() != name {
		panic(message.Sprintf("eval/network: a position of %s, expected one of %s", p.Game().Name(), name))
	}
	inner := e.nodes.NewNode(p)
	n := &node{Node: inner, network: e.network, read: e.network.layout.read(inner.Position())}
	n.read(&n.seen)
	n.views = n.network.refresh(&n.seen)
	return n
}

// node is an engine.Node.
type node struct {
	engine.Node
	network *Network
	read    func(*Board)
	seen    Board   // the board at the last call of Eval
	views   [2]sums // of seen, by color
}

// Eval implements engine.Node.
func (n *node) Eval() engine.Score {
	n.update()
	score := n.network.score(&n.views, &n.seen)
	if n.network.corrects {
		score = bounded(score + n.Node.Eval())
	}
	return score
}

// Eval returns the output for a board, for the side to move.
func (n *Network) Eval(b *Board) engine.Score {
	views := n.refresh(b)
	return n.score(&views, b)
}

// score returns the output for a board whose views are known.
func (n *Network) score(views *[2]sums, b *Board) engine.Score {
	me, bucket := b.Turn&1, b.Bucket()
	out := &n.output[bucket]
	sum := weigh(&views[me], (*[Width]int16)(out[:Width])) + weigh(&views[me^1], (*[Width]int16)(out[Width:]))
	score := (sum/One + int(n.bias[bucket])) * Scale / (One * WeightOne)
	return bounded(engine.Score(score))
}

func bounded(score engine.Score) engine.Score { return max(-maxEval, min(score, maxEval)) }

// weigh returns the weighted sum of the squares of the units, each limited to 0–One.
func weigh(s *sums, w *[Width]int16) int {
	sum := 0
	for i, word := range s {
		a, b, c, d := limit(word), limit(word>>16), limit(word>>32), limit(word>>48)
		sum += a*a*int(w[4*i]) + b*b*int(w[4*i+1]) + c*c*int(w[4*i+2]) + d*d*int(w[4*i+3])
	}
	return sum
}

// limit returns the lowest unit of a word, within 0–One.
func limit(word uint64) int { return max(0, min(int(word&0xffff)-0x8000, One)) }

// update brings the views up to date.
func (n *node) update() {
	was := n.seen
	n.read(&n.seen)
	differ := [2]uint64{changed(&was.Words[0], &n.seen.Words[0]), changed(&was.Words[1], &n.seen.Words[1])}
	if was.Shape != n.seen.Shape ||
		mathbits.OnesCount64(differ[0])+mathbits.OnesCount64(differ[1]) > n.seen.count()/2 {
		n.views = n.network.refresh(&n.seen)
		return
	}
	for i, set := range differ {
		for set != 0 {
			sq := bitboard.Pop(&set)
			before, after := was.Words[i].Piece(sq), n.seen.Words[i].Piece(sq)
			for color := range n.views {
				v := &n.views[color]
				if input := n.network.input(&n.seen, i, sq, before, color); input != nil {
					v.subtract(input)
				}
				if input := n.network.input(&n.seen, i, sq, after, color); input != nil {
					v.add(input)
				}
			}
		}
	}
}

// refresh returns the views of a board.
func (n *Network) refresh(b *Board) (views [2]sums) {
	for color := range views {
		views[color] = n.start
		for i := range b.Words {
			w := &b.Words[i]
			for set := w.Occupied(); set != 0; {
				sq := bitboard.Pop(&set)
				if input := n.input(b, i, sq, w.Piece(sq), color); input != nil {
					views[color].add(input)
				}
			}
		}
	}
	return views
}

// input returns what a piece on a square of a word adds to the units in the view of a color, or nil.
func (n *Network) input(b *Board, word int, sq game.Square, pc game.Piece, color int) *sums {
	if i := n.layout.input(b, word, sq, pc, color); i >= 0 {
		return &n.inputs[i]
	}
	return nil
}

func (s *sums) add(input *sums) {
	for i, v := range input {
		s[i] += v
	}
}

func (s *sums) subtract(input *sums) {
	for i, v := range input {
		s[i] -= v
	}
}
