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
// what it answers with what the same code answers here, over random games.
func TestWebAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds WebAssembly")
	}
	var questions [][]string
	for _, g := range rules.All() {
		questions = append(questions, ask(g.Name())...)
	}
	questions = append(questions, ask("diminuendo:qkrbnp+qk+fp")...)
	questions = append(questions,
		[]string{"check", "shrink", "2k/1R1/K2 w - - 0 1"}, []string{"check", "shrink", "2k/1R1/K2 x - - 0 1"},
		[]string{"scenes", "draughts", "", "", "0"}, []string{"choices", "chess", "", "e2e5"}, []string{"choices"},
		[]string{"judge", "shrink", `{"moves":["e2e4","d7d5"],"goal":{"kind":"collapse"}}`, "e4d5"},
		[]string{"draft", `{"variant":"shrink"}`, `{"do":"size","numbers":[8,5]}`}, []string{"draft", `{"variant":"cheshire"}`, `{"do":"fen","text":"KK"}`})
	questions = append(questions, quoted(t)...)

	program := filepath.Join(t.TempDir(), "wane.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	asked, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	node := exec.Command("node", filepath.Join("testdata", "ask.mjs"), support, program)
	node.Stdin, node.Stderr = bytes.NewReader(asked), os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var answers []string
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(answers), len(questions))
	}
	d := newDesk()
	for i, q := range questions {
		if want := d.answer(q[0], q[1:]); answers[i] != want {
			t.Fatalf("%q\nWebAssembly: %s\n       here: %s", q, answers[i], want)
		}
	}
}

// quoted asks to read games and to write what was read.
func quoted(t *testing.T) [][]string {
	t.Helper()
	sheet, err := os.ReadFile("../../notation/testdata/shrink-score.txt")
	if err != nil {
		t.Fatal(err)
	}
	questions := [][]string{
		{"read", "shrink", "", string(sheet), ""}, {"read", "shrink", "", string(sheet), "1#15...Kb4"}, {"read", "shrink", "", "½ 1. e4 – “e5”", ""},
		{"read", "chess", "", "2k/1R1/K2 w - - 0 1", ""}, {"read", "go", "", "1. e4", ""}, {"read", "chess", "", "1. e4 e5", "x"}, {"write", "{"}, {"write", `{"variant":"chess"}`},
	}
	d := newDesk()
	for _, q := range questions[:2] {
		var answer struct {
			OK struct{ Games []json.RawMessage }
		}
		if err := json.Unmarshal([]byte(d.answer(q[0], q[1:])), &answer); err != nil || len(answer.OK.Games) != 1 {
			t.Fatalf("%d games, %v", len(answer.OK.Games), err)
		}
		questions = append(questions, []string{"write", string(answer.OK.Games[0])})
	}
	return questions
}

// ask asks about every position of a random game, and what a move there would do.
func ask(variant string) [][]string {
	r := rand.New(rand.NewPCG(3, 4))
	d := newDesk()
	var questions [][]string
	var moves []string
	for range 80 {
		so := strings.Join(moves, " ")
		q := []string{"choices", variant, "", so}
		var answer struct {
			OK struct {
				Routes []struct {
					Text  string
					Pawns []any
					Only  []string
				}
			}
		}
		if err := json.Unmarshal([]byte(d.answer(q[0], q[1:])), &answer); err != nil {
			panic(err)
		}
		questions = append(questions, q, []string{"scenes", variant, "", so, strconv.Itoa(len(moves))})
		routes := answer.OK.Routes
		if len(routes) == 0 {
			break
		}
		route := routes[r.IntN(len(routes))]
		next := route.Text + strings.Repeat("n", len(route.Pawns))
		if route.Only != nil {
			next = route.Text + route.Only[0]
		}
		questions = append(questions, []string{"preview", variant, "", so, route.Text})
		moves = append(moves, next)
	}
	return append(questions, []string{"scenes", variant, "", strings.Join(moves, " "), "0"})
}
