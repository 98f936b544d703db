package main

import (
	"image/gif"
	"strings"
	"testing"
)

const recorded = `[White "Ann"]
[Black "Ben"]
[Variant "shrink"]
[FEN "2k/1R1/K2 w - - 0 1"]

1. Rc2+ Ka3 2. Ra2# 1-0
`

// A GIF has a frame for each position, frames of collapses, and room for known names.
func TestGIF(t *testing.T) {
	animation := func(args ...string) *gif.GIF {
		t.Helper()
		code, out, errs := wane(t, recorded,
			append([]string{"gif", "-", "--size", "200", "--delay", "500ms", "--pause", "2s"}, args...)...)
		if code != 0 {
			t.Fatal(errs)
		}
		f, err := gif.DecodeAll(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	stays := func(f *gif.GIF) (n int) {
		for _, d := range f.Delay {
			if d >= 50 {
				n++
			}
		}
		return n
	}
	whole, plain, part := animation(), animation("--names=false"), animation("--from", "1", "--to", "2")
	if n := stays(whole); n != 4 || len(whole.Image) < 8 {
		t.Errorf("%d positions in %d frames", n, len(whole.Image))
	}
	if last := whole.Delay[len(whole.Delay)-1]; last != 200 {
		t.Errorf("the last position stays for %d", last)
	}
	if whole.Config.Height != 200 || whole.Config.Width >= plain.Config.Width {
		t.Errorf("with names %d×%d, without %d×%d", whole.Config.Width, whole.Config.Height, plain.Config.Width,
			plain.Config.Height)
	}
	if n := stays(part); n != 2 {
		t.Errorf("a part has %d positions", n)
	}
}

// The tag Orientation turns the board, unless the flag says otherwise.
func TestOrientation(t *testing.T) {
	const turned = `[Orientation "Black"]` + "\n" + recorded
	for _, command := range [][]string{{"show", "--pgn", "-"}, {"gif", "-", "--size", "200"}} {
		draw := func(game string, flags ...string) string {
			t.Helper()
			code, out, errs := wane(t, game, append(command, flags...)...)
			if code != 0 {
				t.Fatal(errs)
			}
			return out
		}
		plain, flipped := draw(recorded), draw(recorded, "--flip")
		if plain == flipped {
			t.Fatalf("%s: --flip changes nothing", command)
		}
		if got := draw(turned); got != flipped {
			t.Errorf("%s: the tag does not turn the board", command)
		}
		if got := draw(turned, "--flip=false"); got != plain {
			t.Errorf("%s: --flip=false does not keep White below", command)
		}
	}
}
