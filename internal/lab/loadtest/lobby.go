package loadtest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// lobbyStart is how messages with the lobby begin; clients do not parse them.
var lobbyStart = []byte(`{"t":"lobby"`)

// Refreshes are how often a server refreshed the lobby, and how long it took. The quantiles are those of a
// histogram: within a bucket, whose ends are a factor of 2 apart, they are interpolated.
type Refreshes struct {
	Viewers, Count int
	Mean, P50, P99 time.Duration
}

// String formats the refreshes as a line.
func (r *Refreshes) String() string {
	return fmt.Sprintf("the lobby of %s was refreshed %s: mean %v, p50 %v, p99 %v\n",
		message.Plural(r.Viewers, "viewer"), message.Plural(r.Count, "time"), round(r.Mean), round(r.P50), round(r.P99))
}

// histogram is the metric wane_lobby_refresh_seconds.
type histogram struct {
	viewers    int
	ends, upTo []float64 // of the buckets: the end, and how many values are not above it
	sum        float64
}

// refreshes reads the histogram of a server; without viewers, it is empty.
func (o *Options) refreshes(ctx context.Context) (h histogram, err error) {
	h.viewers = o.Lobby
	if o.Lobby == 0 {
		return h, nil
	}
	text, err := metrics(ctx, o.URL)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest, found := strings.CutPrefix(name, "wane_lobby_refresh_seconds_")
		number, failed := strconv.ParseFloat(value, 64)
		if !found || failed != nil {
			continue
		}
		if end, bucket := strings.CutPrefix(rest, `bucket{le="`); bucket {
			to, _ := strconv.ParseFloat(strings.TrimSuffix(end, `"}`), 64) // +Inf is a number, too
			h.ends, h.upTo = append(h.ends, to), append(h.upTo, number)
		} else if rest == "sum" {
			h.sum = number
		}
	}
	if err == nil && len(h.ends) == 0 {
		err = errors.New("the server has no metric wane_lobby_refresh_seconds")
	}
	return h, err
}

// since returns what was refreshed since an earlier state; nil: there are no viewers.
func (h histogram) since(before histogram) *Refreshes {
	if h.viewers == 0 {
		return nil
	}
	for i := range h.upTo {
		h.upTo[i] -= before.upTo[i]
	}
	n := h.upTo[len(h.upTo)-1]
	return &Refreshes{
		Viewers: h.viewers, Count: int(n), Mean: seconds((h.sum - before.sum) / max(n, 1)),
		P50: seconds(h.quantile(.5)), P99: seconds(h.quantile(.99)),
	}
}

// quantile returns a quantile; in the last bucket, which has no end, where that begins.
func (h histogram) quantile(part float64) float64 {
	rank := part * h.upTo[len(h.upTo)-1]
	var from, below float64
	for i, end := range h.ends[:len(h.ends)-1] {
		if in := h.upTo[i] - below; h.upTo[i] >= rank && in > 0 {
			return from + (end-from)*(rank-below)/in
		}
		from, below = end, h.upTo[i]
	}
	return from
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
