package loadtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// startTime is the longest time for a server to start.
const startTime = 30 * time.Second

// Process is a server process.
type Process struct {
	program string
	args    []string
	addr    string
	log     io.Writer

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{} // closed at the end of the process; err says how
	err   error
	ready time.Duration
}

// StartProcess starts a server: the program with the arguments, --addr and a free
// local address. It returns when the server answers /readyz. The server's standard
// error goes to log.
func StartProcess(ctx context.Context, log io.Writer, program string, args ...string) (*Process, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Process{program: program, args: args, addr: l.Addr().String(), log: log}
	if err := l.Close(); err != nil {
		return nil, err
	}
	return p, p.Start(ctx)
}

// URL returns the server's address.
func (p *Process) URL() string { return "http://" + p.addr }

// Ready returns the time from the server's start to its first answer.
func (p *Process) Ready() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ready
}

// Start restarts the server after Kill, at the same address, and returns when it
// answers.
func (p *Process) Start(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	args := slices.Concat(p.args, []string{"--addr", p.addr})
	p.cmd = exec.Command(p.program, args...) //nolint:gosec,noctx // the caller's program, which outlives ctx
	p.cmd.Stderr = p.log
	// Variables in the environment are for other servers: this one must not fill their
	// database.
	p.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "WANE_") })
	killWithParent(p.cmd)
	begun := time.Now()
	if err := p.cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	p.ended = ended
	cmd := p.cmd
	go func() {
		p.err = cmd.Wait()
		close(ended)
	}()
	if err := p.await(ctx); err != nil {
		_ = cmd.Process.Kill()
		<-ended
		return err
	}
	p.ready = time.Since(begun)
	return nil
}

// await waits for the server to answer.
func (p *Process) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	hc := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL()+"/readyz", nil)
		if err != nil {
			return err
		}
		if resp, err := hc.Do(req); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-p.ended:
			return fmt.Errorf("the server ended at once: %w", ended(p.err))
		case <-ctx.Done():
			return fmt.Errorf("the server did not get ready in %v: %w", startTime, ctx.Err())
		}
	}
}

// ended returns the error of a process that ended unexpectedly.
func ended(err error) error {
	if err == nil {
		return errors.New("it exited without an error")
	}
	return err
}

// Restart kills the process and starts it again.
func (p *Process) Restart(ctx context.Context) error {
	if err := p.Kill(); err != nil {
		return err
	}
	return p.Start(ctx)
}

// Kill kills the process and waits for its end. If it had ended by itself, that is an
// error.
func (p *Process) Kill() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
		return fmt.Errorf("the server had ended before it was killed: %w", ended(p.err))
	default:
	}
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.ended
	return nil
}

// Memory returns the process's memory in bytes. Except on Linux, the error is
// errors.ErrUnsupported.
func (p *Process) Memory() (int64, error) {
	if runtime.GOOS != "linux" {
		return 0, fmt.Errorf("the memory of a process: %w", errors.ErrUnsupported)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kb << 10, err
		}
	}
	return 0, errors.New("memory unknown: the process has ended")
}

// metrics returns the metrics of a server as text.
func metrics(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/metrics", nil)
	if err != nil {
		return "", err
	}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

// Gauge reads the server's state for a soak: its memory, its metrics, and the size of the
// database in a folder; empty: that is elsewhere.
func (p *Process) Gauge(ctx context.Context, folder string) (s Sample, err error) {
	memory, err := p.Memory()
	if err != nil {
		return s, err
	}
	files, err := p.Files()
	if err != nil {
		return s, err
	}
	s.Memory, s.Files = float64(memory), float64(files)
	text, err := metrics(ctx, p.URL())
	if err != nil {
		return s, err
	}
	for name, to := range map[string]*float64{"go_goroutines": &s.Goroutines, "go_memstats_next_gc_bytes": &s.Heap} {
		_, rest, _ := strings.Cut(text, "\n"+name+" ")
		number, _, _ := strings.Cut(rest, "\n")
		if *to, err = strconv.ParseFloat(number, 64); err != nil {
			return s, fmt.Errorf("metric %s: %w", name, err)
		}
	}
	s.Heap /= 2 // the next collection is due at twice what the last one left
	if folder == "" {
		return s, nil
	}
	parts, err := filepath.Glob(filepath.Join(folder, "wane.db*"))
	for _, part := range parts {
		if info, e := os.Stat(part); e == nil {
			s.Database += float64(info.Size())
		}
	}
	return s, err
}
