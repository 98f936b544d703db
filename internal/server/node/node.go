// Package node runs one whole server: the store, the message queue, the game manager,
// engine workers and the HTTP server, as 'wane serve' does. Tests and measurements
// start nodes in the same way.
package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/bus"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/observe"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/pairing"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/studies"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/vacation"
	kit "github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/internal/server/worker"
	"github.com/wane-chess/wane/tablebase"
	"github.com/wane-chess/wane/web"
)

// Node is a running server.
type Node struct {
	url        string
	addr       net.Addr
	statusAddr net.Addr // nil: that of the rest
	noPage     error
	routes     []*kit.Route
	closers    []io.Closer // in the order of opening
	stopServer context.CancelFunc
	stopGames  context.CancelFunc
	done       chan struct{}
	err        error
	closing    sync.Once
}

// Routes returns the routes of the server, for tests that walk them.
func (n *Node) Routes() []*kit.Route { return n.routes }

// Engines returns a function that makes engines with endgame tables.
func Engines(t *tablebase.Tables) func() engine.Engine {
	return func() engine.Engine {
		e := search.New(eval.NewNode)
		e.SetTables(t)
		return e
	}
}

// A node loads the starter games once it has run for starterDelay, with a pause after
// each variant.
const (
	starterDelay = time.Minute
	starterPause = time.Second
)

// openTimeout bounds the opening of database and queue together.
const openTimeout = 30 * time.Second

// Start starts a node, which answers requests when Start returns, and runs until
// Close. The context bounds the start only. Errors are meant for users.
func Start(ctx context.Context, c Config) (*Node, error) {
	usesData := c.usesDataDir() // the defaults name the files in it
	c = c.withDefaults()
	n := &Node{done: make(chan struct{})}
	if err := n.start(ctx, c, usesData); err != nil {
		n.closeParts()
		return nil, err
	}
	return n, nil
}

