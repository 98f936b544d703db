package render

import (
	"bufio"
	"bytes"
	"compress/lzw"
	"image"
	"image/color"
	"io"
	"time"
)

// write writes the animation as a GIF with one color table. Each picture is drawn over
// the one before.
func (e *encoder) write(w io.Writer, loops int) error {
	colors, of := e.inks.table()
	depth := 1
	for 1<<depth < len(colors) {
		depth++
	}
	b := bufio.NewWriter(w)
	writeHeader(b, e.canvas.img.Rect, colors, depth, loops)
	shown := make([]uint8, len(e.shown)) // colors on the screen
	for i := range e.patches {
		p := &e.patches[i]
		writeControl(b, p.delay)
		if err := writeImage(b, p.box, e.indexed(p, of, shown), depth); err != nil {
			return err
		}
	}
	_ = b.WriteByte(0x3b)
	return b.Flush()
}

// indexed returns a patch's pixels as indices of the color table; pixels that look as
// before are transparent.
func (e *encoder) indexed(p *patch, of, shown []uint8) []uint8 {
	out := make([]uint8, len(p.inks))
	width := e.canvas.img.Rect.Dx()
	for y := range p.box.Dy() {
		line := shown[(p.box.Min.Y+y)*width+p.box.Min.X:]
		for x := range p.box.Dx() {
			i := y*p.box.Dx() + x
			if ink := p.inks[i]; ink != 0 && of[ink-1] != line[x] {
				line[x], out[i] = of[ink-1], of[ink-1]
			}
		}
	}
	return out
}

// The words of the format are little-endian.
func word(x int) []byte { return []byte{byte(x), byte(x >> 8)} }

// writeHeader writes what stands before the pictures: size, colors, and how
// often the animation is shown. A bufio.Writer keeps its errors for the end.
func writeHeader(b *bufio.Writer, size image.Rectangle, colors color.Palette, depth, loops int) {
	_, _ = b.WriteString("GIF89a")
	_, _ = b.Write(word(size.Dx()))
	_, _ = b.Write(word(size.Dy()))
	_, _ = b.Write([]byte{0xf0 | byte(depth-1), nothing, 0})
	for i := range 1 << depth {
		var rgb [3]byte
		if i < len(colors) {
			r, g, l, _ := colors[i].RGBA()
			rgb = [3]byte{byte(r >> 8), byte(g >> 8), byte(l >> 8)}
		}
		_, _ = b.Write(rgb[:])
	}
	if loops == 1 {
		return
	}
	_, _ = b.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01")
	_, _ = b.Write(word(max(0, loops-1))) // repetitions; 0 forever
	_ = b.WriteByte(0)
}

// writeControl says how long the next picture stays, and which color is none.
func writeControl(b *bufio.Writer, delay time.Duration) {
	const keepAndTransparent = 1<<2 | 1
	_, _ = b.Write([]byte{0x21, 0xf9, 4, keepAndTransparent})
	_, _ = b.Write(word(int((delay + 5*time.Millisecond) / (10 * time.Millisecond))))
	_, _ = b.Write([]byte{nothing, 0})
}

// writeImage writes a picture.
func writeImage(b *bufio.Writer, box image.Rectangle, pixels []uint8, depth int) error {
	_ = b.WriteByte(0x2c)
	for _, x := range []int{box.Min.X, box.Min.Y, box.Dx(), box.Dy()} {
		_, _ = b.Write(word(x))
	}
	bits := max(2, depth)
	_, _ = b.Write([]byte{0, byte(bits)})
	var packed bytes.Buffer
	z := lzw.NewWriter(&packed, lzw.LSB, bits)
	if _, err := z.Write(pixels); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	for packed.Len() > 0 { // blocks of up to 255 bytes
		block := packed.Next(255)
		_ = b.WriteByte(byte(len(block)))
		_, _ = b.Write(block)
	}
	return b.WriteByte(0)
}
