package node_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

const (
	// readers is how many people wait for the edits of one.
	readers = 10
	// longest is how long an edit may take until 99 of 100 readers on another node have it.
	longest = time.Second
)

// ask sends a request and reads the answer.
func ask(ctx context.Context, c *http.Client, method, url string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %s: %s", method, url, resp.Status, text)
	}
	if err == nil && out != nil {
		err = json.Unmarshal(text, out)
	}
	return err
}

// BenchmarkStudyOnTwoNodes measures how long an edit of a study takes from its request at one node until
// readers that wait at another node have it, over HTTP. The nodes share PostgreSQL and a NATS server. With
// silent they have a NATS server each, as if all notices were lost: then only looks at the database help.
func BenchmarkStudyOnTwoNodes(b *testing.B) {
	for _, c := range []struct {
		name   string
		silent bool
	}{{"notices", false}, {"silent", true}} {
		b.Run(c.name, func(b *testing.B) { studyOnTwoNodes(b, c.silent) })
	}
}

func studyOnTwoNodes(b *testing.B, silent bool) {
	address, queue := pgtest.Start(b), messages(b)
	if _, err := db.Migrate(b.Context(), address, nil); err != nil {
		b.Fatal(err)
	}
	var urls [2]string
	for i := range urls {
		if silent && i > 0 {
			queue = messages(b)
		}
		n, err := node.Start(b.Context(),
			node.Config{
				DB: address, NATS: queue, Name: fmt.Sprint("node", i), Data: b.TempDir(), Limits: limits.Limits{Off: true},
			})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			_ = n.Close(ctx)
		})
		urls[i] = n.URL()
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	author := &http.Client{Jar: jar, Timeout: patience}
	check := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	check(ask(b.Context(), author, http.MethodPost, urls[0]+"/api/signup",
		map[string]string{"name": "Ann", "password": "four random words"}, nil))
	name := "One"
	study := sharedstudy.NewSharedStudy{ID: "bench", Name: "Bench", Visibility: "unlisted"}
	study.Chapters = []sharedstudy.NewChapter{
		{Chapter: "c", Head: sharedstudy.HeadEdit{Name: &name, Variant: "chess"}},
	}
	check(ask(b.Context(), author, http.MethodPost, urls[0]+"/api/studies", study, nil))

	var took []time.Duration
	seq := 3
	for i := 0; b.Loop(); i++ {
		var all sync.WaitGroup
		arrived, failed := make([]time.Time, readers), make([]error, readers)
		for k := range readers {
			all.Go(func() {
				var news sharedstudy.NewsView
				reader := &http.Client{Transport: http.DefaultTransport, Timeout: patience}
				failed[k] = ask(b.Context(), reader, http.MethodGet,
					fmt.Sprintf("%s/api/studies/bench/events?since=%d", urls[1], seq), nil, &news)
				if arrived[k] = time.Now(); failed[k] == nil && (len(news.Events) != 1 || news.Seq != seq+1) {
					failed[k] = fmt.Errorf("a reader has %+v after event %d", news, seq)
				}
			})
		}
		// the readers wait, and their looks at the database are at any time
		time.Sleep(time.Duration(50+i*37%500) * time.Millisecond)
		begun := time.Now()
		edit := sharedstudy.Command{
			Kind: "comment", Chapter: "c", Base: seq, Comment: &sharedstudy.TextEdit{Text: fmt.Sprint("edit ", i)},
		}
		if i > 0 {
			edit.Comment.Was = fmt.Sprint("edit ", i-1)
		}
		check(ask(b.Context(), author, http.MethodPost, urls[0]+"/api/studies/bench/commands",
			sharedstudy.Commands{Since: seq, Commands: []sharedstudy.Command{edit}}, nil))
		all.Wait()
		for k := range readers {
			check(failed[k])
			took = append(took, arrived[k].Sub(begun))
		}
		seq++
	}
	slices.Sort(took)
	part := func(share float64) time.Duration { return took[int(share*float64(len(took)-1))] }
	for unit, d := range map[string]time.Duration{"p50-ms": part(.5), "p99-ms": part(.99), "max-ms": part(1)} {
		b.ReportMetric(float64(d.Microseconds())/1000, unit)
	}
	b.ReportMetric(0, "ns/op") // has the wait for the readers
	if part(.99) > longest {
		b.Errorf("of %d readings, one in 100 took more than %v", len(took), part(.99))
	}
}

// messages starts a NATS server and returns its address.
func messages(b *testing.B) string {
	b.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
	})
	if err != nil {
		b.Fatal(err)
	}
	s.Start()
	b.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(patience) {
		b.Fatal("the NATS server does not start")
	}
	return s.ClientURL()
}
