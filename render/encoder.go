package render

import (
	"image"
	"time"
)

// encoder collects the pictures of an animation: of each only what differs from the
// one before. It numbers colors in the order in which they come, and chooses those of
// the GIF when it knows all.
type encoder struct {
	canvas  *canvas
	inks    inks
	before  *scene
	shown   []uint16 // the numbers of the colors on the canvas
	patches []patch  // one a picture
}

// patch is the part of a picture that differs from the one before.
type patch struct {
	box   image.Rectangle
	inks  []uint16 // by row; 0 where nothing has changed
	delay time.Duration
}

// add draws a picture and keeps the part that has changed. A picture like the one
// before makes that one stay longer.
func (e *encoder) add(s *scene, delay time.Duration) {
	all := e.canvas.img.Rect
	boxes := []image.Rectangle{all}
	if e.before == nil {
		e.shown = make([]uint16, all.Dx()*all.Dy())
	} else if boxes = damage(e.before, s); area(boxes) > all.Dx()*all.Dy()*2/3 {
		boxes = []image.Rectangle{all}
	}
	e.before = s
	var patches []patch
	var box image.Rectangle
	for _, b := range boxes {
		e.canvas.clip = b
		e.canvas.show(s)
		if p := e.changes(b); !p.box.Empty() {
			patches, box = append(patches, p), box.Union(p.box)
		}
	}
	if box.Empty() {
		e.patches[len(e.patches)-1].delay += delay
		return
	}
	whole := patch{box: box, inks: make([]uint16, box.Dx()*box.Dy()), delay: delay}
	for _, p := range patches {
		whole.copy(&p)
	}
	e.patches = append(e.patches, whole)
}

func area(boxes []image.Rectangle) (sum int) {
	for _, b := range boxes {
		sum += b.Dx() * b.Dy()
	}
	return sum
}

// copy copies a smaller patch into this one.
func (f *patch) copy(p *patch) {
	w := p.box.Dx()
	for y := p.box.Min.Y; y < p.box.Max.Y; y++ {
		to := (y-f.box.Min.Y)*f.box.Dx() + p.box.Min.X - f.box.Min.X
		copy(f.inks[to:to+w], p.inks[(y-p.box.Min.Y)*w:])
	}
}

// changes returns the pixels in a box that have changed, and updates shown.
func (e *encoder) changes(b image.Rectangle) patch {
	img, width := e.canvas.img, e.canvas.img.Rect.Dx()
	fresh := make([]uint16, b.Dx()*b.Dy())
	var changed image.Rectangle
	for y := b.Min.Y; y < b.Max.Y; y++ {
		pix := img.Pix[img.PixOffset(b.Min.X, y):]
		shown := e.shown[y*width+b.Min.X:][:b.Dx()]
		row := fresh[(y-b.Min.Y)*b.Dx():]
		from, to := -1, 0
		for x := range shown {
			ink := e.inks.number(pix[4*x], pix[4*x+1], pix[4*x+2])
			if ink == shown[x] {
				continue
			}
			shown[x], row[x] = ink, ink
			if from < 0 {
				from = x
			}
			to = x + 1
		}
		if from >= 0 {
			changed = changed.Union(image.Rect(b.Min.X+from, y, b.Min.X+to, y+1))
		}
	}
	f := patch{box: changed, inks: make([]uint16, changed.Dx()*changed.Dy())}
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		copy(f.inks[(y-changed.Min.Y)*changed.Dx():][:changed.Dx()], fresh[(y-b.Min.Y)*b.Dx()+changed.Min.X-b.Min.X:])
	}
	return f
}
