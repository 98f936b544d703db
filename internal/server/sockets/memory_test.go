package sockets_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/rules"
)

// BenchmarkSockets measures the memory of an open socket that watches a game, with three
// sockets per game. The connections of the clients are part of it.
//
//	go test -run '^$' -bench Sockets -benchtime 3000x ./internal/server/sockets
func BenchmarkSockets(b *testing.B) {
	store := managertest.NewStore()
	h, err := manager.New(manager.Options{Store: store, Queue: managertest.NewBroker().Node("one"), Lookup: rules.ByName})
	if err != nil {
		b.Fatal(err)
	}
	s, err := server.New(b.Context(), server.Options{
		Games: h, Secrets: store, Lookup: rules.ByName, Variants: rules.All(), Limits: limits.Limits{Off: true},
	})
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	srv := &http.Server{Handler: s}
	go func() { _ = srv.Serve(l) }()
	defer func() { _ = srv.Close() }()

	memory := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	for i := range b.N/3 + 1 {
		if _, err := h.Create(b.Context(), livegame.Header{
			ID: benchGame(i), Variant: "shrink", Creator: "g", Seats: [2]livegame.Player{{Guest: "g"}, {Guest: "g"}},
		}, ""); err != nil {
			b.Fatal(err)
		}
	}
	before := memory()
	conns := make([]net.Conn, 0, b.N)
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for i := range b.N {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		conns = append(conns, c)
		if err := openRaw(c, benchGame(i/3)); err != nil {
			b.Fatal(err)
		}
	}
	s.Sockets().PingAll()
	b.ReportMetric(float64(memory()-before)/float64(b.N), "B/socket")
}

func benchGame(i int) livegame.ID { return livegame.ID(fmt.Sprintf("game%08d", i)) }

// openRaw opens a socket that takes little memory on the client's side.
func openRaw(c net.Conn, game livegame.ID) error {
	message := `{"t":"watch","game":"` + string(game) + `"}`
	head := "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
	frame := append([]byte{0x81, 0x80 | byte(len(message)), 0, 0, 0, 0}, message...) // text, under a mask of zeros
	_, err := c.Write(append([]byte(head), frame...))
	if err != nil {
		return err
	}
	if err := c.SetReadDeadline(time.Now().Add(servertest.Patience)); err != nil {
		return err
	}
	r := bufio.NewReaderSize(c, 4096)
	for seen := ""; !strings.Contains(seen, `"t":"game"`); {
		part, err := r.ReadString('}')
		if err != nil {
			return err
		}
		seen += part
	}
	return nil
}
