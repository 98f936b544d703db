package queue

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/atlas"
)

// gamesJob is the job for a batch of a run.
func gamesJob(number int) atlas.Job {
	return atlas.Job{Settings: atlas.Settings{Nodes: 100, Engine: "0123456789abcdef"}, Section: "plain", Ranking: "kqrnbp", Number: number}
}

// played does a job at once.
func played(_ context.Context, j atlas.Job) (atlas.Result, error) {
	return atlas.Result{Key: j.Key(), Worker: "w", Games: []byte{1, 2}}, nil
}

func askGames(t *testing.T, c *Client, jobs ...atlas.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := c.EnqueueGames(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
}

// resultsOf collects the results of a run.
func resultsOf(t *testing.T, c *Client, run string) <-chan atlas.Result {
	results := make(chan atlas.Result, 100)
	working(t, func(ctx context.Context) error {
		return c.WatchGames(ctx, run, func(r atlas.Result) { results <- r })
	})
	return results
}

// A job is in the queue once. Its result stays for any number of runs, which do not see
// those of other runs; a malformed one is ignored.
func TestAtlasGames(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		home, c := open(t, "home", slow), open(t, "b", slow)
		home.log = bookLog(&notebook{})
		first, second, other := gamesJob(1), gamesJob(2), gamesJob(3)
		other.Settings.Seed = 9
		askGames(t, home, first, first, second, other)
		if n := left(t, home, home.streams.gamesJobs); n != 3 {
			t.Errorf("%d jobs are in the queue, want 3", n)
		}
		working(t, func(ctx context.Context) error { return c.ConsumeGames(ctx, 2, played) })
		for range 2 {
			results := resultsOf(t, home, first.Settings.Run())
			keys := got(t, results).Key + " " + got(t, results).Key
			if !strings.Contains(keys, first.Key()) || !strings.Contains(keys, second.Key()) {
				t.Errorf("the results are %s", keys)
			}
		}
		emptied(t, home, home.streams.gamesJobs)

		results := resultsOf(t, home, other.Settings.Run())
		if r := got(t, results); r.Key != other.Key() || r.Worker != "w" || len(r.Games) != 2 {
			t.Errorf("%+v", r)
		}
		for _, text := range []string{"{", `{"key":"` + first.Key() + `","games":"AQI="}`, strings.Repeat("x", maxPlayed+10)} {
			if _, err := home.js.PublishMsg(t.Context(), &nats.Msg{Subject: playedSubject + other.Key(), Data: []byte(text)}); err != nil {
				t.Fatal(err)
			}
		}
		askGames(t, home, other)
		if r := got(t, results); r.Key != other.Key() {
			t.Errorf("%+v", r)
		}
	})
}

// If a worker dies, another does its job.
func TestAtlasWorkerDies(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.AckWait = time.Second
		home, a, c := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
		begun, free := make(chan int, 1), make(chan struct{})
		working(t, func(ctx context.Context) error {
			return a.ConsumeGames(ctx, 1, func(ctx context.Context, j atlas.Job) (atlas.Result, error) {
				begun <- j.Number
				<-free
				return played(ctx, j)
			})
		})
		t.Cleanup(func() { close(free) })
		askGames(t, home, gamesJob(7))
		got(t, begun)
		a.nc.Close() // a is dead
		working(t, func(ctx context.Context) error { return c.ConsumeGames(ctx, 1, played) })
		if r := got(t, resultsOf(t, home, gamesJob(7).Settings.Run())); r.Key != gamesJob(7).Key() {
			t.Errorf("%+v", r)
		}
		emptied(t, home, home.streams.gamesJobs)
	})
}

// guardedGames has a worker that was started before play a batch.
func guardedGames(t *testing.T, node, worker *Client) {
	working(t, func(ctx context.Context) error { return worker.ConsumeGames(ctx, 1, played) })
	askGames(t, node, gamesJob(1))
	if r := got(t, resultsOf(t, node, gamesJob(1).Settings.Run())); r.Key != gamesJob(1).Key() {
		t.Errorf("%+v", r)
	}
	emptied(t, node, node.streams.gamesJobs)
}
