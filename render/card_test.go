package render_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/frames"
	pic "github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

func card(t *testing.T, c *pic.Card, o pic.Options) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := c.PNG(&b, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, 1200, 630) {
		t.Fatalf("the card is %v", img.Bounds())
	}
	return img
}

// ink counts the pixels of a part that are not like the first.
func ink(img image.Image, part image.Rectangle) (n int) {
	ground := img.At(part.Min.X, part.Min.Y)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if img.At(x, y) != ground {
				n++
			}
		}
	}
	return n
}

// Words stand beside the board, and neither run over it nor out of the card,
// whatever they are.
func TestCards(t *testing.T) {
	words, rim := image.Rect(640, 30, 1160, 520), image.Rect(1160, 0, 1200, 630)
	gap := image.Rect(632, 0, 655, 630)
	for i, g := range rules.All() {
		if testing.Short() && i > 1 {
			break
		}
		o := pic.Options{Look: pic.LookOf(g), Theme: pic.Theme(i % 2)}
		frame := frames.Last(g.Start(), walk(g, 2, 20))
		full := pic.Card{
			Boards: []pic.Frame{frame}, Kind: g.Title(), Names: [2]string{"Ann", "Ben"},
			Text: "White wins by checkmate.", Foot: "wane.example",
		}
		img := card(t, &full, o)
		if ink(img, words) < 3000 || ink(img, rim) > 0 || ink(img, gap) > 0 ||
			ink(img, image.Rect(2, 2, 630, 628)) < 100_000 {
			t.Errorf("%s: words %d, rim %d, gap %d", g.Name(), ink(img, words), ink(img, rim), ink(img, gap))
		}
		empty := pic.Card{Boards: []pic.Frame{frame}}
		if n := ink(card(t, &empty, o), words); n > 0 {
			t.Errorf("%s: without words there is %d of ink", g.Name(), n)
		}
		if i > 1 {
			continue // one look in each theme is enough
		}
		names := []string{strings.Repeat("W", 400), strings.Repeat("long ", 200), "\x00\xff", "王小明", "<script>"}
		if testing.Short() {
			names = names[:2]
		}
		for _, name := range names {
			c := pic.Card{Boards: []pic.Frame{frame}, Kind: name, Names: [2]string{name, name}, Text: name, Foot: name}
			img := card(t, &c, o)
			c.Names, c.Title = [2]string{}, name
			for _, img := range []image.Image{img, card(t, &c, o)} {
				if ink(img, rim) > 0 || ink(img, gap) > 0 ||
					ink(img, image.Rect(640, 0, 1200, 20)) > 0 || ink(img, image.Rect(640, 612, 1200, 630)) > 0 {
					t.Errorf("%s: %.20q runs out of its place", g.Name(), name)
				}
			}
		}
	}
}

func TestCardOfSeveral(t *testing.T) {
	var c pic.Card
	for _, g := range rules.All()[:4] {
		c.Boards = append(c.Boards, frames.Last(g.Start(), nil))
	}
	img := card(t, &c, pic.Options{})
	for i := range 4 {
		x, y := i%2*300, i/2*300
		if n := ink(img, image.Rect(x+4, y+4, x+300, y+300)); n < 30_000 {
			t.Errorf("board %d has %d of ink", i, n)
		}
	}
	for _, boards := range [][]pic.Frame{nil, make([]pic.Frame, 5), make([]pic.Frame, 1)} {
		if err := (&pic.Card{Boards: boards}).PNG(io.Discard, pic.Options{}); err == nil {
			t.Errorf("a card with %d such boards", len(boards))
		}
	}
}
