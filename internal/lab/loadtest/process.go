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
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// startTime is how long a server may take until it answers.
const startTime = 30 * time.Second

// Process is a server in a process of its own.
type Process struct {
	program string
	args    []string
	addr    string
	log     io.Writer

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{} // closed when the process has ended, as err says
	err   error
	ready time.Duration
}

// StartProcess starts a server: the program with the arguments, followed by
// --addr and an address of this machine that is free. It returns when the server
// answers /readyz. What it writes to standard error goes to log.
func StartProcess(ctx context.Context, log io.Writer, program string, args ...string) (*Process, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Process{program: program, args: args, addr: l.Addr().String(), log: log}
	if err := l.Close(); err != nil {
		return nil, err
	}
	return p, p.Start(ctx)
}

// URL is where the server answers.
func (p *Process) URL() string { return "http://" + p.addr }

// Ready is how long the server took from its start until it answered.
func (p *Process) Ready() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ready
}

// Start starts the server after Kill, at the same address, and returns when it
// answers.
func (p *Process) Start(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd = exec.Command(p.program, append(p.args[:len(p.args):len(p.args)], "--addr", p.addr)...) //nolint:gosec // the caller's program
	p.cmd.Stderr = p.log
	// What the environment says is meant for other servers: this one must not fill
	// their database.
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

// await waits until the server answers.
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

// ended is the error of a process that ended although it should not.
func ended(err error) error {
	if err == nil {
		return errors.New("it exited without an error")
	}
	return err
}

// Restart kills the process without warning and starts it again.
func (p *Process) Restart(ctx context.Context) error {
	if err := p.Kill(); err != nil {
		return err
	}
	return p.Start(ctx)
}

// Kill ends the process without warning, and returns when it is gone. It is an
// error if it had ended already by itself.
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

// Memory returns how many bytes of memory the process occupies. Only Linux tells;
// elsewhere the error is errors.ErrUnsupported.
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
	return 0, errors.New("no memory figure: the process has ended")
}
