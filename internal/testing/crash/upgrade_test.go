package crash

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/rules"
)

// lastChange are the arguments for git to find the newest commit that changed what nodes and
// workers write for each other: a message, its subject, or the schema of the database; or a flag
// with which this test starts them.
var lastChange = []string{
	"log", "-1", "--format=%H", "-G", `json:"|"wane[.]|"/api/worker|CREATE|ALTER|DROP|"concurrency"`, "--",
	"internal/server/db/migrations", "internal/server/livegame", "internal/server/bus", "internal/server/worker",
	"internal/server/review",
	"internal/server/notify", "internal/server/sharedstudy", "internal/server/tournament",
	"cmd/wane/serve.go", "cmd/wane/worker.go", ":!*_test.go",
}

// oldProgram returns the program of the version that is updated: $WANE_OLD or, if that is
// "release", the last tag v* before this commit. Until there is one, no older version has to
// work beside this one than that of lastChange. Without the history it skips the test; without
// $WANE_OLD, too, as building two versions takes minutes.
func oldProgram(t *testing.T) string {
	t.Helper()
	const root = "../../.."
	ref := os.Getenv("WANE_OLD")
	if ref == "" {
		t.Skip("'make upgrade' runs this: it builds an older version, too")
	}
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output() //nolint:gosec // a test
		return strings.TrimSpace(string(out)), err
	}
	asked := ref != "release"
	if !asked {
		if ref, _ = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^"); ref == "" {
			ref, _ = git(lastChange...)
		}
	}
	commit, err := git("rev-parse", "--verify", "--quiet", ref+"^{commit}")
	if err != nil {
		if asked {
			t.Fatalf("WANE_OLD=%s is no commit here", ref)
		}
		t.Skip("no history: this is no clone")
	}
	t.Logf("the old version is %s (%s)", ref, commit[:min(len(commit), 12)])
	tree, dir := t.TempDir(), t.TempDir()
	archive, err := exec.Command("git", "-C", root, "archive", commit).Output() //nolint:gosec // a test
	if err != nil {
		t.Fatal(err)
	}
	tar := exec.Command("tar", "-x", "-C", tree) //nolint:gosec // a test
	tar.Stdin = bytes.NewReader(archive)
	if out, err := tar.CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, out)
	}
	if err := build(tree, dir); err != nil {
		t.Fatal(err)
	}
	return dir + "/wane"
}

// upgrade is a cluster whose nodes and workers are of two versions.
type upgrade struct {
	*cluster
	t        *testing.T
	old, new string // programs
	games    []*match
	rated    int // how many of them are
	ann, bob *guest
	review   string // ID of a game under review
}

// match is a game during an update.
type match struct {
	id    string
	tabs  [2]*tab // by color; nil: the engine
	board *board
	seq   int // of the last event
	rated bool
}

// The older version and this one share a database and NATS servers, whichever part is
// updated first. Games go on meanwhile: no acknowledged move is lost, each command is
// answered, the engine replies and reviews end.
func TestRollingUpgrade(t *testing.T) {
	old, now := oldProgram(t), program(t)
	for name, steps := range map[string]func(
		u *upgrade, oldNode *loadtest.Process, killOldWorker func(),
	) *loadtest.Process{
		"nodes first": func(u *upgrade, oldNode *loadtest.Process, killOldWorker func()) *loadtest.Process {
			node := u.nodeOf(u.t, u.new, "new")
			killOther := u.workerOf(u.t, u.old, node)
			u.play(oldNode, node, 4) // both nodes, old workers
			u.mustNotHarm()
			u.workerOf(u.t, u.new, oldNode, node)
			u.play(node, oldNode, 4) // both of both
			killOldWorker()
			killOther()
			u.play(oldNode, node, 4)
			kill(u.t, oldNode)
			return node
		},
		"workers first": func(u *upgrade, oldNode *loadtest.Process, killOldWorker func()) *loadtest.Process {
			u.workerOf(u.t, u.new, oldNode)
			u.play(oldNode, oldNode, 2)
			killOldWorker()
			u.play(oldNode, oldNode, 4) // the new worker for the old node
			node := u.nodeOf(u.t, u.new, "new")
			u.workerOf(u.t, u.new, node)
			u.play(node, oldNode, 4)
			kill(u.t, oldNode)
			return node
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := &upgrade{cluster: newCluster(t), t: t, old: old, new: now, ann: newGuest(t, "Ann"), bob: newGuest(t, "Bob")}
			oldNode := u.nodeOf(t, old, "old")
			killOldWorker := u.workerOf(t, old, oldNode)
			u.begin(oldNode)
			u.play(oldNode, oldNode, 4)
			node := steps(u, oldNode, killOldWorker)
			u.play(node, node, 6)
			u.check(node)
		})
	}
	t.Run("SQLite", func(t *testing.T) { checkSQLite(t, old, now) })
}

