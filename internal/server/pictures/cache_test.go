package pictures

import (
	"context"
	"fmt"
	"testing"
)

// The cache is bounded in bytes, keeps what clients request all the time, and has no
// room for one huge picture.
func TestCache(t *testing.T) {
	c := newCache()
	request := func(key string, size int) (painted bool) {
		p := Picture{Key: key, cache: c, draw: func(context.Context) ([]byte, error) {
			painted = true
			return make([]byte, size), nil
		}}
		if b, err := p.Bytes(t.Context()); err != nil || len(b) != size {
			t.Fatalf("%s: %d bytes, %v", key, len(b), err)
		}
		c.CleanUp() // else it runs in the background
		return painted
	}
	const size = largestInOne / 4
	if !request("0", size) {
		t.Error("the first request paints nothing")
	}
	for i := range 3 * cacheBytes / size {
		request(fmt.Sprint(i), size)
		if request("0", size) {
			t.Errorf("the picture that is requested all the time is painted again after %d others", i)
		}
	}
	if n := c.WeightedSize(); n > cacheBytes || n < cacheBytes-2*size {
		t.Errorf("the cache has %d bytes, of at most %d", n, cacheBytes)
	}
	request("huge", largestInOne+1)
	if !request("huge", largestInOne+1) {
		t.Error("a huge picture is in the cache")
	}
	request("0", size)
}
