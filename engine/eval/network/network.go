package network

import (
	"encoding/binary"
	"math"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// The shape of a network, and the factors of its integers.
const (
	// Width is the number of units, for each of the two views.
	Width = 32
	// Buckets is the number of sets of output weights, by the number of pieces.
	Buckets = 8
	// One is what 1 is for the units.
	One = 255
	// WeightOne is what 1 is for the weights of the output.
	WeightOne = 64
	// Scale is how many centipawns an output of 1 means.
	Scale = 400

	words = Width / 4 // units in a word are 4
)

// Network is an evaluation of one game, or a correction of one. It is safe for use by any number of goroutines.
type Network struct {
	layout   *Layout
	corrects bool
	start    sums   // of the units, without pieces
	inputs   []sums // what each input adds
	output   [Buckets][2 * Width]int16
	bias     [Buckets]int32
}

// sums holds the sums of the units, four in a word. The i-th of a word counts 2^(16·i): as long as each stays within
// 16 bits, four are added or subtracted at once, and adding middle makes each a number of its own, 0–65,535.
type sums [words]uint64

// middle has the number that stands for 0 in each unit.
const middle = 0x8000_8000_8000_8000

// pack returns the sums of units.
func pack(units *[Width]int16) (s sums) {
	for i, v := range units {
		s[i/4] += uint64(v) << (16 * (i % 4))
	}
	return s
}

// Weights are the integers of a network.
type Weights struct {
	// Corrects is whether the output is added to the evaluation by hand instead of replacing it.
	Corrects   bool
	Bias       [Width]int16              // of the units, in 1/One
	Inputs     [][Width]int16            // by input, in 1/One
	Output     [Buckets][2 * Width]int16 // the side to move's units first, in 1/WeightOne
	OutputBias [Buckets]int32            // in 1/(One·WeightOne)
}

// New returns the network of a game with these weights. It rejects weights with which a sum could leave its 16 bits.
func New(g game.Game, w *Weights) (*Network, error) {
	l := For(g)
	if len(w.Inputs) != l.Inputs() {
		return nil, message.Errorf("network with %d inputs, expected %d for %s", len(w.Inputs), l.Inputs(), g.Name())
	}
	for unit := range Width {
		low, high := int(w.Bias[unit]), int(w.Bias[unit])
		for sq := range l.squares {
			least, most := 0, 0
			for kind := range l.kinds {
				v := int(w.Inputs[kind*l.squares+sq][unit])
				least, most = min(least, v), max(most, v)
			}
			low, high = low+least, high+most
		}
		if low < math.MinInt16 || high > math.MaxInt16 {
			return nil, message.Errorf("network whose unit %d ranges from %d to %d, expected 16 bits", unit, low, high)
		}
	}
	n := &Network{layout: l, corrects: w.Corrects, start: pack(&w.Bias), output: w.Output, bias: w.OutputBias}
	for i := range n.start {
		n.start[i] += middle
	}
	for i := range w.Inputs {
		n.inputs = append(n.inputs, pack(&w.Inputs[i]))
	}
	return n, nil
}

// magic begins the file of a network. The last byte is the version of the format.
const magic = "wane network 2"

// Append appends the file of a network to dst. All integers are little-endian.
func (w *Weights) Append(dst []byte) []byte {
	dst = append(dst, magic...)
	dst, _ = binary.Append(dst, binary.LittleEndian, w.Corrects)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(w.Inputs)))
	dst, _ = binary.Append(dst, binary.LittleEndian, w.Bias[:])
	for i := range w.Inputs {
		dst, _ = binary.Append(dst, binary.LittleEndian, w.Inputs[i][:])
	}
	for i := range w.Output {
		dst, _ = binary.Append(dst, binary.LittleEndian, w.Output[i][:])
	}
	dst, _ = binary.Append(dst, binary.LittleEndian, w.OutputBias[:])
	return dst
}

// Parse reads the file of a network.
func Parse(g game.Game, file []byte) (*Network, error) {
	w, err := parse(file)
	if err != nil {
		return nil, err
	}
	return New(g, w)
}

func parse(file []byte) (*Weights, error) {
	const head = len(magic) + 3
	const version = len(magic) - 1
	switch {
	case len(file) < head || string(file[:version]) != magic[:version]:
		return nil, message.Errorf("not a network: expected a file that begins with %q", magic)
	case file[version] != magic[version]:
		return nil, message.Errorf("network of another version: expected a file that begins with %q", magic)
	}
	if kind := file[len(magic)]; kind > 1 {
		return nil, message.Errorf("network of kind %d, expected 0 (it replaces an evaluation) or 1 (it corrects one)", kind)
	}
	inputs := int(binary.LittleEndian.Uint16(file[len(magic)+1:]))
	size := head + 2*Width*(1+inputs) + Buckets*(2*2*Width+4)
	if len(file) != size {
		return nil, message.Errorf("network of %d bytes, expected %d", len(file), size)
	}
	rest := file[head:]
	take := func(units []int16) {
		for i := range units {
			units[i] = int16(binary.LittleEndian.Uint16(rest))
			rest = rest[2:]
		}
	}
	w := &Weights{Corrects: file[len(magic)] == 1, Inputs: make([][Width]int16, inputs)}
	take(w.Bias[:])
	for i := range w.Inputs {
		take(w.Inputs[i][:])
	}
	for i := range w.Output {
		take(w.Output[i][:])
	}
	for i := range w.OutputBias {
		w.OutputBias[i] = int32(binary.LittleEndian.Uint32(rest))
		rest = rest[4:]
	}
	return w, nil
}
