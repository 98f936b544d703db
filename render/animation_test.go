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
	"github.com/wane-chess/wane/internal/page/frames"
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

// shown is a picture of a decoded animation.
type shown struct {
	img   *image.RGBA
	delay int // hundredths of a second
}

// decode decodes an animation and draws its pictures one over another.
func decode(t *testing.T, data []byte) (list []shown, animation *gif.GIF) {
	t.Helper()
	animation, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, animation.Config.Width, animation.Config.Height))
	for i, f := range animation.Image {
		if animation.Disposal[i] != gif.DisposalNone {
			t.Errorf("frame %d is disposed of by %d", i, animation.Disposal[i])
		}
		draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
		still := image.NewRGBA(screen.Rect)
		copy(still.Pix, screen.Pix)
		list = append(list, shown{still, animation.Delay[i]})
	}
	return list, animation
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

// Every frame of an animation looks as it does when it is drawn by itself.
func TestAnimationShowsEveryPosition(t *testing.T) {
	plies := 30
	if testing.Short() {
		plies = 10
	}
	for _, g := range rules.All() {
		for _, o := range []pic.Options{{Size: 200}, {Size: 233, Theme: pic.Dark, Flip: true, Plain: true}} {
			o.Look = pic.LookOf(g)
			name := ""
			if o.Flip {
				name = "Ann"
			}
			f := pic.Animation{
				Frames: frames.All(g.Start(), walk(g, 3, plies)), White: name, Delay: time.Second, Last: 5 * time.Second,
			}
			var b bytes.Buffer
			if err := pic.GIF(&b, f, o); err != nil {
				t.Fatal(err)
			}
			list, animation := decode(t, b.Bytes())
			stills, err := pic.DrawFrames(f, o)
			if err != nil {
				t.Fatal(err)
			}
			at := 0
			for i, still := range stills {
				for at < len(list) && list[at].delay < 50 { // a collapse
					at++
				}
				if at == len(list) {
					t.Fatalf("%s: the animation ends before position %d of %d", g.Name(), i, len(stills))
				}
				if pixels, average := unlike(t, still, list[at].img); pixels > 8 || average > 1.5 {
					t.Errorf("%s %+v: position %d: %d pixels differ, all by %.2f", g.Name(), o, i, pixels, average)
				}
				at++
			}
			if at != len(list) {
				t.Errorf("%s: %d frames are left over", g.Name(), len(list)-at)
			}
			if max(animation.Config.Width, animation.Config.Height) != o.Size {
				t.Errorf("%s: an animation of %d×%d for size %d", g.Name(), animation.Config.Width, animation.Config.Height, o.Size)
			}
			if list[0].delay != 150 || list[len(list)-1].delay != 500 || animation.LoopCount != 0 {
				t.Errorf("%s: first %d, last %d, loops %d", g.Name(), list[0].delay, list[len(list)-1].delay, animation.LoopCount)
			}
		}
	}
}

// While the board keeps its size, an animation without names is made of the pictures
// that PNG writes.
func TestAnimationIsLikePNG(t *testing.T) {
	plies := 12
	if testing.Short() {
		plies = 4
	}
	for _, g := range rules.All() {
		shown := frames.All(g.Start(), walk(g, 5, plies))
		var b bytes.Buffer
		o := pic.Options{Size: 300, Look: pic.LookOf(g)}
		if err := pic.GIF(&b, pic.Animation{Frames: shown}, o); err != nil {
			t.Fatal(err)
		}
		list, _ := decode(t, b.Bytes())
		for i, frame := range shown {
			if frame.Collapse != nil {
				break
			}
			var still bytes.Buffer
			o.Last, o.Check = frame.Last, frame.Check
			if err := pic.PNG(&still, frame.View, o); err != nil {
				t.Fatal(err)
			}
			decoded, err := png.Decode(&still)
			if err != nil {
				t.Fatal(err)
			}
			img := image.NewRGBA(decoded.Bounds())
			draw.Draw(img, img.Rect, decoded, image.Point{}, draw.Src)
			// Grins fade from picture to picture, and are as faint as at the end in an animation.
			if pixels, average := unlike(t, img, list[i].img); pixels > 60 || average > 1 {
				t.Errorf("%s: position %d: %d pixels differ, all by %.2f", g.Name(), i, pixels, average)
			}
		}
	}
}

