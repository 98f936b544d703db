package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
)

func TestStream(t *testing.T) {
	p, infos := searchReports(t)
	for name, asJSON := range map[string]bool{"lines.txt": false, "lines.jsonl": true} {
		var out bytes.Buffer
		if err := Stream(context.Background(), &out, &script{infos: infos}, p, engine.Limits{}, asJSON); err != nil {
			t.Fatal(err)
		}
		golden(t, name, out.String())
	}
}

// The JSON can be read back.
func TestStreamJSON(t *testing.T) {
	p, infos := searchReports(t)
	var out bytes.Buffer
	if err := Stream(context.Background(), &out, &script{infos: infos}, p, engine.Limits{}, true); err != nil {
		t.Fatal(err)
	}
	var last Report
	count := 0
	for l := range strings.Lines(out.String()) {
		d := json.NewDecoder(strings.NewReader(l))
		d.DisallowUnknownFields()
		last = Report{}
		if err := d.Decode(&last); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		count++
	}
	if count != len(infos)+1 || !last.Final || last.Score.CP != nil || *last.Score.Mate != 3 || last.SAN[0] != "e4" ||
		last.PV[0] != "e2e4" {
		t.Errorf("%d lines, the last is %+v", count, last)
	}
}

// A line with an illegal move, as from a damaged table, ends before that move.
func TestImpossibleLine(t *testing.T) {
	p := position(t, "chess", "")
	pv := line(t, p, "e4 e5")
	pv = append(pv, pv[0], pv[1])
	if got := NewReport(p, engine.Report{PV: pv}); len(got.PV) != 2 || len(got.SAN) != 2 {
		t.Errorf("the line is %v, %v; want e4 e5", got.PV, got.SAN)
	}
}

// brokenPipe is a writer that fails after this many writes.
type brokenPipe int

var errPipe = errors.New("broken pipe")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if *b--; *b < 0 {
		return 0, errPipe
	}
	return len(p), nil
}

// The search ends when writing fails.
func TestStreamToFailingWriter(t *testing.T) {
	p, infos := searchReports(t)
	pipe := brokenPipe(2)
	err := Stream(context.Background(), &pipe, &script{infos: infos, hold: true}, p, engine.Limits{}, true)
	if !errors.Is(err, errPipe) {
		t.Errorf("%v; want %v", err, errPipe)
	}
	if pipe != -1 {
		t.Errorf("%d writes after the first that failed", -1-pipe)
	}
}

func TestStreamFailure(t *testing.T) {
	var out bytes.Buffer
	err := Stream(context.Background(), &out, &script{err: engine.ErrNoMoves}, position(t, "chess", ""), engine.Limits{},
		false)
	if !errors.Is(err, engine.ErrNoMoves) || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}

func TestTexts(t *testing.T) {
	for s, want := range map[engine.Score]string{
		0: "+0.00", 34: "+0.34", -120: "-1.20", 1050: "+10.50", engine.Mate - 1: "#1", engine.Mate - 9: "#5",
		-engine.Mate + 2: "#-1",
	} {
		if got := ScoreText(s); got != want {
			t.Errorf("score %d: %s, want %s", s, got, want)
		}
	}
	for n, want := range map[uint64]string{
		0: "0", 999: "999", 1000: "1.00 k", 9994: "9.99 k", 9996: "10.0 k", 99_960: "100 k", 999_400: "999 k",
		999_600:    "1.00 M",
		12_345_678: "12.3 M", 1_230_000_000: "1.23 G", 456_000_000_000: "456 G",
	} {
		if got := countText(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
