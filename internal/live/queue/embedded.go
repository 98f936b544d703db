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

	"github.com/nats-io/nats-server/v2/server"
)

// Limits of the embedded server. All queues together must fit in its store.
const (
	embeddedStore  = 8 * queueBytes
	embeddedMemory = 16 << 20
	startTimeout   = 10 * time.Second // to read the queues after a crash, too
)

// embedded is a NATS server in this process. It listens nowhere.
type embedded struct {
	*server.Server
	lock *os.File
}

// startEmbedded starts a server that keeps its queues in the directory.
func startEmbedded(dir string, log *slog.Logger) (*embedded, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("bus: the directory of the queues: %w", err)
	}
	lock, err := lockFile(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("bus: %s is in use by another process, or cannot be locked: %w", dir, err)
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
		return nil, errors.Join(fmt.Errorf("bus: the embedded NATS server: %w", err), lock.Close())
	}
	watch := &serverLog{log: log}
	s.SetLoggerV2(watch, false, false, false)
	s.Start()
	e := &embedded{s, lock}
	if !s.ReadyForConnections(startTimeout) || !s.JetStreamEnabled() {
		e.stop()
		return nil, fmt.Errorf("bus: the embedded NATS server does not start in %s: %s", dir, watch.last)
	}
	return e, nil
}

// stop ends the server and frees the directory.
func (e *embedded) stop() {
	e.Shutdown()
	e.WaitForShutdown()
	_ = e.lock.Close() // which gives the lock back
}

// serverLog is a logger of the server that writes what matters to ours.
type serverLog struct {
	log  *slog.Logger
	last string // the last error, written while the server starts
}

func (l *serverLog) say(level slog.Level, format string, v []any) string {
	text := strings.TrimSpace(fmt.Sprintf(format, v...))
	if text != "" {
		l.log.Log(context.Background(), level, "embedded NATS: "+text)
	}
	return text
}

func (l *serverLog) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l *serverLog) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l *serverLog) Errorf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.last = l.say(slog.LevelError, format, v) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}
