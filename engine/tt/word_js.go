package tt

// Word is a slot of a table. A program of WebAssembly has one thread, so that
// no other can see half a word: there an atomic load is a call, and costs a
// search a tenth of its speed.
type Word uint64

// Load returns the word.
func (w *Word) Load() uint64 { return uint64(*w) }

// Store sets the word.
func (w *Word) Store(to uint64) { *w = Word(to) }
