package chaos

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/pgtest"
	"github.com/wane-chess/wane/rules"
)

var (
	chaosFor  = flag.Duration("chaos.for", shortestRun, "how long TestChaos makes faults; at most an hour")
	chaosSeed = flag.Uint64("chaos.seed", 1, "the seed of the schedule of faults")
	chaosLogs = flag.Bool("chaos.logs", false, "keep the logs of the processes even if all is well")
	chaosDir  = flag.String("chaos.dir", "../../../bin/chaos", "where a run that fails leaves its histories")
)

// shortestRun is the shortest run whose schedule has every kind of fault.
const shortestRun = 35 * time.Second

// patience bounds the start of a process and the end of a run.
const patience = 60 * time.Second

// settleTime is how long the games may take to agree everywhere once all faults are lifted
// and both nodes are ready. An engine whose job was lost is asked again after as long as it
// has been waited for, so it may take that much longer.
const settleTime = 30 * time.Second

// sweepTime is how long a game may be overdue.
const sweepTime = 10 * time.Second

// world is a run.
type world struct {
	t      *testing.T
	seed   uint64
	length time.Duration
	start  time.Time

	names   []string // of the nodes
	urls    []string // of the nodes, through their proxies
	parts   map[string][]*keeper
	links   []*link
	disks   map[string]string // where the small disk of PostgreSQL is mounted
	noDisks error             // why there are none
	db      string            // the database's address without a proxy
	logs    map[string]*processLog

	ids     atomic.Int64
	sockets sync.WaitGroup

	mu               sync.Mutex
	histories        []*history
	tabs             []*tab // of the games in progress at the end
	guests           map[string]*guest
	visited, skipped map[kind]int
	lacking          map[kind]error
	counts           map[string]int
	events           map[string]int // by kind, and how games ended
}

// now returns the moment.
func (w *world) now() moment { return int64(time.Since(w.start)) }

func (w *world) count(what string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[what] += n
}

// note logs what happens.
func (w *world) note(format string, args ...any) {
	w.t.Logf("%7.2fs  %s", seconds(w.now()), fmt.Sprintf(format, args...))
}

// partsOf returns the programs of a kind: "node", "PostgreSQL" or "NATS".
func (w *world) partsOf(kind string) []*keeper { return w.parts[kind] }

// all returns all programs.
func (w *world) all() []*keeper {
	return slices.Concat(w.parts["PostgreSQL"], w.parts["NATS"], w.parts["node"])
}

// Games are played on two nodes while every part fails in every way. Nothing that was
// acknowledged is lost, every answer is one that a single server could give, and in the end
// all agree.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("this starts and kills servers")
	}
	if *chaosFor < shortestRun || *chaosFor > time.Hour {
		t.Fatalf("-chaos.for %v: expected %v, which has every fault, to an hour", *chaosFor, shortestRun)
	}
	t.Parallel()
	w := &world{
		t: t, seed: *chaosSeed, length: *chaosFor, start: time.Now(), parts: map[string][]*keeper{},
		disks: map[string]string{}, logs: map[string]*processLog{}, guests: map[string]*guest{}, visited: map[kind]int{},
		skipped: map[kind]int{}, lacking: map[kind]error{}, counts: map[string]int{}, events: map[string]int{},
	}
	list := schedule(w.seed, w.length)
	var text strings.Builder
	for _, f := range list {
		fmt.Fprintln(&text, f)
	}
	t.Logf("make chaos FOR=%v SEED=%d\n%s", w.length, w.seed, text.String())

	w.build()
	ctx, cancel := context.WithTimeout(t.Context(), w.length+5*time.Minute)
	defer cancel()
	keeping, stopKeeping := context.WithCancel(ctx)
	var kept sync.WaitGroup
	for _, k := range w.all() {
		kept.Go(func() { k.keep(keeping) })
	}
	w.note("built")
	defer func() {
		stopKeeping()
		kept.Wait()
		for _, k := range w.all() {
			_ = k.Kill()
		}
	}()
	w.awaitReady(ctx)
	w.note("ready")

	w.signUp(ctx)
	library, arena := w.signUpOthers(ctx)

	pages, closePages := context.WithCancel(ctx)
	playing, stopPlaying := context.WithCancel(ctx)
	var tables sync.WaitGroup
	for n, s := range sorts {
		tables.Go(func() {
			if err := w.table(playing, pages, n, s); err != nil {
				t.Errorf("table %d: %v", n, err)
			}
		})
	}
	tables.Go(func() { library.work(playing) })
	tables.Go(func() { arena.work(playing, pages) })
	w.runFaults(ctx, list)
	// The last moves are played while notices are lost, so that nodes and pages must find
	// events of which nothing tells them.
	w.loseNotices(true)
	pause(ctx, 2*time.Second)
	stopPlaying()
	tables.Wait()
	w.loseNotices(false)
	took := w.awaitReady(ctx)
	w.note("all faults are lifted, and both nodes are ready after %v", took.Round(time.Millisecond))
	w.settle(ctx)
	closePages()
	w.sockets.Wait()
	w.check(ctx, library, arena)
	w.report()
}

