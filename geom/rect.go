package geom

import (
	"strconv"
)

// Rect makes a rectangle of squares. Square (file, rank), both from 0, gets the
// number rank·stride + file, so that a board that closes up towards a1 keeps
// the numbers of the squares that stay. The squares named in missing (by
// number) are left out. It panics if the board has no square, more files than
// stride, or a number past 127.
func Rect(files, ranks, stride int, missing ...int) *Board {
	if files < 1 || ranks < 1 || files > stride || files > 26 || (ranks-1)*stride+files > 128 {
		panic("geom: no board of " + strconv.Itoa(files) + "×" + strconv.Itoa(ranks) +
			" squares with stride " + strconv.Itoa(stride))
	}
	b := &Board{Shape: Rectangle, Files: files, Ranks: ranks, Stride: stride}
	gone := map[int]bool{}
	for _, id := range missing {
		gone[id] = true
	}
	for rank := range ranks {
		for file := range files {
			id := rank*stride + file
			if gone[id] {
				continue
			}
			b.add(square(id, file, rank))
		}
	}
	return b
}

// FileName returns the letter of a file counted from 0.
func FileName(file int) string { return string(rune('a' + file)) }

func square(id, file, rank int) Square {
	x, y := float64(file), float64(rank)
	c := Square{
		ID: id, File: FileName(file), Rank: strconv.Itoa(rank + 1),
		Col: file, Row: rank, Tint: Dark,
		Center:  Point{x + .5, y + .5},
		Outline: []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}},
	}
	c.Name = c.File + c.Rank
	if (file+rank)%2 == 1 {
		c.Tint = Light
	}
	return c
}
