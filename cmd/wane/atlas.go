package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/page/atlastable"
	"github.com/wane-chess/wane/internal/page/rankings"
)

func newAtlas() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use:   "atlas",
		Short: "Show what is known of a ranking of Diminuendo Chess",
		Long: "The atlas of the 720 rankings of Diminuendo Chess: what self-play games say about each, such as White's " +
			"score, draws and length.",
		Example: "wane atlas show pbnrqk",
	}, newAtlasShow())
}

func newAtlasShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show RANKING",
		Short: "Print what is known of a ranking",
		Long: "Print what is known of a ranking of Diminuendo Chess: what becomes of captured pieces, what self-play games " +
			"say, and how that compares with the other rankings. The numbers are of games without options.",
		Example: "wane atlas show pbnrqk\n" +
			"wane atlas show diminuendo --json",
		Args: usage.Args(1, 1, "one RANKING, such as pbnrqk"),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := rankings.Read(args[0])
		if err != nil {
			return usage.Errorf(cmd, "%w", err)
		}
		facts, err := rankings.Of(g)
		if err != nil {
			return err
		}
		if facts.Queenish || facts.Flexible {
			return usage.Errorf(cmd, "%s: expected a ranking without options, such as %s", facts.Name, facts.Order)
		}
		index := atlastable.RankingIndex(facts.Order)
		sample, err := atlastable.SampleOf(index)
		if err != nil {
			return err
		}
		about := atlasFacts{RankingFacts: facts, Sample: sample}
		for _, m := range atlasMeasures {
			value, stdErr := atlastable.Get().Value(m.name, index)
			if math.IsNaN(value) {
				continue
			}
			about.Measures = append(about.Measures,
				measured{m.name, value, orNil(stdErr), placeOf(m.name, index), m.text, m.unit})
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), about)
		}
		return about.print(cmd.OutOrStdout())
	}
	return cmd
}

// atlasMeasures are the measures that the command prints, with what they mean and their
// unit.
var atlasMeasures = []struct{ name, text, unit string }{
	{"white", "White's score", "%"},
	{"draws", "draws", "%"},
	{"moves", "length", "moves"},
	{"leads", "changes of the lead", "a game"},
	{"skill", "score of the side with 8 times the nodes", "%"},
	{"captures", "captures", "a game"},
	{"drops", "pieces that come back", "a game"},
	{"left", "pieces left at the end", ""},
	{"branching", "legal moves", "a position"},
	{"first", "move of the first capture", ""},
}

// atlasFacts is what the command prints of a ranking.
type atlasFacts struct {
	*rankings.RankingFacts
	Measures []measured         `json:"measures"`
	Sample   *atlastable.Sample `json:"sample,omitempty"`
}

// measured is a measurement of a ranking.
type measured struct {
	Name  string   `json:"name"`
	Value float64  `json:"value"`
	Error *float64 `json:"error,omitempty"` // standard error
	Place int      `json:"place"`           // among the rankings, the largest value first

	text, unit string // for people
}

func orNil(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// placeOf returns how many rankings have a larger value, plus one.
func placeOf(name string, ranking int) int {
	place := 1
	own, _ := atlastable.Get().Value(name, ranking)
	for i := range atlastable.Get().Rankings {
		if v, _ := atlastable.Get().Value(name, i); v > own {
			place++
		}
	}
	return place
}

func (f *atlasFacts) print(w io.Writer) error {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "%s (%s)\n\n", f.Title, f.Name)
	for _, r := range f.Ladder {
		_, _ = fmt.Fprintf(&b, "%s  %s\n", strings.ToUpper(r.Piece), r.Text)
	}
	if len(f.Measures) > 0 {
		t := atlastable.Get()
		_, _ = fmt.Fprintf(&b, "\n%d games of the engine with itself, %d nodes a move:\n\n", t.Games["plain"], t.Nodes)
		for _, m := range f.Measures {
			stdErr := ""
			if m.Error != nil {
				stdErr = fmt.Sprintf("± %.1f", *m.Error)
			}
			_, _ = fmt.Fprintf(&b, "  %6.1f %-6s %-10s  %s, place %d of %d\n", m.Value, stdErr, m.unit, m.text, m.Place,
				len(t.Rankings))
		}
	}
	for _, p := range atlastable.Get().Picks {
		if p.Ranking == f.Order {
			_, _ = fmt.Fprintf(&b, "\n%s\n", p.Why)
		}
	}
	if f.Sample != nil {
		_, _ = fmt.Fprintf(&b, "\nA typical game (%s, %s):\n  wane show --variant %s --moves '%s'\n", f.Sample.Result,
			f.Sample.Reason, f.Name, strings.Join(f.Sample.Moves, " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
