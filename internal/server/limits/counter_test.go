package limits

import (
	"net"
	"os"
	"testing"
	"time"
)

// Further connections of an address are closed at once; those of another are not, and one
// that ends makes room.
func TestConnectionsOfAnAddress(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := make(chan string, 10)
	l := NewCounter(2).Listen(inner, func(address string) { refused <- address })
	accepted := make(chan net.Conn, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- c
		}
	}()
	t.Cleanup(func() { _ = l.Close() })
	dial := func(from string) net.Conn {
		t.Helper()
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		c, err := d.DialContext(t.Context(), "tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	dial("127.0.0.1")
	dial("127.0.0.1")
	first := <-accepted
	<-accepted
	third := dial("127.0.0.1")
	_ = third.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := third.Read(make([]byte, 1)); err == nil || os.IsTimeout(err) {
		t.Errorf("a third connection stays open: %v", err)
	}
	if from := <-refused; from != "127.0.0.1" {
		t.Errorf("refused: %s", from)
	}
	dial("127.0.0.2")
	<-accepted
	_ = first.Close()
	_ = first.Close() // counts once
	dial("127.0.0.1")
	<-accepted
	dial("127.0.0.1")
	if from := <-refused; from != "127.0.0.1" {
		t.Errorf("refused: %s", from)
	}
}
