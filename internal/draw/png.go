package draw

import (
	"image"
	"image/color"
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
	return png.Encode(w, rasterise(s))
}

// rasterise paints the scene, with smooth edges. Every scene begins with an
// opaque ground, so the image is opaque.
func rasterise(s *scene) *image.RGBA {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, s.width, s.height))}
	for _, it := range s.items {
		if it.symbol == nil {
			c.paint(it.shape)
			continue
		}
		for _, sh := range it.symbol.shapes {
			sh.path = sh.path.place(it.x, it.y, it.scale)
			sh.width *= it.scale
			c.paint(sh)
		}
	}
	return c.img
}

type canvas struct {
	img *image.RGBA
	z   vector.Rasterizer
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

// blend fills the polygons. The rasteriser works on the part of the picture
// that they touch.
func (c *canvas) blend(polygons [][]geom.Point, col color.NRGBA) {
	lo, hi := pt(math.Inf(1), math.Inf(1)), pt(math.Inf(-1), math.Inf(-1))
	for _, poly := range polygons {
		for _, p := range poly {
			lo.X, lo.Y = min(lo.X, p.X), min(lo.Y, p.Y)
			hi.X, hi.Y = max(hi.X, p.X), max(hi.Y, p.Y)
		}
	}
	box := image.Rect(int(math.Floor(lo.X)), int(math.Floor(lo.Y)), int(math.Ceil(hi.X)), int(math.Ceil(hi.Y)))
	box = box.Intersect(c.img.Rect) // Draw does not clip
	if box.Empty() {
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
