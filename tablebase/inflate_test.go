package tablebase

import (
	"bytes"
	"compress/flate"
	"math/rand/v2"
	"testing"
)

// TestInflate unpacks as compress/flate does what that packs, sound or damaged.
func TestInflate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		entries := make([]byte, r.IntN(1<<r.IntN(17)))
		for j := range entries {
			if entries[j] = byte(r.IntN(1 << (i % 9))); j > 0 && r.IntN(4) > 0 {
				entries[j] = entries[r.IntN(j)]
			}
		}
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, i%12-2)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(entries) // a buffer never fails
		_ = w.Close()
		if got, err := inflate(packed.Bytes(), len(entries)); err != nil || !bytes.Equal(got, entries) {
			t.Fatalf("%d: %d bytes packed in %d: %v", i, len(entries), packed.Len(), err)
		}
		for range 20 {
			damaged := bytes.Clone(packed.Bytes())
			damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
			damaged = damaged[:len(damaged)-r.IntN(2)*r.IntN(len(damaged))]
			want, problem := inflated(damaged, len(entries))
			got, err := inflate(damaged, len(entries))
			if (err == nil) != (problem == nil) || !bytes.Equal(got, want) {
				t.Fatalf("%d: %d bytes, damaged: %v, want %v", i, len(entries), err, problem)
			}
		}
	}
}

func BenchmarkInflate(b *testing.B) {
	for _, c := range []struct {
		name    string
		inflate func([]byte, int) ([]byte, error)
	}{{"flate", inflated}, {"own", inflate}} {
		b.Run(c.name, func(b *testing.B) {
			table := Builtin().order[0]
			block := table.packed[0]
			packed := make([]byte, block.length)
			if _, err := table.from.ReadAt(packed, block.offset); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := c.inflate(packed, min(blockSize, table.size())); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
