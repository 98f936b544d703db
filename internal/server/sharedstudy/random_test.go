package sharedstudy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/rules"
)

// Of a text that two people change at the same time, both versions stay.
func TestMergeTexts(t *testing.T) {
	for _, c := range []struct{ now, was, text, want string }{
		{"", "", "new", "new"},
		{"old", "old", "new", "new"},
		{"old", "old", "", ""},
		{"", "old", "old and new", "old and new"},
		{"other", "old", "", "other"},
		{"other", "old", "old", "other"},
		{"mine", "", "mine", "mine"},
		{"Nonsense", "", "No", "Nonsense\nNo"},
		{"box", "x", "y", "box\ny"},
		{"cat", "", "a", "cat\na"},
		{"one\ntwo", "", "two", "one\ntwo"},
		{"old\ntheirs", "old", "old, mine", "old, mine\ntheirs"},
		{"theirs\nold", "old", "old, mine", "theirs\nold, mine"},
		{"aa", "a", "b", "aa\nb"},
		{"theirs", "", "mine", "theirs\nmine"},
	} {
		if got := sharedstudy.Merge(c.now, sharedstudy.TextEdit{Was: c.was, Text: c.text}); got != c.want {
			t.Errorf("%q, %q made %q: got %q, want %q", c.now, c.was, c.text, got, c.want)
		}
	}
}

// device is a person's page, which sends what it has done while it was offline.
type device struct {
	sharedstudy.Sender
	seen  int
	texts bool // there were texts in what it has seen
	sent  []sharedstudy.Command
	own   []string // texts that it has written
}

// Three devices of two people edit without a connection, come back in any order, and send some requests
// twice. What each has written stays, for no device deletes a text that it has seen.
func TestNothingIsLost(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		tab := newTable(t)
		devices := []*device{{Sender: ann}, {Sender: bob}, {Sender: bob}}
		for _, d := range devices {
			d.seen = tab.Seq
		}
		for i := range 40 {
			d := devices[r.IntN(len(devices))]
			if r.IntN(5) == 0 { // it comes back
				batch := append([]sharedstudy.Command{}, d.sent...)
				if len(batch) > 0 {
					tab.do(d.Sender, batch...)
				}
				if r.IntN(2) == 0 && len(batch) > 0 { // there was no answer
					tab.do(d.Sender, batch...)
				}
				d.sent, d.seen, d.texts = nil, tab.Seq, strings.Contains(tab.moves("c"), "{")
				continue
			}
			at := randomLine(r, tab)
			switch r.IntN(4) {
			case 0, 1:
				d.sent = append(d.sent, sharedstudy.Command{Kind: sharedstudy.AddLine, Chapter: "c", Base: d.seen, Path: at})
			case 2:
				word := fmt.Sprintf("<%d>", i)
				d.own = append(d.own, word)
				c := comment(d.seen, "", "", word)
				c.Chapter, c.Path = "c", at
				d.sent = append(d.sent, c)
			case 3:
				if d.texts || len(d.own) > 0 { // it may delete what it has seen
					continue
				}
				d.sent = append(d.sent, sharedstudy.Command{Kind: sharedstudy.CutLine, Chapter: "c", Base: d.seen, Path: at})
			}
		}
		for _, d := range devices {
			if len(d.sent) > 0 {
				tab.do(d.Sender, d.sent...)
			}
		}
		all := tab.moves("c")
		for _, d := range devices {
			for _, word := range d.own {
				if !strings.Contains(all, word) {
					t.Fatalf("seed %d: %s of %s is lost: %s", seed, word, d.Person.Name, all)
				}
			}
		}
	}
}

// randomLine returns a short line of chess.
func randomLine(r *rand.Rand, tab *table) []string {
	g, err := rules.ByName("chess")
	if err != nil {
		tab.t.Fatal(err)
	}
	p := g.Start()
	var line []string
	for range 1 + r.IntN(3) {
		legal := p.Legal(nil)
		m := legal[r.IntN(min(3, len(legal)))]
		line = append(line, p.UCI(m))
		p.Make(m)
	}
	return line
}
