package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// fault is an entry of the schedule.
type fault struct {
	kind   kind
	target int // which link, part or process of its kind; see world
	how    int // which form of the fault
	at     time.Duration
	length time.Duration
}

// kind is a kind of fault.
type kind string

// kinds returns all kinds of faults. Those of links exist for each kind of link.
func kinds() (all []kind) {
	for _, k := range linkKinds {
		for _, f := range []string{"delays", "resets", "black hole", "cut"} {
			all = append(all, kind(f+" "+string(k)))
		}
	}
	for _, part := range []string{"node", "PostgreSQL", "NATS"} {
		for _, f := range []string{"kill", "stop", "isolate"} {
			all = append(all, kind(f+" "+part))
		}
	}
	return append(all, "full disk PostgreSQL", "wrong clock", "lost notices")
}

// Times of a schedule.
const (
	lanes     = 3 // faults at once
	minLength = 1500 * time.Millisecond
	maxLength = 4 * time.Second
	longest   = 20 * time.Second // of one fault in twelve, in long runs
	longRun   = 3 * time.Minute
	maxPause  = 500 * time.Millisecond
)

// schedule returns the faults of a run. It depends on its arguments only. Each kind comes
// once before any comes twice.
func schedule(seed uint64, length time.Duration) (list []fault) {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test
	free := make([]time.Duration, lanes)
	var deck []kind
	for {
		lane := 0
		for i := range free {
			if free[i] < free[lane] {
				lane = i
			}
		}
		if len(deck) == 0 {
			deck = kinds()
			random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		}
		f := fault{kind: deck[0], target: random.IntN(1 << 16), how: random.IntN(1 << 16), at: free[lane] +
			time.Duration(random.Int64N(int64(maxPause)))}
		f.length = minLength + time.Duration(random.Int64N(int64(maxLength-minLength)))
		if long := random.IntN(12) == 0; long && length >= longRun {
			f.length += time.Duration(random.Int64N(int64(longest - maxLength)))
		}
		f.at, f.length = f.at.Round(time.Millisecond), f.length.Round(time.Millisecond)
		if f.at+f.length > length {
			return list
		}
		deck = deck[1:]
		list = append(list, f)
		free[lane] = f.at + f.length
	}
}

// String returns a line of the schedule.
func (f fault) String() string {
	return fmt.Sprintf("%7.1fs %4.1fs  %s", f.at.Seconds(), f.length.Seconds(), f.kind)
}

// errLacking is the error of a fault that this machine cannot have.
var errLacking = errors.New("not exercised")

// errSkipped is the error of a fault that could not begin because of another one.
var errSkipped = errors.New("skipped")

// runFaults runs a schedule.
func (w *world) runFaults(ctx context.Context, list []fault) {
	var all sync.WaitGroup
	start := time.Now()
	for _, f := range list {
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(start.Add(f.at))):
			all.Go(func() { w.runFault(ctx, f) })
		}
	}
	all.Wait()
}

// runFault begins a fault, and lifts it. If another fault stands in the way, it tries other
// targets.
func (w *world) runFault(ctx context.Context, f fault) {
	what, lift, err := w.begin(f)
	for end := time.Now().Add(maxLength); errors.Is(err, errSkipped) && time.Now().Before(end); f.target++ {
		pause(ctx, 50*time.Millisecond)
		what, lift, err = w.begin(f)
	}
	w.note("%s: begins (%v)", what, f.length)
	if err == nil {
		select {
		case <-ctx.Done():
		case <-time.After(f.length):
		}
		err = lift()
		w.note("%s: lifted", what)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case errors.Is(err, errLacking):
		w.lacking[f.kind] = err
	case errors.Is(err, errSkipped):
		w.skipped[f.kind]++
	case err != nil:
		w.t.Errorf("fault %s: %v", what, err)
	default:
		w.visited[f.kind]++
	}
}