func (n *Node) start(ctx context.Context, c Config, usesData bool) error {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	sender, err := mailSender(c.Mail)
	if err != nil {
		return err
	}
	// The ports come first: they are the most likely to be in use.
	l, status, err := n.listen(ctx, c)
	if err != nil {
		return err
	}
	if usesData {
		lock, err := lockDir(c.Data)
		if err != nil {
			return err
		}
		n.closers = append(n.closers, lock)
	}
	registry := prometheus.NewRegistry()
	db, messages, err := n.open(ctx, c, registry)
	if err != nil {
		return err
	}
	var games *manager.Manager
	ratings := rating.New(rating.Options{
		DB: db.DB(), Games: db, Now: func() time.Time { return games.Now() }, Metrics: registry, Log: c.Log,
		Summary: func(ctx context.Context, id livegame.ID) (livegame.Summary, error) {
			snap, err := games.Snapshot(ctx, id)
			return snap.Summary, err
		},
	})
	secret, err := db.Secret(ctx, "push")
	if err != nil {
		return err
	}
	pusher, err := notify.NewPusher(secret, pushContact(c.BaseURL), c.AllowPush)
	if err != nil {
		return err
	}
	notices := notify.New(notify.Options{
		DB: db.DB(), Queue: notify.NewQueue(messages), Pusher: pusher, Metrics: registry, Log: c.Log,
	})
	var tournaments *tournament.Service // of the games, which are below
	plans := plan.New(plan.Options{
		DB: db.DB(), Lookup: c.Games.ByName, Next: notices.Game, Answered: notices.Answered, Log: c.Log,
	})
	games, err = manager.New(manager.Options{
		Node: c.Name, Store: db, Queue: messages, Lookup: c.Games.ByName, Clock: c.Clock, Timing: c.Timing, Log: c.Log,
		Rate: ratings.Seat, Changed: plans.Game,
		Ended: func(s livegame.Summary) {
			if s.Rated {
				ratings.Kick()
			}
			tournaments.Ended(s)
		},
	})
	if err != nil {
		return err
	}
	plans.Use(games)
	n.findPage(&c)
	var copies *backups
	if c.Backups.Dir != "" {
		if copies, err = newBackups(c, registry); err != nil {
			return err
		}
	}
	var people *account.Service
	var srv *server.Server
	related := social.New(social.Options{
		DB: db.DB(), Queue: messages, Games: games, Now: games.Now, Log: c.Log,
		Here: func() []string { return srv.Sockets().Accounts() },
		Followed: func(ctx context.Context, account, other string) {
			a, err := people.ByID(ctx, account)
			if err != nil {
				c.Log.Error("cannot notify a player of a follower", "error", err)
				return
			}
			notices.Follower(a.ID, a.Name, other, games.Now())
		},
	})
	challenges := challenge.New(challenge.Options{
		DB: db.DB(), Games: games, Lookup: c.Games.ByName, Rate: ratings.Seat, Notices: notices, Log: c.Log,
		Refused: func(ctx context.Context, from, to string) (bool, error) { return related.Blocks(ctx, to, from) },
	})
	accounts := &account.Store{DB: db.DB(), Data: data}
	adopter := adopt.New(adopt.Options{
		Accounts: accounts, Finished: db, Games: games, Now: games.Now, Log: c.Log,
	})
	starter := archive.NewStarter(c.Games.ByName)
	finished := archive.New(archive.Options{
		DB: db.DB(), Games: db, Lookup: c.Games.ByName, Variants: c.Games, Starter: starter.Book, Watch: games.WatchLobby,
		Uncounted: rating.Uncounted, Metrics: registry, Log: c.Log,
	})
	parts := review.NewQueue(messages)
	reviews := review.New(review.Options{
		DB: db.DB(), Games: games, Public: finished.PublicGames, Queue: parts, Lookup: c.Games.ByName, Limits: c.Limits,
		Metrics: registry, Log: c.Log,
	})
	work := worker.Queues{Queue: messages, Parts: parts}
	outbox := mail.NewOutbox(mail.Options{
		DB: db.DB(), Sender: sender, Now: games.Now, Log: c.Log,
	})
	people, err = account.NewService(account.Options{
		Store: accounts, Mail: outbox, Base: strings.TrimSuffix(c.BaseURL, "/"), Now: games.Now, Log: c.Log,
	})
	if err != nil {
		return err
	}
	digests := notify.NewDigester(notify.DigestOptions{
		DB: db.DB(), Mail: outbox, People: people, Base: strings.TrimSuffix(c.BaseURL, "/"), Now: games.Now, Log: c.Log,
	})
	people.Use(digests)
	pairs := pairing.New(pairing.Options{Games: games, Blocked: related.Blocked, Clock: c.Clock, Log: c.Log})
	if secret, err = db.Secret(ctx, "puzzles"); err != nil {
		return err
	}
	puzzles := puzzle.New(puzzle.Options{
		DB: db.DB(), Secret: secret, Lookup: c.Games.ByName, Prove: prove(c.Games.ByName, c.Tables),
		KeepGuests: c.Keep.Guests, Now: games.Now, Metrics: registry,
	})
	names := opening.New(opening.Options{
		DB: db.DB(), Tallies: finished.MoveTallies, Lookup: c.Games.ByName, Starter: starter.Book, Now: games.Now, Log: c.Log,
	})
	tournaments = tournament.New(tournament.Options{
		DB: db.DB(), Games: games, Lookup: c.Games.ByName, Node: cmp.Or(c.Name, rand.Text()), Rate: ratings.Seat,
		Listening: related.Listening, Notify: notices.Take, Scheduled: c.Scheduled, Metrics: registry, Log: c.Log,
	})
	notices.Use(games, challenges.Missed, tournaments.Missed)
	shared := sharedstudy.New(sharedstudy.Options{
		DB: db.DB(), Queue: messages, Lookup: c.Games.ByName, Variants: c.Games, Now: games.Now, Log: c.Log,
		Refused: func(ctx context.Context, from, to string) (bool, error) { return related.Blocks(ctx, to, from) },
		Invited: func(study livegame.ID, by, account string, at time.Time) {
			notices.Take(notify.Invitation(study, by, account, at))
		},
	})
	talk := chat.New(chat.Options{
		DB: db.DB(), Games: games, Tournaments: tournaments, Studies: shared, Queue: messages, Blocked: related.Blocked,
		Invited: challenges.Invited, Friends: related.Friends, Keep: c.Keep.Chat, Now: games.Now, Log: c.Log,
	})
	people.WhenChanged(func(account string) {
		shared.AccountChanged(account)
		talk.AccountChanged(account)
	})
	reported := moderation.New(moderation.Options{
		DB: db.DB(), Accounts: people, Chat: talk, Now: games.Now,
	})
	vacations := vacation.New(db.DB(), games, c.Log)
	profiles := profile.New(profile.Options{
		DB: db.DB(), Ratings: ratings, Played: finished.Played, Social: related,
		Trophies: tournaments.Trophies, Vacations: vacations, Lookup: c.Games.ByName, Now: games.Now,
	})
	kept := studies.New(db.DB())
	watched := channels.New(channels.Options{
		DB: db.DB(), Games: games, Archive: finished, Variants: c.Games, Log: c.Log,
	})
	all := features{ratings, profiles, vacations, plans, puzzles, names, related, reported, challenges, talk,
		tournaments, notices, digests, kept, reviews, shared, finished, watched}
	routes := append(all.routes(), &worker.Door{Queue: work, Metrics: registry, Log: c.Log})
	srv, err = server.New(ctx, server.Options{
		Channels:      watched,
		SharedStudies: shared, Notifications: notices,
		Social: related, Puzzles: puzzles, Openings: names,
		Tournaments: tournaments,
		Adopt:       adopter,
		Features:    routes,
		Pairing:     pairs, Games: games, Accounts: people, Chat: talk, Challenges: challenges,
		Secrets: db, Lookup: c.Games.ByName, Variants: c.Games, Page: c.Page, BaseURL: c.BaseURL,
		TrustProxy: c.TrustProxy, Trusted: c.Trusted, Disk: watchDisk(c, registry), PrivateStatus: status != nil,
		RetireWorker: c.RetireWorker, Limits: c.Limits,
		Version: c.Version, Registry: registry, Log: c.Log, Archive: finished, Ratings: ratings, Profiles: profiles,
		Review: reviewsForPrograms(reviews),
		Tables: c.Tables,
	})
	if err != nil {
		return err
	}
	n.routes = srv.Routes()
	jobs := newJobs(c, db, games, registry)
	for _, f := range []interface{ Jobs(r *job.Runner) }{
		all, pairs, people, outbox, adopter,
		admin.NewSweeper(admin.SweeperOptions{Store: db, Keep: c.Keep, ForgetChat: talk.ForgetBefore,
			ForgetAskers: reviews.ForgetAskers, Log: c.Log}),
	} {
		f.Jobs(jobs)
	}
	if copies != nil {
		copies.Jobs(jobs)
	}
	jobs.Always("starter games", func(ctx context.Context) error {
		starter.Warm(ctx, starterDelay, starterPause)
		return nil
	})
	if status != nil {
		jobs.Always("status", func(ctx context.Context) error {
			if err := ServeStatus(ctx, status, srv.Status()); err != nil {
				c.Log.Error("the status is not served any more", "error", err) // its port is closed
			}
			return nil
		})
	}
	n.run(ctx, c, l, srv, games, jobs, work)
	return nil
}

