package engines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a program that reads and writes lines. No method waits without a limit,
// whatever the program does.
type process struct {
	cmd   *exec.Cmd
	in    *os.File
	lines chan string   // its output; closed at the end of the output
	ended chan struct{} // closed when the process has ended
	err   error         // how it ended; valid after ended
	tail  tail          // the end of its standard error
	kill  sync.Once
}

// writeTime is the longest time for a program to read a line.
const writeTime = 5 * time.Second

// maxLine is the longest line of a program, in bytes.
const maxLine = 1 << 20

// errEnded is the error of a program that has ended.
var errEnded = errors.New("the program ended")

// start runs a command.
func start(command []string) (*process, error) {
	// Own pipes, since those of package exec have no deadlines.
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, inRead.Close(), inWrite.Close())
	}
	p := &process{
		cmd:   exec.Command(command[0], command[1:]...), //nolint:noctx // an engine ends at its quit
		in:    inWrite,
		lines: make(chan string, 64),
		ended: make(chan struct{}),
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inRead, outWrite, &p.tail
	p.cmd.WaitDelay = time.Second
	ownGroup(p.cmd)
	err = p.cmd.Start()
	_, _ = inRead.Close(), outWrite.Close() // the program has copies
	if err != nil {
		_, _ = inWrite.Close(), outRead.Close()
		return nil, err
	}
	go p.read(outRead)
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// read passes the program's lines to the channel.
func (p *process) read(out *os.File) {
	defer close(p.lines)
	defer func() { _ = out.Close() }()
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case p.lines <- strings.TrimRight(scanner.Text(), "\r"):
		case <-p.ended:
			// The receiver may be gone. Keep as much of the rest as fits.
			select {
			case p.lines <- strings.TrimRight(scanner.Text(), "\r"):
			default:
				return
			}
		}
	}
}

// send writes a line.
func (p *process) send(line string) error {
	_ = p.in.SetWriteDeadline(time.Now().Add(writeTime)) // a pipe without deadlines is written to without
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return &Failure{Hang, fmt.Errorf("it does not read %.40q", line)}
		}
		return p.endError()
	}
	return nil
}

// line returns the program's next line.
func (p *process) line(ctx context.Context) (string, error) {
	select {
	case s, ok := <-p.lines:
		if !ok {
			return "", p.endError()
		}
		return s, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// endError returns the error of a program that ended too early.
func (p *process) endError() error {
	err := errEnded
	select {
	case <-p.ended:
		if p.err != nil {
			err = fmt.Errorf("%w: %w", errEnded, p.err)
		}
	case <-time.After(writeTime): // it closed its output but still runs
	}
	if said := p.tail.String(); said != "" {
		err = fmt.Errorf("%w; it wrote %q", err, said)
	}
	return &Failure{Crash, err}
}

// end sends a last line to the program, and kills it if it does not end in time.
func (p *process) end(line string, wait time.Duration) {
	p.kill.Do(func() {
		if p.send(line) == nil {
			timer := time.NewTimer(wait)
			defer timer.Stop()
		drain:
			for lines := p.lines; ; {
				select {
				case <-p.ended:
					break drain
				case <-timer.C:
					break drain
				case _, ok := <-lines:
					if !ok {
						lines = nil
					}
				}
			}
		}
		killGroup(p.cmd) // also processes that the program started
		_ = p.in.Close()
		<-p.ended
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the length of that end, in bytes.
const maxTail = 300

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text); n > maxTail {
		t.text = append(t.text[:0], t.text[n-maxTail:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
