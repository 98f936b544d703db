package render

import (
	"cmp"
	"math"
	"slices"
)

// swatch is a color and how many pixels have it.
type swatch struct {
	rgb   uint32
	count int
}

// channel returns the red, green or blue part.
func (s swatch) channel(i int) float64 { return float64(s.rgb >> (16 - 8*i) & 255) }

// weight is how much a color counts: those that few pixels have count more than
// these pixels, for they are the edges of small things.
func (s swatch) weight() float64 { return math.Sqrt(float64(s.count)) }

// crowd is a group of colors that one color is to stand for.
type crowd struct {
	list []swatch
	mean [3]float64
	axis int     // the channel in which they differ most,
	off  float64 // and how much they all do
}

func newCrowd(list []swatch) crowd {
	c := crowd{list: list}
	var sum, squares [3]float64
	all := 0.0
	for _, s := range list {
		w := s.weight()
		all += w
		for i := range sum {
			x := s.channel(i)
			sum[i] += w * x
			squares[i] += w * x * x
		}
	}
	for i := range sum {
		c.mean[i] = sum[i] / all
		if off := max(0, squares[i]-sum[i]*c.mean[i]); off > c.off {
			c.axis, c.off = i, off
		}
	}
	return c
}

// halves divides a crowd at its mean.
func (c crowd) halves() (a, b crowd) {
	slices.SortFunc(c.list, func(a, b swatch) int {
		return cmp.Or(cmp.Compare(a.channel(c.axis), b.channel(c.axis)), cmp.Compare(a.rgb, b.rgb))
	})
	compare := func(s swatch, x float64) int { return cmp.Compare(s.channel(c.axis), x) }
	at, _ := slices.BinarySearchFunc(c.list, c.mean[c.axis], compare)
	at = min(max(at, 1), len(c.list)-1)
	return newCrowd(c.list[:at]), newCrowd(c.list[at:])
}

func (c crowd) color() uint32 {
	var rgb uint32
	for _, x := range c.mean {
		rgb = rgb<<8 | uint32(math.Round(x))
	}
	return rgb
}

// medians chooses at most so many colors to stand for a lot of others: the
// crowd that differs most is halved, again and again.
func medians(all []swatch, most int) []uint32 {
	if len(all) == 0 || most < 1 {
		return nil
	}
	crowds := []crowd{newCrowd(all)}
	for len(crowds) < most {
		worst := 0
		for i := range crowds {
			if crowds[i].off > crowds[worst].off {
				worst = i
			}
		}
		if crowds[worst].off < 1 { // as it is where there is only one color
			break
		}
		a, b := crowds[worst].halves()
		crowds[worst] = a
		crowds = append(crowds, b)
	}
	out := make([]uint32, len(crowds))
	for i, c := range crowds {
		out[i] = c.color()
	}
	return out
}