// findPage uses the page in the program, if there is one, unless the configuration has another.
func (n *Node) findPage(c *Config) {
	if c.Page != nil {
		return
	}
	if c.Page, n.noPage = web.Page(); n.noPage != nil {
		c.Page = nil
	}
}

// newJobs returns a runner of jobs, which measures them. Nodes with the same database agree who does a job.
func newJobs(c Config, db *gamestore.Store, games *manager.Manager, metrics prometheus.Registerer) *job.Runner {
	part := observe.NewPart(metrics, "job", "jobs of the server")
	panics := prometheus.NewCounter(prometheus.CounterOpts{
		Name: "wane_job_panics_total", Help: "Panics in jobs of the server.",
	})
	metrics.MustRegister(panics)
	o := job.Options{
		Node: c.Name, Now: games.Now, Log: c.Log,
		Begin: func(ctx context.Context, name string) (context.Context, func(error)) {
			ctx, o := part.Begin(ctx, name)
			return ctx, func(err error) {
				if p := (*job.PanicError)(nil); errors.As(err, &p) {
					panics.Inc()
				}
				o.Fail(err)
				o.End()
			}
		},
	}
	if !strings.HasPrefix(c.DB, "sqlite:") {
		o.Leases = db
	}
	return job.New(o)
}

// mailSender returns what sends mail by a server; nil: nothing does.
func mailSender(s mail.Server) (mail.Sender, error) {
	if s == (mail.Server{}) {
		return nil, nil
	}
	smtp, err := mail.NewSMTP(s)
	if err != nil {
		return nil, message.InvalidOption(err)
	}
	return smtp, nil
}

// listen opens the ports of the server, and of its status if that has its own.
func (n *Node) listen(ctx context.Context, c Config) (l, status net.Listener, err error) {
	if l, err = Listen(ctx, c.Addr); err != nil {
		return nil, nil, err
	}
	n.closers = append(n.closers, l)
	n.addr = l.Addr()
	if c.StatusAddr != "" {
		if status, err = Listen(ctx, c.StatusAddr); err != nil {
			return nil, nil, err
		}
		n.closers = append(n.closers, status)
		n.statusAddr = status.Addr()
	}
	n.url = cmp.Or(c.BaseURL, "http://"+publicHost(c.Addr, l.Addr()))
	return l, status, nil
}

