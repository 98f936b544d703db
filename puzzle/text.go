package puzzle

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/internal/message"
)

// header is the first line of a file of puzzles.
const header = "# id\tvariant\tfen\tmoves\tgoal\tproof\trating\tthemes"

// String returns the puzzle as a line of text, which Parse reads back: tab-separated ID, variant,
// FEN, moves, goal, proof, rating and themes.
func (p *Puzzle) String() string {
	themes := make([]string, len(p.Themes))
	for i, t := range p.Themes {
		themes[i] = string(t)
	}
	return strings.Join([]string{
		p.ID, p.Variant, p.FEN, p.Solution(), string(p.Goal), string(p.Proof),
		strconv.Itoa(p.Rating), strings.Join(themes, " "),
	}, "\t")
}

// Parse reads a line. It does not check the moves: Prover.Check does.
func Parse(line string) (Puzzle, error) {
	f := strings.Split(line, "\t")
	if len(f) != 8 {
		return Puzzle{}, message.Errorf("%d fields: expected eight with tabs between them: "+
			"ID, variant, FEN, moves, goal, proof, rating and themes", len(f))
	}
	rating, err := strconv.Atoi(f[6])
	if err != nil {
		return Puzzle{}, message.Errorf("bad rating %.20q: expected a number, %d–%d", f[6], MinRating, MaxRating)
	}
	p := Puzzle{
		ID: f[0], Variant: f[1], FEN: f[2], Moves: strings.Fields(f[3]),
		Goal: Goal(f[4]), Proof: Proof(f[5]), Rating: rating, Themes: []Theme{},
	}
	for _, t := range strings.Fields(f[7]) {
		p.Themes = append(p.Themes, Theme(t))
	}
	return p, p.check()
}

// Read reads a file of puzzles. It skips empty lines and those that begin with #. The error
// names the line; two puzzles with one ID are an error.
func Read(r io.Reader) ([]Puzzle, error) {
	if r == nil {
		return nil, nil
	}
	var out []Puzzle
	lines := map[string]int{} // by ID
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		text := strings.TrimRight(in.Text(), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := Parse(text)
		if err != nil {
			return nil, message.Errorf("line %d: %w", n, err)
		}
		if first := lines[p.ID]; first > 0 {
			return nil, message.Errorf("line %d: puzzle %s is on line %d already", n, p.ID, first)
		}
		lines[p.ID] = n
		out = append(out, p)
	}
	return out, in.Err()
}

// Write writes puzzles, after a line that names the columns.
func Write(w io.Writer, list []Puzzle) error {
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(header + "\n") // Flush reports errors
	for i := range list {
		_, _ = out.WriteString(list[i].String() + "\n")
	}
	return out.Flush()
}

// listed returns names as errors list them: [mate win].
func listed[T ~string](names []T) string {
	out := "["
	for i, name := range names {
		if i > 0 {
			out += " "
		}
		out += string(name)
	}
	return out + "]"
}
