package sockets

import (
	"sync"
	"sync/atomic"
)

// workers handle the messages of all sockets. Their stacks have grown; a few are kept, so that
// those of the sockets' own goroutines stay small.
type workers struct {
	calls chan call
	idle  atomic.Int32
}

// call is a message to be handled. Done receives a value afterwards.
type call struct {
	k       *socket
	message []byte
	done    chan struct{}
}

// maxIdle is how many workers wait for a message at most.
const maxIdle = 64

// returns are the channels of calls.
var returns = sync.Pool{New: func() any { return make(chan struct{}, 1) }}

// handle has a worker handle a message, and waits for it.
func (w *workers) handle(k *socket, message []byte) {
	done := returns.Get().(chan struct{}) //nolint:forcetypeassert // there are no others
	c := call{k, message, done}
	select {
	case w.calls <- c:
	default:
		go w.work(c)
	}
	<-done
	returns.Put(done)
}

// work handles a message, and others, until enough workers wait or the server is closed.
func (w *workers) work(c call) {
	for {
		c.k.handle(c.k.s.ctx, c.message)
		c.done <- struct{}{}
		closed := c.k.s.ctx.Done()
		if w.idle.Add(1) > maxIdle {
			w.idle.Add(-1)
			return
		}
		select {
		case c = <-w.calls:
			w.idle.Add(-1)
		case <-closed:
			w.idle.Add(-1)
			return
		}
	}
}
