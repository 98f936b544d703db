package static

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/wane-chess/wane/notation"
)

// german is what follows the path of an answer in German.
const german = "?lang=de"

// answers writes what pages ask the API for, as files: the path with .json, or .de.json in German.
func (s *site) answers() error {
	var all []struct{ Name string }
	if err := s.server.read("/api/variants", &all); err != nil {
		return err
	}
	for _, v := range all {
		s.variants = append(s.variants, v.Name)
	}
	list := []string{"/api/variants", "/api/rankings", "/api/atlas"}
	for _, v := range s.variants {
		list = append(list, "/api/variants/"+v, "/api/learn/"+v, "/api/learn/"+v+german)
		var course struct{ Games []struct{ Name string } }
		if err := s.server.read("/api/learn/"+v, &course); err != nil {
			return err
		}
		for _, g := range course.Games {
			at := "/learn/" + v + "/games/" + g.Name
			s.annotated = append(s.annotated, at)
			list = append(list, "/api"+at, "/api"+at+german, "/api"+at+"/pgn")
		}
	}
	for _, at := range list {
		if err := s.answer(at); err != nil {
			return err
		}
	}
	if err := s.puzzles(); err != nil {
		return err
	}
	return s.rankings()
}

// answer writes what the server says at a path.
func (s *site) answer(path string) error {
	body, _, err := s.server.get(path)
	if err != nil {
		return err
	}
	name, inGerman := strings.CutSuffix(path, german)
	switch {
	case strings.HasSuffix(name, "/pgn"):
	case inGerman:
		name += ".de.json"
	default:
		name += ".json"
	}
	return s.file(name[1:], body)
}

// puzzles writes the lists of puzzles, and the opening books of their variants.
func (s *site) puzzles() error {
	var packs []struct{ Variant string }
	if err := s.server.read("/api/puzzles/packs", &packs); err != nil {
		return err
	}
	for _, p := range packs {
		body, _, err := s.server.get("/api/puzzles/packs/" + p.Variant)
		if err != nil {
			return err
		}
		if err := s.file("api/puzzles/packs/"+p.Variant+".tsv", body); err != nil {
			return err
		}
		if err := s.book(p.Variant); err != nil {
			return err
		}
	}
	return nil
}

// packed writes a value as JSON in gzip.
func (s *site) packed(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	body, err := pack(text)
	if err != nil {
		return err
	}
	return s.file(name+".json.gz", body)
}

type fields map[string]json.RawMessage

// bundle has answers of one kind, as far as they differ from one of them.
type bundle struct {
	Like fields                    `json:"like"`
	Of   map[string]map[string]any `json:"of"`
}

// family is the game with rankings.
const family = "diminuendo"

// rankings writes what there is of each ranking of Diminuendo Chess.
func (s *site) rankings() error {
	var all struct {
		Rankings []struct {
			Order string
			Names []string
		}
	}
	if err := s.server.read("/api/rankings", &all); err != nil {
		return err
	}
	var names, orders, rulings []string
	if s.Rankings > 0 {
		all.Rankings = all.Rankings[:s.Rankings]
	}
	for _, r := range all.Rankings {
		names = append(names, r.Names...)
		if plain := family + ":" + r.Order; !slices.Contains(r.Names, plain) { // the inventor's, as typed
			names = append(names, plain)
		}
		orders = append(orders, r.Order)
		rulings = append(rulings, family+":"+r.Order)
	}
	for _, of := range []struct {
		name, from, like string
		keys             []string
		query            string
	}{
		{"variants/rankings", "/api/variants/", family, names, ""},
		{"learn/rankings", "/api/learn/", family, rulings, ""},
		{"learn/rankings.de", "/api/learn/", family, rulings, german},
		{"rankings/all", "/api/rankings/", family, names, ""},
		{"atlas/samples", "/api/atlas/", orders[0], orders, ""},
	} {
		var b bundle
		if err := s.server.read(of.from+of.like+of.query, &b.Like); err != nil {
			return err
		}
		b.Of = map[string]map[string]any{}
		for _, key := range of.keys {
			var one fields
			if err := s.server.read(of.from+url.PathEscape(key)+of.query, &one); err != nil {
				return err
			}
			b.Of[key] = difference(b.Like, one)
		}
		if err := s.packed("api/"+of.name, b); err != nil {
			return err
		}
	}
	return nil
}

// difference returns the fields in which a thing differs from another: a text as how much of its beginning and of its
// end is the same, in JavaScript's units, and what is between.
func difference(like, one fields) map[string]any {
	out := map[string]any{}
	for key := range like {
		if one[key] == nil {
			out[key] = nil
		}
	}
	for key, value := range one {
		if string(value) == string(like[key]) {
			continue
		}
		out[key] = value
		var a, b string
		if !bytes.HasPrefix(like[key], []byte(`"`)) || json.Unmarshal(like[key], &a) != nil ||
			json.Unmarshal(value, &b) != nil {
			continue
		}
		was, is := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
		head := 0
		for head < min(len(was), len(is)) && was[head] == is[head] {
			head++
		}
		tail := 0
		for tail < min(len(was), len(is))-head && was[len(was)-1-tail] == is[len(is)-1-tail] {
			tail++
		}
		out[key] = []any{head, tail, string(utf16.Decode(is[head : len(is)-tail]))}
	}
	return out
}

// Bounds of a book.
const (
	bookPlies     = 16
	bookPositions = 2500
	bookGames     = 3 // that went on with a move
)

// book writes the first moves of the engine's games and of the opening book, and the names of openings.
func (s *site) book(variant string) error {
	out := struct {
		Moves map[string]fields `json:"moves"`
		Names map[string]string `json:"names"`
	}{map[string]fields{}, map[string]string{}}
	for next := [][]string{{}}; len(next) > 0 && len(out.Moves) < cmp.Or(s.Positions, bookPositions); next = next[1:] {
		moves := next[0]
		p, _, err := notation.Line{Variant: variant, Moves: moves}.Replay(s.Games.ByName)
		if err != nil {
			return err
		}
		place := place(p.String())
		if out.Moves[place] != nil {
			continue
		}
		query := "?variant=" + variant
		var found fields
		if err := s.server.read("/api/explorer"+query+"&source=engine&fen="+url.QueryEscape(p.String()), &found); err != nil {
			return err
		}
		delete(found, "variant")
		delete(found, "fen")
		out.Moves[place] = found
		if len(moves) > 0 {
			var named struct {
				Openings []struct {
					Ply  int
					Name string
				}
			}
			if err := s.server.read("/api/openings"+query+"&moves="+strings.Join(moves, "_"), &named); err != nil {
				return err
			}
			if n := len(named.Openings); n > 0 && named.Openings[n-1].Ply == len(moves) {
				out.Names[place] = named.Openings[n-1].Name
			}
		}
		var on []struct {
			Move  string
			Tally struct{ Games int }
			Score json.RawMessage
		}
		if err := json.Unmarshal(found["moves"], &on); err != nil {
			return err
		}
		for _, m := range on {
			if len(moves) < bookPlies && (m.Tally.Games >= bookGames || m.Score != nil) {
				next = append(next, append(slices.Clone(moves), m.Move))
			}
		}
	}
	return s.packed("api/explorer/"+variant, out)
}

// place returns a FEN without its counters of moves.
func place(fen string) string {
	parts := strings.Fields(fen)
	return strings.Join(parts[:len(parts)-2], " ")
}
