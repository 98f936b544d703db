package tt

// word is a slot of the table. A program of WebAssembly has one thread, so that
// no other can see half a word: there an atomic load is a call, and costs a
// search a tenth of its speed.
type word uint64

// Load returns the word.
func (w *word) Load() uint64 { return uint64(*w) }

// Store sets the word.
func (w *word) Store(to uint64) { *w = word(to) }
