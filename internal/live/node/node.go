package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/queue"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/live/server"
	"github.com/wane-chess/wane/internal/live/store"
	"github.com/wane-chess/wane/internal/live/worker"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
	"github.com/wane-chess/wane/web"
)

// Node is a server that runs.
type Node struct {
	url        string
	addr       net.Addr
	noPage     error
	closers    []io.Closer // to be closed, the last first
	stopServer context.CancelFunc
	stopGames  context.CancelFunc
	done       chan struct{}
	err        error
	closing    sync.Once
}

// Engines makes engines that people play against, with endgame tables.
func Engines(t *tablebase.Tables) func() engine.Engine {
	return func() engine.Engine {
		e := search.New()
		e.SetTables(t)
		return e
	}
}

// The openings that come with wane are counted when a node has run for so long, one
// game after another.
const (
	starterDelay = time.Minute
	starterPause = time.Second
)

// openTimeout is how long opening the database and the bus may take together.
const openTimeout = 30 * time.Second

// Start starts a node; when it returns, requests are answered. The context bounds
// the starting only: a node runs until Close. Errors say what could not be
// opened, and are fit for people.
func Start(ctx context.Context, c Config) (*Node, error) {
	c = c.withDefaults()
	n := &Node{done: make(chan struct{})}
	if err := n.start(ctx, c); err != nil {
		n.closeParts()
		return nil, err
	}
	return n, nil
}

func (n *Node) start(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	// What is likeliest to be taken already comes first, before anything is made.
	l, err := listen(ctx, c.Addr)
	if err != nil {
		return err
	}
	n.closers = append(n.closers, l)
	n.addr = l.Addr()
	n.url = "http://" + publicHost(c.Addr, l.Addr())
	if c.BaseURL != "" {
		n.url = c.BaseURL
	}
	if c.usesDataDir() {
		lock, err := lockDir(c.Data)
		if err != nil {
			return err
		}
		n.closers = append(n.closers, lock)
	}
	db, err := store.Open(ctx, c.DB)
	if err != nil {
		return err
	}
	n.closers = append(n.closers, db)
	post, err := queue.Open(ctx, queue.Options{URL: c.NATS, Dir: filepath.Join(c.Data, "nats"), Node: c.Name, Log: c.Log})
	if err != nil {
		return err
	}
	n.closers = append(n.closers, post)
	if c.NATS != embedded && strings.HasPrefix(c.DB, "sqlite:") {
		c.Log.Warn("nodes that share NATS servers must share a database too: this one has SQLite to itself, so no other node may use the same --nats")
	}
	if c.NATS == embedded && !strings.HasPrefix(c.DB, "sqlite:") {
		c.Log.Warn("other nodes with this database do not hear of this node's moves at once: give them all one --nats nats://…, if there are others")
	}
	games, err := manager.New(manager.Options{Node: c.Name, Store: db, Queue: post, Lookup: rules.ByName, Timing: c.Timing, Log: c.Log})
	if err != nil {
		return err
	}
	if c.Page == nil {
		if c.Page, err = web.Page(); err != nil {
			n.noPage, c.Page = err, nil
		}
	}
	books := archive.NewStarter(rules.ByName)
	judge := review.NewService(review.ServiceOptions{Store: db, Queue: post, Lookup: rules.ByName, Log: c.Log})
	srv, err := server.New(ctx, server.Options{
		Host: games, Reviews: judge, Secrets: db, Lookup: rules.ByName, Variants: rules.All(), Page: c.Page, BaseURL: c.BaseURL,
		TrustProxy: c.TrustProxy, Limits: c.Limits, Version: c.Version, Log: c.Log, Archive: db, Starter: books.Book, Tables: c.Tables,
	})
	if err != nil {
		return err
	}
	index := archive.NewIndexer(archive.IndexerOptions{Store: db, Lookup: rules.ByName, Watch: games.WatchLobby, Log: c.Log})
	warm := func(ctx context.Context) { books.Warm(ctx, starterDelay, starterPause) }
	n.run(c, l, srv, games, judge, post, index.Run, warm)
	return nil
}

// run begins all that goes on by itself, chores included. The server ends first, so
// that what it has taken can still be carried out.
func (n *Node) run(c Config, l net.Listener, srv *server.Server, games *manager.Manager, judge *review.Service, post *queue.Client, chores ...func(context.Context)) {
	serving, stop := context.WithCancel(context.Background())
	playing, halt := context.WithCancel(context.Background())
	n.stopServer, n.stopGames = stop, halt
	var served, played sync.WaitGroup
	var once sync.Once
	fail := func(what string, err error) {
		if err != nil && !errors.Is(err, context.Canceled) {
			once.Do(func() { n.err = fmt.Errorf("%s: %w", what, err) })
		}
		stop() // without one of its parts a node is of no use
	}
	played.Go(func() { fail("the games", games.Run(playing)) })
	played.Go(func() { fail("the reviews", judge.Run(playing)) })
	for _, chore := range chores {
		played.Go(func() { chore(playing) })
	}
	if c.Workers > 0 {
		played.Go(func() {
			fail("the engine", worker.Run(playing, worker.Options{
				Queue: post, Reviews: post, Lookup: rules.ByName, NewEngine: Engines(c.Tables), Parallel: c.Workers, Hash: c.Hash, Log: c.Log,
			}))
		})
	}
	served.Go(func() { fail("the server", srv.Serve(serving, l)) })
	go func() {
		served.Wait()
		halt()
		played.Wait()
		n.closeParts()
		close(n.done)
	}()
}

// closeParts closes what is open, the last first.
func (n *Node) closeParts() {
	for i := len(n.closers) - 1; i >= 0; i-- {
		_ = n.closers[i].Close()
	}
	n.closers = nil
}

// URL is where the node is reached, without a slash at its end.
func (n *Node) URL() string { return n.url }

// Addr is where it listens.
func (n *Node) Addr() net.Addr { return n.addr }

// Page tells why the node has no page to show; nil if it has.
func (n *Node) Page() error { return n.noPage }

// Wait waits until the node has ended, and returns why if nobody asked it to.
func (n *Node) Wait() error {
	<-n.done
	return n.err
}

// Close ends the node in good order: connections are told, moves under way are
// finished. If the context is done before that, it returns its error; the node
// goes on to end.
func (n *Node) Close(ctx context.Context) error {
	n.closing.Do(n.stopServer)
	select {
	case <-n.done:
		return n.err
	case <-ctx.Done():
		n.stopGames()
		return ctx.Err()
	}
}

// listen listens, and says in plain words why it cannot.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program listens on %s already: stop it, or choose another port with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen on %s: ports below 1024 are the system's; choose another with --addr", addr)
	}
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	return nil, fmt.Errorf("cannot listen on %q: %w; expected host:port, such as %s", addr, err, DefaultAddr)
}

// lockDir makes the data directory ours alone.
func lockDir(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the data directory: %w", err)
	}
	f, err := lockFile(filepath.Join(dir, "lock"))
	switch {
	case errors.Is(err, errTaken):
		return nil, fmt.Errorf("another wane keeps its games in %s: stop it, or give another directory with --data", dir)
	case err != nil:
		return nil, fmt.Errorf("cannot lock the data directory: %w", err)
	}
	return f, nil
}
