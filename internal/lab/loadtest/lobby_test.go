package loadtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// The report has the refreshes between two states of the server's histogram.
func TestRefreshes(t *testing.T) {
	var counts [3]int
	sum := 0.
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, "wane_sockets 7\n")
		for i, end := range []string{"0.01", "0.02", "+Inf"} {
			_, _ = fmt.Fprintf(w, "wane_lobby_refresh_seconds_bucket{le=%q} %d\n", end, counts[i])
		}
		_, _ = fmt.Fprintf(w, "wane_lobby_refresh_seconds_sum %v\nwane_lobby_refresh_seconds_count %d\n", sum, counts[2])
	}))
	defer web.Close()
	o := Options{URL: web.URL, Lobby: 5}
	counts, sum = [3]int{10, 10, 10}, .1
	before, err := o.refreshes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counts, sum = [3]int{70, 110, 110}, 1.1
	after, err := o.refreshes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := Refreshes{5, 100, 10 * time.Millisecond, 8333333, 19750 * time.Microsecond}
	if got := after.since(before); *got != want {
		t.Errorf("%+v, want %+v", *got, want)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	o.URL = other.URL
	if _, err := o.refreshes(t.Context()); err == nil {
		t.Error("a server without the metric is not reported")
	}
	o.Lobby = 0
	if none, err := o.refreshes(t.Context()); err != nil || none.since(none) != nil {
		t.Errorf("without viewers: %+v, %v", none, err)
	}
}
