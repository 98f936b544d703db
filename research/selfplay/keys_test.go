package selfplay

import (
	"math/rand/v2"
	"testing"
)

// A keySet agrees with a map, also about keys that begin alike.
func TestKeySet(t *testing.T) {
	var set keySet
	want := map[uint64]bool{}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 200_000 {
		key := rng.Uint64N(100_000) + 1
		if i%2 == 1 {
			key *= 0x9e3779b97f4a7c15
		}
		if set.add(key) == want[key] {
			t.Fatalf("key %x: new is %t", key, want[key])
		}
		want[key] = true
	}
	set = keySet{}
	if !set.add(0) || set.add(0) {
		t.Error("key 0 is not new once")
	}
}
