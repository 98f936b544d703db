package main

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// logo is the drawing in an SVG file: a square with round corners, and paths on it.
type logo struct {
	Ground struct {
		Size   float64 `xml:"width,attr"`
		Radius float64 `xml:"rx,attr"`
		Fill   string  `xml:"fill,attr"`
	} `xml:"rect"`
	Paths []struct {
		Data string `xml:"d,attr"`
		Fill string `xml:"fill,attr"`
	} `xml:"path"`
}

// readLogo parses an SVG file.
func readLogo(file []byte) (*logo, error) {
	l := &logo{}
	if err := xml.Unmarshal(file, l); err != nil {
		return nil, fmt.Errorf("parse SVG: %w", err)
	}
	if l.Ground.Size <= 0 || len(l.Paths) == 0 {
		return nil, fmt.Errorf("the SVG has a square of %g and %d paths, expected a rect and at least one path",
			l.Ground.Size, len(l.Paths))
	}
	return l, nil
}

// maskScale keeps the logo of a maskable icon within the circle that every mask shows:
// four fifths of the icon.
const maskScale = 0.92

// icon writes the logo as a PNG of that many pixels a side. One with mask fills the whole
// square, since the system cuts out its shape.
func (l *logo) icon(w io.Writer, size int, mask bool) error {
	c := canvas{img: image.NewRGBA(image.Rect(0, 0, size, size)), scale: float64(size) / l.Ground.Size}
	radius := l.Ground.Radius
	if mask {
		radius = 0
	}
	if err := c.fill(square(l.Ground.Size, radius), l.Ground.Fill); err != nil {
		return err
	}
	if mask {
		c.margin = float64(size) * (1 - maskScale) / 2
		c.scale *= maskScale
	}
	for _, p := range l.Paths {
		if err := c.fill(p.Data, p.Fill); err != nil {
			return err
		}
	}
	return png.Encode(w, c.img)
}

// square returns the path of a square with round corners.
func square(size, radius float64) string {
	// The distance of a cubic curve's control points from the corner that comes nearest to a
	// quarter of a circle.
	k := radius * (1 - 0.5522847498)
	return fmt.Sprintf("M %[2]g 0 L %[4]g 0 C %[5]g 0 %[1]g %[3]g %[1]g %[2]g "+
		"L %[1]g %[4]g C %[1]g %[5]g %[5]g %[1]g %[4]g %[1]g "+
		"L %[2]g %[1]g C %[3]g %[1]g 0 %[5]g 0 %[4]g L 0 %[2]g C 0 %[3]g %[3]g 0 %[2]g 0 Z",
		size, radius, k, size-radius, size-k)
}

// canvas is an image with the place of the logo on it.
type canvas struct {
	img           *image.RGBA
	margin, scale float64
}

// fill paints a path of SVG's commands M, L, C and Z, with blanks between all words.
func (c *canvas) fill(path, fill string) error {
	var paint color.NRGBA
	if _, err := fmt.Sscanf(fill, "#%02x%02x%02x", &paint.R, &paint.G, &paint.B); err != nil {
		return fmt.Errorf("fill %q: expected a color such as #2a2438", fill)
	}
	paint.A = 255
	z := vector.NewRasterizer(c.img.Rect.Dx(), c.img.Rect.Dy())
	words := strings.Fields(path)
	for len(words) > 0 {
		command := words[0]
		n := map[string]int{"M": 2, "L": 2, "C": 6}[command]
		if n == 0 && command != "Z" || len(words) <= n {
			return fmt.Errorf("path %q: expected M x y, L x y, C x y x y x y or Z at %q", path, strings.Join(words, " "))
		}
		var at [6]float32
		for i, word := range words[1 : 1+n] {
			f, err := strconv.ParseFloat(word, 32)
			if err != nil {
				return fmt.Errorf("path %q: expected a number at %q", path, word)
			}
			at[i] = float32(c.margin + c.scale*f)
		}
		words = words[1+n:]
		switch command {
		case "M":
			z.MoveTo(at[0], at[1])
		case "L":
			z.LineTo(at[0], at[1])
		case "C":
			curve(z, at)
		case "Z":
			z.ClosePath()
		}
	}
	z.Draw(c.img, c.img.Rect, image.NewUniform(paint), image.Point{})
	return nil
}

// curve adds a cubic curve in short lines: the rasterizer's own curves have visible corners.
func curve(z *vector.Rasterizer, to [6]float32) {
	const lines = 64
	x, y := z.Pen()
	for i := range lines {
		t := float32(i+1) / lines
		u := 1 - t
		k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		z.LineTo(k0*x+k1*to[0]+k2*to[2]+k3*to[4], k0*y+k1*to[1]+k2*to[3]+k3*to[5])
	}
}
