package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestBench(t *testing.T) {
	for _, c := range []struct {
		name string
		args string
		code int
		out  string // a part of standard output
		not  string // not in standard output
		err  string // a part of standard error
	}{
		{"a depth", "-v shrink --depth 3", 0, "\nBench: ", "", ""},
		{"a family", "-v diminuendo --depth 2", 0, "diminuendo:pbnrqk", "chess", ""},
		{"every position", "-v cheshire8 --depth 2 --each", 0, "+0.", "", ""},
		{"nodes make no signature", "-v shrink --nodes 100", 0, "all", "Bench:", ""},
		{"time makes no signature", "-v shrink --movetime 1ms", 0, "all", "Bench:", ""},
		{"threads make no signature", "-v shrink --depth 2 --threads 2", 0, "all", "Bench:", ""},
		{"without a feature", "-v shrink --depth 3 --without null-move,razoring", 0, "Bench:", "", ""},
		{"no such feature", "--without brains", 2, "", "", "expected one of null-move"},
		{"no such game", "-v go", 2, "", "", `the bench has no positions of "go"`},
		{"depth", "--depth -1", 2, "", "", "--depth -1: expected plies from 1"},
		{"movetime", "--movetime -1s", 2, "", "", "--movetime -1s: expected a duration"},
		{"threads", "--threads -1", 2, "", "", "--threads: -1 threads are out of range (1–256)"},
		{"hash", "--hash 0", 2, "", "", "--hash: transposition table of 0 MB is out of range (1–"},
		{"an argument", "chess", 2, "", "", "chess"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := wane(t, "", strings.Fields("bench "+c.args)...)
			if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.err) {
				t.Errorf("exit code %d, want %d with %q and %q:\n%s%s", code, c.code, c.out, c.err, out, errs)
			}
			if c.not != "" && strings.Contains(out, c.not) {
				t.Errorf("standard output has %q:\n%s", c.not, out)
			}
		})
	}
}

// The signature in JSON equals that of the text, and the sum of the games' nodes.
func TestBenchJSON(t *testing.T) {
	read := func(args ...string) (r struct {
		Signature *uint64
		Results   []struct {
			Game      string
			Positions int
			Nodes     uint64
		}
	}) {
		code, out, errs := wane(t, "", append([]string{"bench", "--json", "-v", "shrink", "-v", "chess"}, args...)...)
		if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil {
			t.Fatalf("exit code %d, %v: %s%s", code, err, out, errs)
		}
		return r
	}
	r := read("--depth", "3")
	if len(r.Results) != 3 || r.Signature == nil {
		t.Fatalf("%+v: want two games, the sum and the signature", r)
	}
	chess, shrink, all := r.Results[0], r.Results[1], r.Results[2]
	if all.Game != "all" || chess.Nodes+shrink.Nodes != all.Nodes || all.Nodes != *r.Signature ||
		chess.Positions+shrink.Positions != all.Positions {
		t.Errorf("%+v does not add up to %d", r.Results, *r.Signature)
	}
	if again := read("--depth", "3"); *again.Signature != *r.Signature {
		t.Errorf("the signature is %d, then %d", *r.Signature, *again.Signature)
	}
	if timed := read("--movetime", "1ms"); timed.Signature != nil {
		t.Errorf("a search by time has the signature %d", *timed.Signature)
	}
}
