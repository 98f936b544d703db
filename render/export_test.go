package render

import "image"

// DrawFrames returns the frames of an animation, each drawn by itself, without the
// pictures of collapses.
func DrawFrames(a Animation, o Options) ([]*image.RGBA, error) {
	d, err := newAnimator(&a, o)
	if err != nil {
		return nil, err
	}
	var out []*image.RGBA
	for i := range a.Frames {
		scene, err := d.scene(&a.Frames[i])
		if err != nil {
			return nil, err
		}
		out = append(out, rasterize(scene))
	}
	return out, nil
}
