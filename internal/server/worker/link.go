package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gobwas/ws"

	"github.com/wane-chess/wane/internal/server/websock"
)

// A node and a worker on another machine are linked by a WebSocket. The node sends a job whenever the worker is free to
// take one, and the worker sends what became of it. Both show every few seconds that they are there.

const (
	// Path is where workers connect: below it are the kinds of work.
	Path = "/api/worker/"

	aliveEvery = 5 * time.Second  // the node sends a sign of life, which the worker answers
	deadAfter  = 15 * time.Second // without any message, or with one that cannot be sent, the link is broken
	endTime    = time.Second      // for the last messages of a link

	maxJob    = 512 << 10 // bytes of a message with a job: a game of many thousand moves
	maxAnswer = 64 << 10  // and of one with an answer
)

// toWorker is a message of a node: a job, the end of one that no game waits for any more, or a sign of life.
type toWorker[J any] struct {
	ID    int64               `json:"id,omitempty"` // of the job on this link, from 1 on; 0: a sign of life
	Job   *J                  `json:"job,omitempty"`
	Trace map[string][]string `json:"trace,omitempty"` // to which the job belongs
}

// fromWorker is what became of a job, or the answer to a sign of life.
type fromWorker[A any] struct {
	ID     int64  `json:"id,omitempty"`
	Answer *A     `json:"answer,omitempty"`
	Error  string `json:"error,omitempty"` // why there is none
	Bad    bool   `json:"bad,omitempty"`   // no worker can do the job
}

// link is one end of a connection.
type link struct {
	conn *websock.Conn
	mu   sync.Mutex // of what is sent
}

// send sends a message. If the other end does not take it, the link breaks.
func (l *link) send(m any) {
	data, err := json.Marshal(m)
	if err != nil { // such as a number that is none
		_ = l.conn.Close()
		return
	}
	l.write(l.conn.Text(data))
}

func (l *link) write(frame []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.conn.SetSendDeadline(time.Now().Add(deadAfter))
	if err == nil {
		err = l.conn.Send(frame)
	}
	if err != nil {
		_ = l.conn.Close()
	}
}

// close says why the link ends, if the other end takes that soon, and ends it.
func (l *link) close(code ws.StatusCode, reason string) {
	stop := time.AfterFunc(endTime, func() { _ = l.conn.Close() })
	defer stop.Stop()
	l.write(l.conn.CloseFrame(code, reason))
	_ = l.conn.Close()
}

// receive calls take with every message until the link ends. It returns why; nil: the other end has parted.
func receive[M any](l *link, take func(M)) error {
	alive := func() error { return l.conn.SetReceiveDeadline(time.Now().Add(deadAfter)) }
	if err := alive(); err != nil {
		return err
	}
	err := l.conn.Receive(func(message []byte, text bool) error {
		var m M
		if err := json.Unmarshal(message, &m); err != nil || !text {
			reason := fmt.Sprintf("a message is not what it should be: %v", err)
			return &websock.CloseError{Code: ws.StatusPolicyViolation, Reason: reason[:min(len(reason), 120)]}
		}
		take(m)
		return alive()
	}, l.write)
	closed := (*websock.CloseError)(nil)
	if errors.As(err, &closed) && closed.Received() && closed.Code == ws.StatusGoingAway {
		return nil
	}
	return err
}
