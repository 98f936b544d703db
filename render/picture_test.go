package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// elements reads an SVG document and returns the data-kind and data-square of
// everything drawn, counted, and the references that lead nowhere.
func elements(t *testing.T, document []byte) (seen map[[2]string]int, dangling []string) {
	t.Helper()
	seen = map[[2]string]int{}
	defined := map[string]bool{}
	x := xml.NewDecoder(bytes.NewReader(document))
	for {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return seen, dangling
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		a := map[string]string{}
		for _, attr := range e.Attr {
			a[attr.Name.Local] = attr.Value
		}
		if id := a["id"]; id != "" {
			defined[id] = true
		}
		if ref, ok := a["href"]; ok && !defined[strings.TrimPrefix(ref, "#")] {
			dangling = append(dangling, ref)
		}
		if strings.Contains(a["d"], "NaN") || strings.Contains(a["d"], "Inf") {
			t.Errorf("a path without numbers: %s", a["d"])
		}
		if a["data-square"] != "" {
			seen[[2]string{a["data-kind"], a["data-square"]}]++
		}
	}
}

func TestSVGShowsTheView(t *testing.T) {
	for name, v := range samples() {
		for _, o := range []Options{
			{}, {Theme: Dark, Flip: true, Plain: true, Size: 200}, {Look: Mist},
			{Look: Court, Last: []game.Square{0, 255}, Check: []game.Square{7, 128}},
		} {
			var b bytes.Buffer
			if err := SVG(&b, v, o); err != nil {
				t.Fatal(err)
			}
			want := map[[2]string]int{}
			for i := range v.Board.Squares {
				sq := &v.Board.Squares[i]
				kind := "square"
				if v.Vanished[sq.ID] {
					kind = "vanished"
				}
				want[[2]string{kind, sq.Name}]++
				if pc := v.Pieces[sq.ID]; pc != game.NoPiece {
					want[[2]string{strings.ReplaceAll(pc.String(), " ", "-"), sq.Name}]++
				}
			}
			got, dangling := elements(t, b.Bytes())
			for k, n := range want {
				if got[k] != n {
					t.Errorf("%s %+v: %v appears %d times, want %d", name, o, k, got[k], n)
				}
			}
			for k := range got {
				if want[k] == 0 {
					t.Errorf("%s %+v: %v should not be there", name, o, k)
				}
			}
			if dangling != nil {
				t.Errorf("%s: undefined symbols %v", name, dangling)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	v := samples()["shrunk"]
	for _, size := range []int{-1, 1, MinSize - 1, MaxSize + 1, 1 << 40} {
		for _, draw := range []func(io.Writer, game.View, Options) error{SVG, PNG} {
			err := draw(io.Discard, v, Options{Size: size})
			if err == nil || !strings.Contains(err.Error(), "out of range (32–4096)") {
				t.Errorf("size %d: error %v", size, err)
			}
		}
	}
	for name, v := range samples() {
		for _, size := range []int{0, MinSize, 97, 333} {
			var b bytes.Buffer
			if err := PNG(&b, v, Options{Size: size}); err != nil {
				t.Fatal(err)
			}
			c, err := png.DecodeConfig(&b)
			if size == 0 {
				size = DefaultSize
			}
			if err != nil || max(c.Width, c.Height) != size || min(c.Width, c.Height) < 1 {
				t.Errorf("%s: %d×%d for size %d (%v)", name, c.Width, c.Height, size, err)
			}
		}
	}
	if err := PNG(io.Discard, game.View{}, Options{}); err == nil {
		t.Error("a view without a board should be rejected")
	}
}

func TestSameBytesEveryTime(t *testing.T) {
	for name, v := range samples() {
		var first [2][]byte
		for i := range 3 {
			var s, p bytes.Buffer
			if err := errors.Join(SVG(&s, v, Options{Size: 150}), PNG(&p, v, Options{Size: 150})); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = [2][]byte{s.Bytes(), p.Bytes()}
			} else if !bytes.Equal(first[0], s.Bytes()) || !bytes.Equal(first[1], p.Bytes()) {
				t.Errorf("%s differs from run to run", name)
			}
		}
	}
}

// small is a size that is quick to paint.
var small = Options{Size: 320}

// crop returns the pixels of the square round a square's center.
func crop(t *testing.T, v game.View, o Options, square string) []color.Color {
	t.Helper()
	d, err := newPainter(v, o)
	if err != nil {
		t.Fatal(err)
	}
	scene, err := picture(v, o)
	if err != nil {
		t.Fatal(err)
	}
	img := rasterize(scene)
	p, r := d.at(v.Board.SquareByName(square).Center), int(.45*d.unit)
	var out []color.Color
	for y := -r; y < r; y++ {
		for x := -r; x < r; x++ {
			out = append(out, img.At(int(p.X)+x, int(p.Y)+y))
		}
	}
	return out
}

// differing returns the part of the pixels that differ.
func differing(a, b []color.Color) float64 {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

func TestPNGShowsThePieces(t *testing.T) {
	for pt := game.King; pt <= game.Pawn; pt++ {
		for _, color := range []game.Color{game.White, game.Black} {
			v := game.View{Board: geom.Rect(8, 8, 8)}
			empty := crop(t, v, small, "d4")
			v.Pieces[v.Board.SquareByName("d4").ID] = pt.Of(color)
			piece := crop(t, v, small, "d4")
			if part := differing(empty, piece); part < .15 {
				t.Errorf("%s changes only %.0f %% of its square", pt.Of(color), 100*part)
			}
			if part := differing(crop(t, v, small, "e5"), empty); part != 0 {
				t.Errorf("%s on d4 changes e5", pt.Of(color))
			}
			for q := game.King; q < pt; q++ {
				w := v
				w.Pieces[v.Board.SquareByName("d4").ID] = q.Of(color)
				if part := differing(crop(t, w, small, "d4"), piece); part < .05 {
					t.Errorf("%s and %s differ in only %.0f %%", pt, q, 100*part)
				}
			}
		}
	}
}

// Flipped, each square looks as before, but stands at the opposite place.
func TestFlip(t *testing.T) {
	for _, name := range []string{"orthodox", "shrunk", "cheshire", "convergent"} {
		v := samples()[name]
		a, _ := newPainter(v, Options{Size: 400})
		b, _ := newPainter(v, Options{Size: 400, Flip: true})
		for _, sq := range []*geom.Square{&v.Board.Squares[0], &v.Board.Squares[len(v.Board.Squares)/2]} {
			p, q := a.at(sq.Center), b.at(sq.Center)
			if math.Abs(p.X+q.X-float64(a.width)) > 2 && name != "shrunk" {
				t.Errorf("%s: %s at %v, flipped %v", name, sq.Name, p, q)
			}
			if differing(crop(t, v, Options{Size: 400}, sq.Name), crop(t, v, Options{Size: 400, Flip: true}, sq.Name)) > 0 {
				t.Errorf("%s: %s looks different flipped", name, sq.Name)
			}
		}
		if b.at(v.Board.Squares[0].Center).Y > a.at(v.Board.Squares[0].Center).Y {
			t.Errorf("%s: the first square should move up", name)
		}
	}
}

func TestMarksShow(t *testing.T) {
	v := samples()["orthodox"]
	plain := crop(t, v, small, "e4")
	if differing(plain, crop(t, v, Options{Size: small.Size, Last: squares(v, "e4")}, "e4")) < .5 {
		t.Error("the last move does not show")
	}
	if differing(plain, crop(t, v, Options{Size: small.Size, Check: squares(v, "e4")}, "e4")) < .5 {
		t.Error("check does not show")
	}
	v = samples()["cheshire"]
	if differing(crop(t, v, small, "f7"), crop(t, v, Options{Size: small.Size, Last: squares(v, "f7")}, "f7")) < .05 {
		t.Error("the eyes over a fresh grin do not show")
	}
}

// Auto chooses by what a view shows, not by how its squares are numbered.
func TestAutoLook(t *testing.T) {
	for _, c := range []struct {
		board *geom.Board
		want  Look
	}{
		{geom.Rect(6, 6, 6), Classic}, {geom.Rect(6, 6, 10), Classic}, {geom.Rect(8, 8, 8, 0), Court},
	} {
		if got := lookFor(game.View{Board: c.board}, Auto); got != c.want {
			t.Errorf("%d×%d squares of %d: %v, want %v", c.board.Files, c.board.Ranks, c.board.Stride, got, c.want)
		}
	}
}
