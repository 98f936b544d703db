package render

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// PNG writes a picture of the position as a PNG image, the same picture that
// SVG writes. The error is about the options, or w's.
func PNG(w io.Writer, v game.View, o Options) error {
	s, err := picture(v, o)
	if err != nil {
		return err
	}
	return png.Encode(w, rasterize(s))
}

// rasterize paints the scene, with smooth edges. Every scene begins with an
// opaque ground, so the image is opaque.
func rasterize(s *scene) *image.RGBA {
	c := newCanvas(s.width, s.height)
	c.show(s)
	return c.img
}

// canvas is an image that scenes are painted on.
type canvas struct {
	img  *image.RGBA
	clip image.Rectangle // nothing outside of it is touched
	z    vector.Rasterizer
	// stamps are symbols as they were painted before: a board shows few pieces many
	// times.
	stamps map[stampOf]*image.RGBA
}

// stampOf says what a stamp shows. Stamps lie on whole pixels.
type stampOf struct {
	symbol string
	scale  float64
}

func newCanvas(width, height int) *canvas {
	r := image.Rect(0, 0, width, height)
	return &canvas{img: image.NewRGBA(r), clip: r, stamps: map[stampOf]*image.RGBA{}}
}

// show paints what of the scene lies within the clip.
func (c *canvas) show(s *scene) {
	for i := range s.items {
		it := &s.items[i]
		if !it.bounds().Overlaps(c.clip) {
			continue
		}
		if it.symbol == nil {
			c.paint(it.shape)
			continue
		}
		stamp := c.stamp(it)
		at := image.Pt(int(math.Round(it.x)), int(math.Round(it.y)))
		box := stamp.Rect.Add(at).Intersect(c.clip)
		draw.Draw(c.img, box, stamp, box.Min.Sub(at), draw.Over)
	}
}

// stamp paints a symbol by itself.
func (c *canvas) stamp(it *item) *image.RGBA {
	key := stampOf{it.symbol.name, it.scale}
	if s := c.stamps[key]; s != nil {
		return s
	}
	alone := &canvas{}
	placed := item{symbol: it.symbol, scale: it.scale}
	alone.clip = placed.bounds()
	alone.img = image.NewRGBA(alone.clip)
	for _, sh := range it.symbol.shapes {
		sh.path = sh.path.place(0, 0, it.scale)
		sh.width *= it.scale
		alone.paint(sh)
	}
	c.stamps[key] = alone.img
	return alone.img
}

func (c *canvas) paint(sh shape) {
	lines, closed := sh.path.flatten()
	if sh.fill.A != 0 {
		c.blend(lines, sh.fill)
	}
	if sh.stroke.A != 0 {
		c.blend(outline(lines, closed, sh.width), sh.stroke)
	}
}

// blend fills the polygons. The rasterizer works on the part of the picture
// that they touch.
func (c *canvas) blend(polygons [][]geom.Point, col color.NRGBA) {
	lo, hi := pt(math.Inf(1), math.Inf(1)), pt(math.Inf(-1), math.Inf(-1))
	for _, poly := range polygons {
		for _, p := range poly {
			lo.X, lo.Y = min(lo.X, p.X), min(lo.Y, p.Y)
			hi.X, hi.Y = max(hi.X, p.X), max(hi.Y, p.Y)
		}
	}
	box := pixels(lo, hi).Intersect(c.clip) // Draw does not clip
	if box.Empty() {
		return
	}
	if isBox(polygons, lo, hi) {
		draw.Draw(c.img, box, image.NewUniform(col), image.Point{}, draw.Over)
		return
	}
	c.z.Reset(box.Dx(), box.Dy())
	x0, y0 := float64(box.Min.X), float64(box.Min.Y)
	for _, poly := range polygons {
		for i, p := range poly {
			x, y := float32(p.X-x0), float32(p.Y-y0)
			if i == 0 {
				c.z.MoveTo(x, y)
			} else {
				c.z.LineTo(x, y)
			}
		}
		c.z.ClosePath()
	}
	c.z.Draw(c.img, box, image.NewUniform(col), image.Point{})
}

// isBox reports whether polygons are one upright box of whole pixels, as the squares
// of most boards are. lo and hi are its corners.
func isBox(polygons [][]geom.Point, lo, hi geom.Point) bool {
	if len(polygons) != 1 || len(polygons[0]) != 4 ||
		math.Round(lo.X) != lo.X || math.Round(lo.Y) != lo.Y || math.Round(hi.X) != hi.X || math.Round(hi.Y) != hi.Y {
		return false
	}
	for i, p := range polygons[0] {
		next := polygons[0][(i+1)%4]
		if p.X != next.X && p.Y != next.Y {
			return false
		}
	}
	return true
}

// pixels returns the pixels that the box between two corners touches.
func pixels(lo, hi geom.Point) image.Rectangle {
	return image.Rect(int(math.Floor(lo.X)), int(math.Floor(lo.Y)), int(math.Ceil(hi.X)), int(math.Ceil(hi.Y)))
}
