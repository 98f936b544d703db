package render

import (
	"image"
	"time"
)

// reel collects the pictures of an animation: of each only what differs from the
// one before. Colors are numbered as they come; which of them the GIF can have
// is decided when all are known.
type reel struct {
	canvas *canvas
	inks   inks
	before *scene
	shown  []uint16 // the numbers of the colors on the canvas
	frames []frame
}

// frame is the part of a picture that differs from the one before.
type frame struct {
	box   image.Rectangle
	inks  []uint16 // by row; 0 where nothing has changed
	delay time.Duration
}

// add paints a picture and keeps what is new in it. A picture like the one before
// makes that stay longer.
func (r *reel) add(s *scene, delay time.Duration) {
	all := r.canvas.img.Rect
	boxes := []image.Rectangle{all}
	if r.before == nil {
		r.shown = make([]uint16, all.Dx()*all.Dy())
	} else if boxes = damage(r.before, s); area(boxes) > all.Dx()*all.Dy()*2/3 {
		boxes = []image.Rectangle{all}
	}
	r.before = s
	var patches []frame
	var box image.Rectangle
	for _, b := range boxes {
		r.canvas.clip = b
		r.canvas.show(s)
		if p := r.news(b); !p.box.Empty() {
			patches, box = append(patches, p), box.Union(p.box)
		}
	}
	if box.Empty() {
		r.frames[len(r.frames)-1].delay += delay
		return
	}
	f := frame{box: box, inks: make([]uint16, box.Dx()*box.Dy()), delay: delay}
	for _, p := range patches {
		f.copy(&p)
	}
	r.frames = append(r.frames, f)
}

func area(boxes []image.Rectangle) (sum int) {
	for _, b := range boxes {
		sum += b.Dx() * b.Dy()
	}
	return sum
}

// copy puts a patch into the frame that holds it.
func (f *frame) copy(p *frame) {
	w := p.box.Dx()
	for y := p.box.Min.Y; y < p.box.Max.Y; y++ {
		to := (y-f.box.Min.Y)*f.box.Dx() + p.box.Min.X - f.box.Min.X
		copy(f.inks[to:to+w], p.inks[(y-p.box.Min.Y)*w:])
	}
}

// news returns the pixels in a box that have changed, and takes note of them.
func (r *reel) news(b image.Rectangle) frame {
	img, width := r.canvas.img, r.canvas.img.Rect.Dx()
	fresh := make([]uint16, b.Dx()*b.Dy())
	var changed image.Rectangle
	for y := b.Min.Y; y < b.Max.Y; y++ {
		pix := img.Pix[img.PixOffset(b.Min.X, y):]
		shown := r.shown[y*width+b.Min.X:][:b.Dx()]
		row := fresh[(y-b.Min.Y)*b.Dx():]
		from, to := -1, 0
		for x := range shown {
			ink := r.inks.number(pix[4*x], pix[4*x+1], pix[4*x+2])
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
	f := frame{box: changed, inks: make([]uint16, changed.Dx()*changed.Dy())}
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		copy(f.inks[(y-changed.Min.Y)*changed.Dx():][:changed.Dx()], fresh[(y-b.Min.Y)*b.Dx()+changed.Min.X-b.Min.X:])
	}
	return f
}
