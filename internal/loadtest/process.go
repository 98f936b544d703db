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
	"strconv"
	"strings"
	"time"
)

// Process is a server in a process of its own.
type Process struct {
	program string
	args    []string
	addr    string
	log     io.Writer
	cmd     *exec.Cmd
}

// StartProcess starts a server: the program with the arguments, followed by
// --addr and an address of this machine that is free. It returns when the server
// answers. What it writes goes to log.
func StartProcess(ctx context.Context, log io.Writer, program string, args ...string) (*Process, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Process{program: program, args: args, addr: l.Addr().String(), log: log}
	if err := l.Close(); err != nil {
		return nil, err
	}
	return p, p.start(ctx)
}

// URL is where the server answers.
func (p *Process) URL() string { return "http://" + p.addr }

func (p *Process) start(ctx context.Context) error {
	p.cmd = exec.Command(p.program, append(p.args[:len(p.args):len(p.args)], "--addr", p.addr)...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL()+"/readyz", nil)
		if err != nil {
			return err
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			_ = p.Stop()
			return errors.New("the server did not get ready in 30 seconds")
		}
	}
}

// Restart kills the process without warning and starts it again.
func (p *Process) Restart(ctx context.Context) error {
	if err := p.Stop(); err != nil {
		return err
	}
	return p.start(ctx)
}

// Stop kills the process without warning, and waits until it is gone.
func (p *Process) Stop() error {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	_ = p.cmd.Wait() // it says that it was killed
	return nil
}

// Memory returns how many bytes of memory the process occupies. Only Linux tells.
func (p *Process) Memory() (int64, error) {
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
	return 0, errors.New("the system does not tell the memory of a process")
}
