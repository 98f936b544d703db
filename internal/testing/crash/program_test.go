package crash

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	_ "github.com/wane-chess/wane/internal/server/node" // so that go test runs these tests again when the server has changed
)

// patience is how long a test waits for something that must happen. It measures no
// speed: the machine may be busy.
const patience = 60 * time.Second

// built is the program, built once for all tests.
var built struct {
	sync.Once
	dir string
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// program returns the path of the program. In short mode it skips the test: a quick
// test kills no processes.
func program(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("this builds the program and kills it")
	}
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "wane-crash-"); built.err == nil {
			built.err = build("../../..", built.dir)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "wane")
}

// wane returns a command of the program. In short mode it skips the test, as program does.
func wane(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return exec.Command(program(t), args...) //nolint:gosec // the program of this tree
}

// build builds the program of a source tree. It reads the folder of the commands, too, so that go test
// runs these tests again when one has changed.
func build(tree, to string) error {
	if _, err := os.ReadDir(filepath.Join(tree, "cmd", "wane")); err != nil {
		return err
	}
	//nolint:gosec // a test
	cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", to, "./cmd/wane")
	cmd.Dir = tree
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// startNode starts 'wane serve', which is killed when the test ends.
func startNode(t *testing.T, args ...string) *loadtest.Process {
	t.Helper()
	return startNodeOf(t, program(t), args...)
}

// startNodeOf is startNode for a program.
func startNodeOf(t *testing.T, program string, args ...string) *loadtest.Process {
	t.Helper()
	p, err := loadtest.StartProcess(t.Context(), logOf(t, "node"), program,
		append([]string{"serve", "--rate-limit=false"}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Kill() }) // the test may have done so already
	return p
}

func kill(t *testing.T, p *loadtest.Process) {
	t.Helper()
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
}

func restart(t *testing.T, p *loadtest.Process) {
	t.Helper()
	if err := p.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// processLog is the output of a process, shown if the test fails.
type processLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func logOf(t *testing.T, who string) *processLog {
	l := &processLog{}
	t.Cleanup(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if t.Failed() {
			t.Logf("output of the %s:\n%s", who, l.text.Bytes())
		}
	})
	return l
}

// Write implements io.Writer.
func (l *processLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}
