package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/diminuendo"
)

var update = flag.Bool("update", false, "rewrite the sentences that the page's tests translate")

// sentencesFile has a sentence of each kind, for the tests of the page.
const sentencesFile = "../../web/src/net/testdata/sentences.txt"

// TestSentences keeps a sentence of each kind that the program says in a file: the tests of
// the page put each of them into the page's other languages.
func TestSentences(t *testing.T) {
	s := sentences{}
	r := rand.New(rand.NewPCG(7, 7))
	games := rules.All()
	for _, name := range []string{"diminuendo:pbnrqk", "diminuendo:qrnbpk+qk+fp"} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for _, g := range games {
		s.add(g.Title(), g.Info().Summary)
		for range 3 {
			s.play(g, r)
		}
		s.edit(g, r)
		s.read(g, r)
	}
	s.rank()
	for _, call := range [][]string{
		{"views", "chess", "", "", "9"}, {"views", "go", "", "", "0"}, {"views", "chess", "", "e2e4 e7e5 e1e3", "0"},
		{"judge", "shrink", "{}", ""},
		{"read", "chess", "", "1. e4 e5", "x"}, {"check", "diminuendo:x", ""}, {"check", "diminuendo:kqrnbb", ""},
		{"check", "diminuendo:kqrnbx", ""}, {"check", "diminuendo:kqrnbp+ab", ""},
	} {
		var answer struct{ Error string }
		_ = json.Unmarshal([]byte((&recentLines{}).call(call[0], call[1:])), &answer)
		s.add(answer.Error)
	}
	var lines []string
	for _, said := range s {
		lines = append(lines, said)
	}
	slices.Sort(lines)
	text := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(sentencesFile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(sentencesFile); err != nil || text != string(want) {
		t.Errorf("%s is not what the program says: run 'go test ./cmd/wane-wasm -run Sentences -update', then the tests of "+
			"the page (%v)", sentencesFile, err)
	}
}

// sentences are texts by their kind.
type sentences map[string]string

// inserted are what differs between sentences of a kind.
var inserted = []*regexp.Regexp{
	regexp.MustCompile(`; possible: .*|expected something like .*|such as .*`),
	regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'[^']+'|\S*\d\S*|\bz\b`),
	regexp.MustCompile(`\b(?:[Ww]hite|[Bb]lack)\b`),
	regexp.MustCompile(`\b(?:king|queen|rook|bishop|knight|pawn)\b`),
	regexp.MustCompile(`\b(?:king|queen|rook|bishop|knight|pawn)s\b`),
	regexp.MustCompile(`(?:…(?:, | and |[:;,]? ))+`),
}

func (s sentences) add(all ...string) {
	for _, said := range all {
		kind := said
		for _, one := range inserted {
			kind = one.ReplaceAllString(kind, "… ")
		}
		if _, known := s[kind]; !known && said != "" && !strings.ContainsAny(said, "\n") {
			s[kind] = said
		}
	}
}

// play narrates a random game, and tries moves that are not legal.
func (s sentences) play(g game.Game, r *rand.Rand) {
	l, err := boardview.NewLine(g, "")
	if err != nil {
		panic(err)
	}
	p := g.Start()
	for range 100 {
		legal := p.Legal(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[r.IntN(len(legal))]
		s.add(notation.Narrate(p, m)...)
		s.add(notation.English.NarrateRoute(p, m)...)
		squares := p.View().Board.Squares
		for range 6 {
			from, to := squares[r.IntN(len(squares))].Name, squares[r.IntN(len(squares))].Name
			s.add(notation.Refusal(p, from, to))
			typed := [...]string{from + to, "N" + from + "x" + to, "K" + to, to, "R" + to + "=Q", to + "#", "O-O",
				"N" + from + "-" + to + "+", from + "k9"}[r.IntN(9)]
			if got, err := notation.NewMoves(p).Parse(typed); err != nil {
				s.add(err.Error())
			} else {
				s.add(got.Notes...)
			}
			if _, err := notation.NewMoves(p).ParseUCI(from + to + "q"); err != nil {
				s.add(err.Error())
			}
		}
		p.Make(m)
	}
	if o := p.Outcome(); o.Over() {
		s.add(o.String(), string(o.Reason), notation.Refusal(p, "a1", "a2"))
	}
	s.add(l.Refusal("x9", "y9"))
}

// edit makes positions that cannot be played, and texts that are no positions.
func (s sentences) edit(g game.Game, r *rand.Rand) {
	start := g.Start().String()
	for range 300 {
		text := []byte(start)
		for range 1 + r.IntN(3) {
			const letters = "KQRBNPkqrbnp12345678/*-wb e3c6x9"
			switch at := r.IntN(len(text)); r.IntN(3) {
			case 0:
				text[at] = letters[r.IntN(len(letters))]
			case 1:
				text = slices.Delete(text, at, at+1)
			default:
				text = slices.Insert(text, at, letters[r.IntN(len(letters))])
			}
		}
		if _, err := g.Parse(string(text)); err != nil {
			s.add(err.Error())
		}
		d, err := editor.Do(rules.ByName, editor.DraftState{Variant: g.Name()},
			editor.DraftEdit{Do: "fen", Text: string(text)})
		if err != nil {
			s.add(err.Error())
			continue
		}
		for _, f := range d.Faults {
			s.add(f.Text)
			for _, fix := range f.Fixes {
				s.add(fix.Label)
			}
		}
		for _, right := range d.Rights {
			s.add(right.Label)
		}
	}
}

// read reads damaged games.
func (s sentences) read(g game.Game, r *rand.Rand) {
	var game strings.Builder
	p := g.Start()
	for i := range 12 {
		legal := p.Legal(nil)
		m := legal[r.IntN(len(legal))]
		if i%2 == 0 {
			fmt.Fprintf(&game, "%d. ", i/2+1)
		}
		game.WriteString(notation.SAN(p, m) + " ")
		p.Make(m)
	}
	good := "[White \"Ann\"]\n[Result \"*\"]\n\n" + strings.Replace(game.String(), "2.", "{a note} $3 (1. e4) 2.", 1) +
		"*\n"
	for range 150 {
		text := []byte(good)
		for range 1 + r.IntN(2) {
			at := r.IntN(len(text))
			n := min(len(text)-at, 1+r.IntN(6))
			junk := []string{"", ")", "(", "{", "}", "$999", "1-0", "Z", "\"", "]", "[Result \"x\"]", "--", "4.", "words here "}
			text = slices.Replace(text, at, at+n, []byte(junk[r.IntN(len(junk))])...)
		}
		got := study.Reply(context.Background(), string(text),
			study.Options{Games: rules.All(), Lookup: rules.ByName, Variant: g.Name()})
		for _, w := range got.Warnings {
			s.add(w.Problem)
		}
		for _, p := range got.Skipped {
			s.add(p.Wrong, p.Want)
		}
		if got.Error != nil {
			s.add(got.Error.Wrong, got.Error.Want)
		}
	}
}

// rank describes every ranking.
func (s sentences) rank() {
	for r := range diminuendo.Rankings() {
		f, err := rankings.Of(diminuendo.New(r, false, false))
		if err != nil {
			panic(err)
		}
		s.add(f.Royal...)
		s.add(f.Notes...)
		for _, rung := range f.Ladder {
			s.add(rung.Text)
		}
	}
	s.add(rankings.All().Traits...)
}
