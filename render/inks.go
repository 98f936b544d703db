package render

import (
	"cmp"
	"image/color"
	"slices"
)

// inks numbers the colors of an animation from 1, and counts their pixels.
type inks struct {
	numbers map[uint32]uint16
	colors  []uint32 // by number − 1, as 0xRRGGBB
	counts  []int
	last    uint32 // asked for
	same    uint16
}

// number returns the number of a color. Should there be more colors than
// numbers, close ones share one.
func (k *inks) number(r, g, b uint8) uint16 {
	rgb := uint32(r)<<16 | uint32(g)<<8 | uint32(b)
	if rgb != k.last || k.same == 0 {
		k.last, k.same = rgb, k.find(rgb)
	}
	k.counts[k.same-1]++
	return k.same
}

func (k *inks) find(rgb uint32) uint16 {
	if k.numbers == nil {
		k.numbers = map[uint32]uint16{}
	}
	if n, ok := k.numbers[rgb]; ok {
		return n
	}
	switch n := len(k.colors); {
	case n >= 60_000:
		rgb &^= 0x0f0f0f // of these there are only 4096
	case n >= 20_000:
		rgb &^= 0x070707
	}
	if n, ok := k.numbers[rgb]; ok {
		return n
	}
	k.colors, k.counts = append(k.colors, rgb), append(k.counts, 0)
	n := uint16(len(k.colors))
	k.numbers[rgb] = n
	return n
}

// Colors of a GIF: the first stands for nothing, so that what has not changed
// shines through.
const (
	mostColors = 128
	nothing    = 0
)

// flat is the part of all pixels from which a color is one that something is
// painted with, and no shade of an edge: it must be exact.
const flat = 1.0 / 4000

// table chooses the colors of the GIF, and says which of them stands for each
// ink: exactly for those that cover areas, for shades of edges the nearest.
func (k *inks) table() (colors color.Palette, of []uint8) {
	all := make([]swatch, len(k.colors))
	total := 0
	for i, c := range k.colors {
		all[i] = swatch{c, k.counts[i]}
		total += k.counts[i]
	}
	slices.SortFunc(all, func(a, b swatch) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.rgb, b.rgb))
	})
	exact := 0
	for exact < min(len(all), mostColors/2) && float64(all[exact].count) >= flat*float64(total) {
		exact++
	}
	if len(all) < mostColors {
		exact = len(all)
	}
	list := []uint32{0}
	for _, s := range all[:exact] {
		list = append(list, s.rgb)
	}
	list = append(list, medians(all[exact:], mostColors-len(list))...)
	for _, c := range list {
		colors = append(colors, color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255})
	}
	of = make([]uint8, len(k.colors))
	for i, c := range k.colors {
		of[i] = nearest(list, c)
	}
	return colors, of
}

// nearest returns which color of a list is most like another, but for the first.
func nearest(list []uint32, c uint32) uint8 {
	best, least := 1, 1<<30
	for i := 1; i < len(list); i++ {
		if d := unlike(list[i], c); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// unlike returns how different two colors look: green counts most, blue least.
func unlike(a, b uint32) int {
	r, g, l := int(a>>16)-int(b>>16), int(a>>8&255)-int(b>>8&255), int(a&255)-int(b&255)
	return 3*r*r + 6*g*g + 2*l*l
}
