package study

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// Whatever a text of the largest size holds, also one without tags, which may be score sheets,
// reading it takes little memory.
func TestMemory(t *testing.T) {
	const most = 16 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	for _, unit := range []string{
		"*\n", "[A \"b\"]\n\n*\n\n", "1. e4 ((((\n", "[Event \"x\"]\n\n1. e5\n", "1. Nf3 Nf6 2. Ng1 Ng8 ", "Nf3 Nf6 Ng1 Ng8 ",
		"1. e4 {x} {y} {z} ", "hello 1. world ", "hello ", "7 ", " ", "\n", "x", "1. e4 $1 $2 $3 $4 ",
		"1. e4 (1. d4) (1. c4) (1. a3) e5 *\n", "1. ",
		"1. e2 - e4, e7 - e5 2. Ng1 - f3 * ", "{", "(", "[A \"b\"]\n", "\\\"", "[pgn]*[/pgn]",
	} {
		for tag, size := range map[string]int{
			"": notation.MaxSheetBytes, " ": MaxBytes, "[A \"b\"]\n\n": MaxBytes,
		} {
			text := tag + strings.Repeat(unit, (size-len(tag))/len(unit))
			if used := heapOf(func() {
				// The errors are those of other tests.
				_, _ = Read(t.Context(), text, Options{Lookup: rules.ByName, Games: rules.All()})
			}); used > most {
				t.Errorf("%q, again and again: %d kB", tag+unit, used>>10)
			}
		}
	}
}

// heapOf returns the most bytes that the garbage collector finds in use while f runs, beyond those before. How far the
// collector lags behind does not count, for it depends on what else the machine does.
func heapOf(f func()) int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	read := func() int64 {
		metrics.Read(live)
		return int64(live[0].Value.Uint64()) //nolint:gosec // no heap is that large
	}
	runtime.GC()
	before := read()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	most := before
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			most = max(most, read())
		case <-done:
			return max(most, read()) - before
		}
	}
}