// open opens the database and the queue.
func (n *Node) open(
	ctx context.Context, c Config, metrics *prometheus.Registry,
) (*gamestore.Store, *queue.Queue, error) {
	db, err := gamestore.Open(ctx, c.DB)
	if err != nil {
		return nil, nil, err
	}
	db.Use(data...)
	db.Observe(metrics)
	n.closers = append(n.closers, db)
	messages, err := c.queue(ctx, metrics)
	if err != nil {
		return nil, nil, err
	}
	n.closers = append(n.closers, messages)
	switch sqlite := strings.HasPrefix(c.DB, "sqlite:"); {
	case sqlite && c.NATS != "":
		c.Log.Warn("nodes that share NATS servers must share a database: this node has SQLite, " +
			"so no other node may use the same --nats")
	case !sqlite && c.NATS == "":
		c.Log.Warn("other nodes with this database see this node's moves late: give all of them the same --nats nats://…")
	}
	return db, messages, nil
}

// queue opens the message queue.
func (c Config) queue(ctx context.Context, metrics *prometheus.Registry) (*queue.Queue, error) {
	o := queue.Options{Metrics: metrics, Log: c.Log}
	switch {
	case c.NATS != "":
		nodes, err := bus.Open(ctx, bus.Options{URL: c.NATS, Keys: c.NATSKeys, Node: c.Name, Log: c.Log})
		if err != nil {
			return nil, err
		}
		o.Bus = nodes
	case c.NATSKeys != (bus.Keys{}):
		return nil, message.InvalidOption(errors.New("keys are for NATS servers, which --nats names"))
	}
	return queue.New(o), nil
}

// pushContact returns how operators of push services reach the operator of this server: by its
// address.
func pushContact(base string) string {
	if strings.HasPrefix(base, "https://") {
		return base
	}
	return "https://github.com/wane-chess/wane"
}

// ServeStatus serves the status of a node or a worker until the context is done.
func ServeStatus(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10,
	}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the status: %w", err)
	}
	return nil
}

// run starts the goroutines of the node. The server ends first, so that the others
// can finish its requests.
func (n *Node) run(
	ctx context.Context, c Config, l net.Listener, srv *server.Server, games *manager.Manager, jobs *job.Runner,
	work worker.Queue,
) {
	ctx = context.WithoutCancel(ctx)
	serving, stop := context.WithCancel(ctx)
	playing, halt := context.WithCancel(ctx)
	n.stopServer, n.stopGames = stop, halt
	var served, played sync.WaitGroup
	var once sync.Once
	fail := func(what string, err error) {
		if err != nil && !errors.Is(err, context.Canceled) {
			once.Do(func() { n.err = fmt.Errorf("%s: %w", what, err) })
		}
		stop() // a node needs all its parts
	}
	played.Go(func() { fail("the games", games.Run(playing)) })
	played.Go(func() { jobs.Run(playing) })
	if c.Workers > 0 {
		played.Go(func() {
			fail("the engine", worker.Run(playing, worker.Options{
				Queue: work, Lookup: c.Games.ByName, NewEngine: Engines(c.Tables), Parallel: c.Workers,
				Hash: c.Hash, Log: c.Log,
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

// URL returns the node's address, without a trailing slash.
func (n *Node) URL() string { return n.url }

// Addr returns the address on which the node listens.
func (n *Node) Addr() net.Addr { return n.addr }

// StatusAddr returns the address of /readyz and /metrics if they have one of their own, or
// nil.
func (n *Node) StatusAddr() net.Addr { return n.statusAddr }

// Page returns why the node has no page, or nil.
func (n *Node) Page() error { return n.noPage }

// Wait waits until the node has ended. It returns an error if a part of it failed.
func (n *Node) Wait() error {
	<-n.done
	return n.err
}

// Close shuts the node down: it closes connections and finishes moves. If the context
// is done first, Close returns its error while the node continues to shut down.
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

// Listen listens on a host:port, and explains common errors.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program listens on %s already: stop it, or choose another port with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf(
			"this user may not listen on %s: ports below 1024 are the system's; choose another with --addr", addr)
	}
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var malformed *net.AddrError
	mark := func(err error) error { return err }
	if errors.As(err, &malformed) {
		mark = message.InvalidOption
	}
	return nil, mark(fmt.Errorf("cannot listen on %q: %w; expected host:port, such as %s", addr, err, DefaultAddr))
}

// lockDir locks the data directory for this process.
func lockDir(dir string) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the data directory: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	locked, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot lock the data directory: %w", err)
	case !locked:
		return nil, fmt.Errorf("another wane keeps its games in %s: stop it, or choose another directory with --data", dir)
	}
	return lock, nil
}