// begin begins a fault. It returns what it is, and how it is lifted.
func (w *world) begin(f fault) (what string, lift func() error, err error) {
	form, rest, _ := strings.Cut(string(f.kind), " ")
	switch {
	case f.kind == "wrong clock":
		return w.setClock(f)
	case f.kind == "lost notices":
		w.loseNotices(true)
		return "lost notices", func() error { w.loseNotices(false); return nil }, nil
	case strings.HasPrefix(string(f.kind), "full disk "):
		return w.fillDisk(strings.TrimPrefix(string(f.kind), "full disk "))
	case form == "kill" || form == "stop" || form == "isolate":
		parts := w.partsOf(rest)
		part := parts[f.target%len(parts)]
		switch form {
		case "kill":
			return "kill " + part.name, func() error { part.release(); return nil }, part.hold()
		case "stop":
			return "stop " + part.name, func() error { return part.during(part.resume) }, part.during(part.suspend)
		}
		return w.isolate(part.name, f)
	}
	form, rest = f.form()
	var links []*link
	for _, l := range w.links {
		if l.kind == linkKind(rest) {
			links = append(links, l)
		}
	}
	l := links[f.target%len(links)]
	lift, err = l.disturb(form, f.how)
	return form + " " + l.name, lift, err
}

// form splits the kind of a link's fault.
func (f fault) form() (form, link string) {
	text := string(f.kind)
	i := strings.LastIndexByte(text, ' ')
	return text[:i], text[i+1:]
}

// suspend and resume are faults of a process. One that has ended has nothing to stop.
func (k *keeper) suspend() error {
	if k.Ended() || k.held.Load() > 0 {
		return errSkipped
	}
	return k.Suspend()
}

func (k *keeper) resume() error {
	if !k.Ended() {
		_ = k.Resume() // it may end just now
	}
	return nil
}

// isolate cuts all links of a part, or makes black holes of them.
func (w *world) isolate(part string, f fault) (what string, lift func() error, err error) {
	form := []string{"cut", "black hole"}[f.how%2]
	var lifts []func() error
	for _, l := range w.links {
		if !slices.Contains(l.ends[:], part) {
			continue
		}
		lift, bad := l.disturb(form, f.how)
		if bad == nil {
			lifts = append(lifts, lift)
		} else if !errors.Is(bad, errSkipped) {
			err = errors.Join(err, bad)
		}
	}
	if len(lifts) == 0 && err == nil {
		err = errSkipped
	}
	return "isolate " + part + " (" + form + ")", func() (err error) {
		for _, lift := range lifts {
			err = errors.Join(err, lift())
		}
		return err
	}, err
}

// setClock sets the clock of a node wrong.
func (w *world) setClock(f fault) (what string, lift func() error, err error) {
	parts := w.partsOf("node")
	part := parts[f.target%len(parts)]
	p := part.program.(*process)
	if part.Ended() {
		return "wrong clock " + part.name, nil, errSkipped
	}
	ahead := time.Duration(300+f.how%5000) * time.Millisecond
	if f.how%4 == 0 {
		ahead = -ahead
	}
	p.setClock(ahead)
	return fmt.Sprintf("wrong clock %s %v", part.name, ahead), func() error { p.setClock(0); return nil }, nil
}

// loseNotices says whether half of the notices that the nodes send and receive are lost, and
// some of the others come twice or late.
func (w *world) loseNotices(on bool) {
	for _, l := range w.links {
		if l.loss != nil {
			l.loss.on.Store(on)
		}
	}
}

// fillDisk fills the disk of a part. In the end the part is started again, as an operator
// does once there is room.
func (w *world) fillDisk(part string) (what string, lift func() error, err error) {
	what = "full disk " + part
	if w.noDisks != nil {
		return what, nil, fmt.Errorf("%w: %w", errLacking, w.noDisks)
	}
	k := w.partsOf(part)[0]
	ballast := filepath.Join(w.disks[part], "ballast")
	k.mayEnd.Add(1)
	if err := fill(ballast); err != nil {
		return what, nil, err
	}
	return what, func() error {
		time.AfterFunc(patience, func() { k.mayEnd.Add(-1) })
		return os.Remove(ballast)
	}, nil
}

// fill writes a file until the disk is full.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	block := make([]byte, 1<<20)
	for size := len(block); size > 0; {
		if _, err := f.Write(block[:size]); err != nil {
			size /= 4
		}
	}
	return f.Close()
}