// checkSQLite checks that this version opens a database of the old one, has its games, and continues them.
func checkSQLite(t *testing.T, old, now string) {
	flags := []string{"--data", t.TempDir(), "--concurrency", "0"}
	ann := newGuest(t, "Ann")
	n := startNodeOf(t, old, flags...)
	ended, _ := finished(ann, n, 20)
	live := ann.create(n, gameview.NewGame{Opponent: "self"})
	ann.open(n, live).do("move", "e2e4", 0)
	want := ann.record(n, ended)
	kill(t, n)

	n = startNodeOf(t, now, flags...)
	if got := ann.record(n, ended); got.Game.Result != want.Game.Result || !reflect.DeepEqual(got.Events, want.Events) {
		t.Errorf("the game %s is %+v, want %+v", ended, got, want)
	}
	ann.open(n, live).do("move", "e7e5", 1)
	if got := moves(ann.record(n, live).Events); !reflect.DeepEqual(got, []string{"e2e4", "e7e5"}) {
		t.Errorf("the game that went on has the moves %q", got)
	}
}

// begin begins games between accounts and with the engine on an old node, and a review.
func (u *upgrade) begin(n *loadtest.Process) {
	u.t.Helper()
	for _, g := range []*guest{u.ann, u.bob} {
		g.signUp(n)
	}
	clock := gameview.Control{Base: 600_000, Increment: 1000}
	for i, name := range []string{"shrink", "convergent", "chess"} {
		g, err := rules.ByName(name)
		if err != nil {
			u.t.Fatal(err)
		}
		for _, opponent := range []string{"friend", "engine"} {
			rated := opponent == "friend" && i > 0
			wish := gameview.NewGame{Variant: name, Opponent: opponent, Casual: !rated, Rated: rated}
			if opponent == "engine" {
				wish.Level = 1 + i
			}
			if i > 0 {
				wish.Control = clock
			}
			m := &match{id: u.ann.create(n, wish), board: newBoardOf(g, uint64(i)), rated: rated} //nolint:gosec // a few
			m.tabs[0] = u.ann.open(n, m.id)
			if opponent == "friend" {
				u.bob.join(n, m.id)
				m.tabs[1] = u.bob.open(n, m.id)
				m.seq = 1
			}
			if rated {
				u.rated++
			}
			u.games = append(u.games, m)
		}
	}
	u.review, _ = finished(u.ann, n, 40)
	var s review.State
	u.ann.call(n, http.MethodPost, "/api/games/"+u.review+"/review", map[string]string{"level": "quick"}, &s)
}

// play plays plies of all games. White's pages are on one node, Black's on the other.
func (u *upgrade) play(white, black *loadtest.Process, plies int) {
	u.t.Helper()
	for _, m := range u.games {
		m.tabs[0].move(white)
		if m.tabs[1] != nil {
			m.tabs[1].move(black)
		}
		for range plies {
			if m.board.over() {
				break
			}
			m.ply(u.t)
		}
		if m.tabs[1] == nil || m.board.over() || len(m.board.moves) == 0 {
			continue
		}
		m.event(u.t, 0, "draw-offer")
		m.event(u.t, 1, "draw-decline")
		if m.rated {
			continue // no takebacks
		}
		m.event(u.t, 1, "takeback-offer")
		m.seq++ // what it becomes is another kind
		if got := m.tabs[0].do("takeback-accept", "", len(m.board.moves)); got != m.seq {
			u.t.Fatalf("game %s: a takeback became event %d, want %d", m.id, got, m.seq)
		}
		m.tabs[1].sees(m.seq, "takeback", "")
		m.tabs[1].mu.Lock()
		back := m.tabs[1].events[m.seq-1].Plies
		m.tabs[1].mu.Unlock()
		for range back {
			m.board.takeBack()
		}
	}
}

