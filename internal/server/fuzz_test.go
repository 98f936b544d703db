package server

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/internal/host"
	"github.com/wane-chess/wane/internal/host/hosttest"
	"github.com/wane-chess/wane/internal/play"
	"github.com/wane-chess/wane/rules"
)

func hostUpdate(e *play.Event) *host.Update { return &host.Update{Game: "abcdefghijkl", Event: e} }

// fuzzSocket is a socket without a connection: what it would send stays queued.
func fuzzSocket(f *testing.F) (*Server, *socket) {
	store := hosttest.NewStore()
	h, err := host.New(host.Options{Store: store, Bus: hosttest.NewHub().Node("one"), Lookup: rules.ByName, Clock: hosttest.NewClock()})
	if err != nil {
		f.Fatal(err)
	}
	s, err := New(context.Background(), Options{Host: h, Secrets: store, Lookup: rules.ByName})
	if err != nil {
		f.Fatal(err)
	}
	if _, err := h.Create(context.Background(), play.Header{ID: "abcdefghijkl", Variant: "chess", Creator: "g", Seats: [2]play.Player{{Guest: "g"}, {Guest: "g"}}}); err != nil {
		f.Fatal(err)
	}
	k := &socket{s: s, guest: "g", sending: true}
	name := "Ann"
	k.name.Store(&name)
	return s, k
}
