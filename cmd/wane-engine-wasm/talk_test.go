package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/page/engineworker"
)

var built struct {
	sync.Once
	folder, program string
	err             error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.folder != "" {
		_ = os.RemoveAll(built.folder)
	}
	os.Exit(code)
}

// build builds the program once, as 'make web' does.
func build(t testing.TB) string {
	t.Helper()
	built.Do(func() {
		if built.folder, built.err = os.MkdirTemp("", "wane-engine-wasm"); built.err != nil {
			return
		}
		built.program = filepath.Join(built.folder, "wane-engine.wasm")
		cmd := exec.Command("go", "build", "-pgo", "profile.pgo", "-ldflags", "-s -w", "-o", built.program, ".")
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if out, err := cmd.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.program
}

// node is the program under Node.js.
type node struct {
	t   testing.TB
	in  io.Writer
	out *bufio.Scanner
}

// start builds and starts the program.
func start(t testing.TB) *node {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	cmd := exec.Command("node", filepath.Join("testdata", "talk.mjs"), support, build(t),
		filepath.Join("..", "..", "engine", "eval", "networks"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("node: %v", err)
		}
	})
	n := &node{t: t, in: in, out: bufio.NewScanner(out)}
	n.out.Buffer(nil, 1<<20)
	if a := n.next(); a.T != "readyok" {
		t.Fatalf("the first answer is %+v", a)
	}
	return n
}

func (n *node) line() string {
	n.t.Helper()
	if !n.out.Scan() {
		n.t.Fatalf("the program has ended: %v", n.out.Err())
	}
	return n.out.Text()
}

func (n *node) write(line string) {
	n.t.Helper()
	if _, err := io.WriteString(n.in, line+"\n"); err != nil {
		n.t.Fatal(err)
	}
}

func (n *node) send(c engineworker.Command) {
	n.t.Helper()
	b, err := json.Marshal(c)
	if err != nil {
		n.t.Fatal(err)
	}
	n.write(string(b))
}

func (n *node) next() (a engineworker.Answer) {
	n.t.Helper()
	if line := n.line(); json.Unmarshal([]byte(line), &a) != nil {
		n.t.Fatalf("the program says %q", line)
	}
	return a
}

// search sends a command and waits for its result.
func (n *node) search(c engineworker.Command) *engineworker.Info {
	n.t.Helper()
	n.send(c)
	for {
		switch a := n.next(); {
		case a.ID != c.ID || a.T != "info" && a.T != "bestmove":
			n.t.Fatalf("%+v: the answer is %+v", c, a)
		case a.T == "bestmove":
			return a.Info
		}
	}
}

// number asks testdata/talk.mjs for a number.
func (n *node) number(name string) int {
	n.t.Helper()
	n.write(name)
	for {
		line := n.line()
		if strings.HasPrefix(line, "{") {
			continue // an info
		}
		number, err := strconv.Atoi(line)
		if err != nil {
			n.t.Fatal(err)
		}
		return number
	}
}
