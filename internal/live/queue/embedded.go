package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
)

// Limits of the embedded server. All streams together must fit in its store.
const (
	embeddedStore  = 8*streamBytes + pushBytes
	embeddedMemory = 16 << 20
	startTimeout   = 10 * time.Second // includes recovery after a crash
)

// embedded is a NATS server in this process that listens on no port.
type embedded struct {
	*server.Server
	lock *flock.Flock
}

// startEmbedded starts a server that stores its streams in the directory. The lock
// keeps a second server away, which would corrupt them unnoticed.
func startEmbedded(dir string, log *slog.Logger) (*embedded, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("queue: create the directory of the queues: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	if locked, err := lock.TryLock(); err != nil {
		return nil, fmt.Errorf("queue: lock the directory %s: %w", dir, err)
	} else if !locked {
		return nil, fmt.Errorf("queue: %s is in use by another process", dir)
	}
	s, err := server.NewServer(&server.Options{
		ServerName:             "wane",
		DontListen:             true,
		NoSigs:                 true,
		JetStream:              true,
		DisableJetStreamBanner: true,
		StoreDir:               dir,
		JetStreamMaxStore:      embeddedStore,
		JetStreamMaxMemory:     embeddedMemory,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("queue: the embedded NATS server: %w", err), lock.Unlock())
	}
	watch := &serverLog{log: log}
	s.SetLoggerV2(watch, false, false, false)
	s.Start()
	e := &embedded{s, lock}
	if !s.ReadyForConnections(startTimeout) || !s.JetStreamEnabled() {
		e.stop()
		return nil, fmt.Errorf("queue: the embedded NATS server did not start within %s: %s", startTimeout, watch.last)
	}
	return e, nil
}

// stop shuts the server down and unlocks the directory.
func (e *embedded) stop() {
	e.Shutdown()
	e.WaitForShutdown()
	_ = e.lock.Unlock() // the process may end; the lock ends with it
}

// serverLog passes the server's warnings and errors on to our log.
type serverLog struct {
	log  *slog.Logger
	last string // fatal error, set while the server starts
}

func (l *serverLog) write(level slog.Level, format string, v []any) string {
	text := strings.TrimSpace(fmt.Sprintf(format, v...))
	if text != "" {
		l.log.Log(context.Background(), level, "embedded NATS: "+text)
	}
	return text
}

func (l *serverLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *serverLog) Warnf(format string, v ...any)   { l.write(slog.LevelWarn, format, v) }
func (l *serverLog) Errorf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.last = l.write(slog.LevelError, format, v) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}
