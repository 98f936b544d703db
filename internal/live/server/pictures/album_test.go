package pictures

import (
	"fmt"
	"testing"
)

// The album holds so many bytes, and lets go of what was not asked for longest.
func TestAlbum(t *testing.T) {
	a := newAlbum()
	page := make([]byte, largestInOne)
	for i := range albumBytes/largestInOne + 1 {
		a.keep(fmt.Sprint(i), page)
		a.find("0")
	}
	if _, ok := a.find("0"); !ok {
		t.Error("what is asked for all the time is gone")
	}
	if _, ok := a.find("1"); ok {
		t.Error("nothing went")
	}
	a.keep("huge", make([]byte, largestInOne+1))
	if _, ok := a.find("huge"); ok {
		t.Error("one picture takes too much")
	}
	a.keep("0", page[:10])
	if a.bytes > albumBytes || a.bytes != largestInOne*(a.pages.Len()-1)+10 {
		t.Errorf("%d bytes in %d pictures", a.bytes, a.pages.Len())
	}
}
