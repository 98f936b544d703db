package tune

import (
	"fmt"
	"slices"
	"testing"
)

// FENs come back in their blocks, full ones and the last.
func TestFENList(t *testing.T) {
	const n = 2*blockSize + 100
	l := newFENList()
	var want []string
	for i := range n {
		want = append(want, fmt.Sprintf("8/8/8/3k4/8/8/8/K7 w - - %d %d", i%100, i+1))
		l.add(want[i])
	}
	var got []string
	for i := range n/blockSize + 1 {
		block, err := l.block(i)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, block...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d FENs came back, want %d, or they differ", len(got), n)
	}
	l.blocks[1][0] ^= 0xff
	if _, err := l.block(1); err == nil {
		t.Error("a damaged block is read")
	}
}