// build makes all parts and the links between them.
func (w *world) build() {
	t := w.t
	dir, err := os.MkdirTemp("", "wane-chaos-")
	w.must(err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	w.must(os.Chmod(dir, 0o711)) //nolint:gosec // PostgreSQL runs as another user
	w.noDisks = w.mount(dir, map[string]string{"PostgreSQL": "192m"})

	pg := pgtest.StartProcess(t, pgtest.Setup{Parent: w.disks["PostgreSQL"], Loopback: true, SmallLog: true})
	w.db, err = pg.Database()
	w.must(err)
	_, err = db.Migrate(t.Context(), w.db, nil)
	w.must(err)
	w.parts["PostgreSQL"] = []*keeper{{program: pg, name: "PostgreSQL"}}
	address, err := url.Parse(w.db)
	w.must(err)

	names := []string{"n1", "n2", "n3"}
	var clients, clusters []string
	for range names {
		clients, clusters = append(clients, w.freeAddr()), append(clusters, w.freeAddr())
	}
	routes := map[string][]string{}
	for i, from := range names {
		for j, to := range names[:i] {
			l := w.link(routeLink, to, from, clusters[i], clusters[j])
			routes[to] = append(routes[to], l.addr(0))
			routes[from] = append(routes[from], l.addr(1))
		}
	}
	for i, name := range names {
		w.add("NATS", child{Name: name, Addr: clients[i], Cluster: clusters[i], Routes: routes[name]})
	}
	for _, name := range []string{"one", "two"} {
		var bus []string
		for i, n := range names {
			bus = append(bus, "nats://"+w.link(queueLink, name, n, clients[i]).addr(0))
		}
		through := *address
		through.Host = w.link(databaseLink, name, "PostgreSQL", address.Host).addr(0)
		addr := w.freeAddr()
		w.names = append(w.names, name)
		w.urls = append(w.urls, "http://"+w.link(clientLink, "clients", name, addr).addr(0))
		w.add("node", child{Name: name, Addr: addr, DB: through.String(), NATS: strings.Join(bus, ",")})
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) link(kind linkKind, from, to string, upstream ...string) *link {
	l, err := newLink(kind, from, to, upstream...)
	w.must(err)
	w.t.Cleanup(l.cut)
	w.links = append(w.links, l)
	return l
}

// add adds a process, which is not started yet.
func (w *world) add(kind string, c child) {
	log := &processLog{}
	w.logs[c.Name] = log
	w.parts[kind] = append(w.parts[kind], &keeper{program: &process{child: c, log: log}, name: c.Name})
}

// freeAddr returns a free address of this machine. Its port is none of those that the system
// gives to clients: a program that is started again must get it once more.
func (w *world) freeAddr() string {
	addr, err := freeAddr()
	w.must(err)
	return addr
}

// given are the ports that freeAddr has given away: a program may listen there later, or not at present.
var given sync.Map

func freeAddr() (string, error) {
	for try := 0; ; try++ {
		port := 20_000 + rand.IntN(12_000) //nolint:gosec // a test
		if _, again := given.LoadOrStore(port, true); again {
			continue
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return l.Addr().String(), l.Close()
		}
		if try >= 100 {
			return "", err
		}
	}
}

// mount mounts small disks. Whatever becomes of this process, they are unmounted.
func (w *world) mount(dir string, sizes map[string]string) error {
	for name, size := range sizes {
		at := filepath.Join(dir, "disk-"+name)
		w.must(os.Mkdir(at, 0o711)) //nolint:gosec // PostgreSQL runs as another user
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size+",mode=0711", "tmpfs", at).
			CombinedOutput(); err != nil {
			return fmt.Errorf("a small disk needs a tmpfs, which this user cannot mount: %s", bytes.TrimSpace(out))
		}
		unmount := exec.Command("sh", "-c", `trap "" INT TERM; read -r _; umount -l "$1"`, "unmount", at)
		input, err := unmount.StdinPipe()
		if err == nil {
			err = unmount.Start()
		}
		w.must(err)
		w.t.Cleanup(func() {
			_ = input.Close()
			_ = unmount.Wait()
		})
		w.disks[name] = at
	}
	return nil
}

// awaitReady waits until both nodes are ready, and returns how long that took.
func (w *world) awaitReady(ctx context.Context) time.Duration {
	begun := time.Now()
	hc := &http.Client{Timeout: answerTime, Transport: &http.Transport{DisableKeepAlives: true}}
	for i, base := range w.urls {
		var last string
		for ready := false; !ready; {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/readyz", nil)
			w.must(err)
			resp, err := hc.Do(req)
			if err == nil {
				text, _ := io.ReadAll(resp.Body)
				_ = resp.Body.Close()
				last, ready = fmt.Sprintf("%s %s", resp.Status, text), resp.StatusCode == http.StatusOK
			} else {
				last = err.Error()
			}
			if !ready && time.Since(begun) > patience {
				w.saveLogs()
				w.t.Fatalf("node %s is not ready after %v: %s", w.names[i], patience, last)
			}
			pause(ctx, 50*time.Millisecond)
		}
	}
	return time.Since(begun)
}

// settle waits until both nodes and all open pages show what the database has.
func (w *world) settle(ctx context.Context) {
	begun := time.Now()
	db, err := gamestore.Open(ctx, w.db)
	w.must(err)
	defer func() { _ = db.Close() }()
	reader, err := w.newGuest(ctx, "reader")
	w.must(err)
	for _, h := range w.histories {
		for {
			left, since := w.unsettled(ctx, db, reader, h)
			if left == "" {
				break
			}
			limit := settleTime
			if !since.IsZero() {
				limit += begun.Sub(since)
			}
			if time.Since(begun) > limit {
				h.wrong("%v after the faults, %s", limit, left)
				break
			}
			pause(ctx, 100*time.Millisecond)
		}
	}
	w.note("%d games have settled after %v", len(w.histories), time.Since(begun).Round(time.Millisecond))
}

// unsettled says what is not as it should be in the end: who does not show what the database
// has of a game, or what the servers owe it; empty: nothing. Since is when an engine's turn
// began.
func (w *world) unsettled(
	ctx context.Context, db *gamestore.Store, reader *guest, h *history,
) (left string, since time.Time) {
	header, events, err := db.Load(ctx, livegame.ID(h.Game))
	if err != nil {
		return fmt.Sprintf("the database has no game: %v", err), since
	}
	g, err := livegame.Replay(header, events, rules.ByName)
	if err != nil {
		return fmt.Sprintf("the database has an invalid game: %v", err), since
	}
	if g.EngineToMove() {
		return "the engine has not moved", g.Summary().Updated
	}
	if _, overdue := g.Expire(time.Now().Add(-sweepTime)); overdue {
		return "its time is over", since
	}
	return w.disagrees(ctx, events, reader, h), since
}

// disagrees says who does not show the events of a game; empty: all do.
func (w *world) disagrees(ctx context.Context, events []livegame.Event, reader *guest, h *history) string {
	differs := func(n int, last func(int) bool) bool {
		return n != len(events) || n > 0 && !last(n-1)
	}
	for i, name := range w.names {
		full, err := reader.get(ctx, i, h.Game, 0)
		if err != nil {
			return fmt.Sprintf("node %s answers %v", name, err)
		}
		if differs(len(full.Events), func(i int) bool { return shows(full.Events[i], events[i]) }) {
			return fmt.Sprintf("node %s has %d events, the database %d", name, len(full.Events), len(events))
		}
	}
	for _, k := range w.tabs {
		if k.history != h {
			continue
		}
		k.mu.Lock()
		seen, gone := slices.Clone(k.events), k.gone
		k.mu.Unlock()
		if !gone && differs(len(seen), func(i int) bool { return shows(seen[i], events[i]) }) {
			return fmt.Sprintf("%s shows %d events, the database has %d", k.name, len(seen), len(events))
		}
	}
	return ""
}

// check checks all histories.
func (w *world) check(ctx context.Context, l *library, a *arena) {
	db, err := gamestore.Open(ctx, w.db)
	w.must(err)
	defer func() { _ = db.Close() }()
	secret, err := db.Secret(ctx, "guests")
	w.must(err)
	keys := guests.New(secret, false, time.Now)
	for _, h := range w.histories {
		header, events, err := db.Load(ctx, livegame.ID(h.Game))
		if err != nil {
			w.t.Errorf("game %s is lost: %v", h.Game, err)
			continue
		}
		commands := map[string]livegame.Command{}
		for _, a := range h.Attempts {
			sender := w.guests[a.Guest]
			cookies := sender.was
			if cookies == nil {
				cookies = sender.cookie()
			}
			g, known := keys.Read(&http.Request{Header: cookies})
			if !known {
				w.t.Fatalf("%s has no cookie", a.Guest)
			}
			c := livegame.Command{
				ID: keys.CommandID(g.ID, a.Command.ID), Kind: livegame.CommandKind(a.Command.Order), Guest: g.ID, Name: g.Name,
				Color: a.Command.Color, Ply: -1, Text: a.Command.Move, Seen: a.Command.Seen,
			}
			if a.Command.Ply != nil {
				c.Ply = *a.Command.Ply
			}
			if sender.account != "" {
				c.Name = sender.account
				joined(&c, events)
			}
			commands[a.Command.ID] = c
			w.counts[string(a.Outcome)]++
		}
		r := newRecord(header, events, commands)
		v := h.check(r, w.start)
		w.counts["operations"] += v.operations
		for _, e := range events {
			w.events[string(e.Kind)]++
			if e.Ends() {
				w.events["“"+string(e.Reason)+"”"]++
			}
		}
		w.counts["readings"] += len(h.Readings)
		if len(v.faults) > 0 {
			dir := w.dir()
			w.t.Errorf("game %s, %s of %s: see %s\n%s", h.Game, h.Kind, h.Variant, dir, strings.Join(v.faults, "\n"))
			w.must(h.save(dir, r, v))
		}
	}
	w.checkRatings(ctx, db)
	a.check(ctx, db)
	l.check(ctx, db)
}

// report says what was done, and that all of it was.
func (w *world) report() {
	var text strings.Builder
	fmt.Fprintf(&text, "%d games; commands: %d acknowledged, %d rejected, %d without an answer; %d readings, "+
		"%d connections; porcupine checked %d operations\n",
		len(w.histories), w.counts[string(acknowledged)], w.counts[string(rejected)], w.counts[string(unknown)],
		w.counts["readings"], w.counts["connections"], w.counts["operations"])
	fmt.Fprintf(&text, "%d pairings of a tournament, %d lines in studies, %d sessions revoked, %d accounts deleted\n",
		w.counts["pairings"], w.counts["lines"], w.counts["sessions"], w.counts["deletions"])
	fmt.Fprintf(&text, "%d finished rated games, of which %d changed ratings\n", w.counts["rated"], w.counts["changes"])
	for _, k := range slices.Sorted(maps.Keys(w.events)) {
		fmt.Fprintf(&text, "%d %s, ", w.events[k], k)
	}
	fmt.Fprintln(&text)
	for _, k := range slices.Sorted(slices.Values(kinds())) {
		fmt.Fprintf(&text, "%4d × %s", w.visited[k], k)
		if n := w.skipped[k]; n > 0 {
			fmt.Fprintf(&text, ", %d skipped", n)
		}
		if err := w.lacking[k]; err != nil {
			fmt.Fprintf(&text, ": %v", err)
		} else if w.visited[k] == 0 {
			w.t.Errorf("the fault %q was not made", k)
		}
		fmt.Fprintln(&text)
	}
	var lost, twice, late int64
	for _, l := range w.links {
		if l.loss != nil {
			lost, twice, late = lost+l.loss.lost.Load(), twice+l.loss.twice.Load(), late+l.loss.late.Load()
		}
	}
	fmt.Fprintf(&text, "notices: %d lost, %d sent twice, %d late\n", lost, twice, late)
	for _, k := range w.all() {
		for _, d := range k.deaths {
			w.t.Error(d)
		}
	}
	for _, what := range []string{"lines", "sessions", "deletions"} {
		if w.counts[what] == 0 {
			w.t.Errorf("there are no %s", what)
		}
	}
	if w.counts["pairings"] == 0 && w.length >= longRun { // it begins late
		w.t.Error("there are no pairings")
	}
	w.t.Log(text.String())
	if w.t.Failed() || *chaosLogs {
		w.saveLogs()
	}
}

// dir returns the folder for what explains a failure.
func (w *world) dir() string {
	dir, err := filepath.Abs(filepath.Join(*chaosDir, fmt.Sprintf("seed-%d", w.seed)))
	w.must(err)
	w.must(os.MkdirAll(dir, 0o755)) //nolint:gosec // for people to read
	return dir
}

// saveLogs writes what the processes wrote to files.
func (w *world) saveLogs() {
	dir := w.dir()
	for name, log := range w.logs {
		w.must(os.WriteFile(filepath.Join(dir, name+".log"), log.bytes(), 0o644)) //nolint:gosec // for people to read
	}
	w.t.Logf("%s has the logs of the processes", dir)
}

// processLog keeps the end of what a process writes.
type processLog struct {
	mu   sync.Mutex
	text []byte
}

const maxLog = 16 << 20

// Write implements io.Writer.
func (l *processLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b...)
	if len(l.text) > maxLog {
		l.text = bytes.Clone(l.text[len(l.text)-maxLog/2:])
	}
	return len(b), nil
}

func (l *processLog) bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.text)
}
