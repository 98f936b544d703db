package gamestore

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// What a deletion waits for its turn does not make it older: nodes would not find it.
func TestDeletionWaits(t *testing.T) {
	s, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	err = s.Create(t.Context(),
		livegame.Summary{Header: livegame.Header{ID: "Game00000001", Variant: "chess"}, Status: livegame.Waiting})
	if err != nil {
		t.Fatal(err)
	}
	asked := time.UnixMilli(1_000_000)
	const wait = 50 * time.Millisecond
	begun := make(chan struct{})
	first := make(chan error, 1)
	go func() {
		first <- s.chore(t.Context(), func(context.Context, transaction) error {
			close(begun)
			time.Sleep(wait)
			return nil
		})
	}()
	<-begun
	if err := s.Delete(t.Context(), admin.Deletion{Game: "Game00000001", At: asked}); err != nil {
		t.Fatal(err)
	}
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	if found, err := s.Deleted(t.Context(), asked.Add(wait/2)); err != nil || len(found) != 1 {
		t.Errorf("found are %v, %v", found, err)
	}
}
