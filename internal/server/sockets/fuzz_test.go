package sockets_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// Any messages of a client, a line each, are answered or ignored, and the server keeps
// running.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{
		`{"t":"watch","game":"abcdefghijkl","from":3}`,
		`{"t":"do","game":"abcdefghijkl","id":"12345678","order":"move","move":"e2e4","ply":0}`,
		`{"t":"pong","n":9223372036854775807}`, `{"t":"pong","n":-1}`, `{"t":"lobby","on":false}`,
		`{"t":"unwatch","game":"x"}`, `{"t":"\ud800"}`, `null`, `[[[[`,
		"{\"t\":\"lobby\",\"on\":true}\n{\"t\":\"watch\",\"game\":\"abcdefghijkl\"}\n" +
			"{\"t\":\"do\",\"game\":\"abcdefghijkl\",\"id\":\"12345678\",\"order\":\"resign\",\"color\":\"white\"}\n" +
			"{\"t\":\"unwatch\",\"game\":\"abcdefghijkl\"}",
	} {
		f.Add([]byte(s))
	}
	store := managertest.NewStore()
	h, err := manager.New(manager.Options{
		Store: store, Queue: managertest.NewBroker().Node("one"), Lookup: rules.ByName, Clock: managertest.NewClock(),
	})
	if err != nil {
		f.Fatal(err)
	}
	s, err := server.New(context.Background(), server.Options{Games: h, Secrets: store, Lookup: rules.ByName})
	if err != nil {
		f.Fatal(err)
	}
	if _, err := h.Create(context.Background(), livegame.Header{
		ID: "abcdefghijkl", Variant: "chess", Creator: "g", Seats: [2]livegame.Player{{Guest: "g"}, {Guest: "g"}},
	}, ""); err != nil {
		f.Fatal(err)
	}
	k := s.Sockets().Offline("g", "Ann")
	f.Fuzz(func(t *testing.T, b []byte) {
		for line := range bytes.SplitSeq(b, []byte("\n")) {
			for _, m := range k.Handle(t.Context(), line) {
				if len(m) > 2048 || !json.Valid(m) {
					t.Errorf("%q is answered by %q", line, m)
				}
			}
		}
	})
}
