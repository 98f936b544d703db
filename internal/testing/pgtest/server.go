package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// patience bounds how long a server may take to start; a busy machine needs
// seconds.
const patience = 60 * time.Second

// keeper waits until its input ends, as it does when the process that has started it
// ends, even by a kill. Then it stops the server and removes the folder.
const keeper = `read -r _
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
n=0
while [ -e "$1/data/postmaster.pid" ] && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
rm -rf "$1"`

// Server is a PostgreSQL server for tests. Its methods must not be called
// concurrently.
type Server struct {
	bin, dir string
	setup    Setup
	port     int  // with Setup.Loopback
	durable  bool // waits for the disk
	as       *syscall.Credential
	alive    io.Closer // the keeper's input
	made     int       // number of databases

	process *os.Process
	ended   chan struct{} // closed when the process has ended; nil before the first start
}

// newServer creates a server and starts it.
func newServer(setup Setup, durable bool) (*Server, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	as, err := owner()
	if err != nil {
		return nil, err
	}
	dir, err := folder(as, setup.Parent)
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, as: as, setup: setup, durable: durable}
	if setup.Loopback {
		if s.port, err = freePort(); err != nil {
			return nil, err
		}
	}
	args := []string{
		"-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions",
	}
	if setup.SmallLog {
		args = append(args, "--wal-segsize=1")
	}
	initdb := s.command(filepath.Join(bin, "initdb"), args...)
	if out, err := initdb.CombinedOutput(); err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	watch := s.command("sh", "-c", keeper, "keeper", dir)
	if s.alive, err = watch.StdinPipe(); err == nil {
		err = watch.Start()
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("start the keeper: %w", err)
	}
	go func() { _ = watch.Wait() }()
	if err := s.Start(); err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// log returns the path of the server's log since its last start.
func (s *Server) log() string { return filepath.Join(s.dir, "log") }

// command returns a command that runs as the server's user in its folder.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...) //nolint:gosec // a program of PostgreSQL
	cmd.Dir = s.dir
	// A process group of its own: Ctrl-C in the terminal reaches only the test.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.as}
	if s.as != nil {
		cmd.Env = append(os.Environ(), "HOME="+s.dir)
	}
	return cmd
}

// Start starts the server after Kill or Stop and returns when it answers.
func (s *Server) Start() error {
	if s.runs() {
		return errors.New("the server is already running")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		if err := s.launch(); err != nil {
			return err
		}
		err := s.await(ctx)
		if err == nil {
			return nil
		}
		// The server does not start before all processes of a killed one have ended and
		// released their shared memory, which takes a moment.
		log, _ := os.ReadFile(s.log())
		if s.runs() || ctx.Err() != nil || !strings.Contains(string(log), "pre-existing shared memory block") {
			return fmt.Errorf("the server does not answer: %w\n%s", err, log)
		}
	}
}

func (s *Server) launch() error {
	log, err := os.Create(s.log())
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	// A small shared memory makes every process of the server cheaper.
	settings := []string{"listen_addresses=", "max_connections=200", "shared_buffers=8MB", "fsync=on"}
	if s.setup.Loopback {
		settings = append(settings, "listen_addresses=127.0.0.1", fmt.Sprintf("port=%d", s.port))
	}
	if s.setup.SmallLog {
		settings = append(settings, "min_wal_size=2MB", "max_wal_size=4MB", "wal_recycle=off")
	}
	if !s.durable {
		settings = append(settings, "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
			"autovacuum=off")
	}
	args := []string{"-D", s.data(), "-k", s.dir}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	cmd := s.command(filepath.Join(s.bin, "postgres"), args...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	s.process, s.ended = cmd.Process, ended
	return nil
}

func (s *Server) runs() bool {
	if s.ended == nil {
		return false
	}
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// await waits until the server answers or has ended.
func (s *Server) await(ctx context.Context) error {
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return err
		case <-s.ended:
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// URL returns the address of a database of the server.
func (s *Server) URL(database string) string {
	if s.setup.Loopback {
		return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable&connect_timeout=60", s.port, database)
	}
	return fmt.Sprintf("postgres:///%s?host=%s&user=postgres&connect_timeout=60", database, s.dir)
}

// Database creates an empty database and returns its address.
func (s *Server) Database() (string, error) { return s.create("") }

// copy copies a database, which must have no connections, and returns the address of
// the copy.
func (s *Server) copy(url string) (string, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return "", err
	}
	return s.create(" TEMPLATE " + config.Database)
}

func (s *Server) create(how string) (string, error) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return "", err
	}
	s.made++
	name := fmt.Sprintf("test%d", s.made)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name+how)
	return s.URL(name), errors.Join(err, conn.Close(ctx))
}

// freePort returns a free port of 127.0.0.1.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// Kill kills the server with SIGKILL, as in a crash. Its data stay.
func (s *Server) Kill() error {
	_ = s.Resume() // stopped processes would stay, and keep the next server from starting
	return s.halt(syscall.SIGKILL)
}

// Suspend stops all processes of the server with SIGSTOP: it is silent, but keeps its
// connections. It is for Linux.
func (s *Server) Suspend() error { return s.signalAll(syscall.SIGSTOP) }

// Resume continues a suspended server.
func (s *Server) Resume() error { return s.signalAll(syscall.SIGCONT) }

// signalAll sends a signal to the server's first process, then to the others.
func (s *Server) signalAll(signal syscall.Signal) error {
	if !s.runs() {
		return errors.New("the server is not running")
	}
	if err := s.process.Signal(signal); err != nil {
		return err
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", s.process.Pid))
	for field := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(field); err == nil {
			_ = syscall.Kill(pid, signal) // it may have ended
		}
	}
	return err
}

// Ended reports whether the server has ended, by itself or by Kill or Stop.
func (s *Server) Ended() bool { return !s.runs() }

// Stop shuts the server down without waiting for its clients. Its data stay.
func (s *Server) Stop() error { return s.halt(syscall.SIGINT) }

func (s *Server) halt(signal syscall.Signal) error {
	if !s.runs() {
		return errors.New("the server is not running")
	}
	if err := s.process.Signal(signal); err != nil {
		return err
	}
	<-s.ended
	return nil
}

// remove stops the server and removes its folder.
func (s *Server) remove() {
	if s.runs() {
		_ = s.halt(syscall.SIGQUIT)
	}
	_ = os.RemoveAll(s.dir)
	_ = s.alive.Close()
}
