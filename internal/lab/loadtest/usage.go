package loadtest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// Part is a process that takes part in a run, or several, such as a server.
type Part struct {
	Name string
	// Usage returns the processor time that it has used: its own, and the system's for it.
	Usage func() (user, system time.Duration, err error)
}

// Cost is the processor time that a part has used while games were played.
type Cost struct {
	Part         string
	User, System time.Duration
}

func (c Cost) all() time.Duration { return c.User + c.System }

// meter measures the costs of the parts.
type meter struct {
	parts     []Part
	begun     []Cost
	used, all time.Duration // see machineUsage
}

// startMeter starts to measure the parts and this process, whose clients play.
func startMeter(parts []Part) (*meter, error) {
	m := &meter{parts: append(parts[:len(parts):len(parts)], Part{"clients", ownUsage})}
	var err error
	m.begun, err = m.read()
	m.used, m.all, _ = machineUsage()
	return m, err
}

func (m *meter) read() ([]Cost, error) {
	costs := make([]Cost, 0, len(m.parts))
	for _, p := range m.parts {
		user, system, err := p.Usage()
		if errors.Is(err, errors.ErrUnsupported) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the processor time of %s: %w", p.Name, err)
		}
		costs = append(costs, Cost{p.Name, user, system})
	}
	return costs, nil
}

// costs returns what the parts have used since the start, or nil where this is unknown. A
// part that was restarted counts from its last start.
func (m *meter) costs() ([]Cost, error) {
	now, err := m.read()
	for i := range now {
		if b := m.begun[i]; now[i].User >= b.User && now[i].System >= b.System {
			now[i].User -= b.User
			now[i].System -= b.System
		}
	}
	return now, err
}

// busy returns the part of the machine's processor time that all its programs used since the
// start, or 0 where this is unknown.
func (m *meter) busy() float64 {
	used, all, err := machineUsage()
	if err != nil || all <= m.all {
		return 0
	}
	return (used - m.used).Seconds() / (all - m.all).Seconds()
}

// formatCosts formats the processor time of each part, its share, and that of a move.
func formatCosts(costs []Cost, moves int, took time.Duration, busy float64) string {
	if len(costs) == 0 {
		return ""
	}
	var all time.Duration
	for _, c := range costs {
		all += c.all()
	}
	perMove := func(d time.Duration) time.Duration { return (d / time.Duration(max(moves, 1))).Round(time.Microsecond) }
	s := "processor time of play     user    system  share  per move\n"
	for _, c := range costs {
		s += fmt.Sprintf("  %-18s %9.1f s %7.1f s  %3.0f %%  %8v\n", c.Part, c.User.Seconds(), c.System.Seconds(),
			100*float64(c.all())/float64(max(all, 1)), perMove(c.all()))
	}
	return s + fmt.Sprintf("  together %v per move, %.0f %% of %s; with other programs %.0f %%\n", perMove(all),
		100*all.Seconds()/took.Seconds()/float64(runtime.NumCPU()), message.Plural(runtime.NumCPU(), "processor"), 100*busy)
}

// Usage returns the processor time of the process. Except on Linux, the error is
// errors.ErrUnsupported.
func (p *Process) Usage() (user, system time.Duration, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return usageOf(p.cmd.Process.Pid)
}

// Files returns the number of files that the process has open, as Usage.
func (p *Process) Files() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid))
	return len(list), err
}

// usageOf returns the processor time of a process.
func usageOf(pid int) (user, system time.Duration, err error) {
	if runtime.GOOS != "linux" {
		return 0, 0, fmt.Errorf("the processor time of a process: %w", errors.ErrUnsupported)
	}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, err
	}
	_, rest, _ := strings.Cut(string(data), ") ") // after the name
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, 0, fmt.Errorf("/proc/%d/stat is invalid", pid)
	}
	u, err1 := strconv.ParseInt(fields[11], 10, 64)
	s, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(u) * tick, time.Duration(s) * tick, errors.Join(err1, err2)
}

// tick is the unit of /proc/PID/stat.
const tick = 10 * time.Millisecond

// UsageOfAll returns the processor time of all processes of this machine with a name, such as
// postgres, as Process.Usage. Those that have ended do not count.
func UsageOfAll(name string) (user, system time.Duration, err error) {
	if runtime.GOOS != "linux" {
		return usageOf(0)
	}
	list, err := os.ReadDir("/proc")
	if err != nil {
		return 0, 0, err
	}
	for _, entry := range list {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if own, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err != nil || strings.TrimSpace(string(own)) != name {
			continue
		}
		if u, s, err := usageOf(pid); err == nil {
			user, system = user+u, system+s
		}
	}
	return user, system, nil
}

// machineUsage returns the processor time that all programs of this machine have used, and all
// that there was.
func machineUsage() (used, all time.Duration, err error) {
	if runtime.GOOS != "linux" {
		return 0, 0, fmt.Errorf("the processor time of the machine: %w", errors.ErrUnsupported)
	}
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0, err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	fields := strings.Fields(line)
	for i, field := range fields[1:min(len(fields), 9)] { // guests are part of the first two
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, 0, err
		}
		all += time.Duration(n) * tick
		if i != 3 && i != 4 { // idle, and idle because of the disk
			used += time.Duration(n) * tick
		}
	}
	return used, all, nil
}
