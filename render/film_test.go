package render_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/captions"
	pic "github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

// walk plays at random from the start.
func walk(g game.Game, seed uint64, plies int) []game.Move {
	r := rand.New(rand.NewPCG(seed, 1))
	p := g.Start()
	var moves []game.Move
	for len(moves) < plies && !p.Outcome().Over() {
		legal := p.Legal(nil)
		m := legal[r.IntN(len(legal))]
		p.Make(m)
		moves = append(moves, m)
	}
	return moves
}

// shown is a picture as an animation shows it.
type shown struct {
	img   *image.RGBA
	delay int // hundredths of a second
}

// project decodes an animation and shows its frames one over another.
func project(t *testing.T, data []byte) (list []shown, film *gif.GIF) {
	t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for i, f := range film.Image {
		if film.Disposal[i] != gif.DisposalNone {
			t.Errorf("frame %d is disposed of by %d", i, film.Disposal[i])
		}
		draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
		still := image.NewRGBA(screen.Rect)
		copy(still.Pix, screen.Pix)
		list = append(list, shown{still, film.Delay[i]})
	}
	return list, film
}

// unlike counts the pixels that differ by more than what the colors of a GIF
// make of the shades of edges, and returns how much all differ on the average.
func unlike(t *testing.T, a, b *image.RGBA) (pixels int, average float64) {
	t.Helper()
	if a.Rect != b.Rect {
		t.Fatalf("pictures of %v and %v", a.Rect, b.Rect)
	}
	sum := 0
	for i := 0; i < len(a.Pix); i += 4 {
		d := 0
		for j := i; j < i+4; j++ {
			d = max(d, apart(a.Pix[j], b.Pix[j]))
		}
		sum += d
		if d > 40 {
			pixels++
		}
	}
	return pixels, float64(sum) / float64(len(a.Pix)/4)
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// Every position of a film looks as it does when it is drawn by itself.
func TestFilmShowsEveryPosition(t *testing.T) {
	for _, g := range rules.All() {
		for _, o := range []pic.Options{{Size: 200}, {Size: 233, Theme: pic.Dark, Flip: true, Plain: true}} {
			o.Look = pic.LookOf(g)
			name := ""
			if o.Flip {
				name = "Ann"
			}
			f := pic.Film{Shots: captions.Shots(g.Start(), walk(g, 3, 30)), White: name, Delay: time.Second, Last: 5 * time.Second}
			var b bytes.Buffer
			if err := pic.GIF(&b, f, o); err != nil {
				t.Fatal(err)
			}
			list, film := project(t, b.Bytes())
			stills, err := pic.Stills(f, o)
			if err != nil {
				t.Fatal(err)
			}
			at := 0
			for i, still := range stills {
				for at < len(list) && list[at].delay < 50 { // a fold
					at++
				}
				if at == len(list) {
					t.Fatalf("%s: the film ends before position %d of %d", g.Name(), i, len(stills))
				}
				if pixels, average := unlike(t, still, list[at].img); pixels > 8 || average > 1.5 {
					t.Errorf("%s %+v: position %d: %d pixels differ, all by %.2f", g.Name(), o, i, pixels, average)
				}
				at++
			}
			if at != len(list) {
				t.Errorf("%s: %d frames are left over", g.Name(), len(list)-at)
			}
			if max(film.Config.Width, film.Config.Height) != o.Size {
				t.Errorf("%s: a film of %d×%d for size %d", g.Name(), film.Config.Width, film.Config.Height, o.Size)
			}
			if list[0].delay != 150 || list[len(list)-1].delay != 500 || film.LoopCount != 0 {
				t.Errorf("%s: first %d, last %d, loops %d", g.Name(), list[0].delay, list[len(list)-1].delay, film.LoopCount)
			}
		}
	}
}

// While the board keeps its size, a film without names is made of the pictures
// that PNG writes.
func TestFilmIsLikePNG(t *testing.T) {
	for _, g := range rules.All() {
		shots := captions.Shots(g.Start(), walk(g, 5, 12))
		var b bytes.Buffer
		o := pic.Options{Size: 300, Look: pic.LookOf(g)}
		if err := pic.GIF(&b, pic.Film{Shots: shots}, o); err != nil {
			t.Fatal(err)
		}
		list, _ := project(t, b.Bytes())
		for i, shot := range shots {
			if shot.Fold != nil {
				break
			}
			var still bytes.Buffer
			o.Last, o.Check = shot.Last, shot.Check
			if err := pic.PNG(&still, shot.View, o); err != nil {
				t.Fatal(err)
			}
			decoded, err := png.Decode(&still)
			if err != nil {
				t.Fatal(err)
			}
			img := image.NewRGBA(decoded.Bounds())
			draw.Draw(img, img.Rect, decoded, image.Point{}, draw.Src)
			// Grins fade by and by in pictures, and are as faint as at the end in a film.
			if pixels, average := unlike(t, img, list[i].img); pixels > 60 || average > 1 {
				t.Errorf("%s: position %d: %d pixels differ, all by %.2f", g.Name(), i, pixels, average)
			}
		}
	}
}

// A frame holds no more than what has changed.
func TestFilmIsSmall(t *testing.T) {
	g, err := rules.ByName("convergent")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	moves, err := captions.Read(p, []string{"c3b4", "f7e5"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := pic.GIF(&b, pic.Film{Shots: captions.Shots(p, moves)}, pic.Options{Size: 300, Look: pic.Court}); err != nil {
		t.Fatal(err)
	}
	_, film := project(t, b.Bytes())
	cell := 300 / 9
	for i, box := range []image.Rectangle{{}, film.Image[1].Rect, film.Image[2].Rect} {
		if i > 0 && (box.Dx() > []int{0, 2, 5}[i]*(cell+2) || box.Dy() > []int{0, 2, 5}[i]*(cell+2)) {
			t.Errorf("frame %d covers %v", i, box)
		}
	}
}

// What folds away is seen to: the line is still there when its last piece has gone.
func TestFilmFolds(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	moves, err := captions.Read(p, []string{"e4", "d5", "exd5"})
	if err != nil {
		t.Fatal(err)
	}
	shots := captions.Shots(p, moves)
	fold := shots[3].Fold
	if fold == nil || len(fold.Ranks) != 1 || fold.Ranks[0] != 3 || len(fold.Files) != 0 || fold.View.Board.Ranks != 8 || shots[3].View.Board.Ranks != 7 {
		t.Fatalf("the fold is %+v", fold)
	}
	var b bytes.Buffer
	if err := pic.GIF(&b, pic.Film{Shots: shots}, pic.Options{Size: 300}); err != nil {
		t.Fatal(err)
	}
	list, _ := project(t, b.Bytes())
	if len(list) != 7 {
		t.Fatalf("%d frames, want 4 positions and 3 for the fold", len(list))
	}
	for i, want := range []int{135, 90, 90, 35, 6, 6, 360} {
		if list[i].delay != want {
			t.Errorf("frame %d stays %d, want %d", i, list[i].delay, want)
		}
	}
	for i := 3; i < 6; i++ {
		if pixels, _ := unlike(t, list[i].img, list[i+1].img); pixels < 500 {
			t.Errorf("frames %d and %d differ in %d pixels only", i, i+1, pixels)
		}
	}
}

func TestFilmsThatCannotBe(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	good := captions.Shots(chess.Start(), nil)
	for want, c := range map[string]struct {
		f pic.Film
		o pic.Options
	}{
		"out of range (32–1600)":     {pic.Film{Shots: good}, pic.Options{Size: 1601}},
		"without a shot":             {pic.Film{}, pic.Options{}},
		"shot 1 has no":              {pic.Film{Shots: append(good[:1:1], pic.Shot{})}, pic.Options{}},
		"delay -1ns is out of range": {pic.Film{Shots: good, Delay: -1}, pic.Options{}},
		"delay 1m1s is out of range": {pic.Film{Shots: good, Last: 61 * time.Second}, pic.Options{}},
		"out of range (0–65535)":     {pic.Film{Shots: good, Loops: 65536}, pic.Options{}},
	} {
		if err := pic.GIF(io.Discard, c.f, c.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, not %v", want, err)
		}
	}
}

// A film can be shown once, or so many times.
func TestLoops(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	for loops, want := range map[int]int{0: 0, 1: -1, 2: 1, 65535: 65534} {
		var b bytes.Buffer
		if err := pic.GIF(&b, pic.Film{Shots: captions.Shots(chess.Start(), nil), Loops: loops}, pic.Options{Size: 32}); err != nil {
			t.Fatal(err)
		}
		if _, film := project(t, b.Bytes()); film.LoopCount != want {
			t.Errorf("%d loops are written as %d, want %d", loops, film.LoopCount, want)
		}
	}
}

// Names that the fonts lack, or that are long, do no harm.
func TestNames(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Ann", "Жанна", "Ξένος", "王小明", strings.Repeat("W", 500), "\x00\xff\u202e", "e\u0301", "🙂🙂 Bob"} {
		for _, size := range []int{32, 300} {
			var b bytes.Buffer
			f := pic.Film{Shots: captions.Shots(chess.Start(), walk(chess, 1, 1)), White: name, Black: "B"}
			if err := pic.GIF(&b, f, pic.Options{Size: size}); err != nil {
				t.Errorf("%q: %v", name, err)
			}
			project(t, b.Bytes())
		}
	}
}
