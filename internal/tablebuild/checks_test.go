package tablebuild

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// forged changes every entry of a file with one table, whose checksums stay right.
func forged(t testing.TB, file []byte) []byte {
	t.Helper()
	const head = 32
	n := int(binary.LittleEndian.Uint32(file[16:]))
	directory, rest := bytes.Clone(file[head:head+n]), file[head+n:]
	var blocks []byte
	for at := 1 + int(directory[0]) + 8; at < n; at += 8 {
		size := binary.LittleEndian.Uint32(directory[at:])
		entries, err := io.ReadAll(flate.NewReader(bytes.NewReader(rest[:size])))
		if err != nil {
			t.Fatal(err)
		}
		rest = rest[size:]
		for i, v := range entries {
			if v > 2 { // neither impossible nor drawn nor mated
				entries[i] = v + 2
			}
		}
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(entries); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		table := crc32.MakeTable(crc32.Castagnoli)
		binary.LittleEndian.PutUint32(directory[at:], uint32(packed.Len()))
		binary.LittleEndian.PutUint32(directory[at+4:], crc32.Checksum(packed.Bytes(), table))
		blocks = append(blocks, packed.Bytes()...)
	}
	out := append(bytes.Clone(file[:head]), directory...)
	binary.LittleEndian.PutUint32(out[20:], crc32.Checksum(directory, crc32.MakeTable(crc32.Castagnoli)))
	out = append(out, blocks...)
	binary.LittleEndian.PutUint64(out[24:], uint64(len(out)))
	return out
}

// liar is a worker that builds wrong tables, and calls those of others wrong.
type liar struct {
	t     *testing.T
	q     *memory
	inner *Worker
	made  map[string]string // digests by material
}

func (l *liar) do(ctx context.Context, j Job) error {
	r := Report{Key: j.Key(), Material: j.Material, Worker: l.inner.Name, State: Wrong, Error: "it looks wrong"}
	if j.Verify != "" {
		return l.q.PutTableReport(ctx, r)
	}
	if r.Digest = l.made[j.Material]; r.Digest != "" { // the job is for others now
		r.State, r.Error = Done, ""
		return l.q.PutTableReport(ctx, r)
	}
	digest, err := l.inner.solve(ctx, j, Report{Key: j.Key(), Material: j.Material, Worker: l.inner.Name, State: Working}, func() {})
	if err != nil {
		return err
	}
	file, err := os.ReadFile(l.inner.Library.path(TableRef{j.Material, digest}.Name()))
	if err != nil {
		return err
	}
	m, err := parseMaterial(j.Material)
	if err != nil {
		return err
	}
	wrong := filepath.Join(l.t.TempDir(), "wrong.wtb")
	if err := os.WriteFile(wrong, forged(l.t, file), 0o600); err != nil {
		return err
	}
	open, err := tablebase.Open(wrong)
	if err != nil {
		l.t.Errorf("the forged table of %v: %v", m, err)
		return err
	}
	defer func() { _ = open.Close() }()
	if r.Digest, err = open.Digest(m); err != nil {
		return err
	}
	r.State, r.Error = Done, ""
	l.made[j.Material] = r.Digest
	if err := l.q.PutTable(ctx, TableRef{j.Material, r.Digest}.Name(), bytes.NewReader(forged(l.t, file))); err != nil {
		return err
	}
	return l.q.PutTableReport(ctx, r)
}

