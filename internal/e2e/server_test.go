package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/node"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/web"
)

// serve starts a whole server, with its page and one worker, and returns where
// it answers.
func serve(t *testing.T, change func(*node.Config)) string {
	t.Helper()
	if testing.Short() {
		t.Skip("this needs a browser")
	}
	if _, err := web.Page(); err != nil {
		t.Fatal(err)
	}
	c := node.Config{Addr: "127.0.0.1:0", Data: t.TempDir(), Workers: 1, Limits: server.Limits{Off: true}}
	if change != nil {
		change(&c)
	}
	n, err := node.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := n.Close(ctx); err != nil {
			t.Errorf("closing the server: %v", err)
		}
	})
	return n.URL()
}
