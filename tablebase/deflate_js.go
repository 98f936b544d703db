package tablebase

// pack is never called, since pages make no tables.
func pack([]byte) [][]byte { panic("a page makes no tables") }

// inflated unpacks a block that has that many entries. Package compress/flate, with package
// os below it, would be a thirtieth of the engine's program.
func inflated(packed []byte, size int) ([]byte, error) { return inflate(packed, size) }
