package atlas

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"github.com/wane-chess/wane/internal/page/atlastable"
)

// table returns what is shipped with the program.
func (r *report) table(picks []atlastable.Pick) *atlastable.Table {
	t := &atlastable.Table{Nodes: r.settings.Nodes, Seed: r.settings.Seed, Engine: r.settings.Engine,
		Games: map[string]int{}, Picks: picks}
	for _, s := range Sections {
		t.Games[s.String()] = r.games[s]
	}
	for _, ranking := range Rankings {
		t.Rankings = append(t.Rankings, ranking.String())
	}
	for i, m := range measurements {
		if r.games[m.section] == 0 {
			continue
		}
		c := atlastable.Column{Name: m.name, Decimals: m.decimals}
		for _, e := range r.estimates[i] {
			c.Values = append(c.Values, scaled(e.mean, m.decimals))
			if m.errors {
				c.Errors = append(c.Errors, scaled(e.stdErr, m.decimals))
			}
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// scaled returns a number as an integer with decimals; 0 for NaN.
func scaled(x float64, decimals int) int {
	if math.IsNaN(x) {
		return 0
	}
	return int(math.Round(x * math.Pow10(decimals)))
}

func writeJSON(w io.Writer, t *atlastable.Table) error {
	data, err := json.Marshal(t)
	if err == nil {
		_, err = w.Write(append(data, '\n'))
	}
	return err
}

// writeCSV writes all measurements with their errors, one ranking a line.
func (r *report) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"ranking"}
	for _, m := range measurements {
		head = append(head, m.name, m.name+" error")
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for i, ranking := range Rankings {
		line := []string{ranking.String()}
		for k, m := range measurements {
			e := r.estimates[k][i]
			line = append(line, text(e.mean, m.decimals+1), text(e.stdErr, m.decimals+1))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// text formats a number, "" for NaN.
func text(x float64, decimals int) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}
