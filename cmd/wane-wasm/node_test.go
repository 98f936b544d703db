package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/rules"
)

// TestWebAssembly builds the program for pages, runs it under Node and compares
// its results with those of the same code here, over random games.
func TestWebAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds WebAssembly")
	}
	var calls [][]string
	for _, g := range rules.All() {
		calls = append(calls, gameCalls(g.Name())...)
	}
	calls = append(calls, gameCalls("diminuendo:qkrbnp+qk+fp")...)
	calls = append(calls,
		[]string{"check", "shrink", "2k/1R1/K2 w - - 0 1"}, []string{"check", "shrink", "2k/1R1/K2 x - - 0 1"},
		[]string{"views", "draughts", "", "", "0"}, []string{"choices", "chess", "", "e2e5"}, []string{"choices"},
		[]string{"judge", "shrink", `{"moves":["e2e4","d7d5"],"goal":{"kind":"collapse"}}`, "e4d5"},
		[]string{"draft", `{"variant":"shrink"}`, `{"do":"size","numbers":[8,5]}`},
		[]string{"draft", `{"variant":"cheshire"}`, `{"do":"fen","text":"KK"}`})
	calls = append(calls, studyCalls(t)...)

	program := filepath.Join(t.TempDir(), "wane.wasm")
	build := exec.Command("go", "build", "-pgo", "../wane-engine-wasm/profile.pgo", "-ldflags", "-s -w", "-o", program,
		".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	node := exec.Command("node", filepath.Join("testdata", "call.mjs"), support, program)
	node.Stdin, node.Stderr = bytes.NewReader(input), os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var results []string
	if err := json.Unmarshal(out, &results); err != nil {
		t.Fatal(err)
	}
	if len(results) != len(calls) {
		t.Fatalf("%d results of %d calls", len(results), len(calls))
	}
	r := &recentLines{}
	for i, q := range calls {
		if want := r.call(q[0], q[1:]); results[i] != want {
			t.Fatalf("%q\nWebAssembly: %s\n       here: %s", q, results[i], want)
		}
	}
}

// studyCalls reads games and writes them again.
func studyCalls(t *testing.T) [][]string {
	t.Helper()
	sheet, err := os.ReadFile("../../notation/testdata/shrink-score.txt")
	if err != nil {
		t.Fatal(err)
	}
	calls := [][]string{
		{"read", "shrink", "", string(sheet), ""}, {"read", "shrink", "", string(sheet), "1#15...Kb4"},
		{"read", "shrink", "", "½ 1. e4 – “e5”", ""},
		{"read", "chess", "", "2k/1R1/K2 w - - 0 1", ""}, {"read", "go", "", "1. e4", ""},
		{"read", "chess", "", "1. e4 e5", "x"}, {"write", "{"}, {"write", `{"variant":"chess"}`},
	}
	r := &recentLines{}
	for _, q := range calls[:2] {
		var answer struct {
			OK struct {
				Games   []json.RawMessage
				Skipped []struct{ Game json.RawMessage }
			}
		}
		if err := json.Unmarshal([]byte(r.call(q[0], q[1:])), &answer); err != nil {
			t.Fatal(err)
		}
		games := answer.OK.Games
		for _, skipped := range answer.OK.Skipped {
			games = append(games, skipped.Game)
		}
		if len(games) != 1 {
			t.Fatalf("%d games", len(games))
		}
		calls = append(calls, []string{"write", string(games[0])})
	}
	return calls
}

// gameCalls asks about every position of a random game and a move there.
func gameCalls(variant string) [][]string {
	r := rand.New(rand.NewPCG(3, 4))
	lines := &recentLines{}
	var calls [][]string
	var moves []string
	for range 80 {
		line := strings.Join(moves, " ")
		q := []string{"choices", variant, "", line}
		var answer struct {
			OK struct {
				Routes []struct {
					Text       string
					Promotions []any
					Only       []string
				}
			}
		}
		if err := json.Unmarshal([]byte(lines.call(q[0], q[1:])), &answer); err != nil {
			panic(err)
		}
		calls = append(calls, q, []string{"views", variant, "", line, strconv.Itoa(len(moves))})
		routes := answer.OK.Routes
		if len(routes) == 0 {
			break
		}
		route := routes[r.IntN(len(routes))]
		next := route.Text + strings.Repeat("n", len(route.Promotions))
		if route.Only != nil {
			next = route.Text + route.Only[0]
		}
		calls = append(calls, []string{"preview", variant, "", line, route.Text})
		moves = append(moves, next)
	}
	return append(calls, []string{"views", variant, "", strings.Join(moves, " "), "0"})
}
