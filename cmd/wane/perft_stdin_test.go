package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"testing"
)

const begin = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Every line has one answer, whatever its content.
func TestPerftLines(t *testing.T) {
	lines := []struct{ line, answer string }{
		{"chess\t" + begin + "\t2", "400"},
		{"", "error: the line is empty; expected three tab-separated fields: variant, FEN and depth"},
		{" \t ", "error: the line is empty"},
		{"chess\t" + begin + "\t2\r", "400"},
		{" chess \t " + begin + " \t 1 ", "20"},
		{"chess\t" + begin + "\t0", "1"},
		{"chess\t" + begin + "\t-1", `error: depth "-1": expected plies (0–30)`},
		{"chess\t" + begin + "\t99999999999999999999", "error: depth \"999"},
		{"chess\t" + begin + "\t1\t", "error: expected three tab-separated fields"},
		{"chess " + begin + " 1", "error: expected three tab-separated fields: variant, FEN and depth; got 1"},
		{"chess\t\t1", "error: parse FEN: no board"},
		{"\t" + begin + "\t1", `error: unknown game ""`},
		{strings.Repeat("x", maxLine-1), "error: expected three tab-separated fields"},
		{strings.Repeat("x", maxLine), "error: the line is longer than 65536 bytes"},
		{strings.Repeat("x\t", 10*maxLine), "error: the line is longer than 65536 bytes"},
		{"go\t" + begin + "\t1", `error: unknown game "go"`},
		{"\x00\xff\r\r", "error: expected three tab-separated fields"},
		{"shrink\t" + begin + "\t3", "8902"}, // without the end of a line
	}
	asked := make([]string, len(lines))
	for i, l := range lines {
		asked[i] = l.line
	}
	for _, threads := range []string{"1", "3"} {
		code, out, errs := wane(t, strings.Join(asked, "\n"), "perft", "--stdin", "--threads", threads)
		answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if code != 0 || errs != "" || len(answers) != len(lines) {
			t.Fatalf("code %d, %d answers to %d lines, %s", code, len(answers), len(lines), errs)
		}
		for i, l := range lines {
			if !strings.HasPrefix(answers[i], l.answer) || l.answer[0] != 'e' && answers[i] != l.answer {
				t.Errorf("%.60q: got %q, want %q", l.line, answers[i], l.answer)
			}
		}
	}
}

// Another program can send one line at a time and wait for the answer.
func TestPerftLinesAnswerAtOnce(t *testing.T) {
	ask, in := io.Pipe()
	out, answer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := perftLines(ask, answer, 1)
		_ = answer.Close()
		done <- err
	}()
	answers := bufio.NewReader(out)
	for range 3 {
		if _, err := io.WriteString(in, "chess\t"+begin+"\t1\n"); err != nil {
			t.Fatal(err)
		}
		if got, err := answers.ReadString('\n'); err != nil || got != "20\n" {
			t.Fatalf("%q, %v", got, err)
		}
	}
	_ = in.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// The answer is one line, whatever the input.
func FuzzPerftLine(f *testing.F) {
	for _, s := range []string{"chess\t" + begin + "\t1", "shrink\t" + small + "\t0", "\t\t", "x\r\ty",
		"diminuendo:pbnrqk\tx\t30"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, depth, err := parsePerft(line)
		if err == nil && depth > 1 {
			return // may take forever
		}
		answer := perftAnswer(line, 1)
		if strings.ContainsAny(answer, "\r\n") || strings.HasPrefix(answer, "error: ") != (err != nil) {
			t.Errorf("%q: %q", line, answer)
		}
		if err == nil && depth == 1 && answer != strconv.Itoa(p.LegalCount()) {
			t.Errorf("%q: %s, but there are %d moves", line, answer, p.LegalCount())
		}
	})
}