// event sends a command of a color, which both see.
func (m *match) event(t *testing.T, color int, kind string) {
	t.Helper()
	m.seq++
	if got := m.tabs[color].do(kind, "", len(m.board.moves)); got != m.seq {
		t.Fatalf("game %s: %s became event %d, want %d", m.id, kind, got, m.seq)
	}
	for _, k := range m.tabs {
		k.sees(m.seq, kind, "")
	}
}

// ply plays a move, or awaits the engine's.
func (m *match) ply(t *testing.T) {
	t.Helper()
	m.seq++
	by := m.tabs[m.board.at.Turn()]
	if by == nil {
		page := m.tabs[0]
		page.until("the engine's move", func() bool { return len(page.events) >= m.seq })
		page.mu.Lock()
		e := page.events[m.seq-1]
		page.mu.Unlock()
		if e.Kind != "move" || e.Color != "black" {
			t.Fatalf("game %s: event %d is %+v", m.id, m.seq, e)
		}
		m.board.play(t, e.Move)
		return
	}
	move, _ := m.board.draw()
	if got := by.do("move", move, len(m.board.moves)); got != m.seq {
		t.Fatalf("game %s: %s became event %d, want %d", m.id, move, got, m.seq)
	}
	for _, k := range m.tabs {
		if k != nil {
			k.sees(m.seq, "move", move)
		}
	}
	m.board.play(t, move)
}

// mustNotHarm starts an old node while a new one runs: it works, or says what is wrong.
func (u *upgrade) mustNotHarm() {
	u.t.Helper()
	var log bytes.Buffer
	p, err := loadtest.StartProcess(u.t.Context(), &log, u.old, "serve", "--db", u.db, "--nats", u.nats,
		"--concurrency", "0", "--data", u.t.TempDir())
	switch {
	case err == nil:
		kill(u.t, p)
	case !strings.Contains(log.String()+err.Error(), "of a newer wane"):
		u.t.Errorf("an old node that starts after the update: %v: %s", err, log.String())
	}
}

// check compares the records of all games with their boards, ends them, awaits the review, and
// checks that each rated game has changed ratings once.
func (u *upgrade) check(n *loadtest.Process) {
	u.t.Helper()
	for _, m := range u.games {
		full := u.ann.record(n, m.id)
		if got := movesLeft(full.Events); len(got) < len(m.board.moves) ||
			!reflect.DeepEqual(got[:len(m.board.moves)], m.board.moves) {
			u.t.Errorf("game %s has %q, want %q", m.id, got, m.board.moves)
		}
		if full.Game.Status == "live" {
			u.ann.call(n, http.MethodPost, "/api/games/"+m.id+"/commands", gameview.Command{ID: newID(), Order: "resign"},
				&gameview.CommandResult{})
		}
	}
	until(u.t, "all games are rated", func() bool { return u.verify(u.t).Pending == 0 })
	if v := u.verify(u.t); v.Games != u.rated || v.Changes != u.rated || v.Ratings == 0 || len(v.Problems) > 0 {
		u.t.Errorf("verified are %+v, want %d games", v, u.rated)
	}
	var s review.State
	until(u.t, "the review is done", func() bool {
		u.ann.call(n, http.MethodGet, "/api/games/"+u.review+"/review", nil, &s)
		return s.Status == review.Done
	})
	if s.Result == nil || len(s.Result.Moves) != 40 {
		u.t.Errorf("the review is %+v", s)
	}
}
