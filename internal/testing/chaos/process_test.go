package chaos

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
)

// child is what a process of the test binary does instead of tests: it is a node or a NATS
// server.
type child struct {
	Name, Addr string
	DB, NATS   string   // of a node
	Cluster    string   // address of a NATS server for other ones
	Routes     []string // to these
}

// childVariable holds a child, as JSON.
const childVariable = "CHAOS_CHILD"

func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		var c child
		err := json.Unmarshal([]byte(text), &c)
		if err == nil {
			err = c.run()
		}
		fmt.Fprintln(os.Stderr, "ended:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// run runs the child until its input ends, as it does when the test ends.
func (c child) run() error {
	if c.Cluster != "" {
		if err := c.runNATS(); err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, os.Stdin)
		return errors.New("the test has ended")
	}
	clock := &wrongClock{}
	ended := make(chan error, 2)
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			ahead, err := time.ParseDuration(lines.Text())
			if err != nil {
				ended <- err
			}
			clock.ahead.Store(int64(ahead))
		}
		ended <- errors.New("the test has ended")
	}()
	n, err := node.Start(context.Background(), node.Config{
		Addr: c.Addr, DB: c.DB, NATS: c.NATS, Name: c.Name, Workers: 1, Limits: limits.Limits{Off: true},
		Clock: clock,
		Log:   slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	fmt.Println(ready)
	go func() { ended <- n.Wait() }()
	return <-ended
}

// ready is what a child writes when it works.
const ready = "ready"

// runNATS starts a NATS server of a cluster. It tells neither clients nor servers of others:
// these must use the proxies.
func (c child) runNATS() error {
	host, port, err := splitAddr(c.Addr)
	if err != nil {
		return err
	}
	_, clusterPort, err := splitAddr(c.Cluster)
	if err != nil {
		return err
	}
	o := &server.Options{
		ServerName: c.Name, Host: host, Port: port, NoSigs: true,
		Cluster: server.ClusterOpts{
			Name: "chaos", Host: host, Port: clusterPort, Advertise: "127.0.0.1:1", NoAdvertise: true,
		},
	}
	for _, r := range c.Routes {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: r})
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.ConfigureLogger()
	s.Start()
	if !s.ReadyForConnections(patience) {
		return errors.New("the NATS server does not start")
	}
	fmt.Println(ready)
	return nil
}

func splitAddr(addr string) (host string, port int, err error) {
	a, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return "", 0, err
	}
	return a.IP.String(), a.Port, nil
}

// wrongClock is a node's clock, which the test sets. Like that of a machine it is steady
// beside the time that it shows.
type wrongClock struct{ ahead atomic.Int64 }

var began = time.Now()

// Now implements manager.Clock. It drops the steady reading, which would not follow a
// change.
func (c *wrongClock) Now() time.Time {
	return time.Now().Round(0).Add(time.Duration(c.ahead.Load()))
}

// AfterFunc implements manager.Clock.
func (c *wrongClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// Steady says how much time has passed, however the clock is set.
func (c *wrongClock) Steady() time.Duration { return time.Since(began) }

// program is what faults kill and stop.
type program interface {
	// Start starts it and returns once it works.
	Start() error
	Kill() error
	Suspend() error
	Resume() error
	Ended() bool
}

// process is a child as a program.
type process struct {
	child
	log io.Writer

	mu    sync.Mutex
	cmd   *exec.Cmd
	input io.WriteCloser
	ended chan struct{}
}

// Start implements program.
func (p *process) Start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	config, err := json.Marshal(p.child)
	if err != nil {
		return err
	}
	cmd := exec.Command(self) //nolint:gosec // this test
	cmd.Env = append(os.Environ(), childVariable+"="+string(config))
	cmd.Stderr = p.log
	killWithParent(cmd)
	input, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended, works := make(chan struct{}), make(chan struct{})
	p.mu.Lock()
	p.cmd, p.input, p.ended = cmd, input, ended
	p.mu.Unlock()
	go func() {
		defer close(ended)
		if lines := bufio.NewScanner(output); lines.Scan() && lines.Text() == ready {
			close(works)
		}
		_, _ = io.Copy(io.Discard, output)
		_ = cmd.Wait()
	}()
	select {
	case <-works:
		return nil
	case <-ended:
		return fmt.Errorf("%s ended at once", p.Name)
	case <-time.After(patience):
		_ = cmd.Process.Kill()
		<-ended
		return fmt.Errorf("%s did not start in %v", p.Name, patience)
	}
}

func (p *process) signal(s syscall.Signal) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return fmt.Errorf("%s was not started", p.Name)
	}
	return p.cmd.Process.Signal(s)
}

// Kill implements program.
func (p *process) Kill() error {
	err := p.signal(syscall.SIGKILL)
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	if err == nil {
		<-p.ended
	}
	return err
}

// Suspend implements program.
func (p *process) Suspend() error { return p.signal(syscall.SIGSTOP) }

// Resume implements program.
func (p *process) Resume() error { return p.signal(syscall.SIGCONT) }

// Ended implements program.
func (p *process) Ended() bool {
	p.mu.Lock()
	ended := p.ended
	p.mu.Unlock()
	if ended == nil {
		return true
	}
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

// setClock sets how far the clock of a node is ahead.
func (p *process) setClock(ahead time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintln(p.input, ahead) // it may have ended; the next one has a right clock
}

// keeper keeps a program running, as the init system of a machine does: one that ends is
// started again, unless a fault holds it down.
type keeper struct {
	program
	name string
	// mayEnd counts the faults by which the program may end by itself just now, such as a full disk.
	mayEnd atomic.Int32

	held atomic.Int32 // faults that hold it down

	mu     sync.Mutex // held while the program starts or ends
	deaths []string   // unexpected ones
	ran    bool       // since the last Kill
}

// keep looks after the program until the context is done.
func (k *keeper) keep(ctx context.Context) {
	for ctx.Err() == nil {
		rest := keeperPause
		k.mu.Lock()
		if k.held.Load() == 0 && k.Ended() {
			if k.ran && k.mayEnd.Load() == 0 {
				k.deaths = append(k.deaths, fmt.Sprintf("%s ended by itself", k.name))
			}
			k.ran = k.Start() == nil
			if !k.ran {
				rest = restartPause
			}
		}
		k.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
	}
}

const (
	keeperPause  = 50 * time.Millisecond
	restartPause = 500 * time.Millisecond // after a start that failed
)

// hold kills the program and keeps it down until release.
func (k *keeper) hold() error {
	k.held.Add(1)
	if p, ok := k.program.(*process); ok {
		_ = p.Kill() // it may be starting
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ran = false
	if k.Ended() {
		return nil
	}
	return k.Kill()
}

// release lets the program start again.
func (k *keeper) release() { k.held.Add(-1) }

// during calls f while the program neither starts nor ends.
func (k *keeper) during(f func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return f()
}