// team runs workers on a queue until the test ends.
func team(t *testing.T, q *memory, honest int, liars ...*liar) {
	t.Helper()
	worker := func(name string) *Worker {
		return &Worker{Queue: q, Library: shelf(t, t.TempDir()), Name: name, ReportInterval: time.Hour, Rules: rules.ByName}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	run := func(do func(context.Context, Job) error) {
		all.Go(func() {
			_ = q.ConsumeTables(ctx, 1, func(ctx context.Context, j Job) error {
				err := do(ctx, j)
				if errors.Is(err, errNotMine) { // leave it to another
					select {
					case <-time.After(time.Millisecond):
					case <-ctx.Done():
					}
				}
				return err
			})
		})
	}
	for i := range honest {
		w := worker("honest" + string(rune('A'+i)))
		run(func(ctx context.Context, j Job) error { return w.Do(ctx, j, func() {}) })
	}
	for _, l := range liars {
		l.t, l.q, l.inner, l.made = t, q, worker("liar"), map[string]string{}
		run(l.do)
	}
	t.Cleanup(func() { cancel(); all.Wait() })
}

// build coordinates a build with verifications, and checks the tables.
func build(t *testing.T, q *memory) (Checks, string) {
	t.Helper()
	var said strings.Builder
	var c *Coordinator
	l := shelf(t, t.TempDir())
	last := Progress{}
	if err := coordinated(t, q, l, func(made *Coordinator) {
		c = made
		c.Rules, c.Sweep = rules.ByName, 30*time.Second // so that no verification is missed by a sweep
		c.Warn = func(text string) { said.WriteString(text + "\n"); t.Log(text) }
		c.Progress = func(p Progress) { last = p }
	}); err != nil {
		t.Fatal(err)
	}
	if last.Materials != last.AllMaterials || last.Entries != last.AllEntries {
		t.Errorf("at the end the progress is %+v", last)
	}
	right(t, l)
	t.Log(c.Checks())
	return c.Checks(), said.String()
}

// Honest workers verify each other's tables; a single one is verified by the coordinator.
func TestChecked(t *testing.T) {
	q := newMemory()
	team(t, q, 2)
	if k, _ := build(t, q); k.ByOthers < 1 || k.ByOthers+k.Here < 2 || k.Wrong != 0 || len(k.Banned) != 0 || k.Received != 5 {
		t.Errorf("two workers: %+v", k)
	}
	q = newMemory()
	team(t, q, 1)
	if k, _ := build(t, q); k.ByOthers != 0 || k.Here < 1 || !strings.Contains(k.String(), "Nothing was verified by another worker") {
		t.Errorf("a single worker: %+v: %s", k, k)
	}
}

// A worker that sends wrong tables gets no more jobs, and all that it has built, and what was
// built on it, is built again.
func TestLiar(t *testing.T) {
	q := newMemory()
	team(t, q, 1, &liar{})
	k, said := build(t, q)
	if len(k.Banned) != 1 || k.Banned[0] != "liar" || !strings.Contains(said, "liar gets no more jobs") || !strings.Contains(k.String(), "liar got no more jobs") {
		t.Errorf("%+v: %s", k, said)
	}
	q = newMemory()
	team(t, q, 0, &liar{}) // takes all jobs
	if k, said := build(t, q); len(k.Banned) != 1 || !strings.Contains(said, "is built here, as liar takes") {
		t.Errorf("alone: %+v: %s", k, said)
	}
}

// interruption is a queue that ends a build once it has received a table.
type interruption struct {
	*memory
	end context.CancelFunc
}

func (q interruption) GetTable(ctx context.Context, name string, most int64, to io.Writer) error {
	defer q.end()
	return q.memory.GetTable(ctx, name, most, to)
}

// A build that is resumed builds on no table that was received but not verified.
func TestInterruptedCheck(t *testing.T) {
	q, folder := newMemory(), t.TempDir()
	team(t, q, 1)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	l := shelf(t, folder)
	c := &Coordinator{Queue: interruption{q, end}, Library: l, Plan: Plan(materials(t, "KRRPvK"), l.Has), Rules: rules.ByName}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) || c.Checks().Received == 0 {
		t.Fatalf("%v; %s", err, c.Checks())
	}
	if left := Plan(materials(t, "KRRPvK"), shelf(t, folder).Has); len(left) != len(c.Plan) {
		t.Errorf("%d of %d materials are left", len(left), len(c.Plan))
	}
}

// Two wrong tables of one worker, of which only the second is noticed: the first and what was
// built on it by others are built again, too.
func TestRebuild(t *testing.T) {
	plan := Plan(materials(t, "KRRPvK"), shelf(t, t.TempDir()).Has)
	c := &Coordinator{Queue: newMemory(), Library: shelf(t, t.TempDir()), Plan: plan, Warn: func(text string) { t.Log(text) }}
	c.schedule, c.meter = newSchedule(plan), newProgressMeter(plan, nil)
	c.active, c.shared, c.banned, c.workers = map[string]*request{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	c.builders = map[tablebase.Material]string{}
	b := Builder{Library: c.Library, Plan: plan[:4]}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, m := range plan[:4] {
		c.schedule.waiting = c.schedule.waiting[1:]
		c.builders[m] = "honest"
		if i == 0 {
			c.builders[m] = "liar"
		}
		c.accept(m)
	}
	c.ban("liar", "a test")
	if err := c.rebuild(t.Context(), "liar"); err != nil {
		t.Fatal(err)
	}
	for i, m := range plan {
		again := i == 0 || i == 4 || i < 4 && needs(c, m, plan[0])
		if c.Library.Has(m) == again || c.schedule.open[m] != again {
			t.Errorf("%v: there is one: %v, to be built: %v; want it built again: %v", m, c.Library.Has(m), c.schedule.open[m], again)
		}
	}
}

// needs reports whether a table of the plan depends on another one.
func needs(c *Coordinator, m, on tablebase.Material) bool {
	for _, d := range c.schedule.dependents[on] {
		if d == m || needs(c, m, d) {
			return true
		}
	}
	return false
}