// A frame holds no more than what has changed.
func TestAnimationIsSmall(t *testing.T) {
	g, err := rules.ByName("convergent")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	moves, err := frames.Read(p, []string{"c3b4", "f7e5"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	a := pic.Animation{Frames: frames.All(p, moves)}
	if err := pic.GIF(&b, a, pic.Options{Size: 300, Look: pic.Court}); err != nil {
		t.Fatal(err)
	}
	_, animation := decode(t, b.Bytes())
	square := 300 / 9
	for i, box := range []image.Rectangle{{}, animation.Image[1].Rect, animation.Image[2].Rect} {
		if i > 0 && (box.Dx() > []int{0, 2, 5}[i]*(square+2) || box.Dy() > []int{0, 2, 5}[i]*(square+2)) {
			t.Errorf("frame %d covers %v", i, box)
		}
	}
}

// A collapse is shown: the line is still there when its last piece has left.
func TestAnimationOfCollapse(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	moves, err := frames.Read(p, []string{"e4", "d5", "exd5"})
	if err != nil {
		t.Fatal(err)
	}
	shown := frames.All(p, moves)
	c := shown[3].Collapse
	if c == nil || len(c.Ranks) != 1 || c.Ranks[0] != 3 || len(c.Files) != 0 ||
		c.View.Board.Ranks != 8 || shown[3].View.Board.Ranks != 7 {
		t.Fatalf("the collapse is %+v", c)
	}
	var b bytes.Buffer
	if err := pic.GIF(&b, pic.Animation{Frames: shown}, pic.Options{Size: 300}); err != nil {
		t.Fatal(err)
	}
	list, _ := decode(t, b.Bytes())
	if len(list) != 7 {
		t.Fatalf("%d frames, want 4 positions and 3 for the collapse", len(list))
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

func TestInvalidAnimations(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	good := frames.All(chess.Start(), nil)
	for want, c := range map[string]struct {
		a pic.Animation
		o pic.Options
	}{
		"out of range (32–1600)":     {pic.Animation{Frames: good}, pic.Options{Size: 1601}},
		"without frames":             {pic.Animation{}, pic.Options{}},
		"frame 1 has no":             {pic.Animation{Frames: append(good[:1:1], pic.Frame{})}, pic.Options{}},
		"delay -1ns is out of range": {pic.Animation{Frames: good, Delay: -1}, pic.Options{}},
		"delay 1m1s is out of range": {pic.Animation{Frames: good, Last: 61 * time.Second}, pic.Options{}},
		"out of range (0–65535)":     {pic.Animation{Frames: good, Loops: 65536}, pic.Options{}},
	} {
		if err := pic.GIF(io.Discard, c.a, c.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, not %v", want, err)
		}
	}
}

// An animation can be shown once, or so many times.
func TestLoops(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	for loops, want := range map[int]int{0: 0, 1: -1, 2: 1, 65535: 65534} {
		var b bytes.Buffer
		a := pic.Animation{Frames: frames.All(chess.Start(), nil), Loops: loops}
		if err := pic.GIF(&b, a, pic.Options{Size: 32}); err != nil {
			t.Fatal(err)
		}
		if _, animation := decode(t, b.Bytes()); animation.LoopCount != want {
			t.Errorf("%d loops are written as %d, want %d", loops, animation.LoopCount, want)
		}
	}
}

// Names that the fonts lack, or that are long, do no harm.
func TestNames(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"Ann", "Жанна", "Ξένος", "王小明", strings.Repeat("W", 500), "\x00\xff\u202e", "e\u0301", "🙂🙂 Bob",
	} {
		for _, size := range []int{32, 300} {
			var b bytes.Buffer
			f := pic.Animation{Frames: frames.All(chess.Start(), walk(chess, 1, 1)), White: name, Black: "B"}
			if err := pic.GIF(&b, f, pic.Options{Size: size}); err != nil {
				t.Errorf("%q: %v", name, err)
			}
			decode(t, b.Bytes())
		}
	}
}
