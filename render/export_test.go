package render

import "image"

// Stills returns the pictures of a film, each drawn by itself: those that stay
// for longer, and not the folds between.
func Stills(f Film, o Options) ([]*image.RGBA, error) {
	s, err := newStudio(&f, o)
	if err != nil {
		return nil, err
	}
	var out []*image.RGBA
	for i := range f.Shots {
		scene, err := s.scene(&f.Shots[i])
		if err != nil {
			return nil, err
		}
		out = append(out, rasterise(scene))
	}
	return out, nil
}
